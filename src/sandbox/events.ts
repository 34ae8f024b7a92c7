/** What happens by itself when its time comes. */
import { finishPull, provisionCard } from './cards.ts';
import type { DueEvent } from './clock.ts';
import { expireQuote, returnPayment, settlePayment } from './payments.ts';
import { expireStrongAuthentication } from './strong-authentication.ts';
import type { World } from './world.ts';

const handlers: Readonly<Record<string, (world: World, event: DueEvent) => void>> = {
  'quote.expire': (world, { subject }) => expireQuote(world, subject),
  'quote.settle': (world, { subject }) => settlePayment(world, subject),
  'quote.return': (world, { subject }) => returnPayment(world, subject),
  'sca.expire': (world, { subject }) => expireStrongAuthentication(world, subject),
  'card.provision': (world, { subject }) => provisionCard(world, subject),
  'card.pull': (world, { subject }) => finishPull(world, subject),
  'webhook.deliver': (world, { subject }) => world.courier.dispatch(subject),
};

/** Runs everything due, in order. */
export function runDueEvents(world: World): void {
  world.clock.runDue((event) => handlers[event.kind]?.(world, event));
}
