import { CryptoError } from './crypto-error.ts';

/** ECDSA keys on P-256, as WebCrypto names them. */
export const ECDSA: EcKeyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/** ECDH keys on P-256, as WebCrypto names them. */
export const ECDH: EcKeyAlgorithm = { name: 'ECDH', namedCurve: 'P-256' };

/** Signing and verifying: ECDSA over SHA-256. */
export const ECDSA_SHA256: EcdsaParams = { name: 'ECDSA', hash: 'SHA-256' };

/**
 * Runs one operation of WebCrypto; nothing else in the kit's cryptography reads `crypto.subtle`.
 *
 * @throws {@link CryptoError} `ENGINE_UNAVAILABLE` without WebCrypto, `ENGINE_FAILED` (with cause) when it refuses.
 */
export async function webCrypto<Result>(run: (subtle: SubtleCrypto) => Promise<Result>): Promise<Result> {
  // Browsers leave `subtle` out of insecure contexts, though the types say otherwise.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) {
    throw new CryptoError(
      'ENGINE_UNAVAILABLE',
      'There is no Web Crypto: browsers offer it on https and localhost only.',
    );
  }
  try {
    return await run(subtle);
  } catch (cause) {
    throw new CryptoError('ENGINE_FAILED', "This browser's Web Crypto refused an operation.", { cause });
  }
}

/** @throws TypeError that names the argument. */
export function requireText(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${argument} must be a string.`);
}

/** @throws TypeError that names the argument. */
export function requireObject(value: unknown, argument: string): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${argument} must be an object.`);
}

/**
 * Checks that a value is a private P-256 CryptoKey for one use.
 *
 * @throws TypeError that names the argument.
 */
export function requirePrivateKey(
  value: unknown,
  algorithm: EcKeyAlgorithm,
  argument: string,
): asserts value is CryptoKey {
  const key = value as Partial<CryptoKey> | null | undefined;
  const { name, namedCurve } = (key?.algorithm ?? {}) as Partial<EcKeyAlgorithm>;
  if (key?.type !== 'private' || name !== algorithm.name || namedCurve !== algorithm.namedCurve) {
    throw new TypeError(`${argument} must be a private ${algorithm.name} CryptoKey on P-256.`);
  }
}
