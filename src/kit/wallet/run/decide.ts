/** Decides after a request that can do an action and wasn't answered with success: the table of docs/reliability.md, an action. */
import type { Verdict } from '../../transport/index.ts';

/** Result of reading an action's state from the service. `over`: it was not done, and can't be any more. */
export type Finding<Outcome> =
  | { readonly found: 'done'; readonly outcome: Outcome }
  | { readonly found: 'over'; readonly error: unknown }
  | { readonly found: 'undone' | 'unread' };

/** The answer to a request that can do the action; `timed-out`: there was none in time. */
export interface Answered {
  readonly verdict: Exclude<Verdict, 'success'>;
  readonly status: number | 'timed-out' | undefined;
  /** Whether the key of this browser's session has stamped it. */
  readonly isStamped: boolean;
}

/** The requests that were sent. */
export interface Sent {
  /** Whether this is the only one that could do the action. */
  readonly isOnly: boolean;
  /** Whether it was sent for the second time. */
  readonly isResent: boolean;
}

/**
 * `refused` without asking the service, or else what an undone action is, before every request has expired: then it is
 * refused. What is found done or over is that, and what can't be read is unknown.
 */
export type Decision =
  | 'refused'
  | {
      readonly undone: 'refused' | 'again' | 'unknown';
      /**
       * Whether the service's list of sessions is asked too. Without the session, that is over in every tab, and the next
       * step is `reauthenticate`; with it, that of a refusal is `restart`.
       */
      readonly asksSessions: boolean;
    };

/** Decides row by row. `hasEndState`: the action leaves something that can be read, which a sign-in and a refresh don't. */
export function decide(
  { verdict, status, isStamped }: Answered,
  { isOnly, isResent }: Sent,
  hasEndState: boolean,
): Decision {
  const isDefinite = verdict === 'refusal' || (verdict === 'end-state' && !hasEndState && status !== 409);
  if (isDefinite) return isOnly ? 'refused' : { undone: 'unknown', asksSessions: false };
  if (verdict === 'end-state')
    return { undone: isOnly ? 'refused' : 'unknown', asksSessions: isStamped && status === 401 };
  const maySendAgain = !isResent && status !== 429 && status !== 'timed-out';
  return { undone: maySendAgain ? 'again' : 'unknown', asksSessions: false };
}
