/** The store that survives a reload: IndexedDB through idb-keyval, over one connection that all calls share; and time limits for it. */
import { get, keys, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Clock } from '../waiting.ts';
import { SessionError } from './session-error.ts';
import type { Store } from './store.ts';
import { onWake } from './tabs.ts';

const storeName = 'records';

/** Failures of a dead or dying connection. The transaction did not complete, so it may run again on a new one. */
const dead: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError', 'AbortError']);

const isDead = (error: unknown): boolean => error instanceof Error && dead.has(error.name);

function open(factory: IDBFactory, databaseName: string, end: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('error', () => reject(request.error as DOMException));
    request.addEventListener('success', () => {
      const database = request.result;
      // Safari closes idle connections; a deletion from another tab waits for ours to close.
      for (const event of ['close', 'versionchange']) database.addEventListener(event, end);
      resolve(database);
    });
  });
}

/** Opens when first used, and again, once per call, when the browser has closed the connection; never after `close`. */
function createConnection(
  factory: () => IDBFactory,
  databaseName: string,
): { readonly use: UseStore; readonly close: () => void } {
  let opening: Promise<IDBDatabase> | undefined;
  let isClosed = false;
  const end = (connection: Promise<IDBDatabase>): void => {
    if (opening === connection) opening = undefined;
    connection.then(
      (database) => database.close(),
      () => {},
    );
  };
  const connect = (): Promise<IDBDatabase> => {
    if (isClosed) throw new DOMException('The store was closed.', 'InvalidStateError');
    if (opening !== undefined) return opening;
    const attempt: Promise<IDBDatabase> = Promise.resolve().then(() =>
      open(factory(), databaseName, () => end(attempt)),
    );
    attempt.catch(() => end(attempt));
    opening = attempt;
    return attempt;
  };
  return {
    async use(mode, callback) {
      for (let attempt = 1; ; attempt += 1) {
        const current = connect();
        try {
          const database = await current;
          return await callback(database.transaction(storeName, mode).objectStore(storeName));
        } catch (error) {
          if (attempt === 2 || !isDead(error)) throw error;
          end(current);
        }
      }
    },
    close() {
      isClosed = true;
      if (opening !== undefined) end(opening);
    },
  };
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError')),
    );
  });
}

async function change(store: IDBObjectStore, key: string, make: (current: unknown) => unknown): Promise<unknown> {
  const done = completed(store.transaction);
  done.catch(() => {});
  const current: unknown = await promisifyRequest<unknown>(store.get(key));
  const next = make(current);
  if (next === undefined) store.delete(key);
  else if (next !== current) store.put(next, key);
  await done;
  return next;
}

async function available<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Errors of the caller's own `change` pass unchanged.
    if (!(error instanceof DOMException)) throw error;
    throw new SessionError('STORE_UNAVAILABLE', { cause: error });
  }
}

/**
 * Creates a store in IndexedDB. Nothing is opened before its first use.
 *
 * Its calls reject with `STORE_UNAVAILABLE` where the browser has no IndexedDB for this page, refuses a value, or is out of
 * room. A connection that died is opened again, once per call.
 *
 * @example
 * const store = createIndexedDbStore();
 * const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys, store });
 */
export function createIndexedDbStore(): Store {
  return openIndexedDbStore(() => globalThis.indexedDB, 'countersign');
}

/** Opens a database of another factory, which is asked for at the first use. */
export function openIndexedDbStore(find: () => IDBFactory | undefined, databaseName: string): Store {
  const connection = createConnection(() => {
    const factory = find();
    if (!factory) throw new DOMException('This page has no IndexedDB.', 'NotSupportedError');
    return factory;
  }, databaseName);
  return Object.freeze({
    storage: 'persistent' as const,
    read: (key: string) => available(() => get<unknown>(key, connection.use)),
    update: (key: string, make: (current: unknown) => unknown) =>
      available(() => connection.use('readwrite', (store) => change(store, key, make))),
    async keys(prefix: string) {
      const all = await available(() => keys(connection.use));
      return all.filter((key): key is string => typeof key === 'string' && key.startsWith(prefix));
    },
    close: () => connection.close(),
  });
}

/** Options of {@link withLimits}. */
export interface LimitOptions {
  readonly clock: Clock;
  readonly page?: EventTarget | undefined;
  readonly visible: () => boolean;
  /** Runs when a call succeeds after its limit. */
  readonly late: () => void;
}

/** Until a store has answered, a call may have to open it. */
const openMs = 10_000;
const transactionMs = 5_000;

/**
 * Rejects calls with `STORE_UNAVAILABLE` at their limits, which are counted while a person can see the page, and anew
 * after a wake. A change that hasn't begun by then is never made; one that has may still be stored.
 */
export function withLimits(store: Store, { clock, page, visible, late }: LimitOptions): Store {
  let limitMs = openMs;
  const limited = <Result>(call: (goOn: () => void) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      let error: SessionError | undefined;
      let cancel: (() => void) | undefined;
      const giveUp = (): void => {
        if (!visible()) return arm();
        error = new SessionError('STORE_UNAVAILABLE', { cause: new DOMException('No answer.', 'TimeoutError') });
        stop();
        return reject(error);
      };
      const arm = (): void => {
        cancel?.();
        cancel = clock.schedule(limitMs, giveUp);
      };
      const stopWaking = page && onWake(page, arm);
      const stop = (): void => {
        cancel?.();
        stopWaking?.();
      };
      arm();
      const goOn = (): void => {
        if (error !== undefined) throw error;
      };
      const answered = (result: Result): void => {
        limitMs = transactionMs;
        resolve(result);
        if (error !== undefined) late();
      };
      call(goOn).then(answered, reject).finally(stop);
    });
  return {
    storage: store.storage,
    read: (key) => limited(() => store.read(key)),
    update: (key, change) =>
      limited((goOn) =>
        store.update(key, (current) => {
          goOn();
          return change(current);
        }),
      ),
    keys: (prefix) => limited(() => store.keys(prefix)),
    close: () => store.close(),
  };
}
