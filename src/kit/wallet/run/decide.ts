/** Decides after a request that can do an action and wasn't answered with success: the table of docs/reliability.md, an action. */
import type { Verdict } from '../../transport/index.ts';

/** Result of reading an action's state from the service. `over`: it was not done, and can't be any more. */
export type Finding<Outcome> =
  | { readonly found: 'done'; readonly outcome: Outcome }
  | { readonly found: 'over'; readonly error: unknown }
  | { readonly found: 'undone' | 'unread' };

/** The next step: ask the service, report an outcome, or send the same request again. */
export type Decision = 'look' | 'done' | 'over' | 'refused' | 'again' | 'unknown';

/** Further facts for the decision. */
export interface DecisionFacts {
  /** Whether this is the only request that could do the action. */
  readonly isOnly: boolean;
  /** Whether it was sent for the second time. */
  readonly isResent: boolean;
  /** Whether every sent request has expired. */
  readonly isLate: boolean;
}

/** Decides row by row. `finding`: the action's state at the service, undefined before the first look-up. */
export function decide(
  verdict: Exclude<Verdict, 'success'>,
  status: number | 'timed-out' | undefined,
  finding: Finding<unknown>['found'] | undefined,
  { isOnly, isResent, isLate }: DecisionFacts,
): Decision {
  if (isOnly && verdict === 'refusal') return 'refused';
  if (finding === undefined) return 'look';
  if (finding === 'done' || finding === 'over') return finding;
  if (finding === 'unread') return 'unknown';
  if (isLate || (isOnly && verdict === 'end-state')) return 'refused';
  const maySendAgain = verdict === 'unclear' && !isResent && status !== 429 && status !== 'timed-out';
  return maySendAgain ? 'again' : 'unknown';
}
