import { encodeBinaryAsBase64url, encodeDer, encodeHex } from '../../encoding/index.ts';
import { requireObject, requirePrivateKey, ECDSA, ECDSA_SHA256, webCrypto } from '../web-crypto.ts';
import { payloadBytes } from './payload.ts';

/** The only scheme of a stamp: ECDSA on P-256 over SHA-256. */
export const STAMP_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';

/** The key that stamps: a session's own, or the client's key pair. */
export interface SessionSigningKey {
  /** 33 bytes, `02` or `03` first: 66 lower-case hex digits. */
  readonly compressedPublicKeyHex: string;
  /** Non-extractable ECDSA P-256. */
  readonly signingKey: CryptoKey;
}

/** A public key in the two forms of the wire. */
export interface PublicKeyForms {
  /** 65 bytes, `04` first: 130 lower-case hex digits. */
  readonly publicKeyHex: string;
  /** 33 bytes, `02` or `03` first: 66 lower-case hex digits. */
  readonly compressedPublicKeyHex: string;
}

/** A key pair that only signs. */
export interface ClientSigningKeyPair extends PublicKeyForms, SessionSigningKey {}

/**
 * Signs the UTF-8 bytes of a payload exactly as received and returns the value of the signature header
 * (docs/protocol.md, section 2.5): unpadded base64url of JSON.
 *
 * @example
 * const headers = { 'Service-Wallet-Signature': await stamp(payloadToSign, key), 'Request-Id': requestId };
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID` for a payload that is empty, too long (8 Mi characters) or holds a lone surrogate.
 */
export async function stamp(payloadToSign: string, key: SessionSigningKey): Promise<string> {
  const message = payloadBytes(payloadToSign, 'payloadToSign');
  requireObject(key, 'key');
  const { compressedPublicKeyHex: publicKey, signingKey } = key;
  requirePrivateKey(signingKey, ECDSA, 'key.signingKey');
  if (typeof publicKey !== 'string' || !/^0[23][0-9a-f]{64}$/.test(publicKey)) {
    throw new TypeError('key.compressedPublicKeyHex must be 66 lower-case hex digits, 02 or 03 first.');
  }
  const rawSignature = await webCrypto((subtle) => subtle.sign(ECDSA_SHA256, signingKey, message));
  const signature = encodeHex(encodeDer(new Uint8Array(rawSignature)));
  // Hex and capitals: every character is a byte.
  return encodeBinaryAsBase64url(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature }));
}

/**
 * Generates a key that only signs: non-extractable from birth, its scalar never exists in JavaScript.
 *
 * @throws {@link CryptoError} `ENGINE_UNAVAILABLE` or `ENGINE_FAILED`.
 */
export async function generateSigningKeyPair(): Promise<ClientSigningKeyPair> {
  const { privateKey, publicKey } = await webCrypto(async (subtle) => {
    const pair = await subtle.generateKey(ECDSA, false, ['sign', 'verify']);
    // Another script may stand between this one and the engine.
    if (pair.privateKey.extractable) throw new DOMException('The key could be exported.', 'DataError');
    return pair;
  });
  return Object.freeze({ ...(await exportPublicKey(publicKey)), signingKey: privateKey });
}

/** Exports a public CryptoKey into the forms of the wire. */
export async function exportPublicKey(publicKey: CryptoKey): Promise<PublicKeyForms> {
  return publicKeyForms(new Uint8Array(await webCrypto((subtle) => subtle.exportKey('raw', publicKey))));
}

/** Writes a checked 65-byte point in the forms of the wire. */
export function publicKeyForms(point: Uint8Array): PublicKeyForms {
  const publicKeyHex = encodeHex(point);
  return { publicKeyHex, compressedPublicKeyHex: compressHex(publicKeyHex) };
}

/** The compressed form of a point in lower-case hex (SEC 1, section 2.3.3), the one spelling of each key; any other text unchanged. */
export function compressHex(pointHex: string): string {
  if (!/^04[0-9a-f]{128}$/.test(pointHex)) return pointHex;
  const odd = Number.parseInt(pointHex.slice(-1), 16) % 2;
  return `0${2 + odd}${pointHex.slice(2, 66)}`;
}
