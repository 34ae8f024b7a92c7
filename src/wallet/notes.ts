/** Notes of what a wallet does, for `onEvent`. What turns them into events is a chunk of its own, which only a listener loads. */
import { readInstant, type Clock } from '../clock.ts';
import { CountersignError } from '../errors.ts';
import type { TakeNote, WalletEventListener } from './events.ts';
import type { tellEvents } from './tell-events.ts';

/** Takes the notes of one wallet; none where nobody listens. */
export function createNotes(onEvent: WalletEventListener | undefined, clock: Clock): TakeNote {
  if (onEvent === undefined) return () => {};
  let events: Promise<ReturnType<typeof tellEvents>> | undefined;
  const load = (): NonNullable<typeof events> => {
    events ??= import('./tell-events.ts').then((chunk) => chunk.tellEvents(onEvent, CountersignError));
    return events;
  };
  // A chunk that could not be loaded is asked for again.
  const forget = (): void => void (events = undefined);
  load().catch(forget);
  return (note) => {
    const now = readInstant(clock);
    load()
      .then((tell) => tell(note, now).catch(() => {}))
      .catch(forget);
  };
}
