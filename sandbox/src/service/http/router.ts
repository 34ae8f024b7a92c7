/** A plane of the sandbox as a Hono app: routing, validation, idempotency and the error body around the handlers of its route table. */
import { Hono, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import type { ServiceContract, UnsupportedOperation } from '../contracts/contract.ts';
import type { Service } from '../service/service.ts';
import type { SandboxSettings } from '../service/settings.ts';
import {
  internalError,
  refuse,
  respond,
  type ApiContext,
  type ApiEnvironment,
  type ErrorForm,
  type ExchangeNote,
} from './exchange.ts';
import { remember, replay } from './idempotency.ts';
import { nearestPath } from './nearest-path.ts';
import { malformedIds } from './path-ids.ts';
import { invalidInput, notImplemented, Refusal, unknownRecord } from './refusal.ts';
import type { IncomingRequest, LateReply, Reply, SandboxRoute } from './route.ts';
import { validate, type ValidateOptions } from './validation.ts';

/** In what the planes differ beside their routes. */
export type PlaneRules = Pick<ServiceContract, 'malformedId'> &
  Pick<SandboxSettings, 'unknownFields'> & { readonly errors: ErrorForm };

/** Options of {@link createRouter}. */
export interface CreateRouterOptions {
  readonly service: Service;
  /** Prefix of the plane's paths. */
  readonly basePath: string;
  readonly routes: readonly SandboxRoute[];
  /** Operations that are answered with 501. */
  readonly unsupported?: readonly UnsupportedOperation[];
  readonly rules: PlaneRules;
  /** Middleware around everything else, the outermost first. */
  readonly middleware: readonly MiddlewareHandler<ApiEnvironment>[];
  /** Hears of defects of the sandbox itself. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Builds the app over a route table. */
export function createRouter(options: CreateRouterOptions): Hono<ApiEnvironment> {
  const { service, basePath, routes, unsupported = [], rules, onError } = options;
  const app = new Hono<ApiEnvironment>();
  app.use(...options.middleware);
  const methods = new Map<string, string[]>();
  const answerError = (error: Error, context: ApiContext): Response => {
    if (error instanceof Refusal) return refuse(context, error, rules.errors);
    onError?.(error);
    return refuse(context, internalError(error), rules.errors);
  };
  const answer = async (row: SandboxRoute, context: ApiContext): Promise<Response> => {
    const reply = await dispatch(service, row, rules, context);
    if (!('later' in reply)) return respond(context, reply);
    context.get('exchange').later = () =>
      reply.later().then(
        (late) => respond(context, late),
        (error: Error) => answerError(error, context),
      );
    return context.body(null);
  };
  const rows = [
    ...routes.map((row) => ({ ...row, answer: (context: ApiContext) => answer(row, context) })),
    ...unsupported.map((row) => ({ ...row, answer: () => Promise.reject(notImplemented(row.name)) })),
  ];
  // A path with a parameter must not take the requests of a literal one.
  for (const row of rows.sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))) {
    const path = basePath + (row.path === '/' ? '' : row.path);
    app.on(row.method, path, row.answer);
    methods.set(path, [...(methods.get(path) ?? []), row.method]);
  }
  for (const [path, known] of methods) {
    app.all(path, ({ req }) => {
      const message = `${req.method} is not a method of this path: use ${known.join(' or ')}.`;
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', message, { headers: { Allow: known.join(', ') } });
    });
  }
  app.notFound((context) => {
    const message = `The service has no such path${suggestion(context, basePath, methods)}: “The sandbox, call by call” lists those it has.`;
    return refuse(context, new Refusal(404, 'NOT_FOUND', message), rules.errors);
  });
  app.onError((error, context) => {
    if (context.get('isDropped')) throw error;
    return answerError(error, context);
  });
  return app;
}

// The path that may have been meant, with its methods.
function suggestion({ req }: ApiContext, basePath: string, methods: ReadonlyMap<string, readonly string[]>): string {
  const isWithin = req.path.startsWith(`${basePath}/`);
  const path = isWithin ? req.path : basePath + req.path.replace(/^\/(?:v\d+|\d{4}-\d\d-\d\d)(?=\/)/, '');
  const nearest = nearestPath(path, methods.keys());
  const begin = isWithin ? '' : `, which begin with ${basePath}`;
  return nearest === undefined
    ? begin
    : `${begin}; the nearest is ${(methods.get(nearest) ?? []).join(' or ')} ${nearest}`;
}

async function dispatch(
  service: Service,
  row: SandboxRoute,
  rules: PlaneRules,
  context: ApiContext,
): Promise<Reply | LateReply> {
  const { incoming, note } = context.get('exchange');
  const params = context.req.param() as Readonly<Record<string, string>>;
  const idErrors = malformedIds(row.ids, params);
  if (idErrors.length > 0) {
    if (rules.malformedId === 'invalid') throw invalidInput(idErrors);
    const why = idErrors.map(({ message = '' }) => message).join(' ');
    throw unknownRecord('record', unknownCodes[Object.values(row.ids)[0]?.[0] ?? ''], why);
  }
  const onUnknown = rules.unknownFields === 'refuse' ? undefined : noteUnknown(note);
  const query = readQuery(row, context.req.queries(), onUnknown);
  const body = readBody(row, incoming, { contentType: context.req.header('content-type') ?? '', onUnknown });
  if (row.idempotent) {
    const known = replay(service, incoming);
    if (known !== null) {
      note.replayed = true;
      return known;
    }
  }
  const reply = await row.handle({ service, params, query, body, request: incoming, note } as never);
  if (row.idempotent && !('later' in reply)) remember(service, incoming, reply);
  return reply;
}

// The code of a record that isn't there, by the first kind of the id that names it.
const unknownCodes: Readonly<Record<string, string>> = {
  Customer: 'CUSTOMER_NOT_FOUND',
  Quote: 'QUOTE_NOT_FOUND',
  Transaction: 'TRANSACTION_NOT_FOUND',
};

function noteUnknown(note: ExchangeNote): (field: string) => void {
  return (field) => {
    note.unknownFields = [...(note.unknownFields ?? []), field];
  };
}

function readQuery(
  row: SandboxRoute,
  queries: Readonly<Record<string, readonly string[]>>,
  onUnknown: ValidateOptions['onUnknown'],
): unknown {
  const isList = (name: string): boolean => row.repeatable.includes(name);
  const repeated = Object.keys(queries).filter((name) => !isList(name) && (queries[name]?.length ?? 0) > 1);
  if (repeated.length > 0) {
    throw invalidInput(repeated.map((field) => ({ field, message: 'This parameter must occur once.' })));
  }
  const query = Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, isList(name) ? values : values[0]]),
  );
  return validate(row.query ?? v.strictObject({}), query, { root: 'query', onUnknown });
}

function readBody(
  row: SandboxRoute,
  { method, text }: IncomingRequest,
  { contentType, onUnknown }: { readonly contentType: string; readonly onUnknown: ValidateOptions['onUnknown'] },
): unknown {
  if (text === '' && row.body === null) return undefined;
  if (text !== '' && !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', `A ${method} body is JSON: send Content-Type: application/json.`);
  }
  return validate(row.body ?? v.strictObject({}), text === '' ? {} : parse(text), { onUnknown });
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
  if (isDeeper(value, MAX_DEPTH)) {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', `The body is nested deeper than ${String(MAX_DEPTH)} levels.`);
  }
  return value;
}

const MAX_DEPTH = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
