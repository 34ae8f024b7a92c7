/** The control plane under `/_sandbox`: what only an operator or time brings. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { runDueEvents } from './events.ts';
import { faultRule, type Faults } from './faults.ts';
import { notFound, Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import { id } from './schemas/fields.ts';
import { validate } from './validation.ts';
import type { World } from './world.ts';

/** The path of the control plane. */
export const controlBasePath = '/_sandbox';

/** What the control plane acts on. */
export interface ControlTargets {
  readonly world: World;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** What a client needs to call the API at an origin. */
  readonly info: (origin: string) => Readonly<Record<string, string>>;
  readonly reset: () => void;
}

const MAX_ADVANCE_MS = 10 * 366 * 24 * 3600 * 1000;
const advance = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ADVANCE_MS)),
});
const otpQuery = v.strictObject({ credentialId: id('AuthMethod') });

/** Builds the control plane. */
export function createControl(targets: ControlTargets): (request: Request) => Promise<Response> {
  const { world, faults, log } = targets;
  const app = new Hono().basePath(controlBasePath);
  const info = (url: string): Readonly<Record<string, string>> => targets.info(new URL(url).origin);
  app.get('/', (context) => context.json(info(context.req.url)));
  app.post('/reset', (context) => {
    targets.reset();
    return context.json(info(context.req.url));
  });
  app.post('/clock', async (context) => {
    const { advanceMs } = validate(advance, await readJson(context.req.raw));
    world.clock.advance(advanceMs);
    runDueEvents(world);
    return context.json({ now: world.clock.iso() });
  });
  app.get('/clock', (context) => context.json({ now: world.clock.iso() }));
  app.get('/requests', (context) => context.json({ data: log.list() }));
  app.get('/faults', (context) => context.json({ data: faults.list() }));
  app.post('/faults', async (context) => {
    faults.add(validate(faultRule, await readJson(context.req.raw)));
    return context.json({ data: faults.list() }, 201);
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  app.get('/otp', (context) => {
    const { credentialId } = validate(otpQuery, context.req.query());
    const otp = world.state.otps.get(credentialId);
    if (otp === undefined) throw notFound('pending code');
    const { code, expiresAt, wrongAttempts } = otp;
    return context.json({ credentialId, otpCode: code, expiresAt: new Date(expiresAt).toISOString(), wrongAttempts });
  });
  app.notFound(() => {
    throw notFound('control call');
  });
  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return context.json(error.body(), error.status as never);
  });
  return async (request) => {
    const response = await app.fetch(request);
    response.headers.set('Date', new Date(world.clock.now()).toUTCString());
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
}
