/** Control calls that look: requests, codes that were sent, webhooks. */
import * as v from 'valibot';
import { id, matching } from '../http/fields.ts';
import { isLoopbackUrl } from '../http/loopback.ts';
import { pathMatches, pathPattern } from '../http/path-pattern.ts';
import { Refusal, unknownRecord } from '../http/refusal.ts';
import type { LoggedRequest, RequestLog } from '../http/request-log.ts';
import type { Service } from '../service/service.ts';
import { emitTest } from '../webhooks/webhook-events.ts';
import { controlRoute, type ControlRoute } from './control-route.ts';

const otpQuery = v.strictObject({ credentialId: id('AuthMethod') });
const loopback = v.pipe(v.string(), v.check(isLoopbackUrl, 'This must be an http URL on this machine.'));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What is expected of the requests so far; what is left out matches everything. */
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
export function observationRoutes(service: Service, log: RequestLog): readonly ControlRoute[] {
  return [
    controlRoute({ method: 'GET', path: '/requests', handle: () => ({ status: 200, body: { data: log.list() } }) }),
    controlRoute({
      method: 'POST',
      path: '/requests/expect',
      body: expectation,
      handle: ({ body }) => ({ status: 200, body: { data: expectRequests(log, body) } }),
    }),
    controlRoute({
      method: 'GET',
      path: '/otp',
      query: otpQuery,
      handle({ query: { credentialId } }) {
        const otp = service.state.otps.get(credentialId);
        if (otp === undefined) throw unknownRecord('pending code');
        const { code, wrongAttempts } = otp;
        const expiresAt = new Date(otp.expiresAt).toISOString();
        return { status: 200, body: { credentialId, otpCode: code, expiresAt, wrongAttempts } };
      },
    }),
    controlRoute({
      method: 'GET',
      path: '/webhooks',
      deliversFirst: true,
      handle: () => ({ status: 200, body: webhooks(service) }),
    }),
    controlRoute({
      method: 'POST',
      path: '/webhooks',
      body: v.strictObject({ url: v.nullable(loopback) }),
      handle({ body: { url } }) {
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
