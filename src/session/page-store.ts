/** The store of a page: goes on in memory when the one below it fails, hangs or was emptied, and returns to it when it works again. */
import type { Clock } from '../clock.ts';
import { createMemoryStore } from './memory-store.ts';
import { SessionError } from './session-error.ts';
import type { Store } from './store.ts';

/** A store never takes this long unless it hangs, ms. */
const patienceMs = 2_000;

/** A page that was frozen sees its overdue timer before its overdue answer: the answer gets this long to arrive, ms. */
const afterThawMs = 1_000;

type Change = (current: unknown) => unknown;

/** What a page that returns to storage works with. */
export interface Joining {
  readonly memory: Store;
  /** What storage held of each key when this page last read or wrote it there. */
  readonly known: Map<string, unknown>;
}

/** A {@link Store} whose `storage` tells which of the two is in use. */
export interface PageStore extends Store {
  /** Goes on in memory from now on, with what this page last read or wrote. */
  useMemory(): void;
  /** Returns to storage once `join` has written there what was changed in memory; calls that come meanwhile wait. */
  leaveMemory(join: (joining: Joining) => Promise<void>): Promise<void>;
  /**
   * Makes a change that takes something away, in storage even while memory is in use: where it can't be written, `orDelete` says
   * what becomes of the stored value instead. False where storage confirmed neither.
   */
  erase(key: string, change: Change, orDelete: Change): Promise<boolean>;
  /** Ends the page's use of the store: later calls reject with `WALLET_CLOSED`, and open nothing again. */
  end(): void;
}

/** Rejects with `STORE_UNAVAILABLE` if a store doesn't answer. */
export function withinPatience<Result>(clock: Clock, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let cancel = clock.schedule(patienceMs, () => {
      cancel = clock.schedule(afterThawMs, () => reject(new SessionError('STORE_UNAVAILABLE')));
    });
    work.then(resolve, reject).finally(() => cancel());
  });
}

/** Whether a later version of the kit has changed the database: it is left alone. */
export const isNewer = (error: unknown): boolean => error instanceof SessionError && error.code === 'UPDATE_REQUIRED';

/** Creates the store over the given one; `onSwitch` runs when memory takes over, and when storage is back. */
export function createPageStore(below: Store, clock: Clock, onSwitch: () => void): PageStore {
  const memory = createMemoryStore();
  const known = new Map<string, unknown>();
  let inUse = below;
  let returning: Promise<unknown> | undefined;
  let answered = false;
  let refused = false;
  let closed = false;

  const patient = async <Result>(work: Promise<Result>): Promise<Result> => {
    work.catch(() => (refused = true));
    const result = await withinPatience(clock, work);
    answered = true;
    return result;
  };
  const useMemory = (): void => {
    if (inUse === memory || below.storage === 'memory') return;
    inUse = memory;
    for (const [key, value] of known) void memory.update(key, () => value);
    onSwitch();
  };
  const orMemory = async <Result>(
    work: (store: Store) => Promise<Result>,
    isCallers: (error: unknown) => boolean = () => false,
  ): Promise<Result> => {
    await returning;
    if (closed) throw new SessionError('WALLET_CLOSED');
    if (inUse === memory || below.storage === 'memory') return work(inUse);
    try {
      return await patient(work(below));
    } catch (error) {
      if (isCallers(error) || isNewer(error)) throw error;
      useMemory();
      return work(memory);
    }
  };
  const remember = (key: string, value: unknown): unknown => {
    if (inUse === below && value === undefined) known.delete(key);
    else if (inUse === below) known.set(key, value);
    return value;
  };
  return {
    get storage() {
      return inUse.storage;
    },
    read: (key: string) => orMemory((store) => store.read(key)).then((value) => remember(key, value)),
    update(key: string, change: Change) {
      const thrown = new Set<unknown>();
      const guarded = (current: unknown): unknown => {
        try {
          return change(current);
        } catch (error) {
          thrown.add(error);
          throw error;
        }
      };
      return orMemory(
        (store) => store.update(key, guarded),
        (error) => thrown.has(error),
      ).then((value) => remember(key, value));
    },
    keys: (prefix: string) => orMemory((store) => store.keys(prefix)),
    useMemory,
    async leaveMemory(join: (joining: Joining) => Promise<void>) {
      if (inUse !== memory || returning !== undefined || closed) return;
      const joining = join({ memory, known });
      returning = joining.catch(() => {});
      try {
        await joining;
        inUse = below;
        answered = true;
        onSwitch();
      } finally {
        returning = undefined;
      }
    },
    async erase(key: string, change: Change, orDelete: Change) {
      if (closed) return false;
      const keeping = inUse === memory ? memory.update(key, change) : undefined;
      // This page has written nothing to a storage that never answered, so no call waits for it.
      const isUntouched = !answered && below.storage === 'persistent';
      const waited = isUntouched ? <Result>(work: Promise<Result>) => work : patient;
      let isChanged = false;
      const changing = below.update(key, change);
      changing.then(
        () => (isChanged = true),
        () => {},
      );
      // A change that was only late has been made by now: nothing is left to delete.
      const orElse = (value: unknown): unknown => (isChanged ? value : orDelete(value));
      const erasing = waited(changing).catch(() => waited(below.update(key, orElse)));
      await keeping;
      if (isUntouched) {
        erasing.catch(() => {});
        // A store that refuses every call counts as empty; one that doesn't answer may hold another page's session.
        return refused;
      }
      try {
        known.set(key, await erasing);
        return true;
      } catch {
        return false;
      }
    },
    end() {
      closed = true;
    },
    close: () => below.close(),
  };
}
