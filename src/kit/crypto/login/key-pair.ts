import { requireObject, ECDH, webCrypto } from '../web-crypto.ts';
import {
  type ClientSigningKeyPair,
  exportPublicKey,
  generateSigningKeyPair,
  publicKeyForms,
  type PublicKeyForms,
} from '../signing/stamp.ts';
import { derivePoint, importPkcs8, importPrivateKeys, type KeyUse, type PrivateKeys } from './private-key.ts';
import { copyOwn } from '../../own-members.ts';

/** A key pair that only agrees: the recipient of sealed keys. */
export interface ClientAgreementKeyPair extends PublicKeyForms {
  /** Non-extractable ECDH P-256, for `deriveBits`; not for storage. */
  readonly agreementKey: CryptoKey;
}

/** A P-256 key pair that signs and agrees with one scalar, which no code can read back. */
export interface ClientKeyPair extends ClientSigningKeyPair, ClientAgreementKeyPair {}

/** The keys of a pair that was made for these uses. */
export type KeyPairFor<Use extends KeyUse> = ('sign' extends Use ? ClientSigningKeyPair : unknown) &
  ('agree' extends Use ? ClientAgreementKeyPair : unknown);

/** Options of {@link generateClientKeyPair} and {@link importClientKeyPair}. */
export interface KeyPairOptions<Use extends KeyUse = KeyUse> {
  /** Uses of the key; both by default. Ask for no more than needed. */
  readonly uses?: readonly Use[];
}

/**
 * Generates a P-256 key pair with non-extractable private keys. A key for one use never leaves WebCrypto: its scalar never exists in
 * JavaScript. A key for both uses is exported once as PKCS#8, imported twice, and the bytes are wiped.
 *
 * @example
 * const { publicKeyHex, signingKey, agreementKey } = await generateClientKeyPair();
 * const signing = await generateClientKeyPair({ uses: ['sign'] });
 *
 * @throws {@link CryptoError} `ENGINE_UNAVAILABLE` or `ENGINE_FAILED`.
 */
export async function generateClientKeyPair<const Use extends KeyUse = KeyUse>(
  options?: KeyPairOptions<Use>,
): Promise<KeyPairFor<Use>> {
  const uses = readUses(options);
  return (await generateFor(uses)) as KeyPairFor<Use>;
}

/**
 * Imports a P-256 scalar, 32 bytes big-endian, into non-extractable keys; its public key is computed, not taken on trust.
 * The caller keeps the bytes it gave, and wipes them.
 *
 * @example
 * const keyPair = await importClientKeyPair(scalar);
 * scalar.fill(0);
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
  return Object.freeze({
    ...publicKeyForms(point),
    ...(await importPrivateKeys(scalar, point, uses)),
  }) as KeyPairFor<Use>;
}

function readUses(options: KeyPairOptions | undefined): readonly KeyUse[] {
  if (options === undefined) return ['sign', 'agree'];
  requireObject(options, 'options');
  const uses: unknown = copyOwn(options)['uses'] ?? ['sign', 'agree'];
  if (!Array.isArray(uses) || uses.length === 0 || !uses.every((use) => use === 'sign' || use === 'agree')) {
    throw new TypeError("options.uses must list 'sign', 'agree' or both.");
  }
  return uses as KeyUse[];
}

async function generateFor(uses: readonly KeyUse[]): Promise<PublicKeyForms & PrivateKeys> {
  if (!uses.includes('agree')) return generateSigningKeyPair();
  const extractable = uses.includes('sign');
  const { privateKey, publicKey } = await webCrypto((subtle) => subtle.generateKey(ECDH, extractable, ['deriveBits']));
  if (!extractable) return Object.freeze({ ...(await exportPublicKey(publicKey)), agreementKey: privateKey });
  const pkcs8 = new Uint8Array(await webCrypto((subtle) => subtle.exportKey('pkcs8', privateKey)));
  try {
    const [forms, keys] = await Promise.all([exportPublicKey(publicKey), importPkcs8(pkcs8, uses)]);
    return Object.freeze({ ...forms, ...keys });
  } finally {
    pkcs8.fill(0);
  }
}
