/** The service worker: it answers what the page asks of its back-end, and leaves the page's own files to the host. */

import { createStore, del, get, set } from 'idb-keyval';
import { pageSettings } from '../page/settings.ts';
import { openBackEnd, type BackEnd } from './back-end.ts';
import type { StateStorage } from './kept-state.ts';
import type { WorkerOrder } from './start-worker.ts';

/** What this file uses of a worker's events; the libraries of a page and of a worker can't be had in one project. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerMessage extends WorkerEvent {
  readonly data: WorkerOrder;
  readonly ports: readonly MessagePort[];
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean; type: 'window' }): Promise<readonly { readonly url: string }[]>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetch) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}

const scope = self as unknown as WorkerScope;
const tickMs = 1000;
/** Requests to the back-end. A last part with an extension names a file, wherever the host has put the page. */
const ofBackEnd = /^\/(?:api|wallet)\/(?!.*\.\w+$)/;

const database = createStore(`countersign-demo ${new URL(scope.registration.scope).pathname}`, 'state');
const storage: StateStorage = {
  read: async () => (await get<string>('state', database)) ?? null,
  write: (text) => set('state', text, database),
};
let opening: Promise<BackEnd> | null = null;
let ticking: ReturnType<typeof setInterval> | undefined;
/** Whether the pages are still to hear that what was kept could not be read. */
let isLossUntold = false;

async function open(): Promise<BackEnd> {
  const { origin } = scope.location;
  const backEnd = await openBackEnd({ origin, profile: pageSettings().profile, storage });
  isLossUntold = backEnd.hasLostState;
  // While somebody looks; a stopped worker's page finds what fell due with its next request.
  ticking = setInterval(() => void backEnd.tick().catch(() => undefined), tickMs);
  return backEnd;
}

function running(): Promise<BackEnd> {
  opening ??= open();
  return opening;
}

async function answer(request: Request): Promise<Response> {
  try {
    return await (await running()).fetch(request);
  } catch {
    // What could not be saved has not happened: the next request begins with what was.
    clearInterval(ticking);
    opening = null;
    const message = 'The back-end in this browser can not keep its state.';
    return Response.json({ status: 503, code: 'STATE_NOT_KEPT', message }, { status: 503 });
  }
}

/** Resolves with whether no other tab is open with the older version. */
async function isPageAlone(): Promise<boolean> {
  const pages = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  return pages.filter(({ url }) => url.startsWith(scope.registration.scope)).length <= 1;
}

/** Resolves with whether what was kept could not be read, for the first page that asks. */
async function tellLoss(): Promise<boolean> {
  // What fails here fails again with the first request, which says so.
  await running().catch(() => (opening = null));
  const wasUntold = isLossUntold;
  isLossUntold = false;
  return wasUntold;
}

/** Forgets everything; the next request begins anew. */
async function startOver(): Promise<void> {
  await (await running()).end();
  clearInterval(ticking);
  opening = null;
  await del('state', database);
}

const orders: Readonly<Record<WorkerOrder, () => Promise<unknown>>> = {
  'ask-alone': isPageAlone,
  claim: () => scope.clients.claim(),
  'tell-loss': tellLoss,
  'start-over': startOver,
};

async function obey({ data, ports }: WorkerMessage): Promise<void> {
  ports[0]?.postMessage(await orders[data]());
}

// A browser that keeps nothing has no use for this worker: its installation fails, and the page says so.
scope.addEventListener('install', (event) => event.waitUntil(storage.read()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', (event) => {
  event.waitUntil(obey(event));
});
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === scope.location.origin && ofBackEnd.test(pathname)) event.respondWith(answer(event.request));
});
