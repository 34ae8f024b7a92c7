/** What happens by itself when its time comes. */
import type { DueEvent } from './clock.ts';
import { expireQuote, settlePayment } from './payments.ts';
import type { World } from './world.ts';

const handlers: Readonly<Record<string, (world: World, event: DueEvent) => void>> = {
  'quote.expire': (world, { subject }) => expireQuote(world, subject),
  'quote.settle': (world, { subject }) => settlePayment(world, subject),
};

/** Runs everything due, in order. */
export function runDueEvents(world: World): void {
  world.clock.runDue((event) => handlers[event.kind]?.(world, event));
}
