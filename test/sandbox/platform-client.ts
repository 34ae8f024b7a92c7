/** A platform's platform in front of a sandbox: calls with its credentials, on a clock that stands still. */
import {
  encryptOtp,
  generateClientKeyPair,
  openSessionSigningKey,
  stamp,
  type SessionSigningKey,
} from 'countersign/crypto';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign/sandbox';
import { expect } from 'vitest';
import { sampleBankAccount } from '../sample-customer.ts';
import { holdControl, holdToFacts } from './answers.ts';

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read what the specification shows; a wrong guess fails the test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** What a test does with a sandbox. */
export interface PlatformClient {
  readonly sandbox: Sandbox;
  readonly signatureHeader: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  advance(ms: number): Promise<void>;
  /** Headers of a second leg. */
  signed(payload: string, key: SessionSigningKey, requestId?: string): Promise<Record<string, string>>;
}

/** A bank account that is accepted, without its customer. */
export { sampleBankAccount as usdAccount };

/** Opens a platform in front of a fresh sandbox. */
export function createPlatformClient(options: CreateSandboxOptions = {}): PlatformClient {
  const sandbox = createSandbox({
    clock: { now: () => Date.UTC(2026, 0, 15, 12) },
    onError(error) {
      throw error;
    },
    // The same in both profiles, unless a test is about it.
    walletFunding: 'spendable',
    codesPerMinute: 0,
    ...options,
  });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const signatureHeader = sandbox.profile === 'grid' ? 'Grid-Wallet-Signature' : 'Service-Wallet-Signature';
  const send = async (
    path: string,
    method: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers: { ...json, ...headers }, ...(body === undefined ? {} : { body: text }) };
    const response = await sandbox.fetch(new Request(`http://127.0.0.1${path}`, init));
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: answer === '' ? null : JSON.parse(answer) };
  };
  const platform: PlatformClient = {
    sandbox,
    signatureHeader,
    async call(method, path, body, headers = {}) {
      const answer = await send(`/2025-10-13${path}`, method, body, { Authorization: authorization, ...headers });
      holdToFacts({ profile: sandbox.profile, method, path, status: answer.status, body: answer.body });
      expect(sandbox.audit(), `the books after ${method} ${path}`).toEqual([]);
      return answer;
    },
    async control(method, path, body) {
      const answer = await send(`/_sandbox${path}`, method, body, {});
      holdControl({ profile: sandbox.profile, method, path, status: answer.status, body: answer.body });
      expect(sandbox.audit(), `the books after ${method} ${path}`).toEqual([]);
      return answer;
    },
    async advance(advanceMs) {
      expect((await platform.control('POST', '/clock', { advanceMs })).status).toBe(200);
    },
    async signed(payload, key, requestId) {
      const request = requestId === undefined ? {} : { 'Request-Id': requestId };
      return { [signatureHeader]: await stamp(payload, key), ...request };
    },
  };
  return platform;
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
): Promise<{
  body: { type: 'EMAIL_OTP'; encryptedOtpBundle: string };
  keyPair: Awaited<ReturnType<typeof generateClientKeyPair>>;
}> {
  const challenge = await platform.call('POST', `/auth/credentials/${credentialId}/challenge`);
  const keyPair = await generateClientKeyPair();
  const encryptedOtpBundle = await encryptOtp(challenge.body.otpEncryptionTargetBundle, {
    otpCode,
    publicKeyHex: keyPair.publicKeyHex,
    enclaveKeys: [platform.sandbox.enclavePublicKeyHex],
  });
  return { body: { type: 'EMAIL_OTP', encryptedOtpBundle }, keyPair };
}

/** Signs in with the e-mail code. */
export async function signIn(
  platform: PlatformClient,
  { credentialId }: Pick<Holder, 'credentialId'>,
): Promise<SignedIn> {
  const { body, keyPair } = await verifyBody(platform, credentialId);
  const path = `/auth/credentials/${credentialId}/verify`;
  const first = await platform.call('POST', path, body);
  expect(first.status).toBe(202);
  const second = await platform.call(
    'POST',
    path,
    body,
    await platform.signed(first.body.payloadToSign, keyPair, first.body.requestId),
  );
  expect(second.status).toBe(200);
  const sealed = second.body.encryptedSessionSigningKey as string | undefined;
  const key = sealed === undefined ? keyPair : await openSessionSigningKey(sealed, keyPair);
  return { sessionId: String(second.body.id), key };
}

/** A platform with one customer: of {@link createPlatformClient} and {@link createHolder}. */
export async function openHolder(
  options: CreateSandboxOptions = {},
  amount?: number,
): Promise<Holder & { readonly platform: PlatformClient; readonly holder: Holder }> {
  const platform = createPlatformClient(options);
  const holder = await createHolder(platform, amount);
  return { platform, holder, ...holder };
}

/** A platform with one customer, who is signed in. */
export async function openSession(options: CreateSandboxOptions = {}, amount?: number) {
  const opened = await openHolder(options, amount);
  const session = await signIn(opened.platform, opened.holder);
  return { ...opened, ...session, session };
}

/** Asks for a quote from the wallet to the bank account. */
export async function createQuote(platform: PlatformClient, holder: Holder, amount = 5_000_000): Promise<Answer> {
  return platform.call('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: holder.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: holder.bankAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  });
}

/** The payload of a quote's wallet instruction. */
export function payloadOf({ body }: Answer): string {
  const instructions = body.paymentInstructions as {
    accountOrWalletInfo: { accountType: string; payloadToSign: string };
  }[];
  const found = instructions.find(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType === 'EMBEDDED_WALLET');
  return String(found?.accountOrWalletInfo.payloadToSign);
}

/** Executes a quote of a wallet, signed with this key. */
export async function executeWith(platform: PlatformClient, key: SessionSigningKey, quote: Answer): Promise<Answer> {
  const headers = await platform.signed(payloadOf(quote), key);
  return platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
}

/** What is in a customer's wallet. */
export async function balanceOf(platform: PlatformClient, { customerId }: Pick<Holder, 'customerId'>): Promise<number> {
  const accounts = await platform.call('GET', `/customers/internal-accounts?customerId=${customerId}`);
  return accounts.body.data[0].balance.amount;
}

/** The events that were told of so far. */
export async function eventsOf(platform: PlatformClient): Promise<{ type: string; data: Answer['body'] }[]> {
  const { data } = (await platform.control('GET', '/webhooks')).body;
  return data.map(({ text }: { text: string }) => JSON.parse(text) as unknown);
}

/** Status and code of an answer. */
export const verdict = ({ status, body }: Answer): unknown => [status, body.code];

/** Status, code and reason or first field of a refusal. */
export const outcome = ({ status, body }: Answer): unknown => [
  status,
  body.code,
  body.details?.reason ?? body.details?.errors[0].field,
];

/** The fields that a refusal names. */
export const fieldsOf = ({ body }: Answer): string[] =>
  body.details.errors.map(({ field }: { field: string }) => field);

/** The ids of a list's items. */
export const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

/** The types of a list's items. */
export const typesOf = ({ body }: Answer): string[] => body.data.map(({ type }: { type: string }) => type);

/** Everything that a refused call must leave as it was. */
export async function ledgerOf(platform: PlatformClient, holder: Holder): Promise<unknown> {
  const accounts = await platform.call('GET', `/internal-accounts?customerId=${holder.customerId}`);
  const sessions = await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`);
  const transactions = await platform.call('GET', `/transactions?customerId=${holder.customerId}`);
  return [accounts.body, sessions.body, transactions.body];
}
