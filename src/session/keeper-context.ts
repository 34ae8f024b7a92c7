/** What the parts of a keeper share. */
import type { Queue } from '../queue.ts';
import type { Leaving } from './leaving.ts';
import type { PageSession } from './page-session.ts';
import type { PageStore } from './page-store.ts';
import { SessionError } from './session-error.ts';
import type { SessionKeeperOptions } from './session.ts';

/** Made once per keeper. */
export interface KeeperContext {
  readonly options: SessionKeeperOptions;
  /** The record's key in the store. */
  readonly key: string;
  readonly store: PageStore;
  readonly page: PageSession;
  readonly leaving: Leaving;
  /** Revokes, in the background, the sessions that this page has ended. */
  readonly revoke: () => void;
  readonly inTurn: Queue;
  /** Reads the record and makes the transition that it calls for. */
  readonly read: () => Promise<void>;
}

/** Why nobody can sign in this state. */
export function notSignedIn(page: PageSession): SessionError {
  if (page.phase() === 'closed') return new SessionError('WALLET_CLOSED');
  if (page.phase() === 'outdated') return new SessionError('UPDATE_REQUIRED');
  if (page.phase() === 'uncertain') return new SessionError('CLOCK_UNCERTAIN');
  return new SessionError(page.reason() === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
}
