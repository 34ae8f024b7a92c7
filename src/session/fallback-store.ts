/** A store that goes on in memory when the one below it fails, hangs or was emptied. */
import type { Clock } from './clock.ts';
import { createMemoryStore } from './memory-store.ts';
import { SessionError } from './session-error.ts';
import type { Store } from './store.ts';

/** A store never takes this long unless it hangs, ms. */
const patienceMs = 2_000;

/** A page that was frozen sees its overdue timer before its overdue answer: the answer gets this long to arrive, ms. */
const afterThawMs = 1_000;

/** A {@link Store} whose `storage` tells which of the two is in use. */
export interface FallbackStore extends Store {
  /** Goes on in memory from now on, with what this page last read or wrote. */
  fallBack(): void;
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

/** Creates the store; `onFallBack` runs once, when memory takes over. */
export function createFallbackStore(first: Store, clock: Clock, onFallBack: () => void): FallbackStore {
  const memory = createMemoryStore();
  const known = new Map<string, unknown>();
  let inUse = first;

  const remember = (key: string, value: unknown): unknown => {
    if (value === undefined) known.delete(key);
    else known.set(key, value);
    return value;
  };
  const fallBack = (): void => {
    if (inUse === memory) return;
    inUse = memory;
    for (const [key, value] of known) void memory.update(key, () => value);
    onFallBack();
  };
  const orMemory = async <Result>(
    work: (store: Store) => Promise<Result>,
    isCallers: (error: unknown) => boolean = () => false,
  ): Promise<Result> => {
    if (inUse === memory || first.storage === 'memory') return work(inUse);
    try {
      return await withinPatience(clock, work(first));
    } catch (error) {
      if (isCallers(error)) throw error;
      fallBack();
      return work(memory);
    }
  };

  return Object.freeze({
    get storage() {
      return inUse.storage;
    },
    read: (key: string) => orMemory((store) => store.read(key)).then((value) => remember(key, value)),
    update(key: string, change: (current: unknown) => unknown) {
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
    close: () => first.close(),
    fallBack,
  });
}
