/** Links that an app makes, opened through each adapter that a page is mounted by. */
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import * as fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { walletLinks } from 'countersign/wallet-link';
import { toNodeListener } from '../../src/relay/node.ts';
import { listen } from '../listen.ts';
import { check } from '../properties.ts';
import { id } from '../relay/service.ts';
import { appOrigin, dataOf, openTestPage, walletOrigin } from './page.ts';

const { page } = openTestPage({ exportKeys: [`04${'cd'.repeat(64)}`] });
const links = walletLinks(walletOrigin);
const app = new Hono();
app.all('*', (context) => page(context.req.raw));

const servers = new Set<ReturnType<typeof createServer>>();
afterAll(() => {
  for (const server of servers) server.close();
});

/** Opens a server; the returned function sends a target as a browser writes it. */
async function serve(listener: RequestListener): Promise<(target: string) => Promise<Response>> {
  const server = createServer(listener);
  servers.add(server);
  const port = await listen(server);
  const headers = { Host: new URL(walletOrigin).host, Connection: 'close' };
  return async (path) => {
    const sent = send({ port, host: '127.0.0.1', path, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return new Response(await text(answer), { status: answer.statusCode ?? 0 });
  };
}

const adapters: readonly (readonly [name: string, open: () => Promise<(target: string) => Promise<Response>>])[] = [
  ['the listener of Node’s servers, which the process has too', () => serve(toNodeListener(page))],
  [
    'Hono',
    () => {
      const answer = getRequestListener(app.fetch);
      return serve((request, response) => void answer(request, response));
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

test.each(adapters)('every link of walletLinks, whatever others add to it, opens behind %s', async (_name, open) => {
  const ask = await open();
  await check(
    200,
    fc.asyncProperty(link, async ({ target, returnTo }) => {
      const answer = await ask(target);
      expect(answer.status, target).toBe(200);
      expect((await dataOf(answer))['returnTo']).toBe(returnTo);
    }),
  );
});
