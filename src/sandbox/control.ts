/** The control plane under `/_sandbox`: what only an operator or time brings. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { parse, type ControlTable } from './control-call.ts';
import { operatorRoutes } from './control-operator.ts';
import { runDueEvents } from './events.ts';
import { faultRule, type Faults } from './faults.ts';
import type { Queue } from './queue.ts';
import { notFound, Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import { id } from './schemas/fields.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { travel } from './time-travel.ts';
import { validate } from './validation.ts';
import { emit, isLoopbackUrl } from './webhooks.ts';
import type { World } from './world.ts';

/** The path of the control plane. */
export const controlBasePath = '/_sandbox';

/** What the control plane acts on. */
export interface ControlTargets {
  readonly world: World;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly queue: Queue;
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
export function createControl(targets: ControlTargets): (request: Request) => Promise<Response> {
  const { world, queue } = targets;
  const app = new Hono().basePath(controlBasePath);
  const table: ControlTable = { ...ownRoutes(targets), ...operatorRoutes(world) };
  for (const [name, handle] of Object.entries(table)) {
    const [method = '', path = ''] = name.split(' ');
    app.on(method, path, async (context) => {
      const text = await context.req.text();
      const { origin } = new URL(context.req.url);
      const query = context.req.query();
      const answer = await queue(() => {
        runDueEvents(world);
        const { status = 200, body } = handle(text, query, origin);
        runDueEvents(world);
        return Promise.resolve({ status, text: body === undefined ? null : JSON.stringify(body) });
      });
      // Whoever asks for the webhooks wants them sent; nothing else waits for a receiver.
      if (name === 'GET /webhooks') await world.courier.flush();
      else void world.courier.flush();
      const shown = name === 'GET /webhooks' ? JSON.stringify(handle(text, query, origin).body) : answer.text;
      return new Response(shown, { status: answer.status, headers: { 'Content-Type': 'application/json' } });
    });
  }
  app.post('/clock', async (context) => {
    await travel(world, queue, validate(advance, parse(await context.req.text())).advanceMs);
    return context.json({ now: world.clock.iso() });
  });
  app.notFound(() => {
    throw notFound('control call');
  });
  app.onError((error) => {
    if (!(error instanceof Refusal)) throw error;
    return Response.json(error.body(), { status: error.status });
  });
  return async (request) => {
    const response = await app.fetch(request);
    response.headers.set('Date', new Date(world.clock.now()).toUTCString());
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

function ownRoutes({ world, faults, log, info, reset }: ControlTargets): ControlTable {
  return {
    'GET /': (_, __, origin) => ({ body: info(origin) }),
    'POST /reset'(_, __, origin) {
      reset();
      return { body: info(origin) };
    },
    'GET /clock': () => ({ body: { now: world.clock.iso() } }),
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
      const { credentialId } = validate(otpQuery, query, 'query');
      const otp = world.state.otps.get(credentialId);
      if (otp === undefined) throw notFound('pending code');
      const { code, wrongAttempts } = otp;
      const expiresAt = new Date(otp.expiresAt).toISOString();
      return { body: { credentialId, otpCode: code, expiresAt, wrongAttempts } };
    },
    'GET /webhooks': () => ({ body: webhooks(world) }),
    'POST /webhooks'(body) {
      const { url } = validate(endpointBody, parse(body));
      world.state.webhooks.endpoint = url;
      if (url !== null) emit(world, 'TEST', null, {});
      return { body: webhooks(world) };
    },
    'GET /snapshot': () => ({ body: JSON.parse(takeSnapshot(world)) as unknown }),
    'PUT /snapshot'(body) {
      restoreSnapshot(world, body);
      return { status: 204 };
    },
  };
}

function webhooks({ state, enclave, profile }: World): unknown {
  const { endpoint, records } = state.webhooks;
  return {
    url: endpoint,
    publicKeyPem: enclave.webhookPublicKeyPem,
    signatureHeader: profile.webhookSignatureHeader,
    data: [...records.values()],
  };
}
