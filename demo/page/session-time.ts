/** How long the session lives by the service's clock, which in a sandbox can be moved ahead of this device's. */

import type { SessionState } from 'countersign';
import type { ServerClock } from './server-clock.ts';

/** From here on the page warns that the session ends. */
export const warningSeconds = 120;

/** Counts one session after the other. */
export interface SessionTime {
  /** Whole seconds that the session has left by the service's clock; 0 once it is over. */
  secondsLeft(session: SessionState): number;
  /** Takes the end that the service itself names, an ISO date-time. */
  correct(sessionId: string, expiresAt: string): void;
}

/** Makes the count; `now` is this device's time in epoch ms, which the kit counts sessions by. */
export function createSessionTime(clock: ServerClock, now: () => number = Date.now): SessionTime {
  let counted: { readonly sessionId: string; readonly expiresAt: number; readonly end: number } | null = null;
  return Object.freeze({
    secondsLeft({ sessionId, expiresAt }: SessionState): number {
      if (counted?.sessionId !== sessionId || counted.expiresAt !== expiresAt) {
        counted = { sessionId, expiresAt, end: clock.now() + (expiresAt - now()) };
      }
      return Math.max(0, Math.ceil((counted.end - clock.now()) / 1000));
    },
    correct(sessionId: string, expiresAt: string): void {
      const end = Date.parse(expiresAt);
      if (counted?.sessionId === sessionId && !Number.isNaN(end)) counted = { ...counted, end };
    },
  });
}
