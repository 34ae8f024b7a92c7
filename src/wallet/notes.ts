/** Notes of what a wallet does, for `onEvent`. What turns them into events is a chunk of its own, which only a listener loads. */
import { readInstant, type Clock, type Instant } from '../clock.ts';
import { CountersignError } from '../errors.ts';
import type { WalletState } from '../session/index.ts';
import type { ActionEvent, ActionPhase, TransportRequest } from '../transport/index.ts';
import type { WalletEventListener, WalletFlow } from './events.ts';

/** What happened, as it is: an event is made of chosen parts. */
export interface Note {
  readonly step: 'begin' | 'end' | 'request' | 'move' | 'state';
  readonly flow?: WalletFlow;
  readonly call?: number;
  /** When the work began; it ended with this `value`, or failed where there is an `error`. */
  readonly since?: Instant;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly request?: Pick<TransportRequest, 'method' | 'path'>;
  readonly leg?: 1 | 2 | undefined;
  readonly attempt?: number | undefined;
  readonly intent?: string;
  readonly phase?: ActionPhase;
  readonly outcome?: ActionEvent;
  readonly state?: WalletState;
}

/** Takes a note. */
export type TakeNote = (note: Note) => void;

/** Takes the notes of one wallet; none where nobody listens. */
export function createNotes(onEvent: WalletEventListener | undefined, clock: Clock): TakeNote {
  const events = onEvent && import('./tell-events.ts').then((chunk) => chunk.tellEvents(onEvent, CountersignError));
  return (note) => {
    const now = readInstant(clock);
    events?.then((tell) => tell(note, now)).catch(() => {});
  };
}
