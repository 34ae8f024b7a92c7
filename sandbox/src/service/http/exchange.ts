/** One request to the API as its middleware and handlers see it, and the responses that they make of replies and refusals. */
import type { Context } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import type { WireProfile } from 'countersign';
import { wireProfiles } from '../../../../src/kit/wire.ts';
import type { ContractForm } from '../contracts/contract-form.ts';
import { Refusal } from './refusal.ts';
import type { IncomingRequest, Reply, SignatureNote } from './route.ts';

/** Facts for the request log beside method, path and status. */
export interface ExchangeNote extends SignatureNote {
  /** Code of the error answered. */
  code?: string;
  /** The answer was the one remembered for its idempotency key. */
  replayed?: true;
  /** Fields and query parameters that the route doesn't know, where they are accepted. */
  unknownFields?: string[];
}

/** Data that travels with a request through the middleware. */
export interface Exchange {
  readonly incoming: IncomingRequest;
  readonly note: ExchangeNote;
  /** The answer that is waited for after the request's turn, where a handler asks for that. */
  later?: () => Promise<Response>;
}

/** The environment of the API's Hono app. */
export interface ApiEnvironment {
  Variables: { exchange: Exchange; isDropped: boolean };
}

/** A request's context in the API. */
export type ApiContext = Context<ApiEnvironment>;

const foreignHeaders = ({ signatureHeader }: WireProfile): string[] =>
  Object.values(wireProfiles)
    .map((profile) => profile.signatureHeader)
    .filter((name) => name !== signatureHeader);

/** Reads a request, body and all; `path` is below the plane's own. */
export async function readExchange({ req }: ApiContext, path: string, profile: WireProfile): Promise<Exchange> {
  const header = (name: string): string | null => req.header(name) ?? null;
  return {
    incoming: {
      method: req.method,
      path,
      origin: new URL(req.url).origin,
      text: await req.text(),
      signature: header(profile.signatureHeader),
      foreignHeader: foreignHeaders(profile).find((name) => header(name) !== null) ?? null,
      requestId: header('Request-Id'),
      idempotencyKey: header('Idempotency-Key'),
    },
    note: {},
  };
}

/** The response of a reply. */
export function respond(context: Context, { status, body, headers = {} }: Reply): Response {
  if (body === undefined) return context.body(null, status as StatusCode, headers);
  return context.json(body as object, status as ContentfulStatusCode, headers);
}

/** The form of a plane's errors. */
export type ErrorForm = Pick<ContractForm, 'codes' | 'errorBody'>;

/** The response of a refusal, with its code as the plane names it; the request log learns its code and its reason. */
export function refuse(context: ApiContext, refusal: Refusal, { codes, errorBody }: ErrorForm): Response {
  const { note } = context.get('exchange');
  const { reason = refusal.message, note: cause = reason, headers = {} } = refusal.options;
  note.code = codes[refusal.code] ?? refusal.code;
  note.refusal = cause;
  return respond(context, { status: refusal.status, body: refusal.body(note.code, errorBody), headers });
}

/** The refusal that stands for a defect of the sandbox itself. */
export function internalError(error: Error): Refusal {
  const message = 'The sandbox failed; this is a defect of the sandbox.';
  return new Refusal(500, 'INTERNAL_ERROR', message, { reason: error.name });
}
