/** Runs the events whose time has come. */
import { finishCredit } from './cards/card-messages.ts';
import { finishPull, provisionCard } from './cards/card-transactions.ts';
import type { DueEvent } from './service/clock.ts';
import { expireDecision, settleIncoming } from './payments/incoming-approvals.ts';
import { expireQuote, returnPayment, settlePayment, settleRefund } from './payments/outgoing-payments.ts';
import { expireStrongAuthentication } from './payments/strong-authentication.ts';
import type { Service } from './service/service.ts';

const handlers: Readonly<Record<string, (service: Service, event: DueEvent) => void>> = {
  'quote.expire': (service, { subject }) => expireQuote(service, subject),
  'quote.settle': (service, { subject }) => settlePayment(service, subject),
  'quote.return': (service, { subject }) => returnPayment(service, subject),
  'quote.refund': (service, { subject }) => settleRefund(service, subject),
  'sca.expire': (service, { subject }) => expireStrongAuthentication(service, subject),
  'incoming.undecided': (service, { subject }) => expireDecision(service, subject),
  'incoming.settle': (service, { subject }) => settleIncoming(service, subject),
  'card.provision': (service, { subject }) => provisionCard(service, subject),
  'card.pull': (service, { subject }) => finishPull(service, subject),
  'card.credit': (service, { subject }) => finishCredit(service, subject),
  'webhook.deliver': (service, { subject }) => service.webhookQueue.enqueue(subject),
};

/** Runs everything due, in order. */
export function runDueEvents(service: Service): void {
  service.clock.runDue((event) => handlers[event.kind]?.(service, event));
}
