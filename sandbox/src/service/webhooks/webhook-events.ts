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

// The states that have an event. By a plain name an incoming payment has only the one that updates the balance, an
// outgoing one none before its execution; a refund that starts is in the event of the failure.
const told = {
  plain: {
    INCOMING: /^COMPLETED$/,
    OUTGOING: /^(?!PENDING$|REFUND_PENDING$)/,
  },
  'with-status': { INCOMING: /^(?:PENDING|COMPLETED|FAILED|REFUND_\w+)$/, OUTGOING: /^/ },
} as const;

/** Tells of a payment's new status. */
export function emitPayment(service: Service, record: TransactionRecord): void {
  tell(service, record, record.status);
}

/** Tells of the new status of a payment's refund. */
export function emitRefund(service: Service, record: TransactionRecord): void {
  if (record.refund !== undefined) tell(service, record, `REFUND_${record.refund.status}`);
}

function tell(service: Service, record: TransactionRecord, state: string): void {
  const isLate = record.type === 'INCOMING' && state === 'PROCESSING' && service.contract.form.hasLateEvents;
  if (!isLate && !told[service.profile.paymentEventNames][record.type].test(state)) return;
  emitWebhook(service, `${record.type}_PAYMENT`, state, record);
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
