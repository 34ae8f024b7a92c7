/** What it takes the main thread to tell a listener of many events, and to note them where nobody listens. */
import type { WalletEvent } from 'countersign';
import { createSystemClock } from '../../../src/clock.ts';
import { createNotes } from '../../../src/wallet/notes.ts';

const request = { method: 'PATCH', path: '/cards/Card:00000000-0000-4000-8000-00000000000a' } as const;
const value = { status: 200, requestId: '00000000-0000-4000-8000-00000000000b' };

/** Milliseconds for this many events, with a listener that keeps the last one and without any. */
async function run(count: number): Promise<{ heard: number; unheard: number }> {
  const clock = createSystemClock();
  const since = { wall: clock.now(), monotonic: clock.monotonic() };
  const note = (take: ReturnType<typeof createNotes>): void =>
    take({ step: 'request', flow: 'card.freeze', call: 1, request, since, value, leg: 2, attempt: 1 });
  const heard = await new Promise<number>((resolve) => {
    let told = -1;
    let last: WalletEvent | undefined;
    let start = 0;
    const take = createNotes((event) => {
      told += 1;
      last = event;
      // The first one has loaded the chunk.
      if (told === 0) {
        start = performance.now();
        for (let noted = 0; noted < count; noted += 1) note(take);
      } else if (told === count && last.step === 'request') resolve(performance.now() - start);
    }, clock);
    note(take);
  });
  const unheardBy = createNotes(undefined, clock);
  const start = performance.now();
  for (let noted = 0; noted < count; noted += 1) note(unheardBy);
  return { heard, unheard: performance.now() - start };
}

Object.assign(globalThis, { benchEvents: run });
