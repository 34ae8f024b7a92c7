import type { CodeOf, NextStepOf } from '../error-catalogue/index.ts';
import { BaseError, type CountersignError } from '../errors.ts';

/** Codes of {@link CryptoError}. */
export type CryptoErrorCode = CodeOf<'CryptoError'>;

type FixInput = { [Code in CryptoErrorCode]: NextStepOf<Code> extends 'fix-input' ? Code : never }[CryptoErrorCode];

const otherSteps: { readonly [Code in Exclude<CryptoErrorCode, FixInput>]: NextStepOf<Code> } = {
  BUNDLE_MALFORMED: 'restart',
  BUNDLE_KEY_NOT_PINNED: 'configure',
  BUNDLE_SIGNATURE_INVALID: 'restart',
  BUNDLE_MISMATCH: 'restart',
  SEALED_KEY_INVALID: 'restart',
  PAYLOAD_INVALID: 'restart',
  ENGINE_UNAVAILABLE: 'configure',
  ENGINE_FAILED: 'unsupported',
};

/** A refusal by the cryptography; neither message nor cause holds a key, a code, a bundle or a payload. */
export type CryptoError<Code extends CryptoErrorCode = CryptoErrorCode> = Code extends CryptoErrorCode
  ? CountersignError<Code> & { readonly name: 'CryptoError' }
  : never;

/** The class of {@link CryptoError}. */
export const CryptoError: {
  new <Code extends CryptoErrorCode>(
    code: Code,
    message: string,
    options?: { readonly cause?: unknown },
  ): CryptoError<Code>;
  readonly prototype: CryptoError;
} = class CryptoError extends BaseError {
  override readonly name = 'CryptoError';

  constructor(code: CryptoErrorCode, message: string, options?: { readonly cause?: unknown }) {
    const nextStep = code in otherSteps ? otherSteps[code as keyof typeof otherSteps] : 'fix-input';
    super(code, message, { ...options, nextStep });
  }
} as never;
