import { encodeHex } from '../encoding/index.ts';
import { ECDSA, engine } from './engine.ts';

/** What a private key may do: sign payloads, or agree on a secret with whoever seals to it. */
export type KeyUse = 'sign' | 'agree';

/** The key that stamps: a session's own, or the client's key pair. */
export interface SessionSigningKey {
  /** 33 bytes, `02` or `03` first: 66 lower-case hex digits. */
  readonly compressedPublicKeyHex: string;
  /** Non-extractable ECDSA P-256. */
  readonly signingKey: CryptoKey;
}

/** A public key in the two forms of the wire. */
export interface PublicKeyNames {
  /** 65 bytes, `04` first: 130 lower-case hex digits. */
  readonly publicKeyHex: string;
  /** 33 bytes, `02` or `03` first: 66 lower-case hex digits. */
  readonly compressedPublicKeyHex: string;
}

/** A key pair that only signs. */
export interface ClientSigningKeyPair extends PublicKeyNames, SessionSigningKey {}

/** Generates a key that only signs: non-extractable from birth, its scalar never exists in JavaScript. */
export async function generateSigningKeyPair(): Promise<ClientSigningKeyPair> {
  const { privateKey, publicKey } = await engine((subtle) => subtle.generateKey(ECDSA, false, ['sign', 'verify']));
  return Object.freeze({ ...(await publicKeyNames(publicKey)), signingKey: privateKey });
}

/** Exports a public CryptoKey into the forms of the wire. */
export async function publicKeyNames(publicKey: CryptoKey): Promise<PublicKeyNames> {
  return pointNames(new Uint8Array(await engine((subtle) => subtle.exportKey('raw', publicKey))));
}

/** Writes a checked 65-byte point in the forms of the wire. */
export function pointNames(point: Uint8Array): PublicKeyNames {
  const publicKeyHex = encodeHex(point);
  return {
    publicKeyHex,
    compressedPublicKeyHex: (point[64] ?? 0) % 2 ? `03${publicKeyHex.slice(2, 66)}` : `02${publicKeyHex.slice(2, 66)}`,
  };
}
