/** Code screens of one browser, whose tabs share a store, locks and a channel. */
import { afterEach } from 'vitest';
import { createMemoryStore, type CreateWalletOptions, type Store, type Wallet } from 'countersign';
import { createCodeEntry, type CodeEntry, type CodeEntryOptions, type CodeEntryPhase } from 'countersign/code-entry';
import { createBus, createLocks } from '../journeys/tabs.ts';
import { createTestBench, type TestBench, type TestBenchOptions } from '../journeys/test-bench.ts';

/** One browser: what its tabs share. */
export interface Browser {
  readonly bench: TestBench;
  readonly store: Store;
  /** Opens a tab with a wallet and a code screen. */
  tab(options?: CodeEntryOptions, wallet?: Partial<CreateWalletOptions>): { entry: CodeEntry; wallet: Wallet };
  /** How many messages were sent. */
  sent(): Promise<number>;
}

const open: CodeEntry[] = [];
afterEach(() => {
  for (const entry of open.splice(0)) entry.close();
});

/** Opens it; every screen is closed after the test. */
export async function openBrowser(options?: TestBenchOptions): Promise<Browser> {
  const bench = await createTestBench(options);
  const [store, wallets, locks] = [createMemoryStore(), createMemoryStore(), createLocks()];
  const ports = new Set<EventTarget>();
  const bus = createBus();
  const channel = (): NonNullable<CodeEntryOptions['channel']> => {
    const port = new EventTarget();
    ports.add(port);
    const tell = (): void => {
      for (const other of ports) if (other !== port) other.dispatchEvent(new Event('message'));
    };
    return Object.assign(port, {
      postMessage() {
        if (!ports.has(port)) throw new DOMException('The channel is closed.', 'InvalidStateError');
        setImmediate(tell);
      },
      close: () => void ports.delete(port),
    });
  };
  return {
    bench,
    store,
    tab(given = {}, walletOptions = {}) {
      const wallet = bench.newWallet({
        store: wallets,
        browser: { locks, channel: bus(), visible: () => true },
        refreshBefore: false,
        ...walletOptions,
      });
      const entry = createCodeEntry(wallet, { store, locks, channel: channel(), clock: bench.clock, ...given });
      open.push(entry);
      return { entry, wallet };
    },
    sent: async () => (await bench.requests()).filter(({ path }) => path.endsWith('/challenge')).length,
  };
}

/** Resolves once the entry is in one of these phases. */
export function reaches(entry: CodeEntry, ...phases: readonly CodeEntryPhase[]): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!phases.includes(entry.state().phase)) return;
      stop();
      resolve();
    };
    const stop = entry.subscribe(look);
    look();
  });
}

/** Resolves once the entry shows an error. */
export const failed = (entry: CodeEntry): Promise<void> =>
  new Promise((resolve) => {
    const stop = entry.subscribe(() => {
      if (entry.state().error === undefined) return;
      stop();
      resolve();
    });
  });
