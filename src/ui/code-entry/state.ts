/** State of a code screen: a frozen snapshot that stays the same object until something changes. */
import type { AuthMethod } from '../../kit/wire.ts';

/**
 * Phase of a code entry:
 * - `sending`: a message is asked for; with `error` none was sent, and `resend()` tries again;
 * - `waiting`: the code is on its way;
 * - `checking`: a code is with the service;
 * - `wrong`: the service refused it, another can be submitted;
 * - `expired`: the code's time is over, or its sign-in can't be gone on with: `resend()`;
 * - `exhausted`: too many wrong ones, only a new code helps: `resend()`;
 * - `done`: signed in, here or in another tab.
 */
export type CodeEntryPhase = 'sending' | 'waiting' | 'checking' | 'wrong' | 'expired' | 'exhausted' | 'done';

/** A snapshot. */
export type CodeEntryState = Readonly<{
  phase: CodeEntryPhase;
  /** Destination of the code: `nickname` is the address or the number. */
  credential?: AuthMethod;
  /** Seconds until a new code can be asked for: 30 after a message whose code is good, or the service's `Retry-After`; 0: now. */
  resendIn: number;
  /** Seconds that the code still lives by the service's clock; absent where no code is on its way. */
  expiresIn?: number;
  /** Whether the code was sent before a reload, and no message by this page. */
  isContinued: boolean;
  /** `persistent`: a reload goes on; `memory`: nothing can be kept here, so that a reload sends another message. */
  storage: 'persistent' | 'memory';
  /** An error of the kit beside the phases, to be shown with its own words. */
  error?: unknown;
}>;

const names = ['phase', 'credential', 'resendIn', 'expiresIn', 'isContinued', 'storage', 'error'] as const;

/** Returns true if a screen shows the same for both. */
export function isSameState(left: CodeEntryState, right: CodeEntryState): boolean {
  return names.every((name) => left[name] === right[name]);
}
