import { requireObject } from './arguments.ts';
import { ECDH, engine } from './engine.ts';
import { importPkcs8, type PrivateHalves } from './private-key.ts';
import {
  type ClientSigningKeyPair,
  generateSigningKeyPair,
  type KeyUse,
  publicKeyNames,
  type PublicKeyNames,
} from './signing-key.ts';

/** A key pair that only agrees: the recipient of sealed keys. */
export interface ClientAgreementKeyPair extends PublicKeyNames {
  /** Non-extractable ECDH P-256, for `deriveBits`; not for storage. */
  readonly agreementKey: CryptoKey;
}

/** A P-256 key pair that signs and agrees with one scalar, which no code can read back. */
export interface ClientKeyPair extends ClientSigningKeyPair, ClientAgreementKeyPair {}

/** What a key pair holds after it was made for these uses. */
export type KeyPairFor<Use extends KeyUse> = ('sign' extends Use ? ClientSigningKeyPair : unknown) &
  ('agree' extends Use ? ClientAgreementKeyPair : unknown);

/** Options of {@link generateClientKeyPair} and `importClientKeyPair`. */
export interface KeyPairOptions<Use extends KeyUse = KeyUse> {
  /** What the key is for; both unless said otherwise. Ask for no more than needed. */
  readonly uses?: readonly Use[];
}

/**
 * Generates a P-256 key pair with non-extractable private halves. A key for one use never leaves the engine; one for both is exported
 * once, imported twice, and the bytes are wiped.
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
 * Reads the `uses` of an options object.
 *
 * @throws TypeError when it is not a list of at least one known use.
 */
export function readUses(options: KeyPairOptions | undefined): readonly KeyUse[] {
  if (options === undefined) return ['sign', 'agree'];
  requireObject(options, 'options');
  const uses: unknown = options['uses'] ?? ['sign', 'agree'];
  if (!Array.isArray(uses) || uses.length === 0 || !uses.every((use) => use === 'sign' || use === 'agree')) {
    throw new TypeError("options.uses must list 'sign', 'agree' or both.");
  }
  return uses as KeyUse[];
}

async function generateFor(uses: readonly KeyUse[]): Promise<PublicKeyNames & PrivateHalves> {
  if (!uses.includes('agree')) return generateSigningKeyPair();
  const extractable = uses.includes('sign');
  const { privateKey, publicKey } = await engine((subtle) => subtle.generateKey(ECDH, extractable, ['deriveBits']));
  const names = await publicKeyNames(publicKey);
  if (!extractable) return Object.freeze({ ...names, agreementKey: privateKey });
  const pkcs8 = new Uint8Array(await engine((subtle) => subtle.exportKey('pkcs8', privateKey)));
  try {
    return Object.freeze({ ...names, ...(await importPkcs8(pkcs8, uses)) });
  } finally {
    pkcs8.fill(0);
  }
}
