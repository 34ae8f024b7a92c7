/** A platform in front of a sandbox: calls with its credentials, on a clock that stands still. */
import type { SessionSigningKey } from 'countersign/crypto';
import type { CreateSandboxOptions, Sandbox } from 'countersign-sandbox';
import { expect } from 'vitest';
import {
  openClient,
  sealCode,
  signIn as signInByCode,
  type ContractClient as PlatformClient,
} from '../../../test/contract/client.ts';
import { paymentBetween, sampleBankAccount } from '../../../test/sample-customer.ts';
import { holdControl, holdToFacts } from './answers.ts';
import { payloadOf, type Answer } from './reading.ts';

/** A test's client of a sandbox. */
export type { ContractClient as PlatformClient } from '../../../test/contract/client.ts';

/** A bank account that is accepted, without its customer. */
export { sampleBankAccount as usdAccount };

/** Opens a platform in front of a fresh sandbox, whose every answer is held to its facts. */
export function createPlatformClient(options: CreateSandboxOptions = {}): PlatformClient {
  // The same in both profiles, unless a test is about it.
  const same = { walletFunding: 'spendable', codesPerMinute: 0 } as const;
  const client = openClient({ ...same, ...options }, (plane, call) => {
    const hold = plane === 'api' ? holdToFacts : holdControl;
    hold({ ...call, profile: client.sandbox.profile, contract: client.sandbox.contract });
    expect(client.sandbox.audit(), `the books after ${call.method} ${call.path}`).toEqual([]);
  });
  return client;
}

/** A customer with a funded wallet. */
export interface Holder {
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly bankAccountId: string;
}

const holders = new WeakMap<Sandbox, number>();

/** Creates a customer, funds the wallet with 100 USDB and adds a bank account. */
export async function createHolder(platform: PlatformClient, amount = 100_000_000): Promise<Holder> {
  const number = (holders.get(platform.sandbox) ?? 0) + 1;
  holders.set(platform.sandbox, number);
  const customer = await platform.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `customer-${String(number)}`,
    region: 'US',
    email: 'customer@example.com',
    fullName: 'Sample Customer',
  });
  const customerId = String(customer.body.id);
  const accounts = await platform.call('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = String(accounts.body.data[0].id);
  if (amount > 0) await platform.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount });
  const credentials = await platform.call('GET', `/auth/credentials?accountId=${accountId}`);
  const bank = await platform.call('POST', '/customers/external-accounts', {
    currency: 'USD',
    platformAccountId: 'bank-1',
    customerId,
    accountInfo: sampleBankAccount,
  });
  return {
    customerId,
    accountId,
    credentialId: String(credentials.body.data[0].id),
    bankAccountId: String(bank.body.id),
  };
}

/** A session and the key that signs for it. */
export interface SignedIn {
  readonly sessionId: string;
  readonly key: SessionSigningKey;
}

/** Makes the body of a verification with this code. */
export async function verifyBody(
  platform: PlatformClient,
  credentialId: string,
  otpCode = '000000',
): ReturnType<typeof sealCode> {
  const challenge = await platform.call('POST', `/auth/credentials/${credentialId}/challenge`);
  return sealCode(platform, challenge.body, { otpCode });
}

/** Signs in with the e-mail code. */
export async function signIn(
  platform: PlatformClient,
  { credentialId }: Pick<Holder, 'credentialId'>,
): Promise<SignedIn> {
  const { id: sessionId, key } = await signInByCode(platform, credentialId);
  return { sessionId, key };
}

interface Beginning {
  readonly snapshot: string;
  readonly customers: number;
  readonly facts: object;
}
const beginnings = new Map<string, Promise<Beginning>>();

/**
 * A platform that begins with the state to which some calls lead, its log of requests empty. The calls of a name are made once for the
 * same options, in which a `fetch` makes no difference.
 */
export async function beginWith<Facts extends object>(
  options: CreateSandboxOptions,
  name: string,
  calls: (platform: PlatformClient) => Promise<Facts>,
): Promise<Facts & { readonly platform: PlatformClient }> {
  const key = `${name} ${JSON.stringify(options)}`;
  const prepare = async (): Promise<Beginning> => {
    const first = createPlatformClient(options);
    const facts = await calls(first);
    return { snapshot: await first.sandbox.snapshot(), customers: holders.get(first.sandbox) ?? 0, facts };
  };
  const beginning = beginnings.get(key) ?? prepare();
  beginnings.set(key, beginning);
  const { snapshot, customers, facts } = await beginning;
  const platform = createPlatformClient(options);
  await platform.sandbox.restore(snapshot);
  holders.set(platform.sandbox, customers);
  return { ...(facts as Facts), platform };
}

/** A platform with one customer: of {@link createPlatformClient} and {@link createHolder}. */
export function openHolder(
  options: CreateSandboxOptions = {},
  amount?: number,
): Promise<Holder & { readonly platform: PlatformClient; readonly holder: Holder }> {
  return beginWith(options, `holder of ${String(amount)}`, async (platform) => {
    const holder = await createHolder(platform, amount);
    return { holder, ...holder };
  });
}

/** A platform with one customer, who is signed in. */
export function openSession(options: CreateSandboxOptions = {}, amount?: number) {
  return beginWith(options, `session of ${String(amount)}`, async (platform) => {
    const holder = await createHolder(platform, amount);
    const session = await signIn(platform, holder);
    return { holder, ...holder, ...session, session };
  });
}

/** Result of {@link openHolder} and {@link openSession}. */
export type OpenedHolder = Awaited<ReturnType<typeof openHolder>>;
export type OpenedSession = Awaited<ReturnType<typeof openSession>>;

/** Asks for a quote from the wallet to the bank account. */
export async function createQuote(platform: PlatformClient, holder: Holder, amount = 5_000_000): Promise<Answer> {
  return platform.call('POST', '/quotes', paymentBetween(holder.accountId, holder.bankAccountId, amount));
}

/** Executes a quote of a wallet, signed with this key. */
export async function executeWith(platform: PlatformClient, key: SessionSigningKey, quote: Answer): Promise<Answer> {
  const headers = await platform.stampHeaders(payloadOf(quote), key);
  return platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
}

/** Balance of a customer's wallet. */
export async function balanceOf(platform: PlatformClient, { customerId }: Pick<Holder, 'customerId'>): Promise<number> {
  const accounts = await platform.call('GET', `/customers/internal-accounts?customerId=${customerId}`);
  return accounts.body.data[0].balance.amount;
}

/** The events that were told of so far. */
export async function eventsOf(platform: PlatformClient): Promise<{ type: string; data: Answer['body'] }[]> {
  const { data } = (await platform.control('GET', '/webhooks')).body;
  return data.map(({ text }: { text: string }) => JSON.parse(text) as unknown);
}

/** Everything that a refused call must leave as it was. */
export async function ledgerOf(platform: PlatformClient, holder: Holder): Promise<unknown> {
  const accounts = await platform.call('GET', `/internal-accounts?customerId=${holder.customerId}`);
  const sessions = await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`);
  const transactions = await platform.call('GET', `/transactions?customerId=${holder.customerId}`);
  return [accounts.body, sessions.body, transactions.body];
}
