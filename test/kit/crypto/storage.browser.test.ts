import { afterAll, expect, test } from 'vitest';
import {
  generateClientKeyPair,
  importClientKeyPair,
  openSessionSigningKey,
  type SessionSigningKey,
  stamp,
  verifyStamp,
} from '../../../src/kit/crypto/index.ts';
import * as signing from '../../../src/kit/crypto/signing/index.ts';
import { oddScalar, sealTo } from './enclave.ts';

const NAME = 'crypto-storage-test';

afterAll(() => settled(indexedDB.deleteDatabase(NAME)));

test.each([
  ['one that only signs', () => signing.generateSigningKeyPair()],
  ['one for both uses', () => generateClientKeyPair()],
  ['an imported one', () => importClientKeyPair(oddScalar)],
  [
    'an opened session key',
    async () => {
      const client = await generateClientKeyPair();
      return openSessionSigningKey(await sealTo(client, oddScalar), client);
    },
  ],
])('a key comes back from IndexedDB, still signs and still refuses export: %s', async (_name, make) => {
  const key = await make();
  await withStore(indexedDB, 'readwrite', (store) => store.put(key.signingKey, 'key'));
  await expectToSign(await withStore(indexedDB, 'readonly', (store) => store.get('key')), key);
});

test('a key is read by another page of the same origin, and by a worker that signs with it', async () => {
  const key = await signing.generateSigningKeyPair();
  await withStore(indexedDB, 'readwrite', (store) => store.put(key.signingKey, 'key'));
  const frame = document.createElement('iframe');
  document.body.append(frame);
  try {
    const page = frame.contentWindow;
    if (page === null) throw new Error('The frame has no window.');
    await expectToSign(await withStore(page.indexedDB, 'readonly', (store) => store.get('key')), key);
  } finally {
    frame.remove();
  }
  const source = `onmessage = async ({ data }) => postMessage(
    await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, data, new TextEncoder().encode('payload')));`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  try {
    const answer = new Promise<ArrayBuffer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker failed.')));
    });
    worker.postMessage(key.signingKey, []);
    expect((await answer).byteLength).toBe(64);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
});

async function expectToSign(stored: unknown, key: SessionSigningKey): Promise<void> {
  const signingKey = stored as CryptoKey;
  expect(signingKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', signingKey)).rejects.toThrow();
  const { compressedPublicKeyHex } = key;
  await expect(verifyStamp(await stamp('payload', { compressedPublicKeyHex, signingKey }), 'payload')).resolves.toEqual(
    {
      compressedPublicKeyHex,
    },
  );
}

/** A connection of its own each time, so that nothing is kept in memory. */
async function withStore(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = factory.open(NAME, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'));
  const database = await settled(opening);
  try {
    return await settled(run(database.transaction('keys', mode).objectStore('keys')));
  } finally {
    database.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
  });
}
