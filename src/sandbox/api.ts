/** The API: routing, credentials, validation, idempotency and the error body around the handlers of the route table. */
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { decodeUtf8, equalBytes, encodeUtf8 } from '../encoding/index.ts';
import type { Exchange } from './exchange.ts';
import { remember, replay } from './idempotency.ts';
import { invalidInput, Refusal } from './refusal.ts';
import type { IncomingRequest, Reply, Route } from './route.ts';
import { id } from './schemas/fields.ts';
import { validate } from './validation.ts';
import type { World } from './world.ts';

/** The version segment of the base URL. */
export const apiBasePath = '/2025-10-13';

const MAX_BODY_LENGTH = 1024 * 1024;

/** HTTP Basic credentials of the platform. */
export interface ApiCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Handles a request whose body was read; what it has to say is in the exchange's `reply`. */
export type Api = (request: Request, exchange: Exchange) => Promise<void>;

type Environment = { Bindings: { exchange: Exchange } };

/** Builds the router over a route table. */
export function createApi(world: World, routes: readonly Route[], credentials: ApiCredentials): Api {
  const app = new Hono<Environment>().basePath(apiBasePath);
  const allowed = new Map<string, string[]>();
  // A path with a parameter must not take the requests of a literal one.
  const literalFirst = [...routes].sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')));
  for (const row of literalFirst) {
    app.on(row.method, row.path, async (context) => {
      context.env.exchange.reply = await dispatch(world, row, context);
      return new Response(null);
    });
    allowed.set(row.path, [...(allowed.get(row.path) ?? []), row.method]);
  }
  for (const [path, methods] of allowed) {
    app.all(path, (context) => {
      const message = `${context.req.method} is not a method of this path: use ${methods.join(' or ')}.`;
      throw new Refusal(405, 'METHOD_NOT_ALLOWED', message, { headers: { Allow: methods.join(', ') } });
    });
  }
  app.notFound(() => {
    throw new Refusal(404, 'NOT_FOUND', 'The service has no such path; docs/sandbox.md lists those it has.');
  });
  app.onError((error) => {
    throw error;
  });
  return async (request, exchange) => {
    requireCredentials(request, credentials);
    if (exchange.incoming.text.length > MAX_BODY_LENGTH) {
      throw new Refusal(413, 'INVALID_REQUEST_FORMAT', 'The body is larger than 1 MiB.');
    }
    await app.fetch(new Request(request.url, { method: request.method, headers: request.headers }), { exchange });
  };
}

async function dispatch(world: World, row: Route, context: Context<Environment>): Promise<Reply> {
  const { incoming, note } = context.env.exchange;
  const params = context.req.param() as Readonly<Record<string, string>>;
  const idErrors = Object.entries(row.ids).flatMap(([name, kinds]) => {
    if (v.is(id(...kinds), params[name])) return [];
    return [{ field: name, message: `This must be an id of the form ${kinds.join(' or ')}:<uuid>.` }];
  });
  if (idErrors.length > 0) throw invalidInput(idErrors);
  const query = readQuery(row, context.req.queries());
  const body = readBody(row, incoming, context.req.header('content-type') ?? '');
  if (row.idempotent) {
    const known = replay(world, incoming);
    if (known !== null) {
      note.replayed = true;
      return known;
    }
  }
  const reply = await row.handle({ world, params, query, body, request: incoming, note } as never);
  if (row.idempotent) remember(world, incoming, reply);
  return reply;
}

function readQuery(row: Route, queries: Readonly<Record<string, readonly string[]>>): unknown {
  const repeated = Object.keys(queries).filter((name) => (queries[name]?.length ?? 0) > 1);
  if (repeated.length > 0) {
    throw invalidInput(repeated.map((field) => ({ field, message: 'This parameter must occur once.' })));
  }
  const query = Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values[0]]));
  return validate(row.query ?? v.strictObject({}), query, 'query');
}

function readBody(row: Route, { method, text }: IncomingRequest, contentType: string): unknown {
  if (text === '' && row.body === null) return undefined;
  if (text !== '' && !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', `A ${method} body is JSON: send Content-Type: application/json.`);
  }
  return validate(row.body ?? v.strictObject({}), text === '' ? {} : parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
}

function requireCredentials(request: Request, { clientId, clientSecret }: ApiCredentials): void {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  const expected = encodeUtf8(`${clientId}:${clientSecret}`);
  if (!equalBytes(encodeUtf8(decodeBasic(encoded)), expected)) {
    throw new Refusal(401, 'UNAUTHORIZED', 'The API wants HTTP Basic authentication with the client id and secret.', {
      headers: { 'WWW-Authenticate': 'Basic realm="sandbox"' },
    });
  }
}

function decodeBasic(encoded: string): string {
  try {
    return decodeUtf8(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}
