/** Notes of what a wallet does, for `onEvent`. What turns them into events is a chunk of its own, which only a listener loads. */
import { readInstant, type Clock } from '../clock.ts';
import { CountersignError } from '../errors.ts';
import type { TakeNote, WalletEventListener } from './events.ts';

/** Takes the notes of one wallet; none where nobody listens. */
export function createNotes(onEvent: WalletEventListener | undefined, clock: Clock): TakeNote {
  const events = onEvent && import('./tell-events.ts').then((chunk) => chunk.tellEvents(onEvent, CountersignError));
  return (note) => {
    const now = readInstant(clock);
    events?.then((tell) => tell(note, now)).catch(() => {});
  };
}
