/** Links that an app makes, opened through each adapter that a page is mounted by. */
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import * as fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { walletLinks } from 'countersign/wallet-link';
import { createMemoryRelayStore } from '../../src/relay/index.ts';
import { toNodeListener } from '../../src/relay/node.ts';
import { createEntrance } from '../../src/wallet-page/entrance.ts';
import { check } from '../properties.ts';
import { ada, id } from '../relay/service.ts';
import { serve, type Served } from './over-http.ts';
import { appOrigin, dataOf, openTestPage, walletOrigin } from './page.ts';

const { page } = openTestPage({ exportKeys: [`04${'cd'.repeat(64)}`] });
const links = walletLinks(walletOrigin);
const app = new Hono();
app.all('*', (context) => page(context.req.raw));

const servers = new Set<Served>();
afterAll(() => {
  for (const server of servers) server.close();
});

/** Serves a listener; the returned function sends a target as a browser writes it. */
async function open(listener: RequestListener): Promise<Served['ask']> {
  const server = await serve(listener);
  servers.add(server);
  return server.ask;
}

const adapters: readonly (readonly [name: string, open: () => Promise<(target: string) => Promise<Response>>])[] = [
  ['the listener of Node’s servers, which the process has too', () => open(toNodeListener(page))],
  [
    'Hono',
    () => {
      const answer = getRequestListener(app.fetch);
      return open((request, response) => void answer(request, response));
    },
  ],
  [
    'an entrance before it',
    async () => {
      const headers = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
      let people = 0;
      const entrance = createEntrance({
        store: createMemoryRelayStore(),
        origin: walletOrigin,
        apps: [appOrigin],
        identify: () => ({ ...ada, userId: `user-${String((people += 1))}` }),
        mountPath: '/to-wallet',
        logIn: '/log-in?next=',
      });
      return async (target) => {
        const led = await entrance(new Request(`${appOrigin}/to-wallet${target}`, { headers }));
        return page(new Request(led.headers.get('Location') ?? '', { headers }));
      };
    },
  ],
  ['a route of Next.js', async () => (target) => page(new Request(walletOrigin + target))],
];

/** Texts that browsers and platforms put into addresses, raw and encoded. */
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('aB7-._~!$&\'()*+,;=:@/?|[]{}^`\\%20é "<>')), maxLength: 12 }),
  fc.constantFrom('_gl=1*1ab2c*_ga*MTIz', 'a=1&a=2', 'q=%7B%22a%22%3A1%7D', 'redirect=https://app.example.com/?x=y'),
);

const link = fc
  .record({
    path: part,
    query: fc.option(part),
    fragment: fc.option(part),
    locale: fc.constantFrom('de', 'pt-BR', undefined),
    page: fc.constantFrom('home', 'pay', 'card', 'signInMethods', 'sessions', 'payee', 'export', 'signOut'),
    behind: fc.constantFrom('', '_gl=1*1ab2c*_ga*MTIz*&_gl=2', "a=!$'()*,;@?&b=|[]{}^`"),
  })
  .map(({ path, query, fragment, locale, page: name, behind }) => {
    const returnTo = `${appOrigin}/${path.replace(/[?#]/g, '')}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
    const options = { returnTo, ...(locale !== undefined && { locale }) };
    const made = {
      home: () => links.home(options),
      pay: () => links.pay(id('Quote', '1'), options),
      card: () => links.card(id('Card', '1'), 'frozen', options),
      signInMethods: () => links.signInMethods(options),
      sessions: () => links.sessions(options),
      payee: () => links.payee(id('ExternalAccount', '1'), options),
      export: () => links.export(id('InternalAccount', '1'), options),
      signOut: () => links.signOut(options),
    }[name as 'home']();
    // As a browser sends it, with what others have added.
    const { pathname, search } = new URL(`${made}&${behind}`);
    return { target: pathname + search, returnTo: new URL(returnTo).href };
  });

test.each(adapters)(
  'every link of walletLinks, whatever others add to it, opens behind %s',
  async (_name, openAdapter) => {
    const ask = await openAdapter();
    await check(
      200,
      fc.asyncProperty(link, async ({ target, returnTo }) => {
        const answer = await ask(target);
        expect(answer.status, target).toBe(200);
        expect((await dataOf(answer))['returnTo']).toBe(returnTo);
      }),
    );
  },
);
