/** The shape of the catalogue's rows. */

/**
 * The caller's next step:
 * - `retry`: the same call again, at once or after `retryAfter` seconds;
 * - `reauthenticate`: the person signs in to the wallet again;
 * - `log-in`: the person logs in to your platform again: its own session is over;
 * - `restart`: this flow starts over from its first step (a new code, a new quote);
 * - `fix-input`: the call can't succeed as it is: change what was passed or typed;
 * - `configure`: a developer changes a setting, which the message names;
 * - `unsupported`: this browser or this service can't do it.
 */
export type NextStep = 'retry' | 'reauthenticate' | 'log-in' | 'restart' | 'fix-input' | 'configure' | 'unsupported';

/**
 * The party that can act on an error: the page's user, the page's code by itself, its developer, or the operator of
 * back-end and service.
 */
export type Actor = 'person' | 'page' | 'developer' | 'operator';

/** Facts about one code. */
export interface ErrorFacts {
  /** The next steps that an error with this code can name; the usual one first. */
  readonly nextSteps: readonly [NextStep, ...NextStep[]];
  readonly actor: Actor;
  /** Cause, as a sentence for developers. */
  readonly cause: string;
  /** Remedy, as a sentence for developers. */
  readonly remedy: string;
}
