/** The beginning of a visit to the demo: a session, money, a bank account. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type * as Testing from 'countersign-sandbox/testing/playwright';
import { toAccount } from '../../demo/page/bank-entry.ts';
import { bankForms } from '../../demo/page/bank-forms.ts';
import type { Person } from '../../demo/page/requests.ts';
import { buildKit } from '../package/consumer.ts';
import { root } from '../source-tree.ts';

/** Beside the session: what is in the wallet, and whether there is a bank account to send it to. */
export interface Beginning {
  /** One of nobody else, unless given. */
  readonly email?: string;
  /** In USDB. */
  readonly money?: number;
  readonly hasBank?: boolean;
}

let built: Promise<void> | undefined;

/** Builds the script that signs in; suites that share a process ask for it once. */
export function prepareToBegin(): Promise<void> {
  built ??= buildKit();
  return built;
}

/** Signs a new person in on the demo's origin; the page finds its session when it is loaded afterwards. */
export async function begin(page: Page, url: string, beginning: Beginning): Promise<void> {
  const { email = `${crypto.randomUUID()}@example.com`, money = 0, hasBank = false } = beginning;
  const post = async (path: string, data: object): Promise<unknown> => {
    const response = await page.request.post(`${url}${path}`, { data, headers: { origin: url } });
    expect(response.ok(), path).toBe(true);
    return response.json();
  };
  const { person } = (await post('/api/session', { email })) as { readonly person: Person };
  if (money > 0) await post('/api/fund', { amount: Math.round(money * 1_000_000) });
  const [form] = bankForms;
  if (hasBank && form !== undefined) {
    const account = toAccount(form, new Map(form.fields.map(({ name, sample }) => [name, sample])));
    const platformAccountId = crypto.randomUUID();
    await post('/wallet/customers/external-accounts', { customerId: person.customerId, platformAccountId, ...account });
  }
  // A document of the same origin that runs nothing.
  await page.goto(`${url}/api/session`);
  const { signInScript } = (await import(join(root, 'sandbox/dist/testing/playwright/node.js'))) as typeof Testing;
  await page.evaluate(signInScript(person));
}
