/** The relay, or a wallet page with its relay, as a process of its own: its two servers, its upstreams, and its end. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import {
  createMemoryRelayStore,
  createRelay,
  type PartialClock,
  type Relay,
  type RelayAuditEvent,
  type RelayIdentity,
  type RelayStore,
} from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createEntrance, createWalletPage } from 'countersign/wallet-page';
import { failure } from './failure.ts';
import { createIdentities } from './identities.ts';
import { createEndpoint } from './identify-endpoint.ts';
import { logRequest } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { ProcessSettings } from './settings.ts';
import { openStore } from './store.ts';
import { warningsOf } from './warnings.ts';

/** Options of {@link startRelayProcess}. */
export interface StartRelayProcessOptions {
  readonly settings: ProcessSettings;
  readonly log: Logger;
  /** The system's by default. */
  readonly clock?: PartialClock;
}

/** A relay that listens. */
export interface RelayProcess {
  /** Origin of the routes. */
  readonly url: string;
  /** Origin of `/healthz`, `/readyz` and `/metrics`. */
  readonly operationsUrl: string;
  /**
   * Takes no new connection, waits for the requests under way for up to `drainMs`, and ends. Resolves with the number
   * of requests that were cut off.
   */
  close(): Promise<number>;
}

// Longer than a proxy in front keeps an idle connection, so that it is the proxy that closes it.
const keepAliveMs = 75_000;
// A sibling host can set cookies for this one, of which six fill Node's own 16 kB.
const maxHeaderSize = 65_536;
const sweepMs = 50;

/** Opens both ports. @throws Error with a `code` when a port can't be opened. */
export async function startRelayProcess({ settings, log, clock }: StartRelayProcessOptions): Promise<RelayProcess> {
  for (const warning of warningsOf(settings)) log.warn(warning);
  const metrics = createMetrics();
  const { identifyTimeoutMs = 5000 } = settings.relay;
  // The relay answers at its own limit; this one frees the connection.
  const endpoint =
    settings.identify === null ? null : createEndpoint({ ...settings.identify, timeoutMs: identifyTimeoutMs + 1000 });
  const identities = endpoint === null ? null : createIdentities({ ask: endpoint.ask, clock: clock ?? Date });
  const tell = (event: string, cause?: string): void =>
    cause === undefined ? log.info(`store ${event}`) : log.error({ cause }, `store ${event}`);
  const redis =
    settings.redis === null ? null : openStore(settings.redis, { prefix: settings.redisPrefix, tell, reconnect: true });
  const store = redis === null ? createMemoryRelayStore(clock === undefined ? {} : { clock }) : redis.store;
  const identify = (request: Request): Promise<RelayIdentity | null> =>
    metrics.measure('identify', async () => identities?.(request) ?? null);
  // After a log-out no ticket is made, not even within the seconds of a cached answer.
  const identifyNow = (request: Request): Promise<RelayIdentity | null> =>
    metrics.measure('identify', async () => identities?.(request, { isFresh: true }) ?? null);
  const shared = {
    ...settings.relay,
    ...(clock === undefined ? {} : { clock }),
    store: measureStore(store, metrics),
    fetch: (request: Request) => metrics.measure('service', () => globalThis.fetch(request)),
    audit: (event: RelayAuditEvent) => {
      metrics.count(event);
      logRequest(log, event);
    },
  };
  const { page } = settings;
  const handle =
    page === null
      ? besideEntrance(createRelay({ ...shared, identify }), { settings, identify: identifyNow, store: shared.store })
      : createWalletPage({ ...shared, ...page, enter: page.enter === 'ticket' ? 'ticket' : identify });
  const listener = toNodeListener(handle);
  let underWay = 0;
  let draining = false;
  const main = createServer({ keepAliveTimeout: keepAliveMs, maxHeaderSize }, (request, response) => {
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    if (draining) response.shouldKeepAlive = false;
    listener(request, response);
  });
  const operations = createServer(
    operationsListener({ metrics, isReady: async () => !draining && (await answers(store)) }),
  );
  const url = await listen(main, settings.host, settings.port);
  let operationsUrl: string;
  try {
    operationsUrl = await listen(operations, settings.operationsHost, settings.operationsPort);
  } catch (error) {
    main.close();
    throw error;
  }
  return {
    url,
    operationsUrl,
    async close() {
      draining = true;
      const cutOff = await drain(main, settings.drainMs, () => underWay);
      operations.close();
      operations.closeAllConnections();
      endpoint?.close();
      redis?.close();
      return cutOff;
    },
  };
}

interface BesideEntranceOptions {
  readonly settings: ProcessSettings;
  readonly identify: (request: Request) => Promise<RelayIdentity | null>;
  readonly store: RelayStore;
}

/** The relay, and the entrance of a wallet page where one is set. */
function besideEntrance(relay: Relay, { settings, identify, store }: BesideEntranceOptions): Relay {
  if (settings.entrance === null) return relay;
  const entrance = createEntrance({ ...settings.entrance, identify, store });
  const { mountPath } = settings.entrance;
  const handle: Relay = (request, context) =>
    `${new URL(request.url).pathname}/`.startsWith(`${mountPath}/`)
      ? entrance(request, context)
      : relay(request, context);
  return Object.assign(handle, { refuse: entrance.refuse });
}

/** Measures the operations, and reduces their errors to names and codes: Redis repeats sent data in its errors. */
function measureStore(store: RelayStore, metrics: Metrics): RelayStore {
  const measured = <Result>(work: () => Promise<Result>): Promise<Result> =>
    metrics.measure('store', async () => {
      try {
        return await work();
      } catch (cause) {
        throw failure('store failed', cause);
      }
    });
  return {
    get: (key) => measured(() => store.get(key)),
    take: (key) => measured(() => store.take(key)),
    put: (key, value, options) => measured(() => store.put(key, value, options)),
    increment: (key, options) => measured(() => store.increment(key, options)),
  };
}

interface OperationsOptions {
  readonly metrics: Metrics;
  readonly isReady: () => Promise<boolean>;
}

function operationsListener({ metrics, isReady }: OperationsOptions): RequestListener {
  const say = (response: ServerResponse, status: number, text: string, type = 'text/plain'): void =>
    void response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') return say(response, 200, 'ok\n');
    if (path === '/readyz')
      return (await isReady()) ? say(response, 200, 'ready\n') : say(response, 503, 'not ready\n');
    if (path !== '/metrics') return say(response, 404, 'not found\n');
    const { text, type } = await metrics.read();
    return say(response, 200, text, type);
  };
  return ({ url = '' }, response) => void answer(url, response).catch(() => response.destroy());
}

/** Checks that the store answers within a second. */
async function answers(store: RelayStore): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), 1000);
  });
  try {
    return await Promise.race([late, store.increment('ready', { ttlMs: 1000 }).then(() => true)]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address : { address: host, port, family: '' };
      const name = found.family === 'IPv6' ? `[${found.address}]` : found.address;
      resolve(`http://${name}:${found.port}`);
    });
  });
}

/** Resolves when every request has ended, or the time is up: with the number of requests that were cut off. */
function drain(server: Server, limitMs: number, underWay: () => number): Promise<number> {
  return new Promise((resolve) => {
    let cutOff = 0;
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const limit = setTimeout(() => {
      cutOff = underWay();
      server.closeAllConnections();
    }, limitMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve(cutOff);
    });
  });
}
