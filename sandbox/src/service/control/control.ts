/**
 * The control plane under `/_sandbox`: events that only an operator or time brings. It answers programs on this
 * machine, and no foreign web page.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock, Queue } from '../../../../src/kit/waiting.ts';
import type { ApiEnvironment } from '../http/exchange.ts';
import type { FaultRules } from '../http/fault-rules.ts';
import { controlBasePath } from '../http/path-pattern.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestLog } from '../http/request-log.ts';
import { createRequestPipeline } from '../http/request-pipeline.ts';
import { createRouter } from '../http/router.ts';
import type { Service } from '../service/service.ts';
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
  readonly clock: Clock;
  /** Everything that a client needs to call the API at an origin. */
  readonly info: (origin: string) => Readonly<Record<string, string>>;
  readonly reset: () => void;
  /** The paths of the API, as templates. */
  readonly paths: readonly string[];
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Builds the control plane. */
export function createControl(options: CreateControlOptions): Hono<ApiEnvironment> {
  const { service, faults, log, queue, clock, info, reset, paths, onError } = options;
  const basePath = controlBasePath;
  return createRouter({
    service,
    basePath,
    routes: [
      ...stateRoutes({ queue, info, reset }),
      ...observationRoutes(log, paths),
      ...faultRoutes(faults, paths),
      ...operatorRoutes,
      ...walletAccessRoutes,
      ...personRoutes,
    ],
    rules: { errors: { codes: {}, errorBody: 'message' }, malformedId: 'invalid', unknownFields: 'refuse' },
    middleware: [createRequestPipeline({ service, basePath, queue, clock }), refuseForeignPages],
    onError,
  });
}

// A page can send a "simple" request to any address: its origin tells it apart, and a JSON body makes its browser ask first.
const refuseForeignPages: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  const { req } = context;
  const { origin: own, text } = context.get('exchange').incoming;
  const origin = req.header('Origin');
  if ((origin !== undefined && origin !== own) || req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new Refusal(403, 'FORBIDDEN', 'The control plane takes no calls from pages of another origin.');
  }
  if (text !== '' && !/^application\/json\s*(;|$)/i.test(req.header('Content-Type') ?? '')) {
    const message = 'The body of a control call is JSON: send Content-Type: application/json.';
    throw new Refusal(415, 'INVALID_REQUEST_FORMAT', message);
  }
  await next();
};
