import { errorCatalogue, type CodeOf } from '../kit/error-catalogue/index.ts';
import { CountersignError } from '../kit/errors.ts';

/** Why a sandbox can't start or go on. */
export type SandboxErrorCode = CodeOf<'SandboxError'>;

/** A sandbox that can't start or go on; refused API calls are answers, not errors. */
export class SandboxError extends CountersignError<SandboxErrorCode> {
  override readonly name = 'SandboxError';

  constructor(code: SandboxErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(code, message, { ...options, nextStep: errorCatalogue.SandboxError[code].nextSteps[0] });
  }
}
