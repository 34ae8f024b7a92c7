/** The control plane under `/_sandbox`: what only an operator or time brings. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { parse, type ControlTable } from './control-call.ts';
import { operatorRoutes } from './operator-routes.ts';
import { runDueEvents } from '../due-events.ts';
import { respond } from '../http/exchange.ts';
import { faultRule, type FaultRules } from '../http/fault-rules.ts';
import type { RequestQueue } from '../service/request-queue.ts';
import { unknownRecord, Refusal } from '../http/refusal.ts';
import type { RequestLog } from '../http/request-log.ts';
import { id } from '../http/fields.ts';
import { restoreSnapshot, takeSnapshot } from '../service/snapshot.ts';
import { advanceClock } from './advance-clock.ts';
import { validate } from '../http/validation.ts';
import { isLoopbackUrl } from '../http/loopback.ts';
import { emitWebhook } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';

/** The path of the control plane. */
export const controlBasePath = '/_sandbox';

/** What the control plane acts on. */
export interface ControlTargets {
  readonly service: Service;
  readonly faults: FaultRules;
  readonly log: RequestLog;
  readonly queue: RequestQueue;
  /** What a client needs to call the API at an origin. */
  readonly info: (origin: string) => Readonly<Record<string, string>>;
  readonly reset: () => void;
}

const MAX_ADVANCE_MS = 10 * 366 * 24 * 3600 * 1000;
const advance = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ADVANCE_MS)),
});
const otpQuery = v.strictObject({ credentialId: id('AuthMethod') });
const loopback = v.pipe(v.string(), v.check(isLoopbackUrl, 'This must be an http URL on this machine.'));
const endpointBody = v.strictObject({ url: v.nullable(loopback) });

/** Builds the control plane. */
export function createControl(targets: ControlTargets): Hono {
  const { service, queue } = targets;
  const app = new Hono().basePath(controlBasePath);
  app.use(async (context, next) => {
    await next();
    context.header('Date', new Date(service.clock.now()).toUTCString());
    context.header('Cache-Control', 'no-store');
  });
  const table: ControlTable = { ...ownRoutes(targets), ...operatorRoutes(service) };
  for (const [name, handle] of Object.entries(table)) {
    const [method = '', path = ''] = name.split(' ');
    app.on(method, path, async (context) => {
      const text = await context.req.text();
      const { origin } = new URL(context.req.url);
      const query = context.req.query();
      const answer = await queue(() => {
        runDueEvents(service);
        const { status = 200, body } = handle(text, query, origin);
        runDueEvents(service);
        return Promise.resolve({ status, text: body === undefined ? null : JSON.stringify(body) });
      });
      // Whoever asks for the webhooks wants them sent; nothing else waits for a receiver.
      if (name === 'GET /webhooks') await service.webhookQueue.flush();
      else void service.webhookQueue.flush();
      const shown = name === 'GET /webhooks' ? JSON.stringify(handle(text, query, origin).body) : answer.text;
      return new Response(shown, { status: answer.status, headers: { 'Content-Type': 'application/json' } });
    });
  }
  app.post('/clock', async (context) => {
    await advanceClock(service, queue, validate(advance, parse(await context.req.text())).advanceMs);
    return context.json({ now: service.clock.iso() });
  });
  app.notFound((context) => context.json(unknownRecord('control call').body(), 404));
  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return respond(context, { status: error.status, body: error.body() });
  });
  return app;
}

function ownRoutes({ service, faults, log, info, reset }: ControlTargets): ControlTable {
  return {
    'GET /': (_, __, origin) => ({ body: info(origin) }),
    'POST /reset'(_, __, origin) {
      reset();
      return { body: info(origin) };
    },
    'GET /clock': () => ({ body: { now: service.clock.iso() } }),
    'GET /requests': () => ({ body: { data: log.list() } }),
    'GET /faults': () => ({ body: { data: faults.list() } }),
    'POST /faults'(body) {
      faults.add(validate(faultRule, parse(body)));
      return { status: 201, body: { data: faults.list() } };
    },
    'DELETE /faults'() {
      faults.clear();
      return { status: 204 };
    },
    'GET /otp'(_, query) {
      const { credentialId } = validate(otpQuery, query, { root: 'query' });
      const otp = service.state.otps.get(credentialId);
      if (otp === undefined) throw unknownRecord('pending code');
      const { code, wrongAttempts } = otp;
      const expiresAt = new Date(otp.expiresAt).toISOString();
      return { body: { credentialId, otpCode: code, expiresAt, wrongAttempts } };
    },
    'GET /webhooks': () => ({ body: webhooks(service) }),
    'POST /webhooks'(body) {
      const { url } = validate(endpointBody, parse(body));
      service.state.webhooks.endpoint = url;
      if (url !== null) emitWebhook(service, 'TEST', null, {});
      return { body: webhooks(service) };
    },
    'GET /snapshot': () => ({ body: JSON.parse(takeSnapshot(service)) as unknown }),
    'PUT /snapshot'(body) {
      restoreSnapshot(service, body);
      return { status: 204 };
    },
  };
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
