/** Tests if IndexedDB keeps a CryptoKey that refuses export: stored, read back in another transaction, and used. */

/** Result for a stored key; `hanging` is an IndexedDB that never answers. */
export type KeyStorage = 'works' | 'blocked' | 'hanging' | 'loses-keys';

/** Names what the probes make: a database, a lock, a channel. */
export const probeName = 'countersign:environment';

/** The signature algorithm of the kit, as WebCrypto takes it in each of its calls. */
export const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Data that the probes sign. */
export const probeData: ReturnType<Uint8ArrayConstructor['of']> = new Uint8Array(1);

/** Makes a key that is good for this probe alone, and refuses export. */
export function generateProbeKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ecdsa, false, ['sign', 'verify']);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** Stores a key in a database of its own, and deletes that database in any case. @throws what IndexedDB throws */
export async function probeKeyStorage(): Promise<KeyStorage> {
  const { privateKey } = await generateProbeKey();
  const opening = indexedDB.open(probeName);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(probeName));
  const database = await resultOf(opening);
  const records = (): IDBObjectStore => database.transaction(probeName, 'readwrite').objectStore(probeName);
  try {
    await resultOf(records().put(privateKey, 0));
    const stored = (await resultOf(records().get(0))) as Partial<CryptoKey>;
    if (stored.extractable ?? true) return 'loses-keys';
    await crypto.subtle.sign(ecdsa, stored as CryptoKey, probeData);
    return 'works';
  } finally {
    database.close();
    await resultOf(indexedDB.deleteDatabase(probeName));
  }
}
