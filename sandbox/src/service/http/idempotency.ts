/** The same `Idempotency-Key` gives the first answer again: compares method, path and body, remembers 2xx only. */
import { invalidInput, Refusal } from './refusal.ts';
import type { IncomingRequest, Reply } from './route.ts';
import type { Service } from '../service/service.ts';

const RETENTION_MS = 24 * 60 * 60 * 1000;

/** The remembered answer to this request, if there is one. @throws Refusal 409 `CONFLICT` for a key of another request. */
export function replay(service: Service, { method, path, text, idempotencyKey }: IncomingRequest): Reply | null {
  if (idempotencyKey === null || service.settings.unsafeExecuteTwice) return null;
  if (idempotencyKey.length === 0 || idempotencyKey.length > 255) {
    const message = 'This header has 1 to 255 characters.';
    throw invalidInput([{ field: 'Idempotency-Key', constraint: { minLength: 1, maxLength: 255 }, message }]);
  }
  const known = service.state.idempotency.get(idempotencyKey);
  if (known === undefined || known.at + RETENTION_MS <= service.clock.now()) return null;
  if (known.method !== method || known.path !== path || known.text !== text) {
    throw new Refusal(409, 'CONFLICT', 'This Idempotency-Key belongs to another request: use a new one.', {
      reason: 'Idempotency-Key reused',
    });
  }
  return known.body === null
    ? { status: known.status }
    : { status: known.status, body: JSON.parse(known.body) as unknown };
}

/** Remembers an answer for a day of sandbox time; a 202 is a question, not an outcome. */
export function remember(
  service: Service,
  { method, path, text, idempotencyKey }: IncomingRequest,
  reply: Reply,
): void {
  if (idempotencyKey === null || reply.status >= 300 || reply.status === 202) return;
  const at = service.clock.now();
  for (const [key, record] of service.state.idempotency) {
    if (record.at + RETENTION_MS > at) break;
    service.state.idempotency.delete(key);
  }
  const body = reply.body === undefined ? null : JSON.stringify(reply.body);
  service.state.idempotency.set(idempotencyKey, { method, path, text, status: reply.status, body, at });
}
