/** State of a code screen: a frozen snapshot that stays the same object until something changes. */
import type { AuthMethod } from '../../kit/wire.ts';

/**
 * Phase of a code entry:
 * - `sending`: a message is requested; with `error` none was sent, and `resend()` tries again;
 * - `waiting`: the code is on its way;
 * - `checking`: a code is with the service;
 * - `wrong`: the service refused it, another can be submitted;
 * - `expired`: the code has expired, or its sign-in can't continue: `resend()`;
 * - `exhausted`: too many wrong ones, only a new code helps: `resend()`;
 * - `done`: signed in, here or in another tab.
 */
export type CodeEntryPhase = 'sending' | 'waiting' | 'checking' | 'wrong' | 'expired' | 'exhausted' | 'done';

/** A snapshot. */
export type CodeEntryState = Readonly<{
  phase: CodeEntryPhase;
  /** Destination of the code: `nickname` is the address or the number. */
  credential?: AuthMethod;
  /** Seconds until a new code can be requested: 30 after a message whose code is valid, or the service's `Retry-After`; 0: now. */
  resendIn: number;
  /** Seconds until the code expires by the service's clock; absent without a code. */
  expiresIn?: number;
  /** Whether the code was sent before a reload, and no message by this page. */
  isContinued: boolean;
  /** `persistent`: a reload continues; `memory`: nothing can be stored here, so a reload sends another message. */
  storage: 'persistent' | 'memory';
  /** An error of the kit beside the phases, to be shown with its own words. */
  error?: unknown;
}>;

const names = ['phase', 'credential', 'resendIn', 'expiresIn', 'isContinued', 'storage', 'error'] as const;

/** Returns true if a screen shows the same for both. */
export function isSameState(left: CodeEntryState, right: CodeEntryState): boolean {
  return names.every((name) => left[name] === right[name]);
}
