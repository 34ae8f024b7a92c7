/**
 * HPKE of RFC 9180 in base mode, single-shot, with the one suite, info and AAD of this service (wire facts, section 0):
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. All cryptography is WebCrypto's; only the labels are put together here.
 */
import { type Bytes, concatBytes, decodeHex, encodeUtf8 } from '../encoding/index.ts';
import { requireObject, requirePrivateKey } from './arguments.ts';
import { ECDH, engine } from './engine.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';
import { readPointHex } from './point.ts';

/** What a seal makes: the encapsulated key, 65 bytes uncompressed, and the ciphertext with its 16-byte tag. */
export interface Sealed {
  readonly enc: Bytes;
  readonly ciphertext: Bytes;
}

/** Key and nonce of a context's first message; nothing here sends a second one. */
export interface MessageKey {
  readonly key: CryptoKey;
  readonly nonce: Bytes;
}

// I2OSP(id, 2) of RFC 9180, sections 7.1, 7.2 and 7.3.
const KEM_ID = [0x00, 0x10];
const KDF_ID = [0x00, 0x01];
const AEAD_ID = [0x00, 0x02];
const MODE_BASE = 0x00;
// Nh, Nsecret and Nk are 32 bytes alike.
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;

/**
 * Seals one message to a checked 65-byte point. The ephemeral key is fresh unless given; given, it is for this one message.
 * Base mode: nobody learns who sealed.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral?: ClientAgreementKeyPair): Promise<Sealed> {
  return engine(async (subtle) => {
    const { privateKey, enc } = await ephemeralOf(subtle, ephemeral);
    const { key, nonce } = await setUp(subtle, privateKey, { peer: recipient, enc, recipient }, info());
    const ciphertext = await subtle.encrypt(aesGcm(nonce, enc, recipient), key, plaintext);
    return { enc, ciphertext: new Uint8Array(ciphertext) };
  });
}

/** Opens one message. `enc` must be a checked 65-byte point. */
export async function open({ enc, ciphertext }: Sealed, recipient: ClientAgreementKeyPair): Promise<Bytes> {
  const point = decodeHex(recipient.publicKeyHex);
  return engine(async (subtle) => {
    const parties = { peer: enc, enc, recipient: point };
    const { key, nonce } = await setUp(subtle, recipient.agreementKey, parties, info());
    return new Uint8Array(await subtle.decrypt(aesGcm(nonce, enc, point), key, ciphertext));
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

/** Whose points an exchange is about: `peer` is the other side's, which the private key is applied to. */
export interface Parties {
  readonly peer: Bytes;
  readonly enc: Bytes;
  readonly recipient: Bytes;
}

/** Encap or Decap (section 4.1), then KeySchedule in base mode (section 5.1). Secrets are wiped. */
export async function setUp(
  subtle: SubtleCrypto,
  privateKey: CryptoKey,
  { peer, enc, recipient }: Parties,
  info: Bytes,
): Promise<MessageKey> {
  const kem = concatBytes(encodeUtf8('KEM'), KEM_ID);
  const suite = concatBytes(encodeUtf8('HPKE'), KEM_ID, KDF_ID, AEAD_ID);
  const empty = new Uint8Array();
  const publicKey = await subtle.importKey('raw', peer, ECDH, false, []);
  const dh = new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256));
  const secrets = [dh];
  try {
    const kemKey = await extract(subtle, labeled(kem, 'eae_prk', dh), secrets);
    const kemContext = concatBytes(enc, recipient);
    const sharedSecret = await expand(subtle, kemKey, empty, expansion(kem, 'shared_secret', kemContext, KEY_LENGTH));
    secrets.push(sharedSecret);
    const scheduleKey = await extract(subtle, labeled(suite, 'secret', empty), secrets);
    const context = concatBytes(
      [MODE_BASE],
      ...(await Promise.all([
        hash(subtle, labeled(suite, 'psk_id_hash', empty)),
        hash(subtle, labeled(suite, 'info_hash', info)),
      ])),
    );
    const [rawKey, nonce] = await Promise.all([
      expand(subtle, scheduleKey, sharedSecret, expansion(suite, 'key', context, KEY_LENGTH)),
      expand(subtle, scheduleKey, sharedSecret, expansion(suite, 'base_nonce', context, NONCE_LENGTH)),
    ]);
    secrets.push(rawKey);
    return { key: await subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt', 'decrypt']), nonce };
  } finally {
    for (const secret of secrets) secret.fill(0);
  }
}

/** The bytes that LabeledExtract takes as input key material (section 4). */
function labeled(suite: Bytes, label: string, input: Bytes): Bytes {
  return concatBytes(encodeUtf8('HPKE-v1'), suite, encodeUtf8(label), input);
}

interface Expansion {
  readonly info: Bytes;
  readonly length: number;
}

/** The info that LabeledExpand takes, with the length it is bound to (section 4). */
function expansion(suite: Bytes, label: string, context: Bytes, length: number): Expansion {
  return { info: concatBytes([0, length], labeled(suite, label, context)), length };
}

/** The first half of LabeledExtract and LabeledExpand in one, as WebCrypto's HKDF runs them; the input is left to be wiped. */
function extract(subtle: SubtleCrypto, input: Bytes, secrets: Bytes[]): Promise<CryptoKey> {
  secrets.push(input);
  return subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
}

async function expand(subtle: SubtleCrypto, key: CryptoKey, salt: Bytes, { info, length }: Expansion): Promise<Bytes> {
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8));
}

/** LabeledExtract without a salt (section 4): HMAC with a key of zeros, since WebCrypto takes no empty one. */
async function hash(subtle: SubtleCrypto, input: Bytes): Promise<Bytes> {
  const zeros = await subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', zeros, input));
}

async function ephemeralOf(
  subtle: SubtleCrypto,
  given: ClientAgreementKeyPair | undefined,
): Promise<{ privateKey: CryptoKey; enc: Bytes }> {
  if (given !== undefined) return { privateKey: given.agreementKey, enc: decodeHex(given.publicKeyHex) };
  const { privateKey, publicKey } = await subtle.generateKey(ECDH, false, ['deriveBits']);
  return { privateKey, enc: new Uint8Array(await subtle.exportKey('raw', publicKey)) };
}

function aesGcm(iv: Bytes, enc: Bytes, recipient: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: concatBytes(enc, recipient) };
}

function info(): Bytes {
  return encodeUtf8('turnkey_hpke');
}
