/** Moves the clock forward instant by instant, so that what falls due on the way happens in its own time, deliveries and their repetitions included. */
import { runDueEvents } from './events.ts';
import type { Queue } from './queue.ts';
import type { World } from './world.ts';

/** Resolves at the end of the journey, in ms of sandbox time; receivers may call the sandbox at every stop. */
export async function travel(world: World, queue: Queue, ms: number): Promise<void> {
  let left = ms;
  do {
    const atMost = left;
    left -= await queue(() => Promise.resolve(goOn(world, atMost)));
    await world.courier.flush();
  } while (left > 0);
}

function goOn(world: World, atMost: number): number {
  runDueEvents(world);
  const { clock, state } = world;
  // Without a receiver nobody sees the stops; events run in order, each at its own time, in one go.
  const stop = state.webhooks.endpoint === null ? Infinity : (clock.nextDue() ?? Infinity);
  const step = Math.min(atMost, Math.max(stop - clock.now(), 0));
  clock.advance(step);
  runDueEvents(world);
  return step;
}
