/** The shape of the catalogue's rows. */

/**
 * What a caller does next:
 * - `retry`: the same call again, at once or after `retryAfter` seconds;
 * - `reauthenticate`: the person signs in to the wallet again;
 * - `log-in`: the person logs in to your platform again: its own session is over;
 * - `restart`: this flow starts over from its first step (a new code, a new quote);
 * - `fix-input`: the call can't succeed as it is: change what was passed or typed;
 * - `configure`: a developer changes a setting, which the message names;
 * - `unsupported`: this browser or this service can't do it.
 */
export type NextStep = 'retry' | 'reauthenticate' | 'log-in' | 'restart' | 'fix-input' | 'configure' | 'unsupported';

/** Who can do something about an error: who uses the page, its code by itself, who wrote it, or who runs back-end and service. */
export type Actor = 'person' | 'page' | 'developer' | 'operator';

/** What is known of one code. */
export interface ErrorFacts {
  /** The next steps that an error with this code can name; the usual one first. */
  readonly nextSteps: readonly [NextStep, ...NextStep[]];
  readonly actor: Actor;
  /** What happened, as a sentence for developers. */
  readonly cause: string;
  /** What to do about it, as a sentence for developers. */
  readonly remedy: string;
}
