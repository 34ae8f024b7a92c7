/** A signed-in customer with money, cards, a second session and a passkey: made once, brought back before each run. */
import { unlimited } from '../unlimited.ts';
import { createMemoryStore, createWallet, type Quote } from 'countersign';
import { stamp } from 'countersign/crypto';
import { createRelay } from 'countersign/relay';
import { createSandbox, type Sandbox } from 'countersign/sandbox';
import type { Reply, TestBench } from '../journeys/test-bench.ts';
import { sampleBankAccount, sampleCustomer } from '../sample-customer.ts';
import { createPasskey, type Passkey } from '../sandbox/authenticator.ts';

/** Where the customer's page is. */
export const origin = 'https://platform.example.com';
const { hostname } = new URL(origin);
const service = 'http://localhost/2025-10-13';

/** Wall time at which every run begins, epoch ms. */
export const start = Date.UTC(2026, 0, 15, 12);

/** What every run begins with. */
export interface Setting {
  readonly sandbox: Sandbox;
  readonly accountId: string;
  readonly customerId: string;
  readonly quote: Quote;
  readonly cardId: string;
  readonly passkeyId: string;
  /** What the person's device holds of it. */
  readonly passkey: Passkey;
  readonly otherSessionId: string;
  readonly sessionId: string;
  /** Money in the wallet at the beginning, smallest unit. */
  readonly balance: number;
  readonly platform: TestBench['platform'];
  /** The action that a request belongs to, by its method, path and the state asked for. */
  actionOf(key: string): string | undefined;
  /** What the browser has stored: the session with its key. */
  readonly stored: ReadonlyMap<string, unknown>;
  /** Puts the service back to the beginning and returns a relay before it. */
  begin(clock: ServerClock, losesAnswer?: LosesAnswer): Promise<(request: Request) => Promise<Response>>;
}

/** Sees each answer of the service and says whether the relay loses it. */
export type LosesAnswer = (answer: Response) => boolean;

/** The clock of relay and service. */
export interface ServerClock {
  now(): number;
  schedule(delayMs: number, run: () => void): () => void;
}

/** Options of {@link createSetting}. */
export interface SettingOptions {
  /** What becomes of the old session when another takes its place. */
  readonly afterRefresh: 'keep' | 'revoke';
}

/** Makes the customer. */
export async function createSetting({ afterRefresh }: SettingOptions): Promise<Setting> {
  let clock = { now: () => start };
  const sandbox = createSandbox({
    clock: { now: () => clock.now(), schedule: (_, run) => (run(), () => undefined) },
    afterRefresh,
    codesPerMinute: 0,
    relyingParties: [hostname],
  });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const platform: TestBench['platform'] = async (method, path, body, headers = {}) => {
    const init: RequestInit = { method, headers: { Authorization: authorization, ...headers } };
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      (init.headers as Record<string, string>)['Content-Type'] = 'application/json';
    }
    const response = await sandbox.fetch(new Request(`${service}${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const made = async (path: string, body: unknown, headers?: Record<string, string>): Promise<Reply['body']> => {
    const answer = await platform('POST', path, body, headers);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const customerId = (await made('/customers', sampleCustomer)).id as string;
  const accounts = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = accounts.body.data[0].id as string;
  await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 500_000_000 });
  const relayFor = (
    own: ServerClock,
    losesAnswer: LosesAnswer = () => false,
  ): ((request: Request) => Promise<Response>) =>
    createRelay({
      baseUrl: service,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      mountPath: '/wallet',
      origins: [origin],
      async fetch(request) {
        const response = await sandbox.fetch(request);
        if (losesAnswer(response)) throw new TypeError('fetch failed');
        return response;
      },
      clock: own,
      limits: unlimited,
      userHandleSecret: 'user handles of the tests, no secret',
      groups: ['wallet', 'addresses'],
      identify: () => Promise.resolve({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
    });
  const signIn = async () => {
    const still = { now: () => start, monotonic: () => 0, schedule: () => () => {} };
    const relay = relayFor(still);
    const store = createMemoryStore();
    const wallet = createWallet({
      relay: `${origin}/wallet`,
      accountId,
      enclaveKeys: [sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      store,
      clock: still,
      refreshBefore: false,
      fetch: (url, init) => {
        const request = new Request(url, init);
        request.headers.set('Origin', origin);
        return relay(request);
      },
    });
    const session = await (await wallet.emailOtp.begin()).verify('000000');
    wallet.close();
    return { store, session };
  };
  const other = await signIn();
  const own = await signIn();
  const stored = new Map<string, unknown>();
  for (const key of await own.store.keys('')) stored.set(key, await own.store.read(key));

  const signer = {
    compressedPublicKeyHex: own.session.compressedPublicKeyHex,
    signingKey: signingKeyIn([...stored.values()]),
  };
  const passkey = await createPasskey(`passkey, ${afterRefresh}`);
  const challenge = btoa('a new passkey').replaceAll('=', '');
  const attestation = await passkey.attest({ challenge, origin, relyingParty: hostname });
  const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation };
  const first = await platform('POST', '/auth/credentials', body);
  const { payloadToSign, requestId } = first.body as { payloadToSign: string; requestId: string };
  const passkeyId = (
    await made('/auth/credentials', body, {
      'Service-Wallet-Signature': await stamp(payloadToSign, signer),
      'Request-Id': requestId,
    })
  ).id as string;
  const cardId = (await made('/cards', { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] }))
    .id as string;
  clock = { now: () => start + 5_000 };
  await sandbox.tick();
  const bankAccount = await made('/customers/external-accounts', {
    customerId,
    currency: 'USD',
    platformAccountId: 'sample-bank-account',
    accountInfo: sampleBankAccount,
  });
  const quote = (await made('/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccount.id as string },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000_000,
  })) as Quote;
  const snapshot = await sandbox.snapshot();

  return Object.freeze({
    sandbox,
    accountId,
    customerId,
    quote,
    cardId,
    passkeyId,
    passkey,
    otherSessionId: other.session.sessionId,
    sessionId: own.session.sessionId,
    balance: 500_000_000,
    platform,
    stored,
    actionOf: (key: string) =>
      ({
        [`POST /quotes/${quote.id}/execute`]: 'pay',
        [`PATCH /cards/${cardId} FROZEN`]: 'freeze',
        [`PATCH /cards/${cardId} ACTIVE`]: 'unfreeze',
        [`PATCH /customers/${customerId}`]: 'change-address',
        [`DELETE /auth/credentials/${passkeyId}`]: 'remove',
        [`DELETE /auth/sessions/${other.session.sessionId}`]: 'revoke-other',
      })[key],
    async begin(own: ServerClock, losesAnswer?: LosesAnswer) {
      clock = own;
      await sandbox.restore(snapshot);
      return relayFor(own, losesAnswer);
    },
  });
}

/** Every CryptoKey that can sign, wherever it is in stored values. */
export function signingKeysIn(value: unknown): readonly CryptoKey[] {
  if (value instanceof CryptoKey) return value.usages.includes('sign') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(signingKeysIn) : [];
}

function signingKeyIn(values: readonly unknown[]): CryptoKey {
  const [key] = signingKeysIn(values);
  if (key === undefined) throw new Error('The sign-in has stored no key.');
  return key;
}
