/** One request on its way through the sandbox, and the answer that comes of it. */
import type { ErrorBody, WireProfile } from '../wire.ts';
import type { IncomingRequest, Reply, SignatureNote } from './route.ts';
import { Refusal } from './refusal.ts';

/** What travels with a request through the router. */
export interface Exchange {
  readonly incoming: IncomingRequest;
  readonly note: SignatureNote & { replayed?: true };
  reply: Reply;
}

/** Reads a request, body and all; `path` is within the API. */
export async function readExchange(request: Request, path: string, profile: WireProfile): Promise<Exchange> {
  const header = (name: string): string | null => request.headers.get(name);
  return {
    incoming: {
      method: request.method,
      path,
      text: await request.text(),
      signature: header(profile.signatureHeader),
      requestId: header('Request-Id'),
      idempotencyKey: header('Idempotency-Key'),
    },
    note: {},
    reply: { status: 500 },
  };
}

/** The response that says what the exchange's reply says, with the sandbox's `Date`. */
export function respond({ reply, incoming }: Exchange, now: number): Response {
  const headers = new Headers({ ...reply.headers, Date: new Date(now).toUTCString(), 'Cache-Control': 'no-store' });
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  headers.set('Content-Type', 'application/json');
  return new Response(incoming.method === 'HEAD' ? null : JSON.stringify(reply.body), {
    status: reply.status,
    headers,
  });
}

/** The code of an error reply, where its body has one. */
export function codeOf({ status, body }: Reply): string | undefined {
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body)) return undefined;
  return typeof body.code === 'string' ? body.code : undefined;
}

/** What a defect of the sandbox itself is answered with; the defect goes to `onError`. */
export function defect(error: unknown, onError?: (error: unknown) => void): Refusal {
  onError?.(error);
  return new Refusal(500, 'INTERNAL_ERROR', 'The sandbox failed; this is a defect of the sandbox.', {
    reason: error instanceof Error ? error.name : 'unknown',
  });
}

/** The body of a fault that brings none of its own. */
export function faultBody(status: number, profile: WireProfile, chosen?: string): ErrorBody {
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
  return { status, code, message: 'A fault rule of the sandbox answers this.' };
}
