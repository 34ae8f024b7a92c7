import { CountersignError, type NextStep } from '../errors.ts';

/**
 * What the cryptography refused. `ENGINE_UNAVAILABLE`: there is no Web Crypto here, as on a page without https;
 * `ENGINE_FAILED`: Web Crypto refused input that this kit had found sound.
 */
export type CryptoErrorCode =
  | 'BUNDLE_MALFORMED'
  | 'BUNDLE_KEY_NOT_PINNED'
  | 'BUNDLE_SIGNATURE_INVALID'
  | 'OTP_INVALID'
  | 'OTP_BUNDLE_INVALID'
  | 'POINT_INVALID'
  | 'SCALAR_INVALID'
  | 'SEALED_KEY_INVALID'
  | 'STAMP_MALFORMED'
  | 'STAMP_INVALID'
  | 'PAYLOAD_INVALID'
  | 'ENGINE_UNAVAILABLE'
  | 'ENGINE_FAILED';

const nextSteps: Readonly<Partial<Record<CryptoErrorCode, NextStep>>> = {
  BUNDLE_MALFORMED: 'restart',
  BUNDLE_KEY_NOT_PINNED: 'unsupported',
  BUNDLE_SIGNATURE_INVALID: 'restart',
  SEALED_KEY_INVALID: 'restart',
  PAYLOAD_INVALID: 'restart',
  ENGINE_UNAVAILABLE: 'unsupported',
  ENGINE_FAILED: 'unsupported',
};

/** A refusal by the cryptography; neither message nor cause holds a key, a code, a bundle or a payload. */
export class CryptoError extends CountersignError<CryptoErrorCode> {
  override readonly name = 'CryptoError';

  constructor(code: CryptoErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(code, message, { ...options, nextStep: nextSteps[code] ?? 'fix-input' });
  }
}
