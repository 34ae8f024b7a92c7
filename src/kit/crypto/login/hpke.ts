/** HPKE of RFC 9180 in base mode, with the one suite, info and AAD of this service (docs/protocol.md, section 2.2). */
import {
  AEAD_AES_256_GCM,
  CipherSuite,
  KDF_HKDF_SHA256,
  KEM_DHKEM_P256_HKDF_SHA256,
  type KEM,
  type KeyPair,
} from 'hpke';
import { type Bytes, concatBytes, decodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { requireObject, requirePrivateKey, ECDH, webCrypto } from '../web-crypto.ts';
import { readPointHex } from '../p256.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';
import { copyOwn } from '../../own-members.ts';

/** What a seal makes: the encapsulated key, 65 bytes uncompressed, and the ciphertext with its 16-byte tag. */
export interface Sealed {
  readonly enc: Bytes;
  readonly ciphertext: Bytes;
}

/**
 * Seals one message to a checked 65-byte point. The ephemeral key pair is for this one message.
 * Base mode: nobody learns who sealed.
 */
export async function seal(plaintext: Bytes, recipient: Bytes, ephemeral: ClientAgreementKeyPair): Promise<Sealed> {
  const [to, from] = await Promise.all([importPoint(recipient), keyPairOf(ephemeral)]);
  return webCrypto(async () => {
    const enc = decodeHex(ephemeral.publicKeyHex);
    const suite = createSuite(
      new Map([
        [to, recipient],
        [from.publicKey, enc],
      ]),
      from,
    );
    const { ctx } = await suite.SetupSender(to, parameters());
    return { enc, ciphertext: new Uint8Array(await ctx.Seal(plaintext, concatBytes(enc, recipient))) };
  });
}

/** Opens one message, whose `enc` must be a checked 65-byte point. */
export async function open(sealed: Sealed | Promise<Sealed>, recipient: ClientAgreementKeyPair): Promise<Bytes> {
  const [{ enc, ciphertext }, keyPair] = await Promise.all([sealed, keyPairOf(recipient)]);
  return webCrypto(async () => {
    const point = decodeHex(recipient.publicKeyHex);
    const suite = createSuite(new Map([[keyPair.publicKey, point]]));
    const context = await suite.SetupRecipient(keyPair, enc, parameters());
    // Not copied: the caller wipes these very bytes.
    return (await context.Open(ciphertext, concatBytes(enc, point))) as Bytes;
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

/**
 * DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, for one message: it knows the bytes of the public keys it meets, so that the engine isn't
 * asked for them again, and both its parts share the key of an empty salt. A given key pair takes the place of a fresh ephemeral one.
 */
export function createSuite(points: ReadonlyMap<unknown, Bytes>, ephemeral?: KeyPair): CipherSuite {
  const kdf = KDF_HKDF_SHA256();
  const kem = {
    ...KEM_DHKEM_P256_HKDF_SHA256(),
    kdf,
    SerializePublicKey: (key: unknown) => Promise.resolve(points.get(key)),
    ...(ephemeral && { GenerateKeyPair: () => Promise.resolve(ephemeral) }),
  } as KEM;
  return new CipherSuite(
    () => kem,
    () => kdf,
    AEAD_AES_256_GCM,
  );
}

// The library reads a pre-shared key from the same object, which a polluted Object.prototype must not lend it.
function parameters(): { readonly info: Uint8Array } {
  return copyOwn({ info: encodeUtf8('turnkey_hpke') });
}

// The library gets the public key as well: it could derive one only from an extractable private key.
async function keyPairOf({ agreementKey, publicKeyHex }: ClientAgreementKeyPair): Promise<KeyPair<CryptoKey>> {
  return { privateKey: agreementKey, publicKey: await importPoint(decodeHex(publicKeyHex)) };
}

function importPoint(point: Bytes): Promise<CryptoKey> {
  return webCrypto((subtle) => subtle.importKey('raw', point, ECDH, true, []));
}
