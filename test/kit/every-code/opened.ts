/** A wallet over relay and sandbox, with a network and a store that a provocation breaks once it needs them broken. */
import { createMemoryStore, type CreateWalletOptions, type Store, type Wallet } from 'countersign';
import { createTestBench, type TestBench, type TestBenchOptions } from '../../journeys/test-bench.ts';

type Fetch = NonNullable<CreateWalletOptions['fetch']>;

/** The surroundings of a provocation. */
export interface Opened {
  readonly bench: TestBench;
  readonly wallet: Wallet;
  /** Stands in for the network; undefined passes a request on. */
  readonly network: { answer?: (...sent: Parameters<Fetch>) => ReturnType<Fetch> | undefined };
  /** Stand in for the store's calls. */
  readonly faults: { -readonly [Name in 'read' | 'update']?: Store[Name] };
  /** The store below the faults. */
  readonly below: Store;
}

/** Opens a wallet that is signed out. */
export async function open(options: Partial<CreateWalletOptions> = {}, of: TestBenchOptions = {}): Promise<Opened> {
  const bench = await createTestBench(of);
  const below = createMemoryStore();
  const faults: Opened['faults'] = {};
  const network: Opened['network'] = {};
  const store: Store = {
    ...below,
    storage: 'persistent',
    read: (key) => (faults.read ?? below.read)(key),
    update: (key, change) => (faults.update ?? below.update)(key, change),
  };
  const fetch: Fetch = (url, init) => network.answer?.(url, init) ?? bench.pageFetch(url, init);
  return { bench, wallet: bench.newWallet({ store, fetch, ...options }), network, faults, below };
}

/** Opens a wallet that is signed in. */
export async function openSignedIn(...given: Parameters<typeof open>): Promise<Opened> {
  const opened = await open(...given);
  await signIn(opened.wallet);
  return opened;
}

/** Signs in with a code, the sandbox's own unless another is typed. */
export async function signIn(wallet: Wallet, code = '000000'): Promise<unknown> {
  return (await wallet.emailOtp.begin()).verify(code);
}

/** An answer with more in its body. */
export async function withMore(answer: Response, more: object): Promise<Response> {
  return Response.json({ ...((await answer.json()) as object), ...more }, answer);
}
