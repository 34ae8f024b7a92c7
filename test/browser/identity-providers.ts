/** Signing in with a certified OpenID provider, by a popup and by a redirect of the page, in one engine. */
import { createServer, type Server } from 'node:http';
import { transform } from 'esbuild';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeptOAuthAttempt, OAuthAttempt } from 'countersign';
import { readBlocks } from '../documents/blocks.ts';
import { launch, type Engine } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    attempt: OAuthAttempt;
    /** Token that the provider has sent back, to this page or to its popup. */
    idToken?: Promise<string>;
    codeOf(work: Promise<unknown>): Promise<string>;
    /** Leaves as the recipe for the authorization code flow in docs/sign-in.md does. */
    leaveFor(authorizationEndpoint: string): Promise<void>;
  }
}

const audience = 'countersign-demo';
const otherAudience = 'other-app';

/** Script of a page that the provider sends the person back to: a popup tells the page that opened it. */
const script = `
  window.codeOf = (work) => work.then(() => window.wallet.state().status, ({ code }) => code);
  const answered = new URLSearchParams(location.hash.slice(1)).get('id_token');
  if (answered !== null) {
    history.replaceState(null, '', location.pathname);
    if (opener !== null) opener.postMessage({ idToken: answered }, location.origin);
    else window.idToken = Promise.resolve(answered);
  }
`;

/** The recipe for the authorization code flow with the test's addresses in place of the example's, as a script. */
async function recipe(issuer: string): Promise<string> {
  const block = readBlocks().find(({ title, code }) => title.startsWith('docs/sign-in.md') && code.includes('S256'));
  const code = (block?.code ?? '')
    .replace('https://login.example.com', issuer)
    .replace('${location.origin}/signed-in', '${location.origin}/');
  const names = `const clientId = '${audience}';\nObject.assign(window, { leaveFor });\n`;
  return (await transform(names + code, { loader: 'ts' })).code;
}

/** The tests, in one engine. */
export function describeIdentityProviders(engine: Engine): void {
  let browser: Browser;
  let context: BrowserContext;
  let served: KitPage;
  let issuer: string;
  const server: Server = createServer((request, response) => void provider(request, response));
  let provider: ReturnType<Provider['callback']>;

  beforeAll(async () => {
    issuer = `http://localhost:${await listen(server, 'localhost')}`;
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
    served = await serveKit({
      script,
      headers: { 'Content-Security-Policy': `default-src 'self'; connect-src 'self' ${issuer}` },
      files: new Map([['/pkce.js', await recipe(issuer)]]),
      sandbox: {
        identityProviders: [audience, otherAudience].map((each) => ({ issuer, audience: each, jwks: { keys } })),
      },
    });
    const client = {
      response_types: ['id_token', 'code'],
      grant_types: ['implicit', 'authorization_code'],
      application_type: 'native',
    } as const;
    provider = new Provider(issuer, {
      clients: [audience, otherAudience].map((client_id) => ({
        ...client,
        client_id,
        redirect_uris: [`${served.url}/`],
        token_endpoint_auth_method: 'none',
      })),
      responseTypes: ['id_token', 'code'],
      // The page redeems codes itself.
      clientBasedCORS: () => true,
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['cookies of the tests, no secret'] },
      features: { devInteractions: { enabled: true } },
      findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    }).callback();
    browser = await launch(engine);
    context = await browser.newContext();
    // The provider's pages want fonts of another host.
    await context.route(
      ({ hostname }) => hostname !== 'localhost',
      (route) => route.abort(),
    );
    const page = await open();
    await page.evaluate(async () => {
      const signIn = await window.wallet.emailOtp.begin();
      await signIn.verify('000000');
      window.attempt = await window.wallet.oauth.begin();
    });
    await askInPopup(page);
    await page.evaluate(async () => window.wallet.credentials.addOAuth(window.attempt, (await window.idToken) ?? ''));
    await page.evaluate(() => window.wallet.session.revoke());
    await page.close();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    server.closeAllConnections();
    server.close();
  });

  async function create(page: Page): Promise<void> {
    await page.waitForFunction(() => 'kit' in window);
    await page.evaluate((settings) => {
      window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
    }, served.settings);
  }

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${served.url}/`);
    await create(page);
    return page;
  }

  const addressFor = (nonce: string, clientId = audience): string =>
    `${issuer}/auth?${String(
      new URLSearchParams({
        client_id: clientId,
        redirect_uri: `${served.url}/`,
        response_type: 'id_token',
        scope: 'openid',
        nonce,
      }),
    )}`;

  /** Passes the provider's pages as the person: types a name if signed out there, and consents. */
  async function passProvider(page: Page): Promise<void> {
    const [login, consent] = [
      page.locator('input[name=prompt][value=login]'),
      page.locator('input[name=prompt][value=consent]'),
    ];
    await login.or(consent).waitFor({ state: 'attached' });
    if ((await login.count()) > 0) {
      await page.locator('input[name=login]').fill('sample-customer');
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
    }
    await consent.waitFor({ state: 'attached' });
    await page.locator('button[type=submit]').click();
  }

  /** Opens the provider in a popup; `idToken` of the page becomes what it sends back. */
  async function askInPopup(page: Page, clientId?: string): Promise<void> {
    const nonce = await page.evaluate(() => window.attempt.nonce);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(
        (address) => {
          window.idToken = new Promise((resolve) => {
            addEventListener('message', ({ data, origin }: MessageEvent<{ idToken: string }>) => {
              if (origin === location.origin) resolve(data.idToken);
            });
          });
          window.open(address);
        },
        addressFor(nonce, clientId),
      ),
    ]);
    await passProvider(popup);
    await page.evaluate(() => window.idToken);
    await popup.close();
  }

  /** Leaves the page for the provider, and comes back; what was kept. */
  async function leave(page: Page): Promise<KeptOAuthAttempt> {
    const { nonce, kept } = await page.evaluate(async () => {
      const attempt = await window.wallet.oauth.begin();
      return { nonce: attempt.nonce, kept: await attempt.keep() };
    });
    await page.goto(addressFor(nonce));
    await passProvider(page);
    await page.waitForFunction(() => window.idToken !== undefined);
    await create(page);
    return kept;
  }

  const verify = (page: Page): Promise<string> =>
    page.evaluate(async () => window.codeOf(window.attempt.verify((await window.idToken) ?? '')));

  const goOn = (page: Page, kept: KeptOAuthAttempt, idToken?: string): Promise<string> =>
    page.evaluate(
      async ({ given, token }) => {
        const attempting = window.wallet.oauth.begin({ continue: given });
        const verify = async (attempt: OAuthAttempt) => attempt.verify(token ?? (await window.idToken) ?? '');
        return window.codeOf(attempting.then(verify));
      },
      { given: kept, token: idToken },
    );

  describe(`a certified OpenID provider, in ${engine}`, { timeout: 60_000 }, () => {
    test('signs in by a popup, whose token opens nothing for another attempt or another application', async () => {
      const page = await open();
      await page.evaluate(async (own) => {
        window.attempt = await window.wallet.oauth.begin({ audience: own });
      }, audience);
      await askInPopup(page, otherAudience);
      expect(await verify(page)).toBe('ID_TOKEN_MISMATCH');
      await askInPopup(page);
      const foreign = page.evaluate(async () => {
        const other = await window.wallet.oauth.begin();
        return window.codeOf(other.verify((await window.idToken) ?? ''));
      });
      expect(await foreign).toBe('ID_TOKEN_MISMATCH');
      expect(await verify(page)).toBe('signed-in');
      expect((await page.evaluate(() => window.wallet.state())).session).toMatchObject({
        credentialType: 'OAUTH',
        compressedPublicKeyHex: expect.stringMatching(/^0[23][0-9a-f]{64}$/) as string,
      });
      const quote = await served.quote(1_000_000);
      expect(await page.evaluate((given) => window.wallet.quote.execute(given as never), quote)).toMatchObject({
        status: 'PROCESSING',
      });
      await page.close();
    });

    test('signs in by a redirect, with two attempts in two tabs and a reload between', async () => {
      const [one, two] = [await open(), await open()];
      const kept = [await leave(one), await leave(two)] as const;
      const tokenOfTwo = await two.evaluate(() => window.idToken);
      expect(await goOn(one, kept[0], tokenOfTwo ?? '')).toBe('ID_TOKEN_MISMATCH');
      const tokenOfOne = await one.evaluate(() => window.idToken);
      await one.reload();
      await create(one);
      expect(await goOn(one, kept[0], tokenOfOne ?? '')).toBe('signed-in');
      expect(await goOn(two, kept[0], tokenOfOne ?? '')).toBe('ID_TOKEN_EXPIRED');
      expect(await goOn(two, kept[1])).toBe('signed-in');
      await Promise.all([one.close(), two.close()]);
    });

    if (engine !== 'chromium') return;
    // By requests of the page, which no engine changes.
    test('signs in by a code, which the page redeems as docs/sign-in.md shows', async () => {
      const page = await open();
      const runRecipe = (): Promise<unknown> => page.addScriptTag({ url: '/pkce.js', type: 'module' });
      await runRecipe();
      await page.evaluate((address) => window.leaveFor(address), `${issuer}/auth`);
      await passProvider(page);
      await page.waitForURL(`${served.url}/?**`);
      await create(page);
      await runRecipe();
      await page.waitForFunction(() => window.wallet.state().status === 'signed-in');
      expect(await page.evaluate(() => [location.href, sessionStorage.length])).toEqual([`${served.url}/`, 0]);
      await page.close();
    });
  });
}
