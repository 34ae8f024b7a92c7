/** What happens to a request to the API: fault rules, its turn, what is due, the answer, the log. */
import type { Api } from './api.ts';
import { runDueEvents } from './events.ts';
import { codeOf, defect, faultBody, readExchange, respond, type Exchange } from './exchange.ts';
import type { Faults, FaultRule } from './faults.ts';
import type { Queue } from './queue.ts';
import { Refusal } from './refusal.ts';
import type { RequestLog } from './request-log.ts';
import type { World } from './world.ts';

/** What the pipeline is made of. */
export interface PipelineParts {
  readonly world: World;
  readonly api: Api;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly queue: Queue;
  readonly schedule: (delayMs: number, run: () => void) => void;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Answers a request; `path` is within the API. @throws TypeError when a rule drops the answer. */
export function createPipeline(parts: PipelineParts): (request: Request, path: string) => Promise<Response> {
  const { world, faults, log, queue, schedule } = parts;
  return async (request, path) => {
    const exchange = await readExchange(request, path, world.profile);
    const { incoming, note } = exchange;
    const { method } = incoming;
    const leg = incoming.signature === null && incoming.requestId === null ? 1 : 2;
    const fault = faults.take({ method, path, leg });
    const delayMs = fault?.delayMs ?? 0;
    if (delayMs > 0) await new Promise<void>((resolve) => schedule(delayMs, resolve));
    return queue(async () => {
      runDueEvents(world);
      const at = world.clock.iso();
      await handle(parts, request, exchange, fault);
      // What is due at once, such as a webhook, leaves before the answer does.
      runDueEvents(world);
      const dropped = fault?.drop !== undefined;
      const code = dropped ? undefined : codeOf(exchange.reply);
      log.add({
        at,
        method,
        path,
        leg,
        status: dropped ? null : exchange.reply.status,
        ...(code === undefined ? {} : { code }),
        ...note,
        ...(fault === null ? {} : { fault: true as const }),
      });
      if (dropped) throw new TypeError('fetch failed');
      return respond(exchange, world.clock.now());
    });
  };
}

async function handle(
  { world, api, onError }: PipelineParts,
  request: Request,
  exchange: Exchange,
  fault: FaultRule | null,
): Promise<void> {
  if (fault?.status !== undefined) {
    const headers = fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
    const body = fault.body ?? faultBody(fault.status, world.profile, fault.code);
    exchange.reply = { status: fault.status, body, headers };
    return;
  }
  if (fault?.drop === 'before') return;
  try {
    await api(request, exchange);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : defect(error, onError);
    const { reason, headers = {} } = refusal.options;
    if (reason !== undefined) exchange.note.refusal = reason;
    exchange.reply = { status: refusal.status, body: refusal.body(), headers };
  }
}
