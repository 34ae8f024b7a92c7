/** Incoming payments that the platform decides on: by its answer to the webhook, or by a call within five seconds of a 202. */
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import { outcomeOf, type OutcomeOf } from '../service/endings.ts';
import { failIncoming, transitionIncoming } from './incoming-payments.ts';
import { SLOW_MS } from './outgoing-payments.ts';
import type { TransactionRecord } from './payment-records.ts';

const DECISION_MS = 5000;

type Undelivered = Omit<Service, 'webhookQueue'>;

/** Lets a payment wait for the platform's decision. */
export function awaitDecision({ clock, state }: Service, { id }: TransactionRecord): void {
  state.undecided.add(id);
  clock.after(DECISION_MS, 'incoming.undecided', id);
}

/** Takes the platform's decision. @throws Refusal 404, or 409 for a payment that waits for none. */
export function decideIncoming(service: Service, id: string, decision: 'approve' | 'reject'): TransactionRecord {
  const record = service.state.transactions.get(id);
  if (record === undefined) throw new Refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.');
  if (!service.state.undecided.has(id)) {
    const message = "Only an incoming payment that waits for the platform's decision can be approved or rejected.";
    throw new Refusal(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', message);
  }
  transitionIncoming(service, record, decision === 'approve' ? 'PROCESSING' : 'REJECTED');
  const settlementMs = outcomeOfSender(record) === 'LONG' ? SLOW_MS : service.settings.settlementMs;
  if (decision === 'approve') service.clock.after(settlementMs, 'incoming.settle', id);
  return record;
}

/** Reads the answer to the webhook of a payment that waits: 2xx approves, 202 takes time, 403 rejects, anything else fails it. */
export function decideByAnswer(service: Undelivered, id: string, status: number | null): void {
  const whole = service as Service;
  if (!service.state.undecided.has(id) || status === 202) return;
  if (status === 403) decideIncoming(whole, id, 'reject');
  else if (status !== null && status >= 200 && status < 300) decideIncoming(whole, id, 'approve');
  else failUndecided(whole, id, 'PAYMENT_APPROVAL_WEBHOOK_ERROR');
}

/** Fails a payment without a decision in time. */
export function expireDecision(service: Service, id: string): void {
  failUndecided(service, id, 'PAYMENT_APPROVAL_TIMED_OUT');
}

/** Completes a payment that was approved, or fails it as its sender's address says. */
export function settleIncoming(service: Service, id: string): void {
  const record = service.state.transactions.get(id);
  if (record?.status !== 'PROCESSING') return;
  const outcome = outcomeOfSender(record);
  if (outcome === 'COMPLIANCE_REJECTED') failIncoming(service, record, outcome);
  else transitionIncoming(service, record, 'COMPLETED');
}

function outcomeOfSender(record: TransactionRecord): OutcomeOf<'umaAddress'> | undefined {
  return outcomeOf('umaAddress', (record['source'] as { readonly umaAddress?: string }).umaAddress);
}

function failUndecided(service: Service, id: string, reason: string): void {
  const record = service.state.transactions.get(id);
  if (record !== undefined && service.state.undecided.has(id)) failIncoming(service, record, reason);
}
