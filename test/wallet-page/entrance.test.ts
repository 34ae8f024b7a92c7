/** The entrance of a wallet page: which requests it leads on, with a ticket, and which it refuses. */
import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Identify, RelayStore } from '../../src/relay/index.ts';
import { toNodeListener } from '../../src/relay/node.ts';
import { walletLinks } from '../../src/wallet-link/index.ts';
import { createEntrance, entranceMistakes, type CreateEntranceOptions } from '../../src/wallet-page/entrance.ts';
import { ada, bob, id } from '../relay/service.ts';
import { serve } from './over-http.ts';
import { appOrigin, openTestPage, walletOrigin } from './page.ts';

const links = walletLinks('/to-wallet');
const returnTo = `${appOrigin}/orders/1`;
const toPay = links.pay(id('Quote', '1'), { returnTo });
const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'same-origin' };

/** Knows people by a cookie or a token. */
const identify: Identify = ({ headers }) => {
  const said = `${headers.get('Cookie') ?? ''} ${headers.get('Authorization') ?? ''}`;
  if (said.includes('ada')) return ada;
  return said.includes('bob') ? bob : null;
};

function open(more: Partial<CreateEntranceOptions> = {}) {
  const page = openTestPage();
  const entrance = createEntrance({
    store: page.store,
    origin: walletOrigin,
    apps: [appOrigin],
    identify,
    mountPath: '/to-wallet',
    logIn: '/log-in?next=',
    ...more,
  });
  const ask = (path: string, headers: Record<string, string | null> = {}, method = 'GET'): Promise<Response> => {
    const all = { ...navigation, Cookie: 'session=ada', ...headers };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    return entrance(new Request(appOrigin + path, { method, headers: given }));
  };
  const post = (headers: Record<string, string> = {}): Promise<Response> =>
    entrance(new Request(`${appOrigin}/to-wallet`, { method: 'POST', headers: { Origin: appOrigin, ...headers } }));
  return { ...page, entrance, ask, post };
}

const locationOf = ({ headers }: Response): string => headers.get('Location') ?? '';
const ticketOf = (response: Response): string => /#ticket=(.*)$/.exec(locationOf(response))?.[1] ?? '';
const titleOf = async (response: Response): Promise<string> => /<h1>(.*)<\/h1>/.exec(await response.text())?.[1] ?? '';

describe('an entrance', () => {
  test.each([
    links.home(),
    links.home({ returnTo, locale: 'de' }),
    toPay,
    links.card(id('Card', '1'), 'frozen'),
    links.signInMethods(),
    links.sessions(),
    links.payee(id('ExternalAccount', '1')),
    links.export(id('InternalAccount', '1')),
    links.signOut({ returnTo }),
    `${toPay}&_gl=1*1ab2c*_ga*MTIz`,
    '/to-wallet/',
  ])(
    'leads a navigation to %s on to the same page of the wallet’s host, with a ticket in the fragment',
    async (link) => {
      const { ask, enter } = open();
      const response = await ask(link);
      expect(response.status).toBe(303);
      const [address, ticket = ''] = locationOf(response).split('#ticket=');
      expect(address).toBe(walletOrigin + link.replace(/^\/to-wallet\/?/, '/'));
      expect((await enter(ticket)).status).toBe(204);
      expect(await response.text()).toBe('');
    },
  );

  test.each(['none', 'same-origin', 'same-site', 'cross-site'])('leads on from any site: %s', async (site) => {
    const { ask } = open();
    expect(ticketOf(await ask(toPay, { 'Sec-Fetch-Site': site }))).toMatch(/^[\w-]{43}$/);
  });

  type Headers = Record<string, string | null>;
  const refused: readonly (readonly [name: string, headers: Headers, method: string])[] = [
    ['a fetch', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 'GET'],
    ['a fetch without CORS', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' }, 'GET'],
    ['a fetch of its own origin', { 'Sec-Fetch-Mode': 'same-origin', 'Sec-Fetch-Dest': 'empty' }, 'GET'],
    ['a navigation that a service worker repeats in Firefox', { 'Sec-Fetch-Mode': 'same-origin' }, 'GET'],
    ['a navigation that a service worker repeats in Chromium', { 'Sec-Fetch-Dest': 'empty' }, 'GET'],
    ['a frame', { 'Sec-Fetch-Dest': 'iframe' }, 'GET'],
    ['an object', { 'Sec-Fetch-Dest': 'object' }, 'GET'],
    ['an embedded page', { 'Sec-Fetch-Dest': 'embed' }, 'GET'],
    ['a page fetched ahead', { 'Sec-Purpose': 'prefetch' }, 'GET'],
    ['a page rendered ahead', { 'Sec-Purpose': 'prefetch;prerender' }, 'GET'],
    [
      'a client without fetch metadata',
      { 'Sec-Fetch-Mode': null, 'Sec-Fetch-Dest': null, 'Sec-Fetch-Site': null },
      'GET',
    ],
    ['another method', {}, 'HEAD'],
    ['a change', {}, 'PUT'],
  ];
  test.each(refused)('makes no ticket for what is no navigation of a browser: %s', async (_name, headers, method) => {
    const put = vi.fn<RelayStore['put']>();
    const { ask } = open({ store: { ...openTestPage().store, put } });
    const response = await ask(toPay, headers, method);
    expect([response.status, response.headers.get('Location')]).toEqual([403, null]);
    expect(put).not.toHaveBeenCalled();
  });

  test.each([
    ['/to-wallet/pay', 400],
    ['/to-wallet/pay?quote=1', 400],
    [`${toPay}&quote=1`, 400],
    [`/to-wallet/?return=${encodeURIComponent('https://evil.example/')}`, 400],
    ['/to-wallet/other', 404],
    ['/to-wallet.evil.example/sessions', 404],
    ['/to-walletx/sessions', 404],
    ['/to-wallet//evil.example/sessions', 404],
    ['/to-wallet/@evil.example/sessions', 404],
    ['/elsewhere/sessions', 404],
  ])('takes the links that the wallet page takes, and no other: %s', async (path, status) => {
    const { ask } = open();
    const response = await ask(path, { 'Accept-Language': 'de-AT,en' });
    expect([response.status, response.headers.get('Location')]).toEqual([status, null]);
    expect(await titleOf(response)).toBe('Dieser Link funktioniert nicht');
  });

  test('sends somebody who isn’t logged in to the log-in, with the checked path to come back to', async () => {
    const { ask } = open();
    const response = await ask(toPay, { Cookie: null });
    expect([response.status, locationOf(response)]).toEqual([303, `/log-in?next=${encodeURIComponent(toPay)}`]);
    expect((await ask('/to-wallet/pay?quote=1', { Cookie: null })).status).toBe(400);
  });

  test('leads to a page for signing out with a ticket from the app itself alone', async () => {
    const { ask } = open();
    const link = links.signOut({ returnTo });
    const asks = walletOrigin + link.replace('/to-wallet', '');
    expect(ticketOf(await ask(link))).toMatch(/^[\w-]{43}$/);
    for (const site of ['none', 'same-site', 'cross-site', null]) {
      expect(locationOf(await ask(link, { 'Sec-Fetch-Site': site }))).toBe(asks);
    }
    expect(locationOf(await ask(link, { Cookie: null }))).toBe(asks);
  });

  test('makes 30 tickets a minute for one person, as many for another, and tells people when to come again', async () => {
    const { ask, clock } = open();
    for (let count = 0; count < 30; count += 1) expect((await ask(toPay)).status).toBe(303);
    const response = await ask(toPay, { 'Accept-Language': 'pt-BR' });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(await titleOf(response)).toBe('Sua carteira foi aberta vezes demais');
    expect((await ask(toPay, { Cookie: 'session=bob' })).status).toBe(303);
    clock.advance(60_000);
    expect((await ask(toPay)).status).toBe(303);
  });

  test('lets no ticket begin a visit that was made before a log-out', async () => {
    const { ask, enter, logOut } = open();
    const response = await ask(toPay);
    await logOut();
    expect((await enter(ticketOf(response))).status).toBe(403);
  });

  test('is stored by no cache, sends no address of the app, and opens itself to no other site, whatever it answers', async () => {
    const { ask, post, entrance } = open();
    const answers = [
      await ask(toPay),
      await ask(toPay, { Cookie: null }),
      await ask(toPay, { 'Sec-Fetch-Mode': 'cors' }),
      await ask('/to-wallet/other'),
      await post({ Authorization: 'Bearer ada' }),
      await post(),
      await post({ Origin: 'https://evil.example' }),
      entrance.refuse(new Response(null, { status: 400 }), { accept: 'text/html' }),
      entrance.refuse(new Response(null, { status: 400 }), {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 403, 404, 204, 401, 403, 400, 400]);
    for (const { headers } of answers) {
      expect([headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
        'private, no-store',
        'no-referrer',
      ]);
      expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
    }
  });
});

describe('a person whom an entrance refuses', () => {
  const titles: readonly (readonly [language: string, title: string])[] = [
    ['de-AT,de;q=0.9', 'So lässt sich Ihr Wallet nicht öffnen'],
    ['es', 'Su cartera no puede abrirse así'],
    ['fr-CA', 'Votre portefeuille ne peut pas s’ouvrir ainsi'],
    ['pt-BR', 'Sua carteira não pode ser aberta assim'],
    ['ja', 'Your wallet can’t be opened this way'],
  ];
  test.each(titles)('sees a page that names the cause in their language: %s', async (language, title) => {
    const { ask } = open();
    const response = await ask(toPay, { 'Sec-Fetch-Mode': 'same-origin', 'Accept-Language': language });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(await titleOf(response)).toBe(title);
  });

  test.each([
    [
      'the store is away',
      { store: { ...openTestPage().store, increment: () => Promise.reject(new Error('secret')) } satisfies RelayStore },
      503,
      '5',
    ],
    ['identify fails', { identify: () => Promise.reject(new Error('secret')) }, 500, null],
    ['identify answers no identity', { identify: () => ({ userId: '' }) as never }, 500, null],
  ] as const)(
    'is told to come again where %s, and the operator is told why',
    async (_name, more, status, retryAfter) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      onTestFinished(() => warn.mockRestore());
      const { ask, post } = open(more);
      const response = await ask(toPay);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([status, retryAfter]);
      const shown = await response.text();
      expect(shown).toContain('We can’t open your wallet right now');
      expect(shown).not.toContain('secret');
      expect(warn.mock.calls.join()).toMatch(/RELAY_(?:INTERNAL_ERROR|IDENTITY_INVALID)/);
      expect(warn.mock.calls.join()).not.toContain('secret');
      expect((await post({ Authorization: 'Bearer ada' })).status).toBe(status);
    },
  );

  test('sees it styled, by the one style that its policy names', async () => {
    const response = await open().ask(toPay, { 'Sec-Fetch-Mode': 'cors' });
    const [, style = ''] = /<style>([^<]+)<\/style>/.exec(await response.text()) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(style).toContain('font:');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
    );
  });

  test('gets the page from the listener, too', async () => {
    const { ask, close } = await serve(toNodeListener(open().entrance));
    onTestFinished(close);
    const answer = await ask('/to-wallet/<>', { Accept: 'text/html,*/*', 'Accept-Language': 'de' });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await titleOf(answer)).toBe('Dieser Link funktioniert nicht');
  });
});

describe('an app whose requests carry a token', () => {
  const cookieOf = (response: Response): string => response.headers.get('Set-Cookie')?.split(';')[0] ?? '';

  test('posts to the entrance, gets nothing but a cookie that no script reads, and the next navigation uses it once', async () => {
    const { ask, post, enter } = open();
    const posted = await post({ Authorization: 'Bearer ada' });
    expect([posted.status, await posted.text()]).toEqual([204, '']);
    const [cookie = '', ...attributes] = (posted.headers.get('Set-Cookie') ?? '').split('; ');
    expect(attributes).toEqual(['Max-Age=30', 'Path=/to-wallet', 'HttpOnly', 'SameSite=Lax', 'Secure']);
    const response = await ask(toPay, { Cookie: cookie });
    expect(response.headers.get('Set-Cookie')).toMatch(/^__Secure-countersign-ticket=; Max-Age=0; Path=\/to-wallet;/);
    expect((await enter(ticketOf(response))).status).toBe(204);
    expect((await enter(ticketOf(await ask(toPay, { Cookie: cookie })))).status).toBe(403);
  });

  test('has 30 seconds for the navigation', async () => {
    const { ask, post, enter, clock } = open();
    const cookie = cookieOf(await post({ Authorization: 'Bearer ada' }));
    clock.advance(30_000);
    expect((await enter(ticketOf(await ask(toPay, { Cookie: cookie })))).status).toBe(403);
  });

  test('signs out by it, at once from its own page alone, and keeps the cookie of a link that only asks', async () => {
    const { ask, post } = open();
    const cookie = cookieOf(await post({ Authorization: 'Bearer ada' }));
    const asked = await ask(links.signOut(), { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' });
    expect([ticketOf(asked), asked.headers.get('Set-Cookie')]).toEqual(['', null]);
    expect(ticketOf(await ask(links.signOut(), { Cookie: cookie }))).toMatch(/^[\w-]{43}$/);
  });

  test.each([
    ['the page of another origin', { Origin: 'https://evil.example', Authorization: 'Bearer ada' }, 403],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Authorization: 'Bearer ada' }, 403],
    ['no page', { Origin: 'null', Authorization: 'Bearer ada' }, 403],
    ['nobody', {}, 401],
  ])('is the only one that gets the cookie: not %s', async (_name, headers, status) => {
    const response = await open().post(headers);
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([status, null]);
  });

  test('is limited as a navigation is', async () => {
    const { post, ask } = open();
    for (let count = 0; count < 30; count += 1) await post({ Authorization: 'Bearer ada' });
    const response = await post({ Authorization: 'Bearer ada' });
    expect([response.status, response.headers.get('Retry-After'), await response.text()]).toEqual([429, '60', '']);
    expect((await ask(toPay)).status).toBe(429);
  });

  test('leads nobody into another person’s wallet by a cookie that another host has set', async () => {
    const { ask, post, enter, whoIs } = open();
    const bobs = cookieOf(await post({ Authorization: 'Bearer bob' }));
    const response = await ask(toPay, { Cookie: `session=ada; ${bobs}` });
    const entered = await enter(ticketOf(response));
    expect(await whoIs(entered.headers.get('Set-Cookie')?.split(';')[0] ?? '')).toBe(ada.customerId);
    const adas = cookieOf(await post({ Authorization: 'Bearer ada' }));
    for (const cookie of [`${bobs}; ${adas}`, '__Secure-countersign-ticket=<x>']) {
      expect(locationOf(await ask(toPay, { Cookie: cookie }))).toMatch(/^\/log-in/);
    }
  });
});

test('each option of an entrance is checked, and all mistakes are found at once', () => {
  const good = { store: openTestPage().store, origin: walletOrigin, apps: [appOrigin], identify };
  for (const logIn of ['/log-in?next=', 'https://app.example.com/log-in?next=', '/#/log-in?next=']) {
    expect(entranceMistakes({ ...good, mountPath: '/to-wallet', logIn })).toEqual([]);
  }
  for (const logIn of ['/log-in', 'log-in?next=', '//evil.example/?next=', 'javascript:x=', '/\\evil.example?next=']) {
    expect(entranceMistakes({ ...good, mountPath: '/to-wallet', logIn })).toEqual([
      expect.stringMatching(/^logIn must/),
    ]);
  }
  expect(entranceMistakes({ ...good, mountPath: '', logIn: 1, apps: [] })).toEqual([
    expect.stringMatching(/^apps must/),
    expect.stringMatching(/^mountPath must/),
    expect.stringMatching(/^logIn must/),
  ]);
});
