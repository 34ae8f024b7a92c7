import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportedPasskey } from 'countersign-sandbox/testing';
import { launch } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { visit, type Ending } from './passkey-page.ts';
import { deviceOf } from './virtual-authenticator.ts';

let browser: Browser;
let context: BrowserContext;
let served: KitPage;
/** The person's passkey, as its authenticator and as the service knows it. */
let passkey: ExportedPasskey | undefined;
let credentialId = '';
/** Another site's page, whose address says what it allows its frame. */
let around: Server;
let port: number;
const verified: number[] = [];

beforeAll(async () => {
  served = await serveKit({
    async between(request, next) {
      const answer = await next(request);
      if (request.url.endsWith('/verify')) verified.push(answer.status);
      return answer;
    },
  });
  around = createServer(({ url = '' }, response) => {
    const allow = decodeURIComponent(url.split('?')[1] ?? '');
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Around</title><iframe src="${served.url}/" allow="${allow}"></iframe>`);
  });
  port = await listen(around);
  browser = await launch();
  context = await browser.newContext();
  const visitor = await visit(context, served);
  const authenticator = await visitor.device.plugIn();
  await visitor.signInByCode();
  expect(await visitor.add('Laptop')).toEqual({ code: 'done' });
  [passkey] = await authenticator.passkeys();
  credentialId = (await visitor.list()).find(({ type }) => type === 'PASSKEY')?.id ?? '';
  await visitor.page.close();
}, 60_000);

afterAll(async () => {
  await browser.close();
  around.closeAllConnections();
  around.close();
  await served.close();
});

/** Signs in with the passkey of the page by itself, in a frame of another site's page. */
async function signInFramed(allow: string): Promise<Ending> {
  if (passkey === undefined) throw new Error('there is no passkey');
  const page = await context.newPage();
  await (await (await deviceOf(page)).plugIn()).take(passkey);
  await page.goto(`http://app.localhost:${port}/?${allow}`);
  const frame = page.frames().find((one) => one.url().startsWith(served.url));
  if (frame === undefined) throw new Error('the frame did not load');
  await frame.waitForFunction(() => 'kit' in window);
  verified.length = 0;
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
  await page.close();
  return ending;
}

describe('a passkey in a frame of another site', { timeout: 60_000 }, () => {
  test('is not asked for where the page around it does not allow it: the prompt is cancelled at once', async () => {
    expect(await signInFramed('')).toMatchObject({ name: 'PasskeyError', code: 'CANCELLED' });
    expect(verified).toEqual([]);
  });

  test('is asked for where it is allowed, and refused by a service that takes no sign-in from a frame', async () => {
    const ending = await signInFramed('publickey-credentials-get; publickey-credentials-create');
    expect(ending).toMatchObject({ name: 'TransportError', nextStep: 'restart' });
    expect(verified).toEqual([401]);
  });
});
