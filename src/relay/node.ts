/** `countersign/relay/node`: mounts a relay in a Node server, with or without Express. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createRefusal } from './headers.ts';
import type { Relay } from './relay.ts';
import { RelayError } from './relay-error.ts';

/** A request listener of `node:http`, `node:https`, `node:http2` (compatibility API) and Express. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

// The literal target decides, before any URL parser resolves dots, backslashes or a host of its own (RFC 9112, 3.2.1).
const targetPattern = /^(?:\/(?!\.{1,2}(?:\/|$|\?))[A-Za-z0-9:._~-]+)+(?:\?[A-Za-z0-9:._~%&=+-]*)?$/;
const hostPattern = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Turns a relay into a Node listener. It must come before any body parser: the relay reads the bytes itself. */
export function toNodeListener(relay: Relay): NodeListener {
  return (incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort();
    });
    answer(relay, incoming, controller.signal)
      .catch(() => createRefusal(new RelayError('RELAY_INTERNAL_ERROR', 'The relay failed.', { status: 500 })))
      .then((response) => write(response, incoming, outgoing))
      .catch(() => outgoing.destroy());
  };
}

async function answer(relay: Relay, incoming: IncomingMessage, signal: AbortSignal): Promise<Response> {
  const request = toRequest(incoming, signal);
  return request instanceof RelayError ? createRefusal(request) : relay(request);
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | RelayError {
  // Express strips the mount path from `url` and keeps the whole in `originalUrl`.
  const { originalUrl } = incoming as { originalUrl?: unknown };
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '');
  if (target.length > 4096 || !targetPattern.test(target)) {
    return new RelayError('RELAY_TARGET_INVALID', 'The request target is malformed.', { status: 400 });
  }
  const host = incoming.headers.host ?? incoming.headers[':authority'];
  if (typeof host !== 'string' || !hostPattern.test(host)) {
    return new RelayError('RELAY_HEADER_INVALID', 'Host is missing or malformed.', { status: 400 });
  }
  const bodyless = incoming.method === 'GET' || incoming.method === 'HEAD';
  const hasBody =
    incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length'] ?? 0) > 0;
  if (bodyless && hasBody) {
    return new RelayError('RELAY_BODY_INVALID', `${incoming.method} takes no body.`, { status: 400 });
  }
  if (hasBody && (incoming.readableEnded || incoming.readableDidRead)) {
    return new RelayError('RELAY_BODY_CONSUMED', 'Mount the relay before any body parser.', { status: 500 });
  }
  const encrypted = (incoming.socket as { encrypted?: boolean }).encrypted === true;
  const init: RequestInit & { duplex?: 'half' } = { method: incoming.method ?? 'GET', signal };
  if (hasBody) Object.assign(init, { body: Readable.toWeb(incoming), duplex: 'half' });
  try {
    const headers = readHeaders(incoming.rawHeaders);
    return new Request(`${encrypted ? 'https' : 'http'}://${host}${target}`, { ...init, headers });
  } catch {
    // The Fetch standard has no such method (CONNECT, TRACE), or no such header value.
    return new RelayError('RELAY_TARGET_INVALID', 'The request is malformed.', { status: 400 });
  }
}

/** All of them: `headers` keeps one of two `Content-Type`s and so would hide that there were two. */
function readHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!name.startsWith(':')) headers.append(name, raw[index + 1] ?? '');
  }
  return headers;
}

async function write(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  // What is left of a refused body isn't waited for; HTTP/2 has no such header (RFC 9113, 8.2.2).
  if (!incoming.complete && incoming.httpVersionMajor < 2) headers.connection = 'close';
  if (response.status !== 204) headers['content-length'] = String(body.length);
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}
