/** HPKE of RFC 9180 in base mode, with the one suite, info and AAD of this service (docs/protocol.md, section 2.2). */
import { AeadId, type AeadInterface, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concatBytes, decodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { requireObject, requirePrivateKey, ECDH, webCrypto } from '../web-crypto.ts';
import { readPointHex } from '../p256.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';
import { copyOwn } from '../../own-members.ts';

/** The result of a seal: the encapsulated key, 65 bytes uncompressed, and the ciphertext with its 16-byte tag. */
export interface Sealed {
  readonly enc: Bytes;
  readonly ciphertext: Bytes;
}

/**
 * Seals one message to a checked 65-byte point. Base mode: the sender isn't authenticated.
 *
 * The ephemeral key pair must be fresh: one that seals twice to a recipient repeats key and nonce, so the library
 * says that `ekm` is for tests. The pair that it would generate is extractable.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral: ClientAgreementKeyPair): Promise<Sealed> {
  const [recipientPublicKey, ekm] = await Promise.all([importPoint(recipient), keyPairOf(ephemeral)]);
  return webCrypto(async (subtle) => {
    const context = await createSuite(subtle).createSenderContext(copyOwn({ recipientPublicKey, ekm, info: info() }));
    const enc = new Uint8Array(context.enc);
    // The library would leave a copy of a view in memory; it takes a buffer as it is.
    const copy = new Uint8Array(plaintext);
    try {
      return { enc, ciphertext: new Uint8Array(await context.seal(copy.buffer, concatBytes(enc, recipient))) };
    } finally {
      copy.fill(0);
    }
  });
}

/** Opens one message, whose `enc` must be a checked 65-byte point. */
export async function open(sealed: Sealed | Promise<Sealed>, recipient: ClientAgreementKeyPair): Promise<Bytes> {
  const [{ enc, ciphertext }, recipientKey] = await Promise.all([sealed, keyPairOf(recipient)]);
  return webCrypto(async (subtle) => {
    const context = await createSuite(subtle).createRecipientContext(copyOwn({ recipientKey, enc, info: info() }));
    // Not copied: the caller wipes these very bytes.
    return new Uint8Array(await context.open(ciphertext, concatBytes(enc, decodeHex(recipient.publicKeyHex))));
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

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, for one message: the library keeps the engine that it finds first. */
export function createSuite(subtle: SubtleCrypto): CipherSuite {
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: aes256Gcm(subtle) });
}

/** AES-256-GCM with a key that can't be exported, whose bytes are wiped; the library's own is extractable. */
function aes256Gcm(subtle: SubtleCrypto): AeadInterface {
  return {
    id: AeadId.Aes256Gcm,
    keySize: 32,
    nonceSize: 12,
    tagSize: 16,
    createEncryptionContext(bytes: ArrayBuffer) {
      const key = importMessageKey(subtle, bytes);
      const run =
        (method: 'encrypt' | 'decrypt') =>
        async (iv: BufferSource, data: BufferSource, additionalData: BufferSource): Promise<ArrayBuffer> =>
          subtle[method]({ name: 'AES-GCM', iv, additionalData, tagLength: 128 }, await key, data);
      return { seal: run('encrypt'), open: run('decrypt') };
    },
  };
}

async function importMessageKey(subtle: SubtleCrypto, bytes: ArrayBuffer): Promise<CryptoKey> {
  try {
    return await subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  } finally {
    new Uint8Array(bytes).fill(0);
  }
}

function info(): Bytes {
  return encodeUtf8('turnkey_hpke');
}

// The library gets the public key as well: from a private key alone it guesses one, or exports it.
async function keyPairOf({ agreementKey, publicKeyHex }: ClientAgreementKeyPair): Promise<CryptoKeyPair> {
  return { privateKey: agreementKey, publicKey: await importPoint(decodeHex(publicKeyHex)) };
}

function importPoint(point: Bytes): Promise<CryptoKey> {
  return webCrypto((subtle) => subtle.importKey('raw', point, ECDH, true, []));
}
