/** A page on one origin and the relay on another, by the recipe of docs/production.md as it is written, in one engine. */
import { createServer } from 'node:http';
import { transform } from 'esbuild';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Quote } from 'countersign';
import { createRelay, type Relay } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { readBlocks } from '../documents/blocks.ts';
import { launch, type Engine } from '../engines/launch.ts';
import { unlimited } from '../unlimited.ts';
import { listen } from '../listen.ts';
import { serveKit, type KitPage } from './kit-page.ts';

/** The recipe's blocks with the test's origins in place of the examples'. */
function recipe(page: string, api: string): { server: string; page: string } {
  const blocks = readBlocks().filter(
    ({ title, code }) => title.startsWith('docs/production.md') && code.includes('.example.com'),
  );
  const [server = '', ofPage = ''] = (['server', 'page'] as const).map((side) =>
    (blocks.find((block) => block.side === side)?.code ?? '')
      .replace('https://app.example.com', page)
      .replace('https://api.example.com', api),
  );
  return { server, page: ofPage.replace("from 'countersign'", "from './src/index.ts'") };
}

/** The tests, in one engine. */
export function describeOtherOrigin(engine: Engine): void {
  let browser: Browser;
  let served: KitPage;
  let handle: Relay;
  let asked: string[] = [];
  let [page, api] = ['', ''];
  const server = createServer(
    toNodeListener((request) => {
      asked.push(`${request.method} ${request.headers.get('Sec-Fetch-Site') ?? 'unsaid'}`);
      return handle(request);
    }),
  );

  beforeAll(async () => {
    api = `http://api.demo.localhost:${await listen(server, 'localhost')}`;
    const policy = `default-src 'self'; connect-src ${api}`;
    // An isolated page takes nothing of another origin that doesn't ask for it.
    const headers = {
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    };
    const script = recipe('', api).page.replace('wallet.close();', 'window.wallet = wallet;');
    served = await serveKit({ headers, script });
    page = served.url.replace('localhost', 'app.demo.localhost');
    const { sandbox, settings, customerId } = served;
    const relay = createRelay({
      baseUrl: 'http://localhost/2025-10-13',
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      mountPath: '/wallet',
      origins: [page],
      limits: unlimited,
      fetch: (request) => sandbox.fetch(request),
      identify: async (request) =>
        request.headers.get('Cookie') === 'person=1'
          ? { userId: 'person-1', customerId, accountIds: [settings.accountId] }
          : null,
    });
    Object.assign(globalThis, { relay });
    const { code } = await transform(recipe(page, api).server, { loader: 'ts' });
    const module = `data:text/javascript,${encodeURIComponent(code)}`;
    ({ handleFromPage: handle } = (await import(/* @vite-ignore */ module)) as { handleFromPage: Relay });
    browser = await launch(engine);
  });

  afterAll(async () => {
    delete (globalThis as { relay?: unknown }).relay;
    await browser?.close();
    await served?.close();
    server.closeAllConnections();
    server.close();
  });

  /** Opens the recipe's page at an address that leads to it, with the cookie of a site. */
  async function open(address: string, cookieDomain: string): Promise<Page> {
    asked = [];
    const context = await browser.newContext();
    const cookie = { name: 'person', value: '1', domain: cookieDomain, path: '/', httpOnly: true } as const;
    await context.addCookies([{ ...cookie, sameSite: 'Lax' }]);
    await context.addInitScript((given) => Object.assign(globalThis, given), {
      accountId: served.settings.accountId,
      serviceKeys: served.settings.enclaveKeys,
    });
    const opened = await context.newPage();
    await opened.goto(address);
    await opened.waitForFunction(() => 'wallet' in globalThis);
    return opened;
  }

  /** End of a sign-in, by its code or the wallet's status. */
  function signIn(opened: Page): Promise<string> {
    return opened.evaluate(async () => {
      try {
        await (await window.wallet.emailOtp.begin()).verify('000000');
        return window.wallet.state().status;
      } catch (error) {
        const { code, platformCode = code } = error as { code: string; platformCode?: string };
        return platformCode;
      }
    });
  }

  describe(`a relay on an origin of its own, in ${engine}`, () => {
    test('serves sign-in, payment, refresh and sign-out to an isolated page of its site', async () => {
      const opened = await open(page, '.demo.localhost');
      expect(await opened.evaluate(() => [globalThis.crossOriginIsolated, origin])).toEqual([true, page]);
      expect(await signIn(opened)).toBe('signed-in');
      const quote = (await served.quote(1_000_000)) as Quote;
      const outcome = await opened.evaluate(async (given) => {
        const { wallet } = window;
        const { status } = await wallet.quote.execute(given);
        const before = wallet.state().session;
        await wallet.session.refresh();
        const isNew = wallet.state().session !== before;
        return [status, isNew, (await wallet.session.list()).length > 0, await wallet.session.revoke()];
      }, quote);
      expect(outcome).toEqual(['PROCESSING', true, true, { localKeyDeleted: true, service: 'revoked' }]);
      expect(new Set(asked.map((one) => one.split(' ')[1]))).toEqual(new Set(['same-site']));
      expect(asked).toContain('OPTIONS same-site');
      await opened.context().close();
    });

    test('answers nobody without the cookie of its site', async () => {
      const opened = await open(page, 'app.demo.localhost');
      expect(await signIn(opened)).toBe('RELAY_UNAUTHENTICATED');
      await opened.context().close();
    });

    test('lets no other page of the site read or change anything', async () => {
      const opened = await open(page.replace('app.', 'other.'), '.demo.localhost');
      expect(await signIn(opened)).toBe('NETWORK_FAILED');
      await opened.context().close();
    });
  });
}
