/**
 * The outermost middleware of a plane: one request at a time, due events, the sandbox's `Date`; for the API also fault
 * rules and the log.
 */
import type { Clock, Queue } from '../../../../src/kit/waiting.ts';
import type { MiddlewareHandler } from 'hono';
import { runDueEvents } from '../due-events.ts';
import type { Service } from '../service/service.ts';
import { rememberLate, tellLate } from '../wallet-auth/late-operations.ts';
import { readExchange, type ApiEnvironment } from './exchange.ts';
import { respondWithFault, spoil } from './fault-answers.ts';
import { isProcessing, type FaultRules } from './fault-rules.ts';
import type { RequestLog } from './request-log.ts';

/** Options of {@link createRequestPipeline}. */
export interface CreateRequestPipelineOptions {
  readonly service: Service;
  /** Prefix of the plane's paths. */
  readonly basePath: string;
  readonly faults?: FaultRules;
  readonly log?: RequestLog;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** Creates the middleware. It throws a TypeError, as `fetch` does, when a rule drops the answer. */
export function createRequestPipeline(options: CreateRequestPipelineOptions): MiddlewareHandler<ApiEnvironment> {
  const { service, basePath, faults, log, queue, clock } = options;
  return async (context, next) => {
    const { pathname } = new URL(context.req.url);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const exchange = await readExchange(context, path, service.profile);
    context.set('exchange', exchange);
    const { method, signature, requestId } = exchange.incoming;
    const leg = signature === null && requestId === null ? 1 : 2;
    const fault = faults?.take({ method, path, leg }) ?? null;
    const delayMs = fault?.delayMs ?? 0;
    if (delayMs > 0) await new Promise<void>((resolve) => clock.schedule(delayMs, resolve));
    const isDropped = fault?.drop !== undefined;
    const record = (at: string): void => {
      const { code, ...note } = exchange.note;
      log?.add({
        at,
        method,
        path,
        leg,
        status: isDropped ? null : context.res.status,
        ...(code === undefined || isDropped ? {} : { code }),
        ...note,
        ...(fault === null ? {} : { fault: true as const }),
      });
    };
    const at = await queue(async () => {
      runDueEvents(service);
      const now = service.clock.iso();
      if (fault?.status !== undefined) {
        context.res = respondWithFault(context, fault, service);
        if (isProcessing(fault)) rememberLate(service, exchange.incoming);
      } else if (fault?.drop !== 'before') {
        await next();
        await tellLate(service, exchange.incoming, context.res);
      }
      // Events that are due at once, such as a webhook, leave before the answer does.
      runDueEvents(service);
      if (exchange.later === undefined) record(now);
      return now;
    });
    if (exchange.later !== undefined) {
      context.res = await exchange.later();
      record(at);
    }
    if (isDropped) {
      context.set('isDropped', true);
      throw new TypeError('fetch failed');
    }
    if (fault?.spoil !== undefined) context.res = await spoil(context.res, fault.spoil);
    context.header('Date', new Date(service.clock.now() + (fault?.dateSkewMs ?? 0)).toUTCString());
    context.header('Cache-Control', 'no-store');
  };
}
