/** Every signed action of a wallet as data, and a network that fails under it on request. */
import { createMemoryStore, type BrowserApis, type CreateWalletOptions, type Store, type Wallet } from 'countersign';
import { stamp } from 'countersign/crypto';
import { createPasskey } from '../sandbox/authenticator.ts';
import type { Fault } from './network-faults.ts';
import { setStage, signedIn, type Stage } from './stage.ts';

/** Where a fault stands: between page and relay, or between relay and service. */
export type Side = 'page' | 'service';

/** One request to fail. */
export interface Ambush {
  readonly fault: Fault;
  readonly leg: 1 | 2;
  readonly side: Side;
  readonly method: string;
  readonly path: string;
}

/** The stage with a network that can be ambushed, and what the service has done. */
export interface Theatre {
  readonly stage: Stage;
  readonly store: Store;
  readonly wallet: Wallet;
  readonly cards: string[];
  readonly bankAccountId: string;
  /** The fetch of a page on this network. */
  pageFetch(url: string, init: RequestInit): Promise<Response>;
  /** Opens another tab. */
  open(options?: Partial<CreateWalletOptions>): Wallet;
  /** Fails the next request that fits; undefined heals the network. */
  fail(ambush: Ambush | undefined): void;
  /** Whether the ambush has met its request. */
  met(): boolean;
  /** How often the service has done what a request asked for. */
  times(request: { readonly method: string; readonly path: string }): number;
}

/** Options of {@link openTheatre}. */
export interface TheatreOptions {
  readonly cards: number;
  readonly afterRefresh?: 'keep' | 'revoke';
  /** What the first tab has of the browser; Web Locks by default. */
  readonly browser?: BrowserApis;
}

/** Opens the theatre: signed in, with cards to freeze. */
export async function openTheatre({ cards: count, afterRefresh = 'keep', ...more }: TheatreOptions): Promise<Theatre> {
  const done = new Set<string>();
  let ambush: Ambush | undefined;
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
    const hit = ambush?.side === side && ambush.leg === leg && ambush.method === method && ambush.path === path;
    if (!hit || met || ambush === undefined) return sent();
    met = true;
    const { fault } = ambush;
    return fault.answer(fault.reaches ? await sent() : undefined);
  };
  const stage = await setStage({
    fund: 5_000_000_000,
    afterRefresh,
    between: (request, send) => pass('service', request, send),
  });
  const store = createMemoryStore();
  const pageFetch: Theatre['pageFetch'] = (url, init) =>
    pass('page', new Request(url, init), (request) => stage.pageFetch(request.url, request));
  const wallet = await signedIn(stage, { store, fetch: pageFetch, ...more });
  const cards: string[] = [];
  while (cards.length < count) {
    const card = { cardholderId: stage.customerId, form: 'VIRTUAL', fundingSources: [stage.accountId] };
    cards.push((await stage.platform('POST', '/cards', card)).body.id as string);
  }
  stage.clock.advance(5_000);
  return {
    stage,
    store,
    wallet,
    cards,
    pageFetch,
    open: (options) => stage.newWallet({ store, fetch: pageFetch, ...options }),
    bankAccountId: await stage.addBankAccount(),
    fail(next) {
      ambush = next;
      met = false;
    },
    met: () => met,
    times: ({ method, path }) => [...done].filter((entry) => entry.startsWith(`${method} ${path} `)).length,
  };
}

/** One thing to do, with the request that does it. */
export interface Target {
  readonly method: string;
  readonly path: string;
  run(wallet: Wallet): Promise<unknown>;
}

/** A kind of signed action. */
export interface SignedAction {
  readonly name: string;
  readonly legs: readonly (1 | 2)[];
  /** Legs whose loss leaves the outcome unknown, since it can't be read back; none for most. */
  readonly unknownAfter: readonly (1 | 2)[];
  /** Whether the kit knows the shape of its answer. */
  readonly hasShape: boolean;
  /** Makes something new to do. */
  prepare(theatre: Theatre): Promise<Target>;
}

const both = [1, 2] as const;
let addresses = 0;

const freezeBySignedRetry = ({ cards, stage }: Theatre, canLookUp: boolean): Target => {
  const path = `/cards/${cards.pop()}`;
  const lookUp = async () => ((await stage.page('GET', path)).body.state === 'FROZEN' ? 'done' : 'undone');
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
export const signedActions: readonly SignedAction[] = [
  {
    name: 'an execution',
    legs: [2],
    unknownAfter: [],
    hasShape: true,
    async prepare({ stage, bankAccountId }) {
      const quote = await stage.quote(1_000_000, bankAccountId);
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
    async prepare({ stage }) {
      const other = await signedIn(stage);
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
    async prepare(theatre) {
      const id = await addPasskey(theatre);
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
    async prepare({ stage }) {
      addresses += 1;
      const email = `sample.customer.${addresses}@example.com`;
      const { customerId } = stage;
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
    prepare: async (theatre) => Promise.resolve(freezeBySignedRetry(theatre, true)),
  },
  {
    name: 'a custom action that can not be looked up',
    legs: both,
    unknownAfter: both,
    hasShape: false,
    prepare: async (theatre) => Promise.resolve(freezeBySignedRetry(theatre, false)),
  },
];

/** Adds a passkey by hand, with the session's key. */
async function addPasskey({ stage, store }: Theatre): Promise<string> {
  const record = (await store.read(`account:${stage.accountId}`)) as {
    session: { signingKey: CryptoKey; compressedPublicKeyHex: string };
  };
  addresses += 1;
  const challenge = btoa(`challenge ${addresses}`).replaceAll('=', '');
  const passkey = await createPasskey(`passkey ${addresses}`);
  const body = {
    type: 'PASSKEY',
    accountId: stage.accountId,
    nickname: `Passkey ${addresses}`,
    challenge,
    attestation: await passkey.attest({ challenge }),
  };
  const first = await stage.platform('POST', '/auth/credentials', body);
  const { payloadToSign, requestId } = first.body as { payloadToSign: string; requestId: string };
  const added = await stage.platform('POST', '/auth/credentials', body, {
    'Service-Wallet-Signature': await stamp(payloadToSign, record.session),
    'Request-Id': requestId,
  });
  if (added.status !== 201) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return added.body.id as string;
}

/** The code that a call was refused with, or `done`. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (typeof code !== 'string') throw error;
    return code;
  }
}
