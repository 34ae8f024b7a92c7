/** Parts of an action, for `onEvent`. */
import { readInstant } from '../../waiting.ts';
import type { WalletContext } from '../context.ts';
import type { ActionOutcome, ActionPhase, Note } from './events.ts';

/** Notes that a part of an action has ended. */
export type TellPhase = (phase: ActionPhase, outcome: ActionOutcome) => void;

/** Notes the parts of an action, each with the time since the one before. */
export function phasesOf({ note, clock }: WalletContext, about: Pick<Note, 'request' | 'intent'>): TellPhase {
  let since = readInstant(clock);
  return (phase, outcome) => {
    note({ step: 'transition', ...about, phase, outcome, since });
    since = readInstant(clock);
  };
}
