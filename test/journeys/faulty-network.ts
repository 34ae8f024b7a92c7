/** Every signed action of a wallet as data, and a network that fails under it on request. */
import type { Store, Wallet } from 'countersign';
import type { BrowserApis } from '../../src/kit/wallet/browser.ts';
import type { SessionSigningKey } from 'countersign/crypto';
import { createPasskey } from '../../sandbox/test/service/authenticator.ts';
import { addByHand } from './passkey-by-hand.ts';
import {
  createTestBench,
  pageOrigin,
  signedIn,
  signedInBefore,
  type OpenWalletOptions,
  type TestBench,
} from './test-bench.ts';
import { createTabStore } from './tabs.ts';

/** A fault on a request's way: it may reach the service or not, and another answer may come back. */
export interface Fault {
  readonly name: string;
  readonly reaches: boolean;
  /** Looks like success to whoever doesn't know the shape that is due. */
  readonly plausible?: boolean;
  /** Asks to wait. */
  readonly throttles?: boolean;
  readonly answer: (real: Response | undefined) => Response | Promise<Response>;
}

/** Where a fault stands: between page and relay, or between relay and service. */
export type Side = 'page' | 'service';

/** One request to fail. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly leg: 1 | 2;
  readonly side: Side;
  readonly method: string;
  readonly path: string;
}

/** The test bench with a network that fails where a test plans it, and what the service has done. */
export interface FaultyNetwork {
  readonly bench: TestBench;
  readonly store: Store;
  readonly wallet: Wallet;
  readonly cards: string[];
  readonly bankAccountId: string;
  /** The fetch of a page on this network. */
  pageFetch(url: string, init: RequestInit): Promise<Response>;
  /** Opens another tab of the browser. */
  open(options?: OpenWalletOptions): Wallet;
  /** Fails the next request that fits; undefined heals the network. */
  fail(planned: PlannedFault | undefined): void;
  /** Whether the planned fault has met its request. */
  met(): boolean;
  /** How often the service has done what a request asked for. */
  times(request: { readonly method: string; readonly path: string }): number;
}

/** Options of {@link createFaultyNetwork}. */
export interface FaultyNetworkOptions {
  readonly cards: number;
  readonly afterRefresh?: 'keep' | 'revoke';
  /** Browser APIs of the first tab; Web Locks by default. */
  readonly browser?: BrowserApis;
}

/** Makes the network, signed in, with cards to freeze. */
export async function createFaultyNetwork({
  cards: count,
  afterRefresh = 'keep',
  ...more
}: FaultyNetworkOptions): Promise<FaultyNetwork> {
  const done = new Set<string>();
  let planned: PlannedFault | undefined;
  let met = false;
  const pass = async (side: Side, request: Request, send: (request: Request) => Promise<Response>) => {
    const path = new URL(request.url).pathname.replace(/^\/(wallet|2025-10-13)/, '');
    const leg = request.headers.has('Service-Wallet-Signature') ? 2 : 1;
    const { method } = request;
    const sent = async (): Promise<Response> => {
      const response = await send(request);
      const isDone = response.ok && response.status !== 202 && method !== 'GET';
      // The same answer to the same key is one execution.
      const key = request.headers.get('Idempotency-Key') ?? String(done.size);
      if (isDone && side === 'service') done.add(`${method} ${path} ${key}`);
      return response;
    };
    const hit = planned?.side === side && planned.leg === leg && planned.method === method && planned.path === path;
    if (!hit || met || planned === undefined) return sent();
    met = true;
    const { fault } = planned;
    return fault.answer(fault.reaches ? await sent() : undefined);
  };
  const bench = await createTestBench({
    fund: 5_000_000_000,
    afterRefresh,
    sandbox: { relyingParties: [new URL(pageOrigin).hostname] },
    between: (request, send) => pass('service', request, send),
  });
  const store = createTabStore();
  const pageFetch: FaultyNetwork['pageFetch'] = (url, init) =>
    pass('page', new Request(url, init), (request) => bench.pageFetch(request.url, request));
  const wallet = await signedInBefore(`faulty network ${afterRefresh}`, bench, { store, fetch: pageFetch, ...more });
  const cards: string[] = [];
  while (cards.length < count) {
    const card = { cardholderId: bench.customerId, form: 'VIRTUAL', fundingSources: [bench.accountId] };
    cards.push((await bench.platform('POST', '/cards', card)).body.id as string);
  }
  bench.clock.advance(5_000);
  return {
    bench,
    store,
    wallet,
    cards,
    pageFetch,
    open: (options) => bench.newWallet({ store, fetch: pageFetch, browser: bench.browserOf(store), ...options }),
    bankAccountId: await bench.addBankAccount(),
    fail(next) {
      planned = next;
      met = false;
    },
    met: () => met,
    times: ({ method, path }) => [...done].filter((entry) => entry.startsWith(`${method} ${path} `)).length,
  };
}

/** One thing to do, with the request that does it. */
export interface PreparedAction {
  readonly method: string;
  readonly path: string;
  run(wallet: Wallet): Promise<unknown>;
}

/** A kind of signed action. */
export interface ActionKind {
  readonly name: string;
  readonly legs: readonly (1 | 2)[];
  /** Legs whose loss leaves the outcome unknown, since it can't be read back; none for most. */
  readonly unknownAfter: readonly (1 | 2)[];
  /** Whether the kit knows the shape of its answer. */
  readonly hasShape: boolean;
  /** Makes something new to do. */
  prepare(network: FaultyNetwork): Promise<PreparedAction>;
}

const both = [1, 2] as const;
let addresses = 0;

const freezeBySignedRetry = ({ cards, bench }: FaultyNetwork, canLookUp: boolean): PreparedAction => {
  const path = `/cards/${cards.pop()}`;
  const lookUp = async () => ((await bench.page('GET', path)).body.state === 'FROZEN' ? 'done' : 'undone');
  return {
    method: 'PATCH',
    path,
    run: (wallet) =>
      wallet.signedRetry(
        { method: 'PATCH', path, body: { state: 'FROZEN' }, intent: { opaque: true } },
        canLookUp ? { lookUp } : {},
      ),
  };
};

/** The actions. */
export const actionKinds: readonly ActionKind[] = [
  {
    name: 'an execution',
    legs: [2],
    unknownAfter: [],
    hasShape: true,
    async prepare({ bench, bankAccountId }) {
      const quote = await bench.quote(1_000_000, bankAccountId);
      return { method: 'POST', path: `/quotes/${quote.id}/execute`, run: (wallet) => wallet.quote.execute(quote) };
    },
  },
  {
    name: 'a refresh',
    legs: both,
    unknownAfter: [2],
    hasShape: true,
    async prepare({ wallet }) {
      const path = `/auth/sessions/${wallet.state().session?.sessionId}/refresh`;
      return Promise.resolve({ method: 'POST', path, run: (one) => one.session.refresh() });
    },
  },
  {
    name: 'a revocation',
    legs: both,
    unknownAfter: [],
    hasShape: true,
    async prepare({ bench }) {
      const other = await signedIn(bench);
      const sessionId = other.state().session?.sessionId ?? '';
      other.close();
      return {
        method: 'DELETE',
        path: `/auth/sessions/${sessionId}`,
        run: (wallet) => wallet.session.revoke({ sessionId }),
      };
    },
  },
  {
    name: 'a card',
    legs: both,
    unknownAfter: [],
    hasShape: true,
    async prepare({ cards }) {
      const cardId = cards.pop() ?? '';
      return Promise.resolve({
        method: 'PATCH',
        path: `/cards/${cardId}`,
        run: (wallet) => wallet.card.freeze(cardId),
      });
    },
  },
  {
    name: "a credential's removal",
    legs: both,
    unknownAfter: [],
    hasShape: true,
    async prepare(network) {
      const id = await addPasskey(network);
      return {
        method: 'DELETE',
        path: `/auth/credentials/${id}`,
        run: (wallet) => wallet.credentials.remove(id, { type: 'PASSKEY' }),
      };
    },
  },
  {
    name: 'a change of address',
    legs: both,
    unknownAfter: [],
    hasShape: true,
    async prepare({ bench }) {
      addresses += 1;
      const email = `sample.customer.${addresses}@example.com`;
      const { customerId } = bench;
      return Promise.resolve({
        method: 'PATCH',
        path: `/customers/${customerId}`,
        run: (wallet) => wallet.credentials.changeEmail(customerId, email),
      });
    },
  },
  {
    name: 'a custom action that can be looked up',
    legs: both,
    unknownAfter: [],
    hasShape: false,
    prepare: async (network) => Promise.resolve(freezeBySignedRetry(network, true)),
  },
  {
    name: 'a custom action that can not be looked up',
    legs: both,
    unknownAfter: both,
    hasShape: false,
    prepare: async (network) => Promise.resolve(freezeBySignedRetry(network, false)),
  },
];

/** Adds a passkey, with the session's key. */
async function addPasskey({ bench, store }: FaultyNetwork): Promise<string> {
  const record = (await store.read(`session:3:${bench.accountId}`)) as { readonly session: SessionSigningKey };
  addresses += 1;
  return addByHand(bench, await createPasskey(`passkey ${addresses}`), record.session);
}

/** A request that the network loses. */
export const lose = (): Promise<never> => Promise.reject(new TypeError('fetch failed'));

/** The code that a call was refused with, `AbortError`, or `done`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
    if (typeof code === 'string') return code;
    if (name !== 'AbortError') throw error;
    return name;
  }
}
