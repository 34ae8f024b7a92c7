import { CountersignError, type NextStep } from '../errors.ts';

const nextSteps = {
  HOST_NOT_LOOPBACK: 'fix-input',
  PORT_UNAVAILABLE: 'fix-input',
} as const satisfies Record<string, NextStep>;

/** Why a sandbox can't start. */
export type SandboxErrorCode = keyof typeof nextSteps;

/** A sandbox that can't start or go on; refused API calls are answers, not errors. */
export class SandboxError extends CountersignError<SandboxErrorCode> {
  override readonly name = 'SandboxError';

  constructor(code: SandboxErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(code, message, { ...options, nextStep: nextSteps[code] });
  }
}
