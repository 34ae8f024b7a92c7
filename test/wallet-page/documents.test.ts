/** The documents and files of a wallet page: what they say, and under which headers. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { wireProfiles } from '../../src/kit/wire.ts';
import { toNodeListener } from '../../src/relay/node.ts';
import { id } from '../relay/service.ts';
import { serve } from './over-http.ts';
import { appOrigin, dataOf, enclaveKeys, openTestPage, walletOrigin } from './page.ts';

const pay = `GET /pay?quote=${id('Quote', '1')}`;

describe('a document', () => {
  test('says what was checked of its link, and what the page is set up with', async () => {
    const { send } = openTestPage();
    const response = await send(`${pay}&return=${encodeURIComponent(`${appOrigin}/orders/1?a=b`)}&locale=de-AT&utm=x`);
    expect(response.status).toBe(200);
    expect(await dataOf(response)).toEqual({
      page: 'pay',
      id: id('Quote', '1'),
      to: null,
      locale: 'de-AT',
      returnTo: `${appOrigin}/orders/1?a=b`,
      brand: { name: 'Sample Customer Bank' },
      environment: 'production',
      session: 'payment',
      app: 'Sample Customer Bank',
      profile: wireProfiles.spec,
      enclaveKeys,
      exportKeys: [],
      signIn: { relyingPartyId: null, providers: [] },
    });
  });

  test('names the app that it leads back to, or else the brand', async () => {
    const shop = 'https://shop.example.com';
    const { send } = openTestPage({ apps: [appOrigin, { origin: shop, name: 'Sample Shop' }] });
    const appOf = async (origin: string): Promise<unknown> =>
      (await dataOf(await send(`GET /?return=${encodeURIComponent(`${origin}/orders/1`)}`)))['app'];
    expect([await appOf(shop), await appOf(appOrigin)]).toEqual(['Sample Shop', 'Sample Customer Bank']);
  });

  test.each([
    ['/', 'home'],
    ['/sign-in-methods', 'sign-in-methods'],
    ['/sessions', 'sessions'],
    [`/card?card=${id('Card', '1')}`, 'card'],
    [`/card?card=${id('Card', '1')}&to=frozen`, 'card'],
    [`/payee?account=${id('ExternalAccount', '1')}`, 'payee'],
    [`/export?account=${id('InternalAccount', '1')}`, 'export'],
  ])('is there for %s', async (path, page) => {
    const cardKeyPolicies = [{ consensus: "approvers.any(user, user.id == '{signerId}')", condition: 'a > 1' }];
    const { send } = openTestPage({ groups: ['wallet', 'export'], exportKeys: enclaveKeys, cardKeyPolicies });
    expect(await dataOf(await send(`GET ${path}`))).toMatchObject({ page, exportKeys: enclaveKeys, cardKeyPolicies });
  });

  test('can’t be left by what a brand is called', async () => {
    const brand = { name: '</script><img src=x onerror=alert(1)>&' };
    const response = await openTestPage({ brand }).send('GET /');
    const text = await response.clone().text();
    expect(text).not.toMatch(/<img|<\/script><img/);
    expect(await dataOf(response)).toMatchObject({ brand });
    expect(text).toContain('<title>&lt;/script>&lt;img src=x onerror=alert(1)>&amp;</title>');
  });

  test('depends on nobody’s cookie, and asks the service nothing', async () => {
    const { send, cookieOf, service } = openTestPage();
    const headers = { Cookie: await cookieOf() };
    expect(await (await send(pay, { headers })).text()).toBe(await (await send(pay)).text());
    expect(service.calls).toEqual([]);
  });

  test('has no script of its own text and none of another host, and loads what its script imports beside it', async () => {
    const text = await (await openTestPage().send('GET /')).text();
    const scripts = [...text.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toEqual(['id="wallet-page" type="application/json"', 'type="module" src="/assets/main-A1.js"']);
    expect(text).toContain('<link rel="modulepreload" href="/assets/pay-C3.js">');
    expect(text).not.toMatch(/ style=| on\w+=|<style|https?:/);
  });
});

describe('every answer of the page', () => {
  const paths = [
    'GET /',
    'GET /nowhere',
    'GET /pay',
    'GET /assets/main-A1.js',
    'GET /brand.css',
    'PUT /',
    'POST /enter',
  ];

  test.each(paths)('keeps scripts, frames and openers out: %s', async (line) => {
    const { headers } = await openTestPage().send(line);
    expect(headers.get('Content-Security-Policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'document-policy': 'force-load-at-top',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)') as string,
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('is kept by nobody, but files, whose names change with what they hold', async () => {
    const { send } = openTestPage();
    const kept = async (line: string) => (await send(line)).headers.get('Cache-Control');
    expect(await kept('GET /')).toBe('no-store');
    expect(await kept('GET /pay')).toBe('no-store');
    expect(await kept('GET /brand.css')).toBe('no-cache');
    expect(await kept('GET /assets/main-A1.js')).toBe('public, max-age=31536000, immutable');
    expect(await kept('GET /assets/main-A2.js')).toBe('no-store');
  });

  test('asks for TLS for good only where it has it', async () => {
    const { headers } = await openTestPage({ origin: 'http://wallet.demo.localhost:4000' }).send('GET /');
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });
});

describe('a request', () => {
  test.each([
    ['GET /nowhere', 404],
    ['GET /pay/', 404],
    ['GET /%70ay', 404],
    ['GET /export', 404],
    ['GET /assets/../manifest.json', 404],
    ['GET /assets/__proto__', 404],
    ['GET /constructor', 404],
    ['POST /nowhere', 404],
    ['POST /', 405],
    ['DELETE /assets/main-A1.js', 405],
    ['PUT /brand.css', 405],
    ['GET /enter', 405],
  ])('that the page doesn’t know is refused: %s', async (line, status) => {
    const response = await openTestPage().send(line);
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get('Allow')).toBe(line === 'GET /enter' ? 'POST' : 'GET, HEAD');
  });

  test('for the head alone is answered as the whole, without it', async () => {
    const { send } = openTestPage();
    const [head, whole] = [await send('HEAD /'), await send('GET /')];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([...head.headers]).toEqual([...whole.headers]);
  });

  test('below /relay is the relay’s, which takes it from the page’s own origin', async () => {
    const { send, cookieOf, service } = openTestPage();
    const Cookie = await cookieOf();
    const line = `GET /relay/quotes/${id('Quote', '1')}`;
    expect((await send(line, { headers: { Cookie } })).status).toBe(200);
    expect(service.lines()).toEqual([`GET /quotes/${id('Quote', '1')}`]);
    expect((await send(line, { headers: { Cookie, Origin: appOrigin } })).status).toBe(403);
    expect((await send(line)).status).toBe(401);
  });

  test.each(['same-site', 'cross-site'])(
    'of a page that is %s reaches neither the relay nor the tickets',
    async (site) => {
      const { send, cookieOf, ticketFor, enter, service } = openTestPage();
      const headers = { Cookie: await cookieOf(), 'Sec-Fetch-Site': site };
      for (const line of ['GET /relay/me', `GET /relay/quotes/${id('Quote', '1')}`])
        expect((await send(line, { headers })).status).toBe(403);
      expect((await enter(await ticketFor(), headers)).status).toBe(403);
      expect(service.calls).toEqual([]);
      expect((await send('GET /', { headers })).status).toBe(200);
    },
  );

  test('for related origins is answered to every site, where there are any', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const { send } = openTestPage({ relatedOrigins: ['https://wallet.example.org'] });
    const answer = await send('GET /.well-known/webauthn', { headers });
    expect(await answer.json()).toEqual({ origins: ['https://wallet.example.org'] });
    expect((await openTestPage().send('GET /.well-known/webauthn', { headers })).status).toBe(404);
  });

  test('is no text', async () => {
    await expect(openTestPage().page('GET /' as never)).rejects.toThrow(
      'walletPage: request must be a Request; in Express and Node mount toNodeListener(walletPage), in Hono pass context.req.raw',
    );
  });
});

describe('a link', () => {
  const refused = async (path: string): Promise<void> => {
    const response = await openTestPage().send(`GET ${path}`);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('<h2>This link doesn’t work</h2>');
    expect(text).not.toMatch(/<script|evil/);
    expect(response.headers.get('Location')).toBeNull();
  };

  test.each([
    ['another host that begins alike', 'https://app.example.com.evil.example/'],
    ['another host behind credentials', 'https://app.example.com@evil.example/'],
    ['credentials', 'https://evil@app.example.com/'],
    ['a password', 'https://:evil@app.example.com/'],
    ['no scheme', '//evil.example/'],
    ['no scheme, to the app', '//app.example.com/'],
    ['a path', '/orders/evil'],
    ['backslashes', 'https:\\\\app.example.com\\evil'],
    ['one slash', 'https:/app.example.com/evil'],
    ['a backslash before another host', 'https://evil.example\\@app.example.com/'],
    ['a script', 'javascript:alert("evil")'],
    ['a script that looks like an address', 'javascript://app.example.com/%0aevil()'],
    ['data', 'data:text/html,evil'],
    ['a blob', 'blob:https://app.example.com/evil'],
    ['another port', 'https://app.example.com:8443/evil'],
    ['no TLS', 'http://app.example.com/evil'],
    ['another host below', 'https://evil.app.example.com/'],
    ['the host above', 'https://example.com/evil'],
    ['the wallet page itself', `${walletOrigin}/evil`],
    ['an outcome of its own', `${appOrigin}/evil?wallet-outcome=paid`],
    ['an id of its own', `${appOrigin}/evil?a=b&wallet-id=1`],
    ['a doubly encoded address', 'https%3A%2F%2Fapp.example.com%2Fevil'],
    ['an encoded host', 'https://app.example.com%2eevil.example/'],
    ['a line break', 'https://app.example.com/\nevil'],
    ['a tab in the scheme', 'java\tscript:evil'],
    ['a space before it', ' https://app.example.com/evil'],
    ['letters that look alike', 'https://\u0430pp.example.com/evil'],
    ['nothing', ''],
    ['a host that is none', 'https://[evil/'],
    ['too much', `https://app.example.com/${'evil'.repeat(600)}`],
  ])('leads back to no address but one of its apps: %s', async (_title, address) => {
    await refused(`/?return=${encodeURIComponent(address)}`);
  });

  test.each([
    ['no id', '/pay'],
    ['an id of another type', `/pay?quote=${id('Card', '1')}`],
    ['an id with more behind it', `/pay?quote=${id('Quote', '1')}evil`],
    ['two ids', `/pay?quote=${id('Quote', '1')}&quote=${id('Quote', '2')}`],
    ['two languages', '/?locale=de&locale=evil'],
    ['two states for a card', `/card?card=${id('Card', '1')}&to=frozen&to=closed`],
    ['two ways back', `/?return=${appOrigin}/&return=https://evil.example/`],
    ['another state for a card', `/card?card=${id('Card', '1')}&to=evil`],
    ['a language that is none', '/?locale=%22%3E%3Cevil'],
  ])('is refused where it names something else than the page knows: %s', async (_title, path) => {
    await refused(path);
  });

  test('is refused in the language of the browser', async () => {
    const { send } = openTestPage();
    const title = async (accepted: string) =>
      /<title>(.*)<\/title>/.exec(
        await (await send('GET /pay', { headers: { 'Accept-Language': accepted } })).text(),
      )?.[1];
    expect(await title('de-CH,de;q=0.9')).toBe('Dieser Link funktioniert nicht');
    expect(await title('constructor')).toBe('This link doesn’t work');
  });
});

describe('a request that a Node listener refuses', () => {
  const ask = async (headers: Record<string, string>): Promise<Response> => {
    const served = await serve(toNodeListener(openTestPage().page));
    onTestFinished(served.close);
    return served.ask('/pay?quote=<>', headers);
  };

  test('shows a person the page of a refused link, in their language, under the policy of every page', async () => {
    const { send } = openTestPage();
    const response = await ask({ Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'fr-CH' });
    expect(response.status).toBe(400);
    const refused = await send('GET /pay', { headers: { 'Accept-Language': 'fr-CH' } });
    expect(await response.text()).toBe(await refused.text());
    expect(response.headers.get('Content-Security-Policy')).toBe(refused.headers.get('Content-Security-Policy'));
  });

  test('answers a script with a code, under the same policy', async () => {
    const response = await ask({ Accept: '*/*' });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'RELAY_TARGET_INVALID' }),
    ]);
    expect(response.headers.get('Relay-Refusal')).toBe('not-forwarded');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});

test('a brand is a style sheet of values', async () => {
  const tokens = { accent: 'light-dark(#1d4fd7, #9db9ff)', radius: '6px', 'control-height': '3rem' };
  const response = await openTestPage({ brand: { name: 'Sample', tokens } }).send('GET /brand.css');
  expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  expect(await response.text()).toBe(`:root {
  color-scheme: light dark;
  --countersign-accent: light-dark(#1d4fd7, #9db9ff);
  --countersign-radius: 6px;
  --countersign-control-height: 3rem;
}
`);
});
