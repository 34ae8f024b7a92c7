/** Control calls that look: requests, codes that were sent, webhooks. */
import * as v from 'valibot';
import { id, matching } from '../http/fields.ts';
import { isLoopbackUrl } from '../http/loopback.ts';
import { requirePath } from '../http/nearest-path.ts';
import { pathMatches, pathPattern } from '../http/path-pattern.ts';
import { Refusal, unknownRecord } from '../http/refusal.ts';
import type { LoggedRequest, RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { emitTest } from '../webhooks/webhook-events.ts';
import { route, type SandboxRoute } from '../http/route.ts';

const otpQuery = v.strictObject({ credentialId: id('AuthMethod') });
const loopback = v.pipe(v.string(), v.check(isLoopbackUrl, 'This must be an http URL on this machine.'));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Expectation about the requests so far; an absent member matches everything. */
const expectation = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PATCH', 'DELETE'])),
  path: v.optional(pathPattern),
  leg: v.optional(v.picklist([1, 2])),
  status: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)))),
  code: v.optional(matching(/^[A-Z][A-Z0-9_]{0,63}$/)),
  after: v.optional(count, 0),
  times: v.optional(count),
});

type Expectation = v.InferOutput<typeof expectation>;

/** The calls that look. */
export function observationRoutes(log: RequestLog, paths: readonly string[]): readonly SandboxRoute[] {
  return [
    route({ method: 'GET', path: '/requests', handle: () => ({ status: 200, body: { data: log.list() } }) }),
    route({
      method: 'POST',
      path: '/requests/expect',
      body: expectation,
      handle({ body }) {
        // The log also has requests to paths that aren't there.
        if (body.times === 0) requirePath(body.path, paths);
        return { status: 200, body: { data: expectRequests(log, body) } };
      },
    }),
    route({
      method: 'GET',
      path: '/otp',
      query: otpQuery,
      handle({ service, query: { credentialId } }) {
        const otp = service.state.otps.get(credentialId);
        if (otp === undefined) throw unknownRecord('pending code');
        const { code, wrongAttempts } = otp;
        const expiresAt = new Date(otp.expiresAt).toISOString();
        return { status: 200, body: { credentialId, otpCode: code, expiresAt, wrongAttempts } };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks',
      // Events that are due are delivered first.
      handle: ({ service }) => ({
        async later() {
          await service.webhookQueue.flush();
          return { status: 200, body: webhooks(service) };
        },
      }),
    }),
    route({
      method: 'POST',
      path: '/webhooks',
      body: v.strictObject({ url: v.nullable(loopback) }),
      handle({ service, body: { url } }) {
        service.state.webhooks.endpoint = url;
        if (url !== null) emitTest(service);
        return { status: 200, body: webhooks(service) };
      },
    }),
  ];
}

function expectRequests(log: RequestLog, { times, ...wanted }: Expectation): readonly LoggedRequest[] {
  const found = log.list().filter((request) => fits(request, wanted));
  if (times === undefined ? found.length > 0 : found.length === times) return found;
  const expected = times === undefined ? 'at least one' : String(times);
  const message = `Of the requests so far ${String(found.length)} fit, not ${expected}.`;
  throw new Refusal(409, 'EXPECTATION_NOT_MET', message, { reason: found.map(describe).join('; ') || 'none fits' });
}

function fits(request: LoggedRequest, wanted: Omit<Expectation, 'times'>): boolean {
  const { method, path, leg, status, code, after } = wanted;
  return (
    request.number > after &&
    (method === undefined || method === request.method) &&
    (path === undefined || pathMatches(path, request.path)) &&
    (leg === undefined || leg === request.leg) &&
    (status === undefined || status === request.status) &&
    (code === undefined || code === request.code)
  );
}

function describe({ number, method, path, status, code }: LoggedRequest): string {
  return [`#${String(number)}`, method, path, status ?? 'no answer', code]
    .filter((part) => part !== undefined)
    .join(' ');
}

function webhooks({ state, enclave, profile }: Service): unknown {
  const { endpoint, records } = state.webhooks;
  return {
    url: endpoint,
    publicKeyPem: enclave.webhookPublicKeyPem,
    signatureHeader: profile.webhookSignatureHeader,
    data: [...records.values()],
  };
}
