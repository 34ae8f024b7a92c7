/** Webhooks: written at the moment of the event, signed over the exact body, delivered with back-off on the sandbox clock. */
import { loopbackPattern } from '../wire.ts';
import { mintId } from './ids.ts';
import type { TransactionRecord } from './state.ts';
import type { World } from './world.ts';

const CAPACITY = 1000;
const MAX_ATTEMPTS = 160;
const MAX_GAP_MS = 30 * 60_000;
const PATIENCE_MS = 10_000;

/** What became of a webhook. */
export type WebhookState = 'no-endpoint' | 'pending' | 'delivered' | 'given-up';

/** One event with its deliveries. */
export interface WebhookRecord {
  readonly id: string;
  readonly type: string;
  /** The exact text that was signed and is sent. */
  readonly text: string;
  /** Value of the signature header: JSON with `v` and `s`, the DER signature in base64. */
  readonly signature: string;
  readonly attempts: { readonly at: string; readonly status: number | null }[];
  state: WebhookState;
}

/** The part of the state that is about webhooks. */
export interface WebhookOffice {
  endpoint: string | null;
  readonly records: Map<string, WebhookRecord>;
}

/** Writes an event down and arranges its delivery. `status` becomes part of the name where the profile says so. */
export function emit(world: World, kind: string, status: string | null, data: unknown): void {
  const { id, state } = write(world, kind, status, data);
  if (state === 'pending') world.clock.after(0, 'webhook.deliver', id);
}

// The states of an incoming payment that have an event where names end in the status.
const incomingNames: readonly string[] = ['PENDING', 'COMPLETED', 'FAILED'];

/** Tells of a payment's new status, and of its refund where the profile has events for refunds. */
export function emitPayment(world: World, record: TransactionRecord): void {
  const kind = `${record.type}_PAYMENT`;
  const plain = world.profile.paymentEventNames === 'plain';
  if (plain || record.type === 'OUTGOING' || incomingNames.includes(record.status)) {
    emit(world, kind, record.status, record);
  }
  const refund = record['refund'] as { readonly status: string } | undefined;
  if (!plain && refund !== undefined) emit(world, kind, `REFUND_${refund.status}`, record);
}

/** Writes a TEST down, which is sent by {@link WebhookCourier.send} or never. */
export function writeTest(world: World): WebhookRecord {
  return write(world, 'TEST', null, {});
}

function write(world: World, kind: string, status: string | null, data: unknown): WebhookRecord {
  const { clock, enclave, profile, random, state } = world;
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
    if (records.size <= CAPACITY) break;
    records.delete(oldest);
  }
  return record;
}

/** Sends webhooks whose time has come; a receiver's 2xx or 409 ends the matter. */
export interface WebhookCourier {
  /** Puts a webhook on the list of those to send. */
  dispatch(id: string): void;
  /** Sends one webhook now; the status it was answered with, null for no answer. */
  send(record: WebhookRecord): Promise<number | null>;
  /** Resolves once everything on the list was sent once. */
  flush(): Promise<void>;
}

/** Makes the courier; `send` is the network. */
export function createCourier(
  world: Omit<World, 'courier'>,
  send: (request: Request) => Promise<Response>,
): WebhookCourier {
  let waiting: string[] = [];
  let running: Promise<void> = Promise.resolve();

  const deliver = async (record: WebhookRecord, endpoint: string): Promise<number | null> => {
    const headers = { 'Content-Type': 'application/json', [world.profile.webhookSignatureHeader]: record.signature };
    let status: number | null = null;
    try {
      // Real time: a receiver that never answers must not hold up whoever waits for the deliveries.
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const request = new Request(endpoint, { method: 'POST', headers, body: record.text, signal });
      const response = await Promise.race([send(request), aborted(signal)]);
      status = response.status;
      await response.body?.cancel();
    } catch {
      // A receiver that can't be reached is tried again.
    }
    record.attempts.push({ at: world.clock.iso(), status });
    if (status !== null && ((status >= 200 && status < 300) || status === 409)) record.state = 'delivered';
    else if (record.type === 'TEST' || record.attempts.length >= MAX_ATTEMPTS) record.state = 'given-up';
    else {
      const gap = Math.min(1000 * 2 ** (record.attempts.length - 1), MAX_GAP_MS);
      world.clock.after(gap, 'webhook.deliver', record.id);
    }
    return status;
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const ids = waiting;
      waiting = [];
      for (const id of ids) {
        const { endpoint, records } = world.state.webhooks;
        const record = records.get(id);
        if (endpoint !== null && record?.state === 'pending') await deliver(record, endpoint);
      }
    }
  };

  return Object.freeze({
    dispatch(id: string) {
      waiting.push(id);
    },
    send(record: WebhookRecord) {
      const { endpoint } = world.state.webhooks;
      return endpoint === null ? Promise.resolve(null) : deliver(record, endpoint);
    },
    flush() {
      running = running.then(run);
      return running;
    },
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No answer in time.', 'TimeoutError')));
  });
}

/** Whether a URL is one that the sandbox may call: http or https on this machine. */
export function isLoopbackUrl(text: string): boolean {
  try {
    const { hostname, protocol, username } = new URL(text);
    return loopbackPattern.test(hostname) && /^https?:$/.test(protocol) && username === '';
  } catch {
    return false;
  }
}
