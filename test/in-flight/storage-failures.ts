/** What can happen to the storage under open tabs. */
import type { Profile } from './profile.ts';
import type { Tab } from './tab.ts';

declare global {
  interface Window {
    letGo: boolean;
  }
}

/** Options of {@link disturb}. */
export interface DisturbOptions {
  readonly profile: Profile;
  /** The tab whose page meddles with the storage. */
  readonly by: Tab;
}

/** Makes the storage stall, be upgraded or be evicted; resolves with what ends the stall. */
export async function disturb(what: string, { profile, by }: DisturbOptions): Promise<() => Promise<void>> {
  if (what === 'is evicted') {
    await profile.evict();
    return () => Promise.resolve();
  }
  await by.page.evaluate(what === 'stalls' ? stall : upgrade);
  return () =>
    by.page.evaluate(() => {
      window.letGo = true;
    });
}

/** Runs in a page: holds a transaction open, behind which all others wait. */
async function stall(): Promise<void> {
  window.letGo = false;
  const { name = '' } = (await indexedDB.databases()).find((one) => one.name !== 'other-data') ?? {};
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const store = database.objectStoreNames[0] ?? '';
      const records = database.transaction(store, 'readwrite').objectStore(store);
      const hold = (): void => {
        resolve();
        if (window.letGo) database.close();
        else records.get('nothing').addEventListener('success', hold);
      };
      hold();
    });
  });
}

/** Runs in a page: gives the database a version that the kit doesn't know. */
async function upgrade(): Promise<void> {
  const { name = '', version = 1 } = (await indexedDB.databases()).find((one) => one.name !== 'other-data') ?? {};
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name, version + 1);
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
}

/** Runs in a page: deletes every database of the origin under the other pages. */
export async function deleteDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const deleting = indexedDB.deleteDatabase(name);
      for (const end of ['success', 'error']) deleting.addEventListener(end, resolve);
    });
  }
}

/** Runs in a page: gives the account's record the schema of a version that is yet to come. */
export async function raiseSchema(): Promise<void> {
  const { name = '' } = (await indexedDB.databases()).find((one) => one.name !== 'other-data') ?? {};
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const records = database
    .transaction([...database.objectStoreNames], 'readwrite')
    .objectStore(database.objectStoreNames[0] ?? '');
  await new Promise((resolve) => {
    const cursors = records.openCursor();
    cursors.addEventListener('success', () => {
      const cursor = cursors.result;
      if (cursor === null) return resolve(undefined);
      if (typeof cursor.key === 'string' && cursor.key.startsWith('account:'))
        cursor.update({ ...(cursor.value as object), schema: 99 });
      return cursor.continue();
    });
  });
  database.close();
}

/** Runs in a page: fills the origin's quota to the last byte, in a database of somebody else's. */
export async function fillDisk(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('other-data', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('data', { autoIncrement: true }));
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const put = (size: number): Promise<boolean> =>
    new Promise((resolve) => {
      const transaction = database.transaction('data', 'readwrite');
      transaction.objectStore('data').put(crypto.getRandomValues(new Uint8Array(size)));
      transaction.addEventListener('complete', () => resolve(true));
      transaction.addEventListener('abort', () => resolve(false));
    });
  for (const size of [65_536, 4_096, 256, 16]) {
    let isRoom = true;
    while (isRoom) isRoom = await put(size);
  }
  database.close();
}

/** Runs in a page: gives the room back. */
export async function emptyDisk(): Promise<void> {
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase('other-data');
    for (const end of ['success', 'error']) deleting.addEventListener(end, resolve);
  });
}
