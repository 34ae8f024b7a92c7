/** Reads what lies in this origin's IndexedDB as it is, past the kit. */

import { readValue, type StoredValue } from '../../judge.ts';

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
        // The kit's keys are texts; a key of another kind is somebody else's.
        for (const [index, value] of values.entries()) found.push(readValue(nameOf(keys[index]), value));
      }
    } finally {
      database.close();
    }
  }
  return found;
}

function nameOf(key: IDBValidKey | undefined): string {
  return typeof key === 'string' ? key : '';
}

function read<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('the database could not be read')));
  });
}
