import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as EnvironmentEntry from 'countersign/environment';
import { launch } from '../engines/launch.ts';
import { listen } from '../listen.ts';
import { deviceOf } from './virtual-authenticator.ts';

declare global {
  interface Window {
    environment: typeof EnvironmentEntry;
  }
}

let server: Server;
let port: number;
let browser: Browser;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/ui/environment/index.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'environment',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const frame = searchParams.get('frame');
    response.setHeader('Content-Type', 'text/html');
    // A frame of another site, with what the page's author wrote into `allow`.
    if (pathname === '/sandboxed') response.end(`<iframe sandbox="allow-scripts" src="/"></iframe>`);
    else if (frame !== null)
      response.end(`<iframe src="http://pay.localhost:${port}/" allow="${searchParams.get('allow') ?? ''}"></iframe>`);
    else response.end(pathname === '/' ? `<script>${script}</script>` : '');
  });
  port = await listen(server);
  browser = await launch('chromium', '--host-resolver-rules=MAP wallet.example.com 127.0.0.1');
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

const inspect = (page: Page | Frame): Promise<EnvironmentEntry.Environment> =>
  page.evaluate(() => window.environment.inspectEnvironment());

async function inspectFrame(allow: string): Promise<EnvironmentEntry.Environment> {
  const page = await browser.newPage();
  await (await deviceOf(page)).plugIn();
  await page.goto(`http://app.localhost:${port}/?frame&allow=${encodeURIComponent(allow)}`);
  const frame = page.frames().find((one) => one.url().includes('pay.localhost'));
  if (frame === undefined) throw new Error('the frame did not load');
  const found = await inspect(frame);
  await page.close();
  return found;
}

test('an authenticator makes passkeys ready, and without one a code is offered', async () => {
  const page = await browser.newPage();
  const device = await deviceOf(page);
  await page.goto(`http://localhost:${port}/`);
  expect(await inspect(page)).toMatchObject({ passkeys: 'no-authenticator', keyStorage: 'works' });
  await device.plugIn();
  const { passkeys, signals, conditional, advice } = await inspect(page);
  expect({ passkeys, signals, conditional }).toEqual({ passkeys: 'ready', signals: true, conditional: true });
  expect(advice).not.toContain('OFFER_CODE');
  await page.close();
});

test('a frame of another site has passkeys only where its page allows them, and then by a click', async () => {
  const blocked = await inspectFrame('');
  expect(blocked.passkeys).toBe('blocked-by-frame');
  expect(blocked.advice).toEqual(expect.arrayContaining(['ALLOW_PASSKEYS_IN_FRAME', 'OFFER_CODE']));
  const allowed = await inspectFrame('publickey-credentials-get; publickey-credentials-create');
  expect(allowed.passkeys).toBe('needs-gesture');
});

test('a sandboxed frame, whose IndexedDB and locks the browser refuses, keeps no keys and is told so', async () => {
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/sandboxed`);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('the frame did not load');
  const { p256, keyStorage, locks, advice } = await inspect(frame);
  expect({ p256, keyStorage, locks }).toEqual({ p256: true, keyStorage: 'blocked', locks: false });
  expect(advice).toEqual(expect.arrayContaining(['SESSION_ENDS_WITH_PAGE']));
  await page.close();
});

test('a page by http on a named host is told to use https first', async () => {
  const page = await browser.newPage();
  await page.goto(`http://wallet.example.com:${port}/`);
  const { secureContext, p256, passkeys, advice } = await inspect(page);
  expect({ secureContext, p256, passkeys }).toEqual({ secureContext: false, p256: false, passkeys: 'absent' });
  expect(advice[0]).toBe('SERVE_BY_HTTPS');
  await page.close();
});
