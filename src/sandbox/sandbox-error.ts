import { CountersignError, type NextStep } from '../errors.ts';

/** Why a sandbox can't start. */
export type SandboxErrorCode = 'HOST_NOT_LOOPBACK' | 'PORT_UNAVAILABLE' | 'STATE_UNREADABLE';

const nextSteps: Readonly<Record<SandboxErrorCode, NextStep>> = {
  HOST_NOT_LOOPBACK: 'fix-input',
  PORT_UNAVAILABLE: 'fix-input',
  STATE_UNREADABLE: 'fix-input',
};

/** A sandbox that can't start or go on; refused API calls are answers, not errors. */
export class SandboxError extends CountersignError<SandboxErrorCode> {
  override readonly name = 'SandboxError';

  constructor(code: SandboxErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(code, message, { ...options, nextStep: nextSteps[code] });
  }
}
