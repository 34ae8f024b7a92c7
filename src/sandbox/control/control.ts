/** The control plane under `/_sandbox`: what only an operator or time brings. It answers programs on this machine, and no foreign web page. */
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { runDueEvents } from '../due-events.ts';
import { respond } from '../http/exchange.ts';
import type { FaultRules } from '../http/fault-rules.ts';
import { malformedIds } from '../http/path-ids.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { Reply } from '../http/route.ts';
import { validate } from '../http/validation.ts';
import type { Queue } from '../../queue.ts';
import type { Service } from '../service/service.ts';
import { advanceClock } from './advance-clock.ts';
import type { ControlRoute } from './control-route.ts';
import { faultRoutes } from './fault-routes.ts';
import { observationRoutes } from './observation-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { personRoutes } from './person-routes.ts';
import { stateRoutes } from './state-routes.ts';
import { walletAccessRoutes } from './wallet-access-routes.ts';

/** Options of {@link createControl}. */
export interface CreateControlOptions {
  readonly service: Service;
  readonly faults: FaultRules;
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

/** Builds the control plane. */
export function createControl(options: CreateControlOptions): Hono {
  const { service, faults, log, queue, info, reset } = options;
  const app = new Hono().basePath(controlBasePath);
  app.use(async (context, next) => {
    await next();
    context.header('Date', new Date(service.clock.now()).toUTCString());
    context.header('Cache-Control', 'no-store');
  }, refuseForeignPages);
  const rows: readonly ControlRoute[] = [
    ...stateRoutes({ service, info, reset }),
    ...observationRoutes(service, log),
    ...faultRoutes(faults),
    ...operatorRoutes(service),
    ...walletAccessRoutes(service),
    ...personRoutes(service),
  ];
  for (const row of rows) {
    app.on(row.method, row.path, async (context) => {
      const text = await context.req.text();
      if (row.deliversFirst) {
        await queue(() => Promise.resolve(runDueEvents(service)));
        await service.webhookQueue.flush();
      }
      const reply = await queue(async () => {
        runDueEvents(service);
        const handled = await handle(row, context, text);
        runDueEvents(service);
        return handled;
      });
      void service.webhookQueue.flush();
      return respond(context, reply);
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

// A page can send a "simple" request to any address: its origin tells it apart, and a JSON body makes its browser ask first.
const refuseForeignPages: MiddlewareHandler = async ({ req }, next) => {
  const origin = req.header('Origin');
  const isForeign = origin !== undefined && origin !== new URL(req.url).origin;
  if (isForeign || req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new Refusal(403, 'FORBIDDEN', 'The control plane takes no calls from pages of another origin.');
  }
  if ((await req.text()) !== '' && !/^application\/json\s*(;|$)/i.test(req.header('Content-Type') ?? '')) {
    const message = 'The body of a control call is JSON: send Content-Type: application/json.';
    throw new Refusal(415, 'INVALID_REQUEST_FORMAT', message);
  }
  await next();
};

async function handle(row: ControlRoute, { req }: Context, text: string): Promise<Reply> {
  const params = req.param() as Readonly<Record<string, string>>;
  const idErrors = malformedIds(row.ids, params);
  if (idErrors.length > 0) throw invalidInput(idErrors);
  const query = validate(row.query ?? v.strictObject({}), req.query(), { root: 'query' });
  const body = row.method === 'GET' ? undefined : validate(row.body ?? v.strictObject({}), parse(text));
  const { origin } = new URL(req.url);
  return row.handle({ params, query, body, text, origin } as never);
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
}
