/** Finds out whether a store gives a CryptoKey back as a key that still signs: some lose it, some turn it into `{}`. */
import type { Clock } from '../clock.ts';
import { SessionError } from './session-error.ts';
import type { Store } from './store.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** What the keys of probes begin with. */
export const probePrefix = 'probe:';

/**
 * Stores a key made for the purpose, reads it back, deletes it and signs with what came back.
 *
 * @throws SessionError `STORE_UNAVAILABLE` if any of that fails.
 */
export async function probeStore(store: Store, clock: Clock): Promise<void> {
  try {
    const { subtle } = globalThis.crypto;
    const pair = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
    const key = `${probePrefix}${globalThis.crypto.randomUUID()}`;
    await store.update(key, () => ({ signingKey: pair.privateKey, at: clock.now() }));
    let found: unknown;
    await store.update(key, (current) => {
      found = current;
      return undefined;
    });
    const { signingKey } = found as { signingKey: CryptoKey };
    const text = new Uint8Array(32);
    const signature = await subtle.sign(algorithm, signingKey, text);
    if (!(await subtle.verify(algorithm, pair.publicKey, signature, text))) throw new Error('Another key came back.');
  } catch (error) {
    if (error instanceof SessionError) throw error;
    throw new SessionError('STORE_UNAVAILABLE', { cause: error });
  }
}
