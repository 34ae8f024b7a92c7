import { createServer } from 'node:http';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type * as Kit from 'countersign';
import type { VirtualAuthenticator } from 'countersign-sandbox/testing';
import { launch } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Ending, type Visitor } from './passkey-page.ts';
import { deviceOf } from './virtual-authenticator.ts';

let browser: Browser;
let served: KitPage;
/** Somebody with a passkey, signed out between tests, and the authenticator that holds it. */
let visitor: Visitor;
let authenticator: VirtualAuthenticator;

/** A browser of its own, as another device has one. */
const open = async (): Promise<Visitor> => visit(await browser.newContext(), served);

const available = ({ page }: Visitor): Promise<string> => page.evaluate(() => window.wallet.passkey.available());

const refusals = async (): Promise<readonly string[]> => {
  const log = await served.control<{ data: { refusal?: string }[] }>('GET', '/requests');
  return log.data.flatMap(({ refusal }) => refusal ?? []);
};

beforeAll(async () => {
  [browser, served] = await Promise.all([launch(), serveKit()]);
  visitor = await open();
  expect(await available(visitor)).toBe('elsewhere');
  authenticator = await visitor.device.plugIn();
  expect(await available(visitor)).toBe('here');
  await visitor.signInByCode();
  expect(await visitor.add('Laptop')).toEqual({ code: 'done' });
  await visitor.signOut();
});

afterEach(async () => {
  await authenticator.verify(true);
  await authenticator.answer(true);
  if ((await visitor.status()) === 'signed-in') await visitor.signOut();
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

describe('passkeys in Chromium', { timeout: 60_000 }, () => {
  test('one signs in after a sign-out, and withdraws', async () => {
    expect(await visitor.status()).toBe('signed-out');
    expect(await visitor.signIn()).toEqual({ code: 'done' });
    expect(await visitor.status()).toBe('signed-in');
    expect((await visitor.list()).map(({ nickname }) => nickname)).toEqual(['sample.customer@example.com', 'Laptop']);
    const quote = await served.quote(1_000_000);
    const execute = (given: unknown): Promise<unknown> => window.wallet.quote.execute(given as Kit.Quote);
    expect(await visitor.page.evaluate(execute, quote)).toMatchObject({ status: 'PROCESSING' });
    expect(await refusals()).toEqual([]);
  });

  const unanswered = (): Promise<void> => authenticator.answer(false);
  test.each<[string, object, () => Promise<void>, (() => Promise<void>)?]>([
    [
      'is closed is cancelled',
      { name: 'PasskeyError', code: 'CANCELLED', nextStep: 'retry' },
      () => authenticator.verify(false),
    ],
    [
      'nobody answers ends in time',
      { name: 'PasskeyError', code: 'PASSKEY_TIMED_OUT', nextStep: 'retry' },
      unanswered,
      () => visitor.runOutOfTime(),
    ],
    ["is left ends with the caller's own reason", { name: 'AbortError' }, unanswered, () => visitor.leave()],
  ])('a prompt that %s, and the same press works the next time', async (_, ending, prepare, end) => {
    await visitor.prepare();
    await prepare();
    await visitor.press();
    await end?.();
    expect(await visitor.ending()).toMatchObject(ending);
    expect(await visitor.status()).toBe('signed-out');
    await authenticator.verify(true);
    await authenticator.answer(true);
    await visitor.press();
    expect(await visitor.ending()).toEqual({ code: 'done' });
  });

  test('a second ceremony ends the first, which is cancelled', async () => {
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
    const other = await open();
    await other.device.plugIn();
    // Chromium keeps to itself that there is none, so that a page can't find out who has a passkey.
    expect(await other.signIn()).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
    expect(await other.status()).toBe('signed-out');
    expect(await refusals()).toEqual([]);
  });

  test('a device takes one for the account only', async () => {
    await visitor.signIn();
    expect(await visitor.add('Laptop again')).toMatchObject({ code: 'ALREADY_REGISTERED', nextStep: 'fix-input' });
    expect(await visitor.list()).toHaveLength(2);
  });

  test.each([
    ['verify who uses it', { verifies: false }],
    ['keep it', { keeps: false }],
  ])('an authenticator that cannot %s gets none', async (_, options) => {
    const other = await open();
    await other.device.plugIn(options);
    await other.signInByCode();
    // Chromium doesn't tell that from a closed prompt; browsers that do are VERIFICATION_UNAVAILABLE.
    expect(await other.add('Old key')).toMatchObject({ code: 'CANCELLED', nextStep: 'retry' });
    expect(await other.list()).toHaveLength(2);
  });

  test('an address that is no domain has no passkeys, and says so', async () => {
    const url = served.url.replace('localhost', '127.0.0.1');
    const own = { url, settings: { ...served.settings, relay: '/wallet' } };
    const other = await visit(await browser.newContext(), own);
    await other.device.plugIn();
    await other.signInByCode();
    expect(await other.add('Phone')).toMatchObject({ code: 'DOMAIN_INVALID', nextStep: 'configure' });
    expect(await other.list()).toHaveLength(2);
  });

  test('a prompt that somebody else opened on the page is not touched, and is told', async () => {
    const other = await open();
    await (await other.device.plugIn()).answer(false);
    await other.prepare();
    await other.page.evaluate(() => {
      const publicKey = { challenge: new Uint8Array(16), userVerification: 'discouraged' } as const;
      void navigator.credentials.get({ publicKey }).catch(() => undefined);
    });
    await other.press();
    expect(await other.ending()).toMatchObject({ code: 'PASSKEY_BUSY', nextStep: 'retry' });
  });

  test('in a frame of another site one is asked for where the page around allows it, and refused by a service that takes none from a frame', async () => {
    const around = createServer(({ url = '' }, response) => {
      const allow = decodeURIComponent(url.split('?')[1] ?? '');
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Around</title><iframe src="${served.url}/" allow="${allow}"></iframe>`);
    });
    const port = await listen(around);
    onTestFinished(() => void around.close());
    const [passkey] = await authenticator.passkeys();
    if (passkey === undefined) throw new Error('there is no passkey');
    await visitor.signInByCode();
    const credentialId = (await visitor.list()).find(({ type }) => type === 'PASSKEY')?.id ?? '';
    const verified = async (): Promise<readonly number[]> => {
      const log = await served.control<{ data: { path: string; status: number }[] }>('GET', '/requests');
      return log.data.filter(({ path }) => path.endsWith('/verify')).map(({ status }) => status);
    };
    const before = (await verified()).length;
    const signInFramed = async (allow: string): Promise<Ending> => {
      const page = await (await browser.newContext()).newPage();
      await (await (await deviceOf(page)).plugIn()).take(passkey);
      await page.goto(`http://app.localhost:${port}/?${allow}`);
      const frame = page.frames().find((one) => one.url().startsWith(served.url));
      if (frame === undefined) throw new Error('the frame did not load');
      await frame.waitForFunction(() => 'kit' in window);
      const ending = await frame.evaluate(
        async ([settings, id]) => {
          const wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
          const handle = await wallet.passkey.prepare({ credentialId: id });
          return handle.signIn().then(
            () => ({ code: 'done' }),
            ({ name, code, nextStep }: Required<Ending>) => ({ name, code, nextStep }),
          );
        },
        [served.settings, credentialId] as const,
      );
      await page.context().close();
      return ending;
    };
    // The prompt is cancelled at once.
    expect(await signInFramed('')).toMatchObject({ name: 'PasskeyError', code: 'CANCELLED' });
    expect((await verified()).slice(before)).toEqual([]);
    const ending = await signInFramed('publickey-credentials-get; publickey-credentials-create');
    expect(ending).toMatchObject({ name: 'TransportError', nextStep: 'restart' });
    expect((await verified()).slice(before)).toEqual([401]);
  });

  test('one that was deleted at the service leaves the authenticator once it was used', async () => {
    const { id } = (await visitor.list()).find(({ type }) => type === 'PASSKEY') ?? {};
    await visitor.prepare();
    await served.control('DELETE', `/credentials/${id}`);
    await visitor.press();
    expect(await visitor.ending()).toMatchObject({ name: 'TransportError', nextStep: 'restart' });
    await expect.poll(() => authenticator.passkeys()).toEqual([]);
  });
});
