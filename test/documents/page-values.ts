/** What the documents' pages leave to the reader, as it is in a page of the tests: runs in the browser. */
import { createMemoryStore, createWallet, type Quote, type Wallet } from 'countersign';
import type { PageSettings } from '../browser/kit-page.ts';

/** What the test tells the page. */
interface Given {
  readonly settings: PageSettings;
  readonly customerId: string;
  readonly cardId: string;
}

declare global {
  /** Asks the test for the facts of the account. */
  function given(): Promise<Given>;
  /** Asks the test for a new quote. */
  function newQuote(): Promise<Quote>;
}

async function signedIn(): Promise<Wallet> {
  const { settings } = await given();
  const wallet = createWallet({ ...settings, store: createMemoryStore() });
  await (await wallet.emailOtp.begin()).verify('000000');
  return wallet;
}

async function withPasskey(): Promise<Wallet> {
  const wallet = await signedIn();
  const passkeys = (await wallet.credentials.list()).filter(({ type }) => type === 'PASSKEY');
  for (const { id, type } of passkeys) await wallet.credentials.remove(id, { type });
  await (await wallet.passkey.prepareAdd({ nickname: 'Sample' })).add();
  return wallet;
}

const values: Readonly<Record<string, () => unknown>> = {
  wallet: signedIn,
  walletWithPasskey: withPasskey,
  accountId: async () => (await given()).settings.accountId,
  enclaveKeys: async () => (await given()).settings.enclaveKeys,
  // A key that is not the sandbox's: nothing is signed with it.
  serviceKeys: () => [
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ],
  customerId: async () => (await given()).customerId,
  cardId: async () => (await given()).cardId,
  quote: () => newQuote(),
  options: async () => (await given()).settings,
  isDevelopment: () => true,
  field: () => document.body.appendChild(document.createElement('input')),
  resend: () => document.body.appendChild(document.createElement('button')),
  status: () => document.body.appendChild(document.createElement('p')),
  Sentry: () => ({ addBreadcrumb: () => undefined, captureMessage: () => undefined }),
  tracer: () => ({ startSpan: () => ({}) }),
  askFor: () => () => Promise.resolve('000000'),
  show: () => (text: string) => void (document.title = text),
  button: () => document.body.appendChild(document.createElement('button')),
};

/** Defines the declared names. @throws Error for one that has no value here */
export async function define(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const value = values[name];
    if (value === undefined) throw new Error(`test/documents/page-values.ts has no ${name}`);
    Object.assign(globalThis, { [name]: await value() });
  }
}
