/** Answers to requests that meet a fault rule. */
import { respond, type ApiContext } from './exchange.ts';
import type { Service } from '../service/service.ts';
import type { Fault } from './fault-rules.ts';
import { errorBody } from './refusal.ts';

/** The response of a rule that has a `status`; the request log learns its code. */
export function respondWithFault(context: ApiContext, fault: Fault, service: Service): Response {
  const { status = 500, body = bodyOf(status, service, fault.code), retryAfter } = fault;
  const code = (body as { readonly code?: unknown } | null)?.code;
  if (typeof code === 'string') context.get('exchange').note.code = code;
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  return respond(context, { status, body, headers });
}

const HTML = '<!doctype html><html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** The response with half of its body, or with a gateway's page in its place. */
export async function spoil(response: Response, how: 'truncated' | 'html'): Promise<Response> {
  const text = await response.text();
  const headers = new Headers(response.headers);
  if (how === 'truncated') {
    const half = text === '' ? null : text.slice(0, Math.floor(text.length / 2));
    return new Response(half, { status: response.status, headers });
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(HTML, { status: response.status === 204 ? 200 : response.status, headers });
}

/** For a rule that brings no body of its own. */
function bodyOf(status: number, service: Service, code?: string): unknown {
  if (status === 204) return undefined;
  return status < 300 ? {} : faultBody(status, service, code);
}

function faultBody(status: number, { contract, profile }: Service, chosen?: string): object {
  const known: Readonly<Record<number, string>> = {
    401: 'UNAUTHORIZED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    409: 'CONFLICT',
    429: 'RATE_LIMITED',
    500: profile.switchErrorCode,
    501: 'NOT_IMPLEMENTED',
    503: 'SERVICE_UNAVAILABLE',
  };
  const code = chosen ?? known[status] ?? (status < 500 ? 'INVALID_INPUT' : 'INTERNAL_ERROR');
  return errorBody({ status, code, message: 'A fault rule of the sandbox answers this.' }, contract.form.errorBody);
}
