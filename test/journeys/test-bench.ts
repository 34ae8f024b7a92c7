/** Wallet, relay and sandbox in one process, without sockets, under one clock. */
import { type CreateWalletOptions, type Quote, type Store, type Wallet, type WireProfileName } from 'countersign';
import { createRelay, type CreateRelayOptions } from 'countersign/relay';
import { createPageRelay } from '../relay/service.ts';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';
import { createFixedClock, type FixedClock } from 'countersign-sandbox/testing';
import { createObservedWallet } from './observed.ts';
import type { BrowserApis } from '../../src/kit/wallet/browser.ts';
import { createPageLocks } from '../../src/kit/wallet/run/locks.ts';
import { createBus, createTabStore } from './tabs.ts';
import { documented } from '../relay/document.ts';
import { sampleBankAccount, sampleCustomer } from '../sample-customer.ts';
import { unlimited } from '../unlimited.ts';

/** Detects a stamp on a page's request. */
export const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');

/** The service's list of the account's sessions. */
export async function alive({ platform, accountId }: TestBench): Promise<readonly string[]> {
  const { body } = await platform('GET', `/auth/sessions?accountId=${accountId}`);
  return (body.data as { readonly id: string }[]).map(({ id }) => id);
}

/** Where the customer's page is. */
export const pageOrigin = 'https://platform.example.com';
const origin = pageOrigin;
const service = 'http://localhost/2025-10-13';

/** An answer with its body read. */
export interface Reply {
  readonly status: number;
  // Tests read what the specification shows; a wrong guess fails the test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A request as the sandbox logs it. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly leg: 1 | 2;
  readonly status: number | null;
  readonly code?: string;
  readonly signedBy?: string;
  readonly refusal?: string;
}

/** Options of a wallet, and the browser that it is in. */
export type OpenWalletOptions = Partial<CreateWalletOptions> & { readonly browser?: BrowserApis };

/** Wallet, relay and sandbox, and the ways to reach each. */
export interface TestBench {
  readonly sandbox: Sandbox;
  readonly clock: FixedClock;
  readonly customerId: string;
  readonly accountId: string;
  /** The wallet of the sample customer; each call makes another one, over the stores it is given. */
  newWallet(options?: OpenWalletOptions): Wallet;
  /** Web Locks and a channel, which wallets over one store share as the tabs of one browser do. */
  browserOf(store: Store): BrowserApis;
  /** The relay of the platform's back-end. */
  relay(request: Request): Promise<Response>;
  /** The fetch of the customer's page. */
  pageFetch(url: string, init: RequestInit): Promise<Response>;
  /** Calls the service as the platform's back-end does. */
  platform(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Calls the relay as the signed-in customer's page does. */
  page(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Calls the sandbox's control plane. */
  control(method: string, path: string, body?: unknown): Promise<Reply>;
  /** The requests that reached the service, oldest first. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** Makes the network or the service fail on purpose. */
  fault(rule: Record<string, unknown>): Promise<void>;
  /** The spendable balance, in the smallest unit. */
  balance(): Promise<number>;
  /** Adds a bank account and resolves with its id. */
  addBankAccount(): Promise<string>;
  /** Asks for a quote from the wallet to a bank account. */
  quote(amount: number, destination?: string): Promise<Quote>;
}

/** Options of {@link createTestBench}. */
export interface TestBenchOptions {
  readonly profile?: WireProfileName;
  /** Money in the wallet, smallest unit. */
  readonly fund?: number;
  readonly afterRefresh?: 'keep' | 'revoke';
  /** How far the relay's clock is ahead of the service's, ms. */
  readonly relayAheadMs?: number;
  /** Further options of the sandbox and of the relay. */
  readonly sandbox?: Partial<CreateSandboxOptions>;
  readonly relay?: Partial<CreateRelayOptions>;
  /** Stands between relay and service, and may change what either hears. */
  readonly between?: (request: Request, send: Sandbox['fetch']) => Promise<Response>;
}

/** Makes a test bench: a customer with a funded wallet. `clock.jump` moves this device's wall clock alone; the service keeps time. */
export async function createTestBench({
  profile = 'spec',
  fund = 500_000_000,
  afterRefresh = 'keep',
  relayAheadMs = 0,
  between = (request, send) => send(request),
  ...more
}: TestBenchOptions = {}): Promise<TestBench> {
  const start = Date.UTC(2026, 0, 15, 12);
  const clock = createFixedClock({ now: start });
  const trueClock = {
    now: () => start + clock.monotonic(),
    schedule: (delayMs: number, run: () => void) => clock.schedule(delayMs, run),
  };
  const relayClock = { ...trueClock, now: () => trueClock.now() + relayAheadMs };
  // The same in both profiles, unless a test is about it.
  const usual = { walletFunding: 'spendable', codesPerMinute: 0 } as const;
  const sandbox = createSandbox({ profile, clock: trueClock, afterRefresh, ...usual, ...more.sandbox });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const relay = documented(
    (more.relay?.groups?.includes('export') === true ? createPageRelay : createRelay)({
      baseUrl: service,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      profile,
      mountPath: '/wallet',
      origins: [origin],
      groups: ['wallet', 'addresses', 'payments', 'authorizations'],
      fetch: (request) => between(request, (passed) => sandbox.fetch(passed)),
      clock: relayClock,
      limits: unlimited,
      userHandleSecret: 'user handles of the tests, no secret',
      identify: () => Promise.resolve({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
      ...more.relay,
    }),
  );
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const call = (url: string, method: string, body: unknown, headers: Record<string, string>): Request =>
    new Request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const platform: TestBench['platform'] = async (method, path, body, headers = {}) =>
    read(await sandbox.fetch(call(`${service}${path}`, method, body, { Authorization: authorization, ...headers })));
  const page: TestBench['page'] = async (method, path, body) =>
    read(await relay(call(`${origin}/wallet${path}`, method, body, { Origin: origin })));

  const pageFetch: TestBench['pageFetch'] = async (url, init) => {
    const request = new Request(url, init);
    request.headers.set('Origin', origin);
    const response = await relay(request);
    // As every server does of its own.
    if (!response.headers.has('Date')) response.headers.set('Date', new Date(relayClock.now()).toUTCString());
    return response;
  };
  const sharedOf = new WeakMap<
    Store,
    { locks: ReturnType<typeof createPageLocks>; join: ReturnType<typeof createBus> }
  >();
  const browserOf: TestBench['browserOf'] = (store) => {
    const shared = sharedOf.get(store) ?? { locks: createPageLocks(), join: createBus() };
    sharedOf.set(store, shared);
    return { locks: shared.locks, channel: shared.join(), visible: () => false };
  };

  const customer = await platform('POST', '/customers', sampleCustomer);
  const customerId = customer.body.id as string;
  const accounts = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = accounts.body.data[0].id as string;
  if (fund > 0) await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: fund });

  const bench: TestBench = {
    sandbox,
    clock,
    customerId,
    accountId,
    browserOf,
    newWallet({ store = createTabStore(), browser = browserOf(store), ...options } = {}) {
      const given: CreateWalletOptions = {
        relay: `${origin}/wallet`,
        accountId,
        enclaveKeys: [sandbox.enclavePublicKeyHex],
        environment: 'sandbox',
        profile,
        store,
        clock,
        fetch: pageFetch,
        ...options,
      };
      return createObservedWallet(given, browser);
    },
    relay,
    pageFetch,
    platform,
    page,
    control: async (method, path, body) =>
      read(await sandbox.fetch(call(`http://localhost/_sandbox${path}`, method, body, {}))),
    requests: async () => (await bench.control('GET', '/requests')).body.data as readonly LoggedRequest[],
    async fault(rule) {
      const { status } = await bench.control('POST', '/faults', rule);
      if (status !== 201) throw new Error('no such fault');
    },
    async balance() {
      const { body } = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
      return body.data[0].balance.amount as number;
    },
    async addBankAccount() {
      const { status, body } = await page('POST', '/customers/external-accounts', {
        customerId,
        currency: 'USD',
        platformAccountId: 'sample-bank-account',
        accountInfo: sampleBankAccount,
      });
      if (status !== 201) throw new Error(`no bank account: ${JSON.stringify(body)}`);
      return body.id as string;
    },
    async quote(amount, destination) {
      const { status, body } = await page('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: destination ?? (await bench.addBankAccount()) },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      });
      // The public service answers 200.
      if (status !== 200 && status !== 201) throw new Error(`no quote: ${JSON.stringify(body)}`);
      return body as Quote;
    },
  };
  return bench;
}

/** A wallet that has signed in with the sandbox's code. */
export async function signedIn(bench: TestBench, options?: OpenWalletOptions): Promise<Wallet> {
  const wallet = bench.newWallet(options);
  await (await wallet.emailOtp.begin()).verify('000000');
  return wallet;
}

/** The service and the browser after a sign-in. */
interface SignIn {
  readonly snapshot: string;
  readonly stored: ReadonlyMap<string, unknown>;
}

const signIns = new Map<string, Promise<SignIn>>();

/**
 * A wallet that goes on with a session as a reopened page does. Of each kind of bench the first signs in; its service and its store
 * are brought back in every other. `kind` names all that benches of one kind have in common, which is fresh until then.
 */
export async function signedInBefore(
  kind: string,
  bench: TestBench,
  options: OpenWalletOptions & { readonly store: Store },
): Promise<Wallet> {
  const known = signIns.get(kind) ?? signInOnce(bench, options);
  signIns.set(kind, known);
  const { snapshot, stored } = await known;
  await bench.sandbox.restore(snapshot);
  for (const [key, value] of stored) await options.store.update(key, () => value);
  const wallet = bench.newWallet(options);
  while (wallet.state().status === 'loading') await changeOf(wallet);
  if (wallet.state().status !== 'signed-in') throw new Error('The stored session is none of this bench.');
  return wallet;
}

async function signInOnce(bench: TestBench, options: OpenWalletOptions): Promise<SignIn> {
  const store = createTabStore();
  (await signedIn(bench, { ...options, store })).close();
  const stored = new Map<string, unknown>();
  for (const key of await store.keys('')) stored.set(key, await store.read(key));
  return { snapshot: await bench.sandbox.snapshot(), stored };
}

/** Resolves at the wallet's next change of state. */
export function changeOf(wallet: Wallet): Promise<void> {
  return new Promise((resolve) => {
    const stop = wallet.subscribe(() => {
      stop();
      resolve();
    });
  });
}
