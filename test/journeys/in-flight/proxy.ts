/** Page, proxy, relay, proxy, service: every request takes time on each of its four ways, and may meet a fault. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { wireProfiles } from 'countersign';
import { createPageRelay } from '../../relay/service.ts';
import { openTestPage } from '../../wallet-page/page.ts';
import { cachingOf } from '../../browser/kit-page.ts';
import { unlimited } from '../../unlimited.ts';
import { listen } from '../../listen.ts';
import { createSystemClock } from '../../../src/kit/waiting.ts';
import { walletLinks } from '../../../src/wallet-link/index.ts';
import type { Fault } from './faults.ts';
import { answerPage, answerRelay } from './fault-answers.ts';
import { serviceUrl, type Service } from './service.ts';

/** One request of a page. */
export interface Exchange {
  readonly number: number;
  readonly tab: number;
  readonly method: string;
  /** Path within the API, without its query. */
  readonly path: string;
  /** 2 when a stamp came along. */
  readonly leg: 1 | 2;
  /** Compressed public key (hex) that the stamp names. */
  readonly signer?: string;
  readonly requestId?: string;
  readonly idempotencyKey?: string;
  /** The state or the address that a PATCH asks for. */
  readonly asks?: string;
  /** When it left the page, ms since the proxies started. */
  readonly sentAt: number;
}

/** Where a request is: it left the page, came to the service, was answered there, came back to the page, or was cut off. */
export type Place = 'sent' | 'arrived' | 'answered' | 'delivered' | 'cut';

/** A request as a proxy saw it. */
export interface Sighting {
  readonly place: Place;
  readonly at: number;
  readonly exchange: Exchange;
  readonly status?: number;
  readonly fault?: string;
  /** Id of the session that an answer began. */
  readonly began?: string;
}

/** The network. */
export interface Proxies {
  /** Where the page is served. */
  readonly url: string;
  /** Asked about every request: the fault that it meets. */
  meet(choose: (exchange: Exchange) => Fault | undefined): void;
  /** Milliseconds since the start. */
  now(): number;
  /** The same of a time of this machine, epoch ms. */
  sinceStart(time: number): number;
  /** How many requests, late deliveries and second deliveries included, are under way. */
  pending(): number;
  readonly sightings: readonly Sighting[];
  /** The visits to the wallet page, where it is one. */
  readonly visits: Visits | undefined;
  close(): Promise<void>;
}

/** The app's back-end, as far as it lets a person in. */
export interface Visits {
  /** Makes a link to the page for the person, who has logged in. */
  link(): Promise<string>;
  /** Ends all that came of such links: the person logs out. */
  end(): Promise<void>;
}

/** Options of {@link startProxies}. */
export interface StartProxiesOptions {
  readonly service: Service;
  /** The page's files by path; `/` is the page. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether the page is a wallet page. */
  readonly isVisited: boolean;
  /** Milliseconds that one of the four ways takes. */
  readonly delay: () => number;
  /** How long after it was given up a late request is delivered, ms. */
  readonly lateness: () => number;
}

/** The longest that a late request waits for whoever sent it to give up, ms. */
const givenUpAtLatestMs = 20_000;

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Starts page server, proxies and relay. */
export async function startProxies(options: StartProxiesOptions): Promise<Proxies> {
  const { service, files, isVisited, delay, lateness } = options;
  const { sandbox, customerId, accountId } = service;
  const started = Date.now();
  const sinceStart = (time: number): number => time - started;
  const now = (): number => sinceStart(Date.now());
  const current = new AsyncLocalStorage<{ readonly exchange: Exchange; readonly fault: Fault | undefined }>();
  const sightings: Sighting[] = [];
  let choose: (exchange: Exchange) => Fault | undefined = () => undefined;
  let count = 0;
  let pending = 0;

  const see = (place: Place, exchange: Exchange, more: Pick<Sighting, 'status' | 'fault' | 'began'> = {}): void => {
    sightings.push({ place, at: now(), exchange, ...more });
  };
  const underWay = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    pending += 1;
    try {
      return await work();
    } finally {
      pending -= 1;
    }
  };

  /** Between relay and service. */
  const toService = async (request: Request): Promise<Response> => {
    const { exchange, fault: met } = current.getStore() ?? {};
    const path = new URL(request.url).pathname.slice(new URL(serviceUrl).pathname.length);
    // The relay looks up whose a record is by requests of its own.
    if (exchange === undefined || path !== exchange.path || request.method !== exchange.method) {
      await after(delay());
      return sandbox.fetch(request);
    }
    const fault = met?.side === 'service' ? met : undefined;
    await after(delay());
    if (fault?.forward === 'never') return answerRelay(fault, request.signal);
    const again = fault?.forward === 'twice' ? request.clone() : undefined;
    see('arrived', exchange);
    const answer = await sandbox.fetch(request);
    see('answered', exchange, { status: answer.status, ...(await beginning(exchange, answer.clone())) });
    if (again !== undefined) {
      void underWay(async () => {
        await after(lateness());
        see('arrived', exchange);
        see('answered', exchange, { status: (await sandbox.fetch(again)).status });
      });
    }
    await after(delay());
    return fault === undefined || fault.answer === 'real' ? answer : answerRelay(fault, request.signal);
  };

  /** Between page and relay. */
  const fromPage = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const [, tab = '', target = ''] = /^\/tab\/(\d+)(\/relay\/.*)$/.exec(incoming.url ?? '') ?? [];
    const { request, body } = await readRequest(incoming, url + target);
    count += 1;
    const exchange = describe(request, body, {
      number: count,
      tab: Number(tab),
      sentAt: sinceStart(Number(incoming.headers['sent-at'])),
    });
    const fault = choose(exchange);
    const onWay = fault?.side === 'page' ? fault : undefined;
    const gone = new Promise<void>((resolve) => {
      outgoing.once('close', resolve);
    });
    see('sent', exchange, fault === undefined ? {} : { fault: fault.name });
    await after(delay());
    if (onWay?.forward === 'late') {
      await Promise.race([gone, after(givenUpAtLatestMs)]);
      await after(lateness());
    }
    const answer =
      onWay?.forward === 'never' ? undefined : await current.run({ exchange, fault }, () => backEnd(request));
    await after(delay());
    const isWhole = await answerPage(outgoing, { answer, fault: onWay, gone });
    see(isWhole ? 'delivered' : 'cut', exchange, answer === undefined ? {} : { status: answer.status });
  };

  /** Answers an arrival on the wallet page, which no fault meets: a person loads it until it is there. */
  const arrive = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { request } = await readRequest(incoming, url + String(incoming.url));
    await answerPage(outgoing, { answer: await backEnd(request), fault: undefined, gone: Promise.resolve() });
  };

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/tab/')) {
      underWay(() => fromPage(incoming, outgoing)).catch(() => outgoing.destroy());
      return;
    }
    if (isVisited && /^\/(?:enter$|relay\/)/.test(path)) {
      void arrive(incoming, outgoing);
      return;
    }
    const file = files.get(path);
    outgoing.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': path.endsWith('/') ? 'text/html' : 'text/javascript',
      'Content-Security-Policy': "default-src 'self'; require-trusted-types-for 'script'",
      ...cachingOf(path),
    });
    outgoing.end(file);
  });
  const url = `http://localhost:${await listen(server, 'localhost')}`;

  const settings = {
    baseUrl: serviceUrl,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    fetch: toService,
    audit: () => undefined,
    profile: sandbox.profile === 'grid' ? 'grid' : 'spec',
    limits: unlimited,
  } as const;
  const person = { userId: 'sample-customer', customerId, accountIds: [accountId] };
  const walletPage = isVisited
    ? openTestPage({ ...settings, origin: url, session: 'visit', clock: createSystemClock() })
    : undefined;
  const backEnd =
    walletPage?.page ??
    createPageRelay({
      ...settings,
      mountPath: '/relay',
      groups: ['wallet', 'addresses', 'authorizations', 'export'],
      identify: () => Promise.resolve(person),
    });

  return Object.freeze({
    url,
    meet(next: (exchange: Exchange) => Fault | undefined) {
      choose = next;
    },
    now,
    sinceStart,
    pending: () => pending,
    sightings,
    visits: walletPage && {
      link: async () => walletLinks(url).home({ ticket: await walletPage.ticketFor(person) }),
      end: () => walletPage.logOut(person),
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  });
}

async function readRequest(incoming: IncomingMessage, url: string): Promise<{ request: Request; body: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !['connection', 'sent-at'].includes(name) ? [[name, value]] : [],
  );
  const body = Buffer.concat(chunks).toString();
  const method = incoming.method ?? 'GET';
  return { request: new Request(url, { method, headers, ...(body === '' ? {} : { body }) }), body };
}

/** The session that a stamped sign-in or refresh began. */
async function beginning({ path, leg }: Exchange, answer: Response): Promise<Pick<Sighting, 'began'>> {
  if (leg === 1 || !answer.ok || !/\/(?:verify|refresh)$/.test(path)) return {};
  return { began: ((await answer.json()) as { id: string }).id };
}

function describe(request: Request, body: string, known: Pick<Exchange, 'number' | 'tab' | 'sentAt'>): Exchange {
  const stamp =
    request.headers.get(wireProfiles.spec.signatureHeader) ?? request.headers.get(wireProfiles.grid.signatureHeader);
  const requestId = request.headers.get('Request-Id');
  const idempotencyKey = request.headers.get('Idempotency-Key');
  return {
    ...known,
    method: request.method,
    path: new URL(request.url).pathname.slice('/relay'.length),
    leg: stamp === null ? 1 : 2,
    ...(stamp === null ? {} : { signer: signerOf(stamp) }),
    ...(requestId === null ? {} : { requestId }),
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
    ...(request.method === 'PATCH' ? { asks: Object.values(JSON.parse(body) as Record<string, string>).join() } : {}),
  };
}

function signerOf(stamp: string): string {
  const { publicKey } = JSON.parse(Buffer.from(stamp, 'base64url').toString()) as { publicKey: string };
  return publicKey;
}
