import { requireText } from '../web-crypto.ts';
import { CryptoError } from '../crypto-error.ts';
import { readPoint } from '../p256.ts';
import type { SessionSigningKey } from '../signing/stamp.ts';
import { decodeBase58check } from './base58check.ts';
import { open, requireAgreementKeyPair, type Sealed } from './hpke.ts';
import { type ClientAgreementKeyPair, importClientKeyPair } from './key-pair.ts';

// docs/protocol.md, section 2.4: 33 bytes of encapsulated key, 32 of scalar, 16 of tag and 4 of checksum make at most 117 digits of base58.
const MAX_SEALED_LENGTH = 117;
const ENC_LENGTH = 33;

/**
 * Opens a sealed session key with the key pair that it was sealed to, into a non-extractable key; its bytes are
 * wiped. Every failure is the same error, so that nothing tells how far an opening came. The sender is *not*
 * authenticated: HPKE's base mode can't.
 *
 * @example
 * const key = await openSessionSigningKey(session.encryptedSessionSigningKey, keyPair);
 * const value = await stamp(payloadToSign, key);
 *
 * @throws {@link CryptoError} `SEALED_KEY_INVALID`.
 */
export async function openSessionSigningKey(
  encryptedSessionSigningKey: string,
  clientKeyPair: ClientAgreementKeyPair,
): Promise<SessionSigningKey> {
  requireText(encryptedSessionSigningKey, 'encryptedSessionSigningKey');
  requireAgreementKeyPair(clientKeyPair, 'clientKeyPair');
  let scalar: Uint8Array | undefined;
  try {
    if (encryptedSessionSigningKey.length > MAX_SEALED_LENGTH) throw new RangeError();
    scalar = await open(readSealed(encryptedSessionSigningKey), clientKeyPair);
    const { compressedPublicKeyHex, signingKey } = await importClientKeyPair(scalar, { uses: ['sign'] });
    return Object.freeze({ compressedPublicKeyHex, signingKey });
  } catch {
    throw new CryptoError('SEALED_KEY_INVALID', 'The sealed session key can not be opened with this key pair.');
  } finally {
    scalar?.fill(0);
  }
}

async function readSealed(text: string): Promise<Sealed> {
  const bytes = await decodeBase58check(text);
  return { enc: readPoint(bytes.subarray(0, ENC_LENGTH)), ciphertext: bytes.slice(ENC_LENGTH) };
}
