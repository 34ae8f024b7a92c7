/** One IndexedDB connection: opened when first used, shared by all calls, opened again when the browser has closed it. */
import type { UseStore } from 'idb-keyval';

const storeName = 'records';

/** A connection as idb-keyval's functions take it. */
export interface Connection {
  readonly use: UseStore;
  /** Calls `run` whenever the browser closed the connection, or another page asks for its end. */
  onLost(run: () => void): () => void;
  close(): void;
}

/** Failures of a connection that is dead or dying; the transaction did not complete, so it may run again on a new one. */
const dead: ReadonlySet<string> = new Set(['InvalidStateError', 'UnknownError', 'AbortError']);

const isDead = (error: unknown): boolean => error instanceof Error && dead.has(error.name);

function open(factory: IDBFactory, databaseName: string, forget: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB did not open.')));
    request.addEventListener('success', () => {
      const database = request.result;
      // Safari closes idle connections; a deletion or an upgrade from another tab waits for ours to close.
      database.addEventListener('close', forget);
      database.addEventListener('versionchange', () => {
        forget();
        database.close();
      });
      resolve(database);
    });
  });
}

/** Creates a connection that touches nothing before its first use. `factory` is called then, and may throw. */
export function createConnection(factory: () => IDBFactory, databaseName: string): Connection {
  const lost = new EventTarget();
  let opening: Promise<IDBDatabase> | undefined;
  /** Replaced with each `close`, so that earlier calls don't open the database again. */
  let era = {};
  const forget = (stale: Promise<IDBDatabase>): void => {
    if (opening === stale) opening = undefined;
  };
  const connect = (): Promise<IDBDatabase> => {
    if (opening !== undefined) return opening;
    const attempt: Promise<IDBDatabase> = Promise.resolve().then(() =>
      open(factory(), databaseName, () => {
        forget(attempt);
        lost.dispatchEvent(new Event('lost'));
      }),
    );
    attempt.catch(() => forget(attempt));
    opening = attempt;
    return attempt;
  };
  const use: UseStore = async (mode, callback) => {
    const mine = era;
    for (let attempt = 1; ; attempt += 1) {
      const current = connect();
      try {
        const database = await current;
        return await callback(database.transaction(storeName, mode).objectStore(storeName));
      } catch (error) {
        if (attempt === 2 || mine !== era || !isDead(error)) throw error;
        forget(current);
        end(current);
      }
    }
  };
  return {
    use,
    onLost(run: () => void) {
      lost.addEventListener('lost', run);
      return () => lost.removeEventListener('lost', run);
    },
    close() {
      era = {};
      if (opening !== undefined) end(opening);
      opening = undefined;
    },
  };
}

function end(connection: Promise<IDBDatabase>): void {
  connection.then(
    (database) => database.close(),
    () => {},
  );
}
