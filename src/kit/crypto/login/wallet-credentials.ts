import { decodeHex, decodeUtf8 } from '../../encoding/index.ts';
import { copyOwn } from '../../own-members.ts';
import { CryptoError } from '../crypto-error.ts';
import { readPointHex } from '../p256.ts';
import type { JsonObject } from '../signing/payload.ts';
import { bundleMismatch, orMalformed, parseObject, verifyEnclaveBundle } from './enclave-bundle.ts';
import { open } from './hpke.ts';
import type { ClientAgreementKeyPair } from './key-pair.ts';

/** docs/protocol.md, section 2.6: the names of a sealed phrase's data, sorted; other messages of the enclave have others. */
const names = 'ciphertext encappedPublic organizationId';

/** 12 to 24 words of the lists that wallets' phrases are made of. */
const phrasePattern = /^[a-z]{2,12}(?: [a-z]{2,12}){11,23}$/;

/** Options of {@link openWalletCredentials}. */
export interface OpenWalletCredentialsOptions {
  /** Quorum keys of the enclave that exports wallets. */
  readonly enclaveKeys: readonly string[];
  /** The organization that the phrase must be of. */
  readonly organizationId: string;
  /** What the phrase was sealed to. */
  readonly keyPair: ClientAgreementKeyPair;
  /** Whether an envelope without a signature is taken: the public sandbox signs none. */
  readonly isSandbox: boolean;
}

/**
 * Opens a wallet's phrase (docs/protocol.md, section 2.6). Its bytes are wiped; the text is the caller's. Every failure after the signature is
 * the same error, without a value.
 *
 * @throws {@link CryptoError} `BUNDLE_MALFORMED`, `BUNDLE_KEY_NOT_PINNED`, `BUNDLE_SIGNATURE_INVALID`, `BUNDLE_MISMATCH`.
 */
export async function openWalletCredentials(
  encryptedWalletCredentials: string,
  { enclaveKeys, organizationId, keyPair, isSandbox }: OpenWalletCredentialsOptions,
): Promise<string> {
  const message =
    (isSandbox ? await readUnsigned(encryptedWalletCredentials) : undefined) ??
    (await verifyEnclaveBundle(encryptedWalletCredentials, { enclaveKeys }));
  const fields = copyOwn(message);
  if (Object.keys(message).sort().join(' ') !== names || fields['organizationId'] !== organizationId)
    throw bundleMismatch();
  let plaintext: Uint8Array | undefined;
  try {
    const { encappedPublic, ciphertext } = fields as Record<string, string>;
    if (encappedPublic?.length !== 130) throw new RangeError();
    plaintext = await open({ enc: readPointHex(encappedPublic), ciphertext: decodeHex(ciphertext ?? '') }, keyPair);
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
async function readUnsigned(envelope: string): Promise<JsonObject | undefined> {
  return orMalformed(() => {
    const { version, data, dataSignature, enclaveQuorumPublic } = copyOwn(parseObject(envelope));
    const isUnsigned = dataSignature === '' && enclaveQuorumPublic === '';
    if (version !== 'v1.0.0' || typeof data !== 'string' || !isUnsigned) return undefined;
    return parseObject(decodeUtf8(decodeHex(data)));
  });
}
