import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { increment, makeKey } from './fixtures.ts';

const factory = await findIndexedDb();
const stores: Store[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

describe.each([
  { name: 'memory', create: () => createMemoryStore() },
  {
    name: 'IndexedDB',
    create: () => openIndexedDbStore(() => factory, freshName()),
  },
])('any store: $name', ({ create }) => {
  const open = (): Store => {
    const store = create();
    stores.push(store);
    return store;
  };

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
