/** An entrance of a wallet page, and all by which a script in the app could read where it leads, in one engine. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryRelayStore } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createEntrance } from 'countersign/wallet-page';
import { launch, type Engine } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { ada } from '../relay/service.ts';
import type { Certificate } from './certificate.ts';

/** Service workers by the name of their file; each does with a navigation what apps' workers do. */
const workers: Readonly<Record<string, string>> = {
  fetches: `event.respondWith(fetch(event.request));`,
  'fetches-by-address': `event.respondWith(fetch(event.request.url, { redirect: 'manual', credentials: 'include' }));`,
  'fetches-a-copy': `event.respondWith(fetch(new Request(event.request, { mode: 'same-origin', redirect: 'follow' })));`,
  'names-the-headers': `event.respondWith(fetch(event.request.url, {
    headers: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, credentials: 'include' }));`,
  preloads: `event.respondWith((async () => {
    const answer = await event.preloadResponse;
    if (answer === undefined) return fetch(event.request);
    const { type, status, redirected, url, headers } = answer;
    await tell({ type, status, redirected, url, headers: [...headers] });
    return answer;
  })());`,
  'leaves-it-alone': `return;`,
};

const workerOf = (name: string): string => `
  const tell = async (seen) => {
    const cache = await caches.open('seen');
    await cache.put('/seen', new Response(JSON.stringify(seen)));
  };
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil((async () => {
    if (${String(name === 'preloads')}) await registration.navigationPreload.enable();
    await clients.claim();
  })()));
  addEventListener('fetch', (event) => {
    if (!new URL(event.request.url).pathname.startsWith('/to-wallet')) return;
    ${workers[name] ?? ''}
  });`;

/** Runs in the app. Returns every text that it could learn of where the entrance leads. */
export const attempts = `(async () => {
  const learned = [];
  const note = (name, value) => { if (/ticket|wallet\\./.test(JSON.stringify(value) ?? '')) learned.push(name); };
  addEventListener('securitypolicyviolation', (event) => note('a report of a policy', { uri: event.blockedURI, sample: event.sample }));
  const inTime = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 1500))]);
  const attempt = async (name, work) => {
    try { note(name, await inTime(work())); } catch (error) { note(name, String(error)); }
  };
  const told = async (answer) => ({
    type: answer.type, url: answer.url, redirected: answer.redirected, headers: [...answer.headers], body: await answer.text(),
  });
  const path = '/to-wallet/sessions';
  for (const mode of ['cors', 'no-cors', 'same-origin', 'navigate'])
    for (const redirect of ['follow', 'manual', 'error'])
      await attempt('a fetch: ' + mode + ' ' + redirect, async () => told(await fetch(path, { mode, redirect })));
  await attempt('a request', async () => {
    const request = new XMLHttpRequest();
    request.open('GET', path);
    await new Promise((resolve) => { request.onloadend = resolve; request.send(); });
    return { url: request.responseURL, headers: request.getAllResponseHeaders(), body: request.responseText };
  });
  const loaded = (element) => new Promise((resolve) => {
    element.onload = element.onerror = resolve;
    (element.tagName === 'LINK' ? document.head : document.body).append(element);
  });
  for (const [tag, name, more = {}] of [
    ['iframe', 'src'], ['iframe', 'src', { sandbox: 'allow-same-origin allow-scripts' }], ['object', 'data'], ['embed', 'src'], ['img', 'src'], ['script', 'src'],
    ['link', 'href', { rel: 'prefetch' }], ['link', 'href', { rel: 'stylesheet' }], ['link', 'href', { rel: 'preload', as: 'fetch' }],
  ]) {
    await attempt('an element: ' + tag, async () => {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(more)) element.setAttribute(key, value);
      element[name] = path;
      await inTime(loaded(element));
      let inside;
      try { inside = element.contentWindow?.location.href + (element.contentDocument?.documentElement.outerHTML ?? ''); } catch { inside = undefined; }
      return { inside, sheet: element.sheet?.href };
    });
  }
  await attempt('rules of speculation', async () => {
    const rules = { urls: [path] };
    await inTime(loaded(Object.assign(document.createElement('script'), {
      type: 'speculationrules', text: JSON.stringify({ prefetch: [rules], prerender: [rules] }) })));
  });
  await attempt('a window', async () => {
    const opened = window.open(path);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    let inside;
    try { inside = opened.location.href; } catch { inside = undefined; }
    opened?.close();
    return inside === 'about:blank' ? undefined : inside;
  });
  await attempt('what the browser measured', async () =>
    performance.getEntries().map((entry) => entry.toJSON()).filter(({ name }) => !name.includes('/to-wallet')));
  return learned;
})()`;

/** An app with an entrance, and a host in the wallet page's place. */
export interface EntranceSite {
  readonly app: string;
  readonly wallet: string;
  /** Requests to the entrance that were answered: method and status. */
  answered: string[];
  close(): void;
}

/** Serves both. */
export async function serveEntrance(certificate?: Certificate): Promise<EntranceSite> {
  const servers = new Set<ReturnType<typeof createServer>>();
  const serve = async (listener: RequestListener, name: string): Promise<string> => {
    const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
    servers.add(server);
    const scheme = certificate === undefined ? 'http' : 'https';
    return `${scheme}://${name}.demo.localhost:${await listen(server, 'localhost')}`;
  };
  const html = { 'Content-Type': 'text/html' };
  const wallet = await serve((_request, response) => {
    response.writeHead(200, html).end('<!doctype html><title>Wallet</title>');
  }, 'wallet');
  let entrance: RequestListener | undefined;
  const app = await serve((request, response) => {
    const { url = '', method = '' } = request;
    if (url.startsWith('/to-wallet')) {
      response.on('finish', () => site.answered.push(`${method} ${String(response.statusCode)}`));
      return entrance?.(request, response);
    }
    const name = /^\/(.*)\.js$/.exec(url)?.[1];
    if (name === undefined) return response.writeHead(200, html).end('<!doctype html><title>App</title><p>App');
    return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(workerOf(name));
  }, 'app');
  let people = 0;
  entrance = toNodeListener(
    createEntrance({
      store: createMemoryRelayStore(),
      origin: wallet,
      apps: [app],
      // Another person each time, so that no limit refuses.
      identify: () => ({ ...ada, userId: `user-${String((people += 1))}` }),
      mountPath: '/to-wallet',
      logIn: '/log-in?next=',
    }),
  );
  const site: EntranceSite = {
    app,
    wallet,
    answered: [],
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  return site;
}

/** The tests, in one engine. */
export function describeEntrance(engine: Engine): void {
  let browser: Awaited<ReturnType<typeof launch>>;
  let site: EntranceSite;

  beforeAll(async () => {
    site = await serveEntrance();
    browser = await launch(engine);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  const openApp = async (): Promise<Page> => {
    const context: BrowserContext = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${site.app}/`);
    site.answered = [];
    return page;
  };
  /** Follows a link as a person does. */
  const follow = async (page: Page, path = '/to-wallet/sessions'): Promise<void> => {
    await page.evaluate(`document.body.innerHTML = '<a href="${path}">Go</a>'`);
    await page.getByRole('link', { name: 'Go' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/sessions'));
    await page.waitForLoadState();
  };
  /** Has a service worker answer navigations from now on. */
  const install = (page: Page, name: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const controlled = new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
      await navigator.serviceWorker.register('/${name}.js');
      await controlled;
    })()`);

  describe(`an entrance in ${engine}`, { timeout: 60_000 }, () => {
    test('leads a link of the app, and of another site, to the wallet page with a ticket', async () => {
      const page = await openApp();
      await follow(page);
      expect(page.url()).toMatch(new RegExp(`^${site.wallet}/sessions#ticket=[\\w-]{43}$`));
      await page.goto(site.app.replace('app.demo', 'other'));
      await follow(page, `${site.app}/to-wallet/sessions`);
      expect(page.url()).toMatch(new RegExp(`^${site.wallet}/sessions#ticket=[\\w-]{43}$`));
    });

    test('shows no script of the app where it leads: not by fetch, elements, frames, windows or what the browser measures', async () => {
      const page = await openApp();
      expect(await page.evaluate(attempts)).toEqual([]);
      // All but the window, which the person's own browser has led on.
      expect(site.answered.filter((one) => one !== 'GET 403')).toEqual(['GET 303']);
      expect(site.answered.length).toBeGreaterThan(8);
    });

    test.each(['fetches', 'fetches-by-address', 'fetches-a-copy', 'names-the-headers'])(
      'refuses a navigation that a service worker answers by its own request, and tells the person: %s',
      async (name) => {
        const page = await openApp();
        await install(page, name);
        await follow(page);
        expect(site.answered).toEqual(['GET 403']);
        expect(page.url()).toBe(`${site.app}/to-wallet/sessions`);
        expect(await page.title()).toBe('Your wallet can’t be opened this way');
      },
    );

    test('leads on where a service worker leaves it alone', async () => {
      const page = await openApp();
      await install(page, 'leaves-it-alone');
      await follow(page);
      expect(page.url()).toMatch(/#ticket=/);
    });

    test('leads on by navigation preload, of which a service worker reads nothing', async () => {
      const page = await openApp();
      await install(page, 'preloads');
      await follow(page);
      expect(page.url()).toMatch(/#ticket=/);
      await page.goto(`${site.app}/`);
      const seen = await page.evaluate(
        `caches.open('seen').then((cache) => cache.match('/seen')).then((answer) => answer.json())`,
      );
      expect(seen).toEqual({
        type: 'opaqueredirect',
        status: 0,
        redirected: false,
        url: expect.not.stringContaining('ticket') as string,
        headers: [],
      });
    });
  });
}
