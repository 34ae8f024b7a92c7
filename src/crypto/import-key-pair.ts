import { type KeyPairFor, type KeyPairOptions, readUses } from './key-pair.ts';
import { importPrivateKey } from './private-key.ts';
import { derivePoint } from './scalar.ts';
import { type KeyUse, pointNames } from './signing-key.ts';

/**
 * Imports a P-256 scalar, 32 bytes big-endian, into non-extractable keys; its public key is computed, not taken on trust.
 * The caller keeps the bytes it gave, and wipes them.
 *
 * @throws {@link CryptoError} `SCALAR_INVALID` for anything but 32 bytes with 1 <= d < n.
 */
export async function importClientKeyPair<const Use extends KeyUse = KeyUse>(
  scalar: Uint8Array,
  options?: KeyPairOptions<Use>,
): Promise<KeyPairFor<Use>> {
  if (!(scalar instanceof Uint8Array)) throw new TypeError('scalar must be a Uint8Array.');
  const uses = readUses(options);
  const point = await derivePoint(scalar);
  return Object.freeze({ ...pointNames(point), ...(await importPrivateKey(scalar, point, uses)) }) as KeyPairFor<Use>;
}
