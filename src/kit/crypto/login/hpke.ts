/** HPKE of RFC 9180 in base mode, with the one suite, info and AAD of this service (docs/protocol.md, section 2.2). */
import { AeadId, type AeadInterface, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { type Bytes, concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../../encoding/index.ts';
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
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new ScheduleKdf(subtle), aead: aes256Gcm(subtle) });
}

/** Parts of the key schedule that are the same for each message, by the engine that computed them. */
interface Constants {
  /** Hashes of the info and of the absent PSK's id, by their input in hex. */
  readonly extracts: Map<string, ArrayBuffer>;
  /** The absent PSK as input of HKDF. */
  readonly noPsk: Map<string, CryptoKey>;
}

const constants = new WeakMap<SubtleCrypto, Constants>();

/**
 * The KDF of the key schedule (RFC 9180, 5.1), for base mode alone. Without a PSK all inputs but the shared secret are constant and
 * public: an engine computes them once. The exporter's secret isn't derived.
 */
class ScheduleKdf extends HkdfSha256 {
  readonly #subtle: SubtleCrypto;
  readonly #constants: Constants;

  constructor(subtle: SubtleCrypto) {
    super();
    this.#subtle = subtle;
    this.#constants = constants.get(subtle) ?? { extracts: new Map(), noPsk: new Map() };
    constants.set(subtle, this.#constants);
  }

  override async extract(...given: Parameters<HkdfSha256['extract']>): Promise<ArrayBuffer> {
    const { extracts } = this.#constants;
    const name = encodeHex(bytesOf(given[1]));
    const found = extracts.get(name) ?? (await super.extract(...given));
    extracts.set(name, found);
    return found;
  }

  override async extractAndExpand(...given: Parameters<HkdfSha256['extractAndExpand']>): Promise<ArrayBuffer> {
    const [salt, ikm, info, length] = given;
    // Empty: nothing can be exported with it by mistake.
    if (labelOf(bytesOf(info)) === 'exp') return new ArrayBuffer(0);
    const { noPsk } = this.#constants;
    const input = bytesOf(ikm);
    const name = encodeHex(input);
    const key = noPsk.get(name) ?? (await this.#subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']));
    noPsk.set(name, key);
    const derived = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(salt), info: bytesOf(info) };
    return this.#subtle.deriveBits(derived, key, length * 8);
  }
}

/** The label of LabeledExpand's info (RFC 9180, 4): behind the length, `HPKE-v1` and the suite's id, before the context. */
function labelOf(info: Bytes): string {
  return String.fromCharCode(...info.subarray(19, 22));
}

function bytesOf(given: ArrayBufferLike | ArrayBufferView): Bytes {
  return ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer as ArrayBuffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given as ArrayBuffer);
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
