import { afterEach, expect, test } from 'vitest';
import { generateClientKeyPair, openSessionSigningKey, stamp, verifyStamp } from '../../../src/kit/crypto/index.ts';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import { oddScalar, sealTo } from './enclave.ts';

const name = 'crypto-storage-test';
const frame = document.createElement('iframe');

afterEach(() => {
  frame.remove();
  indexedDB.deleteDatabase(name);
});

test('an opened key that was stored still signs and refuses export in another page of the origin, and signs in a worker', async () => {
  const client = await generateClientKeyPair();
  const { signingKey, ...key } = await openSessionSigningKey(await sealTo(client, oddScalar), client);
  const here = openIndexedDbStore(() => indexedDB, name);
  await here.update('key', () => signingKey);
  here.close();
  document.body.append(frame);
  const elsewhere = openIndexedDbStore(() => frame.contentWindow?.indexedDB, name);
  const stored = (await elsewhere.read('key')) as CryptoKey;
  elsewhere.close();
  await expect(crypto.subtle.exportKey('pkcs8', stored)).rejects.toThrow();
  await expect(verifyStamp(await stamp('payload', { ...key, signingKey: stored }), 'payload')).resolves.toEqual(key);
  const source = `onmessage = async ({ data }) => postMessage(
    await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, data, new TextEncoder().encode('payload')));`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(url);
  try {
    const answer = new Promise<ArrayBuffer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker failed.')));
    });
    worker.postMessage(stored, []);
    expect((await answer).byteLength).toBe(64);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
});
