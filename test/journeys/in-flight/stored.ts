/** Reads what lies in this origin's IndexedDB as it is, past the kit. */

/** One stored value: where, how many private keys are in it, and the ids of sessions that it names. */
export interface StoredValue {
  readonly key: string;
  readonly privateKeys: number;
  readonly sessionIds: readonly string[];
}

/** Every value of every database of this origin. */
export async function readStored(): Promise<readonly StoredValue[]> {
  const found: StoredValue[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('the database did not open')));
    });
    try {
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([read(records.getAllKeys()), read(records.getAll())]);
        for (const [index, value] of values.entries()) {
          const ids = new Set<string>();
          const privateKeys = walk(value, ids);
          found.push({ key: nameOf(keys[index]), privateKeys, sessionIds: [...ids] });
        }
      }
    } finally {
      database.close();
    }
  }
  return found;
}

/** The kit's keys are texts; a key of another kind is somebody else's. */
function nameOf(key: IDBValidKey | undefined): string {
  return typeof key === 'string' ? key : '';
}

function read<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('the database could not be read')));
  });
}

/** Counts the private keys in a value and collects the session ids. */
function walk(value: unknown, ids: Set<string>): number {
  if (value instanceof CryptoKey) return value.type === 'private' ? 1 : 0;
  if (typeof value === 'string' && value.startsWith('Session:')) ids.add(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + walk(inner, ids), 0);
}
