import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { increment, makeKey } from './fixtures.ts';

const real = await findIndexedDb();

/** A store until the test ends, of a database of its own unless told otherwise. */
function openUntilEnd({ databaseName = freshName(), indexedDB = (): IDBFactory | undefined => real } = {}): Store {
  const store = openIndexedDbStore(indexedDB, databaseName);
  onTestFinished(() => store.close());
  return store;
}

/** The engine's own factory, noting what it opens and who wants to know when the browser closes it. */
function watched(): { factory: IDBFactory; opened: IDBDatabase[]; onClose: (() => void)[] } {
  const opened: IDBDatabase[] = [];
  const onClose: (() => void)[] = [];
  const factory = {
    open(name: string, version: number) {
      const request = real.open(name, version);
      request.addEventListener('success', () => {
        const database = request.result;
        opened.push(database);
        const listen = database.addEventListener.bind(database);
        database.addEventListener = (type: string, run: EventListenerOrEventListenerObject) => {
          if (type === 'close' && typeof run === 'function') onClose.push(() => run(new Event('close')));
          else listen(type, run);
        };
      });
      return request;
    },
  } as unknown as IDBFactory;
  return { factory, opened, onClose };
}

const unavailable = { name: 'SessionError', code: 'STORE_UNAVAILABLE', nextStep: 'unsupported' };

const refuse = (): never => {
  throw new DOMException('Refused.', 'SecurityError');
};

/** Request of an `open` that fails. */
function failToOpen(): EventTarget {
  const request = Object.assign(new EventTarget(), { error: new DOMException('Internal error.', 'UnknownError') });
  queueMicrotask(() => request.dispatchEvent(new Event('error')));
  return request;
}

describe.each([
  { name: 'memory', open: (): Store => createMemoryStore() },
  { name: 'IndexedDB', open: (): Store => openUntilEnd() },
])('any store: $name', ({ open }) => {
  test('a key that was never written reads as undefined', async () => {
    expect(await open().read('a')).toBeUndefined();
  });

  test('an update sees what is stored and resolves with what is stored afterwards', async () => {
    const store = open();
    expect(await store.update('a', (current) => ({ before: current, n: 1 }))).toEqual({ before: undefined, n: 1 });
    expect(await store.update('a', (current) => ({ before: current, n: 2 }))).toMatchObject({ before: { n: 1 }, n: 2 });
    expect(await store.read('a')).toMatchObject({ n: 2 });
  });

  test('an update to undefined deletes the key', async () => {
    const store = open();
    await store.update('a', () => 1);
    expect(await store.update('a', () => undefined)).toBeUndefined();
    expect(await store.read('a')).toBeUndefined();
    expect(await store.keys('')).toEqual([]);
  });

  test('concurrent updates of one key lose nothing', async () => {
    const store = open();
    await Promise.all(Array.from({ length: 20 }, () => store.update('n', increment)));
    expect(await store.read('n')).toBe(20);
  });

  test('a change that throws rejects with its own error and leaves the value', async () => {
    const store = open();
    const mine = new RangeError('mine');
    await store.update('a', () => 'kept');
    await expect(
      store.update('a', () => {
        throw mine;
      }),
    ).rejects.toBe(mine);
    expect(await store.read('a')).toBe('kept');
  });

  test('keys are listed by prefix', async () => {
    const store = open();
    for (const key of ['intent:1', 'intent:2', 'account:1']) await store.update(key, () => key);
    expect(new Set(await store.keys('intent:'))).toEqual(new Set(['intent:1', 'intent:2']));
    expect(await store.keys('none:')).toEqual([]);
  });

  test('what is stored is not changed through the object that was stored or read', async () => {
    const store = open();
    const value = { list: [{ n: 1 }] };
    await store.update('a', () => value);
    value.list.push({ n: 2 });
    const read = (await store.read('a')) as typeof value;
    read.list.pop();
    expect(await store.read('a')).toEqual({ list: [{ n: 1 }] });
  });

  test('a CryptoKey comes back as a key that signs and refuses export', async () => {
    const store = open();
    const { privateKey, publicKey } = await makeKey();
    await store.update('a', () => ({ signingKey: privateKey }));
    const { signingKey } = (await store.read('a')) as { signingKey: CryptoKey };
    const text = new TextEncoder().encode('text');
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(algorithm, signingKey, text);
    expect(await crypto.subtle.verify(algorithm, publicKey, signature, text)).toBe(true);
    await expect(crypto.subtle.exportKey('pkcs8', signingKey)).rejects.toThrow();
  });
});

describe('the IndexedDB store', () => {
  test('touches IndexedDB when it is first used, not before', async () => {
    const find = vi.fn(() => real);
    const store = openUntilEnd({ indexedDB: find });
    expect(find).not.toHaveBeenCalled();
    await store.read('a');
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('uses one connection for everything', async () => {
    const { factory, opened } = watched();
    const store = openUntilEnd({ indexedDB: () => factory });
    await Promise.all([store.read('a'), store.update('b', () => 1), store.keys('')]);
    await store.update('c', () => 1);
    expect(opened).toHaveLength(1);
  });

  test('shares its values with another connection to the same database, in turn', async () => {
    const databaseName = freshName();
    const one = openUntilEnd({ databaseName });
    const two = openUntilEnd({ databaseName });
    const both = [one, two].flatMap((store) => Array.from({ length: 10 }, () => store.update('n', increment)));
    await Promise.all(both);
    expect(await one.read('n')).toBe(20);
  });

  test('opens a new connection when the browser has closed the old one without a word', async () => {
    const { factory, opened } = watched();
    const store = openUntilEnd({ indexedDB: () => factory });
    await store.update('a', () => 'kept');
    opened[0]?.close();
    expect(await store.read('a')).toBe('kept');
    expect(opened).toHaveLength(2);
  });

  test('opens a new connection after the close event', async () => {
    const { factory, opened, onClose } = watched();
    const store = openUntilEnd({ indexedDB: () => factory });
    await store.update('a', () => 'kept');
    onClose[0]?.();
    expect(await store.update('a', (current) => `${String(current)} on`)).toBe('kept on');
    expect(opened).toHaveLength(2);
    opened[0]?.close();
  });

  test('gives way when the database is deleted elsewhere, and starts anew', async () => {
    const databaseName = freshName();
    const store = openUntilEnd({ databaseName });
    await store.update('a', () => 1);
    await new Promise<void>((resolve, reject) => {
      const deletion = real.deleteDatabase(databaseName);
      deletion.addEventListener('success', () => resolve());
      deletion.addEventListener('error', () => reject(new Error('not deleted')));
    });
    expect(await store.read('a')).toBeUndefined();
  });

  test('a failed open is tried again by the next call', async () => {
    let working = false;
    const factory = (): IDBFactory => (working ? real : refuse());
    const store = openUntilEnd({ indexedDB: factory });
    await expect(store.read('a')).rejects.toMatchObject(unavailable);
    working = true;
    expect(await store.read('a')).toBeUndefined();
  });

  test('a closed store opens no connection again, and its calls reject', async () => {
    const { factory, opened } = watched();
    const store = openUntilEnd({ indexedDB: () => factory });
    await store.update('a', () => 1);
    const underWay = store.read('a').catch(() => {});
    store.close();
    await underWay;
    await expect(store.read('a')).rejects.toMatchObject(unavailable);
    await expect(store.update('a', () => 2)).rejects.toMatchObject(unavailable);
    expect(opened).toHaveLength(1);
  });

  test('a value that cannot be cloned is refused and the stored one stays', async () => {
    const store = openUntilEnd();
    await store.update('a', () => 'kept');
    await expect(store.update('a', () => () => {})).rejects.toMatchObject(unavailable);
    expect(await store.read('a')).toBe('kept');
  });

  test('a write counts when its transaction has completed, not when it was accepted', async () => {
    const aborting = {
      open(name: string, version: number) {
        const request = real.open(name, version);
        request.addEventListener('success', () => {
          const database = request.result;
          const begin = database.transaction.bind(database);
          database.transaction = (...scope: Parameters<IDBDatabase['transaction']>) => {
            const transaction = begin(...scope);
            const objects = transaction.objectStore('records');
            const put = objects.put.bind(objects);
            objects.put = (value: unknown, key?: IDBValidKey) => {
              const accepted = put(value, key);
              accepted.addEventListener('success', () => transaction.abort());
              return accepted;
            };
            return transaction;
          };
        });
        return request;
      },
    } as unknown as IDBFactory;
    const store = openUntilEnd({ indexedDB: () => aborting });
    await expect(store.update('a', () => 'lost')).rejects.toMatchObject(unavailable);
    expect(await store.read('a')).toBeUndefined();
  });

  test.each<[string, () => unknown]>([
    ['missing', () => undefined],
    ['throwing on access', refuse],
    ['throwing on open', () => ({ open: refuse })],
    ['failing to open', () => ({ open: failToOpen })],
  ])('IndexedDB that is %s makes every call STORE_UNAVAILABLE', async (_, indexedDB) => {
    const store = openUntilEnd({ indexedDB: indexedDB as () => IDBFactory });
    const { privateKey } = await makeKey();
    await expect(store.read('a')).rejects.toMatchObject(unavailable);
    await expect(store.update('a', () => privateKey)).rejects.toMatchObject(unavailable);
    await expect(store.keys('')).rejects.toMatchObject(unavailable);
  });
});
