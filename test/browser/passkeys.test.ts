import type { Browser, BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import type { VirtualAuthenticator } from 'countersign/testing';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Visitor } from './passkey-page.ts';

let browser: Browser;
let served: KitPage;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

beforeEach(async () => {
  served = await serveKit();
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await served.close();
});

const open = (options?: Partial<Kit.CreateWalletOptions>): Promise<Visitor> => visit(context, served, options);

/** A visitor who has signed out, and the authenticator that holds their passkey. */
async function returning(): Promise<{ visitor: Visitor; authenticator: VirtualAuthenticator }> {
  const visitor = await open();
  const authenticator = await visitor.device.plugIn();
  await visitor.signInByCode();
  await visitor.add('Laptop');
  await visitor.signOut();
  return { visitor, authenticator };
}

/** A browser of its own, as another device has one. */
async function elsewhere(run: (visitor: Visitor) => Promise<void>): Promise<void> {
  const other = await browser.newContext();
  try {
    await run(await visit(other, served));
  } finally {
    await other.close();
  }
}

const withdraw = async ({ page }: Visitor): Promise<unknown> =>
  page.evaluate((quote) => window.wallet.quote.execute(quote as Kit.Quote), await served.quote(1_000_000));

const refusals = async (): Promise<readonly string[]> => {
  const log = await served.control<{ data: { refusal?: string }[] }>('GET', '/requests');
  return log.data.flatMap(({ refusal }) => refusal ?? []);
};

describe('passkeys in Chromium', { timeout: 60_000 }, () => {
  test.each(['sealed', 'client-held'] as const)(
    'one is added, signs in after a sign-out with a %s key, and withdraws',
    async (sessionKeys) => {
      const visitor = await open({ sessionKeys });
      await visitor.device.plugIn();
      await visitor.signInByCode();
      expect(await visitor.add('Laptop')).toEqual({ code: 'done' });
      expect((await visitor.list()).map(({ nickname }) => nickname)).toEqual(['sample.customer@example.com', 'Laptop']);
      await visitor.signOut();
      expect(await visitor.status()).toBe('signed-out');
      expect(await visitor.signIn()).toEqual({ code: 'done' });
      expect(await visitor.status()).toBe('signed-in');
      expect(await withdraw(visitor)).toMatchObject({ status: 'PROCESSING' });
      expect(await refusals()).toEqual([]);
    },
  );

  test('a closed prompt is cancelled, not failed, and the same press works the next time', async () => {
    const { visitor, authenticator } = await returning();
    await visitor.prepare();
    await authenticator.verify(false);
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ name: 'PasskeyError', code: 'CANCELLED', nextStep: 'retry' });
    expect(await visitor.status()).toBe('signed-out');
    await authenticator.verify(true);
    await visitor.press();
    expect(await visitor.ending()).toEqual({ code: 'done' });
  });

  test('a prompt that nobody answers ends in time, and the next one works', async () => {
    const { visitor, authenticator } = await returning();
    await authenticator.answer(false);
    await visitor.prepare();
    await visitor.press();
    await visitor.runOutOfTime();
    expect(await visitor.ending()).toMatchObject({
      name: 'PasskeyError',
      code: 'PASSKEY_TIMED_OUT',
      nextStep: 'retry',
    });
    await authenticator.answer(true);
    await visitor.press();
    expect(await visitor.ending()).toEqual({ code: 'done' });
  });

  test("a page that is left takes its prompt along, with the caller's own reason", async () => {
    const { visitor, authenticator } = await returning();
    await authenticator.answer(false);
    await visitor.prepare();
    await visitor.press();
    await visitor.leave();
    expect(await visitor.ending()).toMatchObject({ name: 'AbortError' });
    await authenticator.answer(true);
    await visitor.press();
    expect(await visitor.ending()).toEqual({ code: 'done' });
  });

  test('a second ceremony ends the first, which is cancelled', async () => {
    const { visitor, authenticator } = await returning();
    await authenticator.answer(false);
    await visitor.prepare();
    await visitor.press();
    await visitor.prepare();
    await authenticator.answer(true);
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
    expect(await visitor.ending()).toEqual({ code: 'done' });
    expect(await visitor.status()).toBe('signed-in');
  });

  test('one that is on another device only is not found here, and nothing reaches the service', async () => {
    const visitor = await open();
    await visitor.device.plugIn();
    await visitor.signInByCode();
    await visitor.add('Laptop');
    await elsewhere(async (other) => {
      await other.device.plugIn();
      // Chromium keeps to itself that there is none, so that a page can't find out who has a passkey.
      expect(await other.signIn()).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
      expect(await other.status()).toBe('signed-out');
    });
    expect(await refusals()).toEqual([]);
  });

  test('a device takes one for the account only', async () => {
    const visitor = await open();
    await visitor.device.plugIn();
    await visitor.signInByCode();
    await visitor.add('Laptop');
    expect(await visitor.add('Laptop again')).toMatchObject({ code: 'ALREADY_REGISTERED', nextStep: 'fix-input' });
    expect(await visitor.list()).toHaveLength(2);
  });

  test.each([
    ['verify who uses it', { verifies: false }],
    ['keep it', { keeps: false }],
  ])('an authenticator that cannot %s gets none', async (_, options) => {
    const visitor = await open();
    await visitor.device.plugIn(options);
    await visitor.signInByCode();
    // Chromium doesn't tell that from a closed prompt; browsers that do are VERIFICATION_UNAVAILABLE.
    expect(await visitor.add('Old key')).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
    expect(await visitor.list()).toHaveLength(1);
  });

  test('an address that is no domain has no passkeys, and says so', async () => {
    const url = served.url.replace('localhost', '127.0.0.1');
    const visitor = await visit(context, { url, settings: { ...served.settings, relay: '/wallet' } });
    await visitor.device.plugIn();
    await visitor.signInByCode();
    expect(await visitor.add('Laptop')).toMatchObject({ code: 'DOMAIN_INVALID', nextStep: 'configure' });
    expect(await visitor.list()).toHaveLength(1);
  });

  test('a prompt that somebody else opened on the page is not touched, and is told', async () => {
    const { visitor, authenticator } = await returning();
    await visitor.prepare();
    await authenticator.answer(false);
    await visitor.page.evaluate(() => {
      const publicKey = { challenge: new Uint8Array(16), userVerification: 'discouraged' } as const;
      void navigator.credentials.get({ publicKey }).catch(() => undefined);
    });
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ code: 'PASSKEY_BUSY', nextStep: 'retry' });
  });
});
