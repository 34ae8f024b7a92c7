/** The store that survives a reload: IndexedDB through idb-keyval, over one connection. */
import { get, keys, promisifyRequest } from 'idb-keyval';
import { copyOwn } from '../own-members.ts';
import { createConnection } from './connection.ts';
import { SessionError } from './session-error.ts';
import { checkStoreCall, type Store } from './store.ts';

/** Options of {@link createIndexedDbStore}. */
export interface IndexedDbStoreOptions {
  /** Name of the database; default `countersign`. */
  readonly databaseName?: string;
  /** Gives the factory, and may throw; default the global `indexedDB`. Called when the store is first used. */
  readonly indexedDB?: () => IDBFactory | undefined;
}

/** Marks what the caller's own `change` threw, so that it is not taken for a failure of the store. */
class ChangeFailed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
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
  let next: unknown;
  try {
    next = make(current);
  } catch (error) {
    store.transaction.abort();
    throw new ChangeFailed(error);
  }
  try {
    if (next === undefined) store.delete(key);
    else if (next !== current) store.put(next, key);
  } catch (error) {
    store.transaction.abort();
    throw error;
  }
  await done;
  return next;
}

async function available<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChangeFailed) throw error.error;
    // A later version of the kit has changed the database.
    const isNewer = error instanceof Error && error.name === 'VersionError';
    throw new SessionError(isNewer ? 'UPDATE_REQUIRED' : 'STORE_UNAVAILABLE', { cause: error });
  }
}

/**
 * Creates a store in IndexedDB. Nothing is opened before its first use.
 *
 * Its calls reject with `STORE_UNAVAILABLE` where the browser has no IndexedDB for this page, refuses a value, or is out of
 * room, and with `UPDATE_REQUIRED` where a later version of the kit has changed the database. A connection that died is opened
 * again, once per call.
 *
 * @example
 * const store = createIndexedDbStore({ databaseName: 'my-app' });
 * const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys, store });
 *
 * @throws TypeError naming the option.
 */
export function createIndexedDbStore(options: IndexedDbStoreOptions = {}): Store {
  const { databaseName = 'countersign', indexedDB } = copyOptions(options);
  const connection = createConnection(() => {
    const factory = indexedDB === undefined ? globalThis.indexedDB : indexedDB();
    if (!factory) throw new Error('This page has no IndexedDB.');
    return factory;
  }, databaseName);
  return Object.freeze({
    storage: 'persistent' as const,
    async read(key: string) {
      checkStoreCall(key);
      return available(() => get<unknown>(key, connection.use));
    },
    async update(key: string, make: (current: unknown) => unknown) {
      checkStoreCall(key, { change: make });
      return available(() => connection.use('readwrite', (store) => change(store, key, make)));
    },
    async keys(prefix: string) {
      checkStoreCall(prefix);
      const all = await available(() => keys(connection.use));
      return all.filter((key): key is string => typeof key === 'string' && key.startsWith(prefix));
    },
    close: () => connection.close(),
    onLost: (run: () => void) => connection.onLost(run),
  });
}

function copyOptions(options: IndexedDbStoreOptions): IndexedDbStoreOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('createIndexedDbStore: options must be an object');
  }
  const own = copyOwn(options);
  const { databaseName, indexedDB }: { readonly databaseName?: unknown; readonly indexedDB?: unknown } = own;
  if (databaseName !== undefined && (typeof databaseName !== 'string' || databaseName === '')) {
    throw new TypeError('createIndexedDbStore: databaseName must be a non-empty string');
  }
  if (indexedDB !== undefined && typeof indexedDB !== 'function') {
    throw new TypeError('createIndexedDbStore: indexedDB must be a function');
  }
  return own;
}
