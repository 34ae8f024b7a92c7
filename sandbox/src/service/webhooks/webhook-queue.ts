/** The webhook queue: each event is delivered to the platform's endpoint, with back-off on the sandbox clock. */
import { decideByAnswer } from '../payments/incoming-approvals.ts';
import type { Service } from '../service/service.ts';
import type { WebhookQueue, WebhookRecord } from './webhook-records.ts';

const MAX_ATTEMPTS = 160;
const MAX_GAP_MS = 30 * 60_000;
const RECEIVER_TIMEOUT_MS = 10_000;

/** Creates the queue; `send` is the network. */
export function createWebhookQueue(
  service: Omit<Service, 'webhookQueue'>,
  send: (request: Request) => Promise<Response>,
): WebhookQueue {
  let waiting: string[] = [];
  let running: Promise<void> = Promise.resolve();

  const deliver = async (record: WebhookRecord, endpoint: string): Promise<number | null> => {
    const headers = { 'Content-Type': 'application/json', [service.profile.webhookSignatureHeader]: record.signature };
    const { state } = service;
    let status: number | null = null;
    try {
      // Real time: a receiver that never answers must not hold up a caller that waits for the deliveries.
      const signal = AbortSignal.timeout(RECEIVER_TIMEOUT_MS);
      // A receiver on this machine may not send an event on to another one.
      const redirect = 'manual';
      const request = new Request(endpoint, { method: 'POST', headers, body: record.text, signal, redirect });
      const response = await Promise.race([send(request), aborted(signal)]);
      status = response.status;
      await response.body?.cancel();
    } catch {
      // A receiver that can't be reached is tried again.
    }
    // After a reset the same ids are of others.
    if (service.state !== state) return status;
    record.attempts.push({ at: service.clock.iso(), status });
    const undecided = undecidedPayment(service, record);
    if (undecided !== null) {
      // The answer is the platform's decision: it is asked for once.
      record.state = status === null || status >= 500 ? 'given-up' : 'delivered';
      decideByAnswer(service, undecided, status);
    } else if (status !== null && ((status >= 200 && status < 300) || status === 409)) record.state = 'delivered';
    else if (record.type === 'TEST' || record.attempts.length >= MAX_ATTEMPTS) record.state = 'given-up';
    else {
      const gap = Math.min(1000 * 2 ** (record.attempts.length - 1), MAX_GAP_MS);
      service.clock.after(gap, 'webhook.deliver', record.id);
    }
    return status;
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const ids = waiting;
      waiting = [];
      for (const id of ids) {
        const { endpoint, records } = service.state.webhooks;
        const record = records.get(id);
        if (record?.state !== 'pending') continue;
        // Nothing would ask for it again: it is as an event that happens without an endpoint.
        if (endpoint === null) record.state = 'no-endpoint';
        else await deliver(record, endpoint);
      }
    }
  };

  return Object.freeze({
    enqueue(id: string) {
      waiting.push(id);
    },
    send(record: WebhookRecord) {
      const { endpoint } = service.state.webhooks;
      return endpoint === null ? Promise.resolve(null) : deliver(record, endpoint);
    },
    flush() {
      running = running.then(run);
      return running;
    },
  });
}

function undecidedPayment({ state }: Omit<Service, 'webhookQueue'>, { type, text }: WebhookRecord): string | null {
  if (type !== 'INCOMING_PAYMENT.PENDING') return null;
  const { data } = JSON.parse(text) as { readonly data: { readonly id: string } };
  return state.undecided.has(data.id) ? data.id : null;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No answer in time.', 'TimeoutError')));
  });
}
