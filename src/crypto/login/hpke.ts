/** HPKE of RFC 9180 in base mode, with the one suite, info and AAD of this service. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concatBytes, decodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { requireObject, requirePrivateKey } from '../arguments.ts';
import { readPointHex } from '../p256.ts';
import { ECDH, webCrypto } from '../web-crypto.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';

/** What a seal makes: the encapsulated key, 65 bytes uncompressed, and the ciphertext with its 16-byte tag. */
export interface Sealed {
  readonly enc: Bytes;
  readonly ciphertext: Bytes;
}

/**
 * Seals one message to a checked 65-byte point. The ephemeral key is fresh unless given; given, it is for this one message.
 * Base mode: nobody learns who sealed.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral?: ClientAgreementKeyPair): Promise<Sealed> {
  const recipientPublicKey = await importPoint(recipient);
  const ekm = ephemeral && {
    privateKey: ephemeral.agreementKey,
    publicKey: await importPoint(decodeHex(ephemeral.publicKeyHex)),
  };
  return webCrypto(async () => {
    const context = await createSuite().createSenderContext({ recipientPublicKey, info: info(), ...(ekm && { ekm }) });
    const enc = new Uint8Array(context.enc);
    // The library copies a view and leaves the copy in memory; a buffer it takes as it is.
    const copy = plaintext.slice();
    try {
      return { enc, ciphertext: new Uint8Array(await context.seal(copy.buffer, concatBytes(enc, recipient))) };
    } finally {
      copy.fill(0);
    }
  });
}

/** Opens one message. `enc` must be a checked 65-byte point. */
export async function open({ enc, ciphertext }: Sealed, recipient: ClientAgreementKeyPair): Promise<Bytes> {
  const point = decodeHex(recipient.publicKeyHex);
  // With a private key alone the library guesses the parity of the public one, and fails for half of all keys.
  const recipientKey = { privateKey: recipient.agreementKey, publicKey: await importPoint(point) };
  return webCrypto(async () => {
    const context = await createSuite().createRecipientContext({ recipientKey, enc, info: info() });
    return new Uint8Array(await context.open(ciphertext, concatBytes(enc, point)));
  });
}

/**
 * Checks a recipient that a caller handed in.
 *
 * @throws TypeError that names the argument.
 */
export function requireAgreementKeyPair(value: unknown, argument: string): asserts value is ClientAgreementKeyPair {
  requireObject(value, argument);
  requirePrivateKey(value['agreementKey'], ECDH, `${argument}.agreementKey`);
  const { publicKeyHex } = value;
  if (typeof publicKeyHex !== 'string' || !/^04[0-9a-f]{128}$/.test(publicKeyHex)) {
    throw new TypeError(`${argument}.publicKeyHex must be 130 lower-case hex digits, 04 first.`);
  }
  readPointHex(publicKeyHex);
}

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM: a new one for each message, as the library keeps its state inside. */
export function createSuite(): CipherSuite {
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
}

function info(): Bytes {
  return encodeUtf8('turnkey_hpke');
}

function importPoint(point: Bytes): Promise<CryptoKey> {
  return webCrypto((subtle) => subtle.importKey('raw', point, ECDH, true, []));
}
