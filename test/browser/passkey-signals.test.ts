import type { Browser, BrowserContext, CDPSession } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { createVirtualAuthenticator } from 'countersign/testing';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Visitor } from './passkey-page.ts';

let browser: Browser;
let served: KitPage;
let context: BrowserContext;
let spoil: ((request: Request) => Response | undefined) | undefined;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

beforeEach(async () => {
  spoil = undefined;
  served = await serveKit({
    sandbox: { relyingParties: ['localhost', 'demo.localhost'] },
    between: (request, next) => Promise.resolve(spoil?.(request) ?? next(request)),
  });
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await served.close();
});

/** A visitor with one passkey, signed in by code, and the authenticator that holds it. */
async function withPasskey(
  options: Partial<Kit.CreateWalletOptions> = {},
): Promise<{ visitor: Visitor; held: () => Promise<number>; passkeyId: string; deleted: Promise<void> }> {
  const visitor = await visit(context, served, options);
  const cdp: CDPSession = await visitor.page.context().newCDPSession(visitor.page);
  // Chromium tells of a deletion to the session that has plugged the authenticator in.
  const authenticator = await createVirtualAuthenticator(cdp);
  const deleted = new Promise<void>((resolve) => {
    cdp.on('WebAuthn.credentialDeleted', () => resolve());
  });
  await visitor.signInByCode();
  expect(await visitor.add('Laptop')).toEqual({ code: 'done' });
  const passkeyId = (await visitor.list()).find(({ type }) => type === 'PASSKEY')?.id ?? '';
  return { visitor, held: async () => (await authenticator.passkeys()).length, passkeyId, deleted };
}

const removePasskey = ({ page }: Visitor, id: string): Promise<void> =>
  page.evaluate((credentialId) => window.wallet.credentials.remove(credentialId, { type: 'PASSKEY' }), id);

/** Deletes it at the service, past this browser: by a wallet of another one, signed in by code. */
async function removeElsewhere(id: string): Promise<void> {
  const other = await browser.newContext();
  const visitor = await visit(other, served);
  await visitor.signInByCode();
  await removePasskey(visitor, id);
  await other.close();
}

describe('a passkey that the service knows no more', { timeout: 60_000 }, () => {
  test('leaves the authenticator when it is removed', async () => {
    const { visitor, held, passkeyId } = await withPasskey();
    expect(await held()).toBe(1);
    await removePasskey(visitor, passkeyId);
    await expect.poll(held).toBe(0);
  });

  test('stays there where signals are off', async () => {
    const { visitor, held, passkeyId } = await withPasskey({ signals: false });
    const calls = await countSignals(visitor);
    await removePasskey(visitor, passkeyId);
    expect(await calls()).toBe(0);
    expect(await held()).toBe(1);
  });

  test('disappears once it was used after somebody deleted it at the service', async () => {
    const { visitor, held, passkeyId, deleted } = await withPasskey();
    await visitor.signOut();
    expect(await visitor.prepare()).toEqual({ code: 'done' });
    await removeElsewhere(passkeyId);
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ name: 'TransportError', nextStep: 'restart' });
    await deleted;
    expect(await held()).toBe(0);
  });

  test('stays while the prompt is only closed', async () => {
    const { visitor, held } = await withPasskey();
    const calls = await countSignals(visitor);
    await visitor.signOut();
    await visitor.prepare();
    const leave = visitor.press();
    await leave;
    await visitor.leave();
    await visitor.ending();
    expect(await calls()).toBe(0);
    expect(await held()).toBe(1);
  });

  test.for([
    ['a 404 of the relay itself', true, 404, { data: [] }],
    ['a 404 while the list still has it', false, 404],
    ['a 404 while the list may lack some', false, 404, { data: [], hasMore: true }],
    ['a 401', false, 401],
    ['a 503', false, 503],
  ] as const)('stays after %s', async ([, isRelays, status, list]) => {
    const { visitor, held } = await withPasskey();
    const calls = await countSignals(visitor);
    await visitor.signOut();
    await visitor.prepare();
    const body = { status, code: status === 404 ? 'NOT_FOUND' : 'UNAUTHORIZED', message: 'no' };
    if (isRelays) {
      await visitor.page.route(/\/verify$/, (route) =>
        route.fulfill({ status, json: body, headers: { 'Relay-Refusal': 'not-forwarded' } }),
      );
    }
    spoil = ({ url, method }) => {
      if (url.endsWith('/verify')) return Response.json(body, { status });
      const isList = method === 'GET' && new URL(url).pathname.endsWith('/auth/credentials');
      return isList && list !== undefined ? Response.json(list) : undefined;
    };
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ name: 'TransportError' });
    await visitor.list();
    expect(await calls()).toBe(0);
    expect(await held()).toBe(1);
  });
});

/** Counts the signals of the page from here on. */
async function countSignals({ page }: Visitor): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const api = PublicKeyCredential as unknown as Record<string, unknown>;
    Object.assign(window, { signals: 0 });
    api['signalUnknownCredential'] = () => {
      (window as unknown as { signals: number }).signals += 1;
      return Promise.resolve();
    };
  });
  return () => page.evaluate(() => (window as unknown as { signals: number }).signals);
}

describe('one passkey for two hosts', { timeout: 60_000 }, () => {
  const at = (host: string): Pick<KitPage, 'url' | 'settings'> => {
    const url = served.url.replace('localhost', host);
    return { url, settings: { ...served.settings, relay: '/wallet' } };
  };

  test('a.demo.localhost and b.demo.localhost share it', async () => {
    const options = { relyingPartyId: 'demo.localhost' };
    const first = await visit(context, at('a.demo.localhost'), options);
    const authenticator = await first.device.plugIn();
    await first.signInByCode();
    expect(await first.add('Laptop')).toEqual({ code: 'done' });
    const [passkey] = await authenticator.passkeys();
    expect(passkey?.rpId).toBe('demo.localhost');
    const second = await visit(context, at('b.demo.localhost'), options);
    const other = await second.device.plugIn();
    if (passkey !== undefined) await other.take(passkey);
    expect(await second.signIn()).toEqual({ code: 'done' });
    expect(await second.status()).toBe('signed-in');
  });

  test('a domain that is not the host’s own is refused before the click, or by the browser that asks it', async () => {
    const visitor = await visit(context, at('a.demo.localhost'), { relyingPartyId: 'example.com' });
    await visitor.device.plugIn();
    await visitor.signInByCode();
    const ending = await visitor.add('Laptop').catch((error: unknown) => ({ code: String(error) }));
    expect(ending.code).toMatch(/DOMAIN_INVALID|lie within/);
  });
});

describe('what a page asks beforehand', { timeout: 60_000 }, () => {
  const available = ({ page }: Visitor): Promise<string> => page.evaluate(() => window.wallet.passkey.available());

  test('a passkey is available here with an authenticator, elsewhere without, and not without WebAuthn', async () => {
    const visitor = await visit(context, served);
    expect(await available(visitor)).toBe('elsewhere');
    await visitor.device.plugIn();
    expect(await available(visitor)).toBe('here');
    await visitor.page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    expect(await available(visitor)).toBe('no');
  });

  test('the ways by which a passkey was reached when it was made are passed when it signs in', async () => {
    const { visitor } = await withPasskey();
    await visitor.signOut();
    await visitor.page.evaluate(() => {
      const { get } = navigator.credentials;
      navigator.credentials.get = (options) => {
        Object.assign(window, { asked: options?.publicKey?.allowCredentials?.map(({ transports }) => transports) });
        return get.call(navigator.credentials, options);
      };
    });
    expect(await visitor.signIn()).toEqual({ code: 'done' });
    const asked = await visitor.page.evaluate(() => (window as unknown as { asked: unknown }).asked);
    expect(asked).toEqual([['internal']]);
  });
});
