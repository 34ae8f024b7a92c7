/** Webhook events: written at the moment of the event and signed over the exact body. */
import type { TransactionRecord } from '../payments/payment-records.ts';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import type { WebhookRecord } from './webhook-records.ts';

/** Writes an event down and arranges its delivery. `status` becomes part of the name where the profile says so. */
export function emitWebhook(service: Service, kind: string, status: string | null, data: unknown): void {
  const { id, state } = write(service, kind, status, data);
  if (state === 'pending') service.clock.after(0, 'webhook.deliver', id);
}

/** Tells of what only the public service has events for. */
export function emitNamed(service: Service, type: string, data: () => unknown): void {
  if (service.profile.paymentEventNames === 'with-status') emitWebhook(service, type, null, data());
}

// The states of an incoming payment that have an event: by a plain name only the one that updates the balance.
const incomingStates = { plain: ['COMPLETED'], 'with-status': ['PENDING', 'COMPLETED', 'FAILED'] } as const;

/** Tells of a payment's new status, and of its refund where the profile has events for refunds. */
export function emitPayment(service: Service, record: TransactionRecord): void {
  const kind = `${record.type}_PAYMENT`;
  const { paymentEventNames } = service.profile;
  const states: readonly string[] = incomingStates[paymentEventNames];
  if (record.type === 'OUTGOING' || states.includes(record.status)) {
    emitWebhook(service, kind, record.status, record);
  }
  const refund = record['refund'] as { readonly status: string } | undefined;
  if (paymentEventNames === 'with-status' && refund !== undefined)
    emitWebhook(service, kind, `REFUND_${refund.status}`, record);
}

/** Arranges the delivery of a TEST, as setting an endpoint does. */
export function emitTest(service: Service): void {
  const { id, state } = writeTest(service);
  if (state === 'pending') service.clock.after(0, 'webhook.deliver', id);
}

/** Writes a TEST down, which is sent by {@link WebhookQueue.send} or never. */
export function writeTest(service: Service): WebhookRecord {
  return write(service, 'TEST', null, service.contract.testEvent === 'empty-data' ? {} : undefined);
}

function write(service: Service, kind: string, status: string | null, data: unknown): WebhookRecord {
  const { clock, enclave, profile, random, settings, state } = service;
  const type = status === null || profile.paymentEventNames === 'plain' ? kind : `${kind}.${status}`;
  const id = mintId(random, 'Webhook');
  const text = JSON.stringify({ id, type, timestamp: clock.iso(), data });
  const signature = JSON.stringify({ v: '1', s: enclave.webhookSignature(text) });
  const { endpoint, records } = state.webhooks;
  const record: WebhookRecord = {
    id,
    type,
    text,
    signature,
    attempts: [],
    state: endpoint === null ? 'no-endpoint' : 'pending',
  };
  records.set(id, record);
  for (const oldest of records.keys()) {
    if (records.size <= settings.historyLimit) break;
    records.delete(oldest);
  }
  return record;
}
