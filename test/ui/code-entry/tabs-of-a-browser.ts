/** Code screens of one browser: its tabs share a session, and each has a storage of its own for an attempt. */
import { afterEach } from 'vitest';
import type { CreateWalletOptions, Wallet } from 'countersign';
import {
  createCodeEntry,
  type AttemptStorage,
  type CodeEntry,
  type CodeEntryOptions,
  type CodeEntryPhase,
} from 'countersign/code-entry';
import { createTabStore } from '../../journeys/tabs.ts';
import { createTestBench, type TestBench, type TestBenchOptions } from '../../journeys/test-bench.ts';

/** A tab with its storage, which a reload of it is given again. */
export interface Tab {
  readonly entry: CodeEntry;
  readonly wallet: Wallet;
  readonly storage: AttemptStorage | undefined;
}

/** One browser. */
export interface Browser {
  readonly bench: TestBench;
  /** Opens a tab with a wallet and a code screen. */
  tab(options?: CodeEntryOptions, wallet?: Partial<CreateWalletOptions>): Tab;
  /** How many messages were sent. */
  sent(): Promise<number>;
}

const open: CodeEntry[] = [];
afterEach(() => {
  for (const entry of open.splice(0)) entry.close();
});

/** A `sessionStorage`, and what it holds. */
export function createTabStorage(): AttemptStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Opens it; every screen is closed after the test. */
export async function openBrowser(options?: TestBenchOptions): Promise<Browser> {
  const bench = await createTestBench(options);
  const store = createTabStore();
  return {
    bench,
    tab(given = {}, walletOptions = {}) {
      const wallet = bench.newWallet({ store, refreshBefore: false, ...walletOptions });
      const { storage } = { storage: createTabStorage(), ...given };
      const entry = createCodeEntry(wallet, { clock: bench.clock, ...given, storage });
      open.push(entry);
      return { entry, wallet, storage };
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
