/** Moves the clock forward from event to event, so that each event, delivery and repeated delivery happens at its own time. */
import { runDueEvents } from '../due-events.ts';
import type { Queue } from '../../../../src/kit/waiting.ts';
import type { Service } from '../service/service.ts';

/** Moves the clock by `ms`; between two events, receivers of webhooks may call the sandbox. */
export async function advanceClock(service: Service, queue: Queue, ms: number): Promise<void> {
  const moved = service.state;
  let left = ms;
  // After a reset or a restored snapshot, the new state has its own time: the rest is dropped.
  const move = (): number => (service.state === moved ? left - advanceOnce(service, left) : 0);
  // Events that are already due are delivered at their own time, and their receivers have answered before the clock moves.
  await queue(() => Promise.resolve(runDueEvents(service)));
  await service.webhookQueue.flush();
  while (left > 0) {
    left = await queue(() => Promise.resolve(move()));
    await service.webhookQueue.flush();
  }
}

function advanceOnce(service: Service, atMost: number): number {
  runDueEvents(service);
  const { clock, state } = service;
  // Without a receiver the clock's steps can't be seen: events run in order, each at its own time, in one go.
  const until = state.webhooks.endpoint === null ? Infinity : (clock.nextDue() ?? Infinity);
  const step = Math.min(atMost, Math.max(until - clock.now(), 0));
  clock.advance(step);
  runDueEvents(service);
  return step;
}
