/** The API as a Hono app: routing, credentials, validation, idempotency and the error body around the handlers of the route table. */
import { Hono, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeUtf8, equalBytes, encodeUtf8 } from '../../encoding/index.ts';
import type { Service } from '../service/service.ts';
import type { UnsupportedOperation } from '../service/unsupported-operations.ts';
import { internalError, refuse, respond, type ApiContext, type ApiEnvironment, type ExchangeNote } from './exchange.ts';
import { remember, replay } from './idempotency.ts';
import { malformedIds } from './path-ids.ts';
import { apiBasePath } from './path-pattern.ts';
import { invalidInput, Refusal, unknownRecord } from './refusal.ts';
import type { IncomingRequest, LateReply, Reply, SandboxRoute } from './route.ts';
import { validate, type ValidateOptions } from './validation.ts';

const MAX_BODY_LENGTH = 1024 * 1024;

/** HTTP Basic credentials of the platform. */
export interface ApiCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Options of {@link createApi}. */
export interface CreateApiOptions {
  readonly service: Service;
  readonly routes: readonly SandboxRoute[];
  readonly credentials: ApiCredentials;
  /** Runs around everything else. */
  readonly pipeline: MiddlewareHandler<ApiEnvironment>;
  /** Hears of defects of the sandbox itself. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Builds the app over a route table. */
export function createApi({ service, routes, credentials, pipeline, onError }: CreateApiOptions): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.use(pipeline, requireCredentials(credentials), limitBody);
  const { contract } = service;
  const methods = new Map<string, string[]>();
  const answerError = (error: Error, context: ApiContext): Response => {
    if (error instanceof Refusal) return refuse(context, error, contract);
    onError?.(error);
    return refuse(context, internalError(error), contract);
  };
  const rows = [
    ...routes.map((row) => ({
      ...row,
      answer: async (context: ApiContext) => {
        const reply = await dispatch(service, row, context);
        if (!('later' in reply)) return respond(context, reply);
        context.get('exchange').later = () =>
          reply.later().then(
            (late) => respond(context, late),
            (error: Error) => answerError(error, context),
          );
        return context.body(null);
      },
    })),
    ...contract.unsupported.map((row) => ({ ...row, answer: () => notImplemented(row) })),
  ];
  // A path with a parameter must not take the requests of a literal one.
  for (const row of rows.sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))) {
    app.on(row.method, apiBasePath + row.path, row.answer);
    methods.set(row.path, [...(methods.get(row.path) ?? []), row.method]);
  }
  for (const [path, known] of methods) {
    app.all(apiBasePath + path, ({ req }) => {
      const message = `${req.method} is not a method of this path: use ${known.join(' or ')}.`;
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', message, { headers: { Allow: known.join(', ') } });
    });
  }
  app.notFound((context) => {
    const message = 'The service has no such path; docs/sandbox.md lists those it has.';
    return refuse(context, new Refusal(404, 'NOT_FOUND', message), contract);
  });
  app.onError((error, context) => {
    if (context.get('isDropped')) throw error;
    return answerError(error, context);
  });
  return app;
}

async function dispatch(service: Service, row: SandboxRoute, context: ApiContext): Promise<Reply | LateReply> {
  const { incoming, note } = context.get('exchange');
  const params = context.req.param() as Readonly<Record<string, string>>;
  const idErrors = malformedIds(row.ids, params);
  if (idErrors.length > 0) {
    if (service.contract.malformedId === 'invalid') throw invalidInput(idErrors);
    throw unknownRecord('record', unknownCodes[Object.values(row.ids)[0]?.[0] ?? '']);
  }
  const onUnknown = service.settings.unknownFields === 'refuse' ? undefined : noteUnknown(note);
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

function notImplemented({ name }: UnsupportedOperation): never {
  const message = `The sandbox doesn't carry out ${name}; docs/sandbox.md lists what it does.`;
  throw new Refusal(501, 'NOT_IMPLEMENTED', message, { reason: name });
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
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
}

function requireCredentials({ clientId, clientSecret }: ApiCredentials): MiddlewareHandler<ApiEnvironment> {
  const expected = encodeUtf8(`${clientId}:${clientSecret}`);
  return async ({ req }, next) => {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(req.header('authorization') ?? '') ?? [];
    if (!equalBytes(encodeUtf8(decodeBasic(encoded)), expected)) {
      const message = 'The API wants HTTP Basic authentication with the client id and secret.';
      const headers = { 'WWW-Authenticate': 'Basic realm="sandbox"' };
      throw new Refusal(401, 'UNAUTHORIZED', message, { headers });
    }
    await next();
  };
}

const limitBody: MiddlewareHandler<ApiEnvironment> = async (context, next) => {
  if (context.get('exchange').incoming.text.length > MAX_BODY_LENGTH) {
    throw new Refusal(413, 'INVALID_REQUEST_FORMAT', 'The body is larger than 1 MiB.');
  }
  await next();
};

function decodeBasic(encoded: string): string {
  try {
    return decodeUtf8(decodeBase64(encoded) ?? new Uint8Array());
  } catch {
    return '';
  }
}
