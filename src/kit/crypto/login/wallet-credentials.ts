/** Lazy entry for an export: opens the wallet's phrase that the service answers (docs/protocol.md, section 2.6). */
import { decodeHex, decodeUtf8 } from '../../encoding/index.ts';
import { isPointOnCurve } from '../../encoding/p256.ts';
import { copyOwn } from '../../own-members.ts';
import { CryptoError } from '../crypto-error.ts';
import { verifyEnclaveBundle } from './enclave-bundle.ts';
import { open } from './hpke.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';

/** The names of its data, sorted; other messages of the enclave have others. */
const names = 'ciphertext encappedPublic organizationId';

/** 12 to 24 words of the lists that wallets' phrases are made of. */
const phrasePattern = /^[a-z]{2,12}(?: [a-z]{2,12}){11,23}$/;

/** Options of {@link openWalletCredentials}. */
export interface OpenWalletCredentialsOptions {
  /** Quorum keys of the enclave that exports wallets. */
  readonly enclaveKeys: readonly string[];
  /** The organization that the phrase must be of. */
  readonly organizationId: string;
  /** The keys that the phrase was sealed to. */
  readonly keyPair: ClientAgreementKeyPair;
  /** Whether an envelope without a signature is taken: the public sandbox signs none. */
  readonly isSandbox: boolean;
}

/**
 * Resolves with the phrase. Its bytes are wiped; the text is the caller's. Every failure after the signature is the
 * same error, without a value.
 *
 * @throws CryptoError `BUNDLE_MALFORMED`, `BUNDLE_KEY_NOT_PINNED`, `BUNDLE_SIGNATURE_INVALID`, `BUNDLE_MISMATCH`
 */
export async function openWalletCredentials(
  envelope: string,
  { enclaveKeys, organizationId, keyPair, isSandbox }: OpenWalletCredentialsOptions,
): Promise<string> {
  const unsigned = isSandbox ? readUnsigned(envelope) : undefined;
  const fields = copyOwn<object>(unsigned ?? (await verifyEnclaveBundle(envelope, { enclaveKeys })));
  const { encappedPublic, ciphertext, organizationId: named } = fields as Readonly<Record<string, string>>;
  if (Object.keys(fields).sort().join(' ') !== names || named !== organizationId) {
    throw new CryptoError('BUNDLE_MISMATCH', 'The phrase is for another organization or purpose.');
  }
  let plaintext: Uint8Array | undefined;
  try {
    if (encappedPublic === undefined || !isPointOnCurve(encappedPublic)) throw new RangeError();
    plaintext = await open({ enc: decodeHex(encappedPublic), ciphertext: decodeHex(ciphertext ?? '') }, keyPair);
    const phrase = decodeUtf8(plaintext);
    if (!phrasePattern.test(phrase)) throw new RangeError();
    return phrase;
  } catch {
    throw new CryptoError('BUNDLE_MALFORMED', 'The sealed phrase can not be opened with this key pair.');
  } finally {
    plaintext?.fill(0);
  }
}

/** The data of an envelope whose signature and signer are both empty; undefined for any other. */
function readUnsigned(envelope: string): object | undefined {
  try {
    const read = copyOwn(JSON.parse(envelope) as Readonly<Record<string, unknown>>);
    const { version, data, dataSignature, enclaveQuorumPublic } = read;
    const isUnsigned = dataSignature === '' && enclaveQuorumPublic === '';
    if (version !== 'v1.0.0' || typeof data !== 'string' || !isUnsigned) return undefined;
    return JSON.parse(decodeUtf8(decodeHex(data))) as object;
  } catch {
    return undefined;
  }
}
