/** The relay as a process of its own in front of a service and beside an endpoint that says who is signed in, all on loopback. */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';

import type { PartialClock, RelayIdentity } from 'countersign/relay';
import { startRelayProcess, type RelayProcess } from '../src/process.ts';
import { readSettings } from '../src/settings.ts';
import { baseUrl, pageOrigin, type FakeService } from '../../test/relay/service.ts';
import { listen } from '../../test/listen.ts';

/** A server on loopback. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/** Opens a server on any free port. */
export async function open(listener: RequestListener): Promise<Listening> {
  const server: Server = createServer(listener);
  const port = await listen(server);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** A process with all that stands around it. */
export interface RunningProcess extends RelayProcess {
  readonly log: readonly LogLine[];
  /** The `baseUrl` that it was given. */
  readonly serviceUrl: string;
  /** Ends it, and the servers around it. */
  end(): Promise<void>;
}

/** Options of {@link runProcess}. */
export interface RunProcessOptions {
  readonly service: FakeService;
  /** Answers the process when it asks who is signed in. */
  readonly identify: RequestListener;
  readonly clock?: PartialClock;
  /** Further settings, as in the file. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The secret that the process shows to the endpoint. */
export const identifySecret = 'a shared secret of nobody'.replaceAll(' ', '-');

/** Starts it. */
export async function runProcess(options: RunProcessOptions): Promise<RunningProcess> {
  const service = await open(serve(options.service));
  const identify = await open(options.identify);
  const file = {
    baseUrl: `${service.origin}/2025-10-13`,
    clientId: 'client',
    clientSecret: 'very-secret-secret',
    mountPath: '/wallet',
    origins: [pageOrigin],
    groups: ['wallet', 'addresses', 'payments', 'authorizations'],
    userHandleSecret: 'user handles of the tests, no secret',
    identify: { url: `${identify.origin}/identify`, secret: identifySecret },
    port: 0,
    operationsPort: 0,
    ...options.settings,
  };
  const { settings, mistakes } = readSettings({
    command: 'relay',
    config: 'file',
    env: {},
    readFile: () => JSON.stringify(file),
  });
  if (settings === null) throw new Error(mistakes.join('; '));
  const log: LogLine[] = [];
  const started = await startRelayProcess({
    settings,
    log: pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line) as LogLine) }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  return {
    ...started,
    log,
    serviceUrl: file.baseUrl,
    async end() {
      await started.close();
      await service.close();
      await identify.close();
    },
  };
}

/** Starts it, and ends it with the test. */
export async function runForTest(options: RunProcessOptions): Promise<RunningProcess> {
  const running = await runProcess(options);
  onTestFinished(() => running.end());
  return running;
}

/** An endpoint that answers with an identity, or 401 for null. */
export const identifyAs =
  (who: () => RelayIdentity | null): RequestListener =>
  (_request, response) => {
    const identity = who();
    if (identity === null) response.writeHead(401).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(identity));
  };

// Headers that Node's own fetch adds to every request.
const ofFetch =
  /^(?:host|connection|content-length|accept-encoding|accept-language|sec-fetch-mode|user-agent|transfer-encoding)$/;

/** The recording service behind a socket. */
function serve(service: FakeService): RequestListener {
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url = '/' } = incoming;
    const given = Object.entries(incoming.headers).filter(([name]) => !ofFetch.test(name)) as [string, string][];
    const body = method === 'GET' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' };
    const target = baseUrl.replace('/2025-10-13', '') + url;
    const init: RequestInit = { method, headers: given };
    return service.fetch(new Request(target, Object.assign(init, body)));
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const response = await answer(incoming);
    const body = new Uint8Array(await response.arrayBuffer());
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
  };
  return (incoming, outgoing) => void pass(incoming, outgoing);
}

/** Options of {@link sendOverHttp}. */
export interface SendOverHttpOptions {
  readonly port: number;
  /** Waited for before the body is sent. */
  readonly bodyWanted?: Promise<void>;
  /** Sent beside those of the request. */
  readonly cookie: string;
}

/** Sends a standard request over a socket, its own host and target as they are. */
export async function sendOverHttp(
  request: Request,
  { port, bodyWanted, cookie }: SendOverHttpOptions,
): Promise<Response> {
  const url = new URL(request.url);
  const cookies = [request.headers.get('Cookie'), cookie].filter((one) => one !== null).join('; ');
  const headers = { ...Object.fromEntries(request.headers), host: url.host, cookie: cookies };
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: request.method,
    path: url.pathname + url.search,
    headers,
  });
  let isAnswered = false;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  outgoing.once('response', () => (isAnswered = true));
  answered.catch(() => undefined);
  if (request.body !== null) {
    outgoing.flushHeaders();
    await Promise.race([bodyWanted, answered]);
    for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
      if (outgoing.destroyed || isAnswered) break;
      await new Promise((resolve) => outgoing.write(piece, resolve));
    }
  }
  outgoing.end();
  const answer = await answered;
  const parts: Buffer[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
  const body = parts.length === 0 ? null : Buffer.concat(parts);
  return new Response(body, { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> });
}
