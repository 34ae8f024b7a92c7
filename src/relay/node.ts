/** `countersign/relay/node`: mounts a relay in a Node server, with or without Express. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRefusal } from './headers.ts';
import type { Relay } from './relay.ts';
import { RelayError, type RelayErrorCode } from './relay-error.ts';

/** A request listener of `node:http` and `node:https`, and a handler of Express and Connect. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

// The literal target decides, before any URL parser resolves dots, backslashes or a host of its own (RFC 9112, 3.2.1).
const targetPattern = /^(?:\/(?!\.{1,2}(?:\/|$|\?))[A-Za-z0-9:._~-]+)+(?:\?[A-Za-z0-9:._~%&=+/-]*)?$/;
const hostPattern = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const longestTarget = 4096;

/** Turns a relay into a Node listener. It must come before any body parser: the relay reads the bytes itself. */
export function toNodeListener(relay: Relay): NodeListener {
  if (typeof relay !== 'function') throw new TypeError('toNodeListener: relay must be what createRelay returned');
  return (incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort();
    });
    answer(relay, incoming, controller.signal)
      .catch(() => createRefusal(refuse('RELAY_INTERNAL_ERROR', 'The relay failed.', 500)))
      .then((response) => write(response, incoming, outgoing))
      .catch(() => outgoing.destroy());
  };
}

async function answer(relay: Relay, incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
  const request = toRequest(incoming, signal);
  return request instanceof RelayError ? createRefusal(request) : relay(request);
}

/** The standard request for an incoming one, or why there is none. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | RelayError {
  // Express strips the mount path from `url` and keeps the whole in `originalUrl`.
  const { originalUrl } = incoming as { originalUrl?: unknown };
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '');
  if (target.length > longestTarget || !targetPattern.test(target)) {
    return refuse('RELAY_TARGET_INVALID', 'The request target is malformed.', 400);
  }
  const headers = allHeaders(incoming.rawHeaders);
  const host = headers?.get('Host') ?? '';
  if (headers === null || !hostPattern.test(host)) {
    return refuse('RELAY_HEADER_INVALID', 'Host is missing, or a header is malformed.', 400);
  }
  const { method = '' } = incoming;
  const hasBody = headers.has('Transfer-Encoding') || (headers.get('Content-Length') ?? '0') !== '0';
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    return refuse('RELAY_BODY_INVALID', `${method} takes no body.`, 400);
  }
  if (hasBody && incoming.readableDidRead) {
    return refuse('RELAY_BODY_CONSUMED', 'Mount the relay before any body parser.', 500);
  }
  const encrypted = (incoming.socket as { encrypted?: boolean }).encrypted === true;
  const init: RequestInit = { method, headers, signal };
  if (hasBody) Object.assign(init, { body: streamOf(incoming), duplex: 'half' });
  try {
    return new Request(`${encrypted ? 'https' : 'http'}://${host}${target}`, init);
  } catch {
    // The Fetch standard has no such method (CONNECT, TRACE).
    return refuse('RELAY_TARGET_INVALID', 'The request is malformed.', 400);
  }
}

/** All of them: Node's own `headers` keep one of two `Host`s or `Content-Type`s, and so hide that there were two. */
function allHeaders(raw: readonly string[]): Headers | null {
  const headers = new Headers();
  try {
    for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
    return headers;
  } catch {
    return null;
  }
}

/** Touches the body only when it is read, so that Node itself disposes of one that the relay refused unread. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
    },
    { highWaterMark: 0 },
  );
}

async function write(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  // What is left of a refused body isn't waited for.
  if (!incoming.complete) headers.connection = 'close';
  if (response.status !== 204) headers['content-length'] = String(body.length);
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}

function refuse(code: RelayErrorCode, message: string, status: number): RelayError {
  return new RelayError(code, message, { status });
}
