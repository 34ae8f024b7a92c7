/** The sessions that are still to be revoked, as this page knows them. */
import type { LeavingSession } from './record.ts';

/** The list. */
export interface Leaving {
  all(): readonly LeavingSession[];
  /** The sessions that storage may lack. */
  own(): readonly LeavingSession[];
  /** Takes over the list of the record that was just read. */
  note(listed: readonly LeavingSession[]): void;
  /** Adds sessions that storage may lack. */
  keep(sessions: readonly LeavingSession[]): void;
  drop(sessionId: string): void;
}

/** Creates the list, empty. */
export function createLeaving(): Leaving {
  let stored: readonly LeavingSession[] = [];
  let own: readonly LeavingSession[] = [];
  return {
    all: () => [...own, ...stored],
    own: () => own,
    note(listed: readonly LeavingSession[]) {
      stored = listed;
    },
    keep(sessions: readonly LeavingSession[]) {
      own = [...own, ...sessions];
    },
    drop(sessionId: string) {
      const isOther = (session: LeavingSession): boolean => session.sessionId !== sessionId;
      own = own.filter(isOther);
      stored = stored.filter(isOther);
    },
  };
}
