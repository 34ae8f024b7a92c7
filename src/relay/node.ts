/** `countersign/relay/node`: mounts a relay in a Node server, with or without Express. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { createRefusal } from './request/headers.ts';
import type { Relay } from './relay.ts';
import { RelayError } from './relay-error.ts';

/** Request object of Node's servers: HTTP/1.1 or HTTP/2. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;
/** The response object of Node's servers. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** A request listener of `node:http`, `node:https` and `node:http2`, and a handler of Express and Connect. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

// The literal target decides, before any URL parser resolves dots, backslashes or a host of its own (RFC 9112, 3.2.1). A query may hold
// what browsers leave as it is there (URL standard, query percent-encode set).
const targetPattern = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$|\?))[A-Za-z0-9:._~-]+)+)(?:\?[!$-;=?-~]*)?$/;
// Names of containers and of proxies' upstreams may hold an underscore, as those of URLs may.
const hostPattern = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const longestTarget = 4096;

/** A handler that may answer what the listener itself refuses. */
export interface NodeHandler extends Relay {
  /** Answers in place of the listener's own refusal, of a request that can't be made; a wallet page shows people a page. */
  readonly refuse?: (refusal: Response, headers: IncomingMessage['headers']) => Response;
}

/**
 * Turns a relay into a Node listener. It must come before any body parser: the relay reads the bytes itself.
 *
 * @example
 * createServer(toNodeListener(relay)).listen(3000);
 * app.use('/wallet', toNodeListener(relay)); // Express
 */
export function toNodeListener(relay: NodeHandler): NodeListener {
  if (typeof relay !== 'function') throw new TypeError('toNodeListener: relay must be what createRelay returned');
  return (incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) controller.abort();
    });
    answer(relay, incoming, controller.signal)
      .then((response) => write(response, incoming, outgoing))
      .catch(() => outgoing.destroy());
  };
}

/** Answers a request. The listener's own refusals were not forwarded; if a relay rejects, that is unknown. */
async function answer(relay: NodeHandler, incoming: NodeRequest, signal: AbortSignal): Promise<Response> {
  let forwarded = false;
  try {
    const request = toRequest(incoming, signal);
    forwarded = true;
    return await relay(request, { node: incoming });
  } catch (error) {
    const known = error instanceof RelayError;
    const refusal = known ? error : new RelayError('RELAY_INTERNAL_ERROR', 'The relay failed.', { status: 500 });
    const response = createRefusal(refusal, { forwarded, requestId: crypto.randomUUID() });
    return relay.refuse?.(response, incoming.headers) ?? response;
  }
}

/** The standard request for an incoming one. @throws RelayError when there is none. */
function toRequest(incoming: NodeRequest, signal: AbortSignal): Request {
  // Express strips the mount path from `url` and keeps the whole in `originalUrl`.
  const { originalUrl } = incoming as { originalUrl?: unknown };
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '');
  if (target.length > longestTarget || !targetPattern.test(target)) {
    throw new RelayError('RELAY_TARGET_INVALID', 'The request target is malformed.', { status: 400 });
  }
  const { headers, host } = readHead(incoming.rawHeaders);
  const { method = '' } = incoming;
  const hasBody =
    headers.has('Transfer-Encoding') ||
    (headers.get('Content-Length') ?? '0') !== '0' ||
    ('stream' in incoming && !incoming.stream.endAfterHeaders);
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    throw new RelayError('RELAY_BODY_INVALID', `${method} takes no body.`, { status: 400 });
  }
  const encrypted = (incoming.socket as { encrypted?: boolean }).encrypted === true;
  const init: RequestInit = { method, headers, signal };
  const consumed = hasBody && incoming.readableDidRead;
  if (hasBody) Object.assign(init, { body: consumed ? 'read before' : streamOf(incoming), duplex: 'half' });
  try {
    const request = new Request(`${encrypted ? 'https' : 'http'}://${host}${target}`, init);
    // The relay reports that the body was read before, also to its audit.
    if (consumed) void request.text();
    return request;
  } catch {
    // The Fetch standard has no such method (CONNECT, TRACE).
    throw new RelayError('RELAY_TARGET_INVALID', 'The request is malformed.', { status: 400 });
  }
}

/**
 * All headers: Node's own `headers` keep one of two `Host`s or `Content-Type`s, and so hide that there were two.
 * HTTP/2 has `:authority` in place of `Host` (RFC 9113, 8.3.1); a request with both must say the same twice.
 */
function readHead(raw: readonly string[]): { readonly headers: Headers; readonly host: string } {
  const headers = new Headers();
  const hosts = new Set<string>();
  try {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const [name = '', value = ''] = raw.slice(index, index + 2);
      if (name === ':authority' || name.toLowerCase() === 'host') hosts.add(value);
      if (!name.startsWith(':')) headers.append(name, value);
    }
  } catch {
    hosts.clear();
  }
  const [host = ''] = hosts;
  if (hosts.size === 1 && hostPattern.test(host)) return { headers, host };
  throw new RelayError('RELAY_HEADER_INVALID', 'Host is missing, or a header is malformed.', { status: 400 });
}

/** Touches the body only when it is read, so that Node itself disposes of a refused one. */
function streamOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
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

async function write(response: Response, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (outgoing.destroyed) return;
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  // Don't wait for the rest of a refused body. HTTP/2 has no such header, and resets the one stream.
  if (!incoming.complete && incoming.httpVersionMajor === 1) headers.connection = 'close';
  if (response.status !== 204) headers['content-length'] = String(body.length);
  (outgoing as ServerResponse).writeHead(response.status, headers);
  (outgoing as ServerResponse).end(body);
}
