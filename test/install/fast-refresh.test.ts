import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Testing from 'countersign/testing/playwright';
import { chromium, type Browser, type Page } from 'playwright';
import { createServer, type PluginOption, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';
import { eventually } from '../eventually.ts';
import { root } from '../source-tree.ts';
import { startExample, type Example } from './example.ts';

declare global {
  /** What the page of the folder `fast-refresh` says of itself. */
  // oxlint-disable-next-line vars-on-top, no-var
  var page: { count(): Counted; mount(): void; unmount(): void };
}

interface Counted {
  readonly made: number;
  readonly wallets: number;
  readonly timers: number;
  readonly listeners: number;
  readonly channels: number;
  readonly connections: number;
}

let example: Example;
let server: ViteDevServer;
let browser: Browser;

beforeAll(async () => {
  example = await startExample('react', { packages: ['@vitejs/plugin-react@6'] });
  cpSync(join(root, 'test/install/fast-refresh'), example.folder, { recursive: true });
  const counted = join(example.folder, 'counted.ts');
  writeFileSync(counted, readFileSync(counted, 'utf8').replace('../../react/', './'));
  cpSync(join(root, 'test/react/holdings.ts'), join(example.folder, 'holdings.ts'));
  const plugin = pathToFileURL(join(example.folder, 'node_modules/@vitejs/plugin-react/dist/index.js')).href;
  const { default: react } = (await import(plugin)) as { default: () => PluginOption };
  // The relay compares the page's origin with the host that was asked.
  const toExample = { target: example.url, changeOrigin: false };
  server = await createServer({
    root: example.folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    server: { host: 'localhost', port: 0, proxy: { '/wallet': toExample, '/account': toExample } },
  });
  await server.listen();
  browser = await chromium.launch(chromiumLaunch() ?? {});
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await example?.stop();
});

/** Edits the component's file. */
function edit(from: string, to: string): void {
  const file = join(example.folder, 'app.tsx');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const count = (page: Page): Promise<Counted> => page.evaluate(() => globalThis.page.count());
const patience = { timeout: 30_000 };

test('an edit of a component keeps the wallet, an edit of its options replaces it once, and nothing is left over', async () => {
  const { signIn } = (await import(join(root, 'dist/testing/playwright/node.js'))) as typeof Testing;
  const page = await browser.newPage({ baseURL: server.resolvedUrls?.local[0] ?? '' });
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.goto('/');
  await signIn(page, await (await page.request.get('/account')).json());
  await page.getByText('first text, signed-in, pressed 0').click();
  await page.getByText('first text, signed-in, pressed 1').waitFor();
  loads.length = 0;
  // StrictMode has made a wallet and closed it.
  await eventually(async () => expect(await count(page)).toMatchObject({ made: 2, wallets: 1, channels: 1 }), patience);
  const alive = await count(page);
  expect(alive.timers * alive.listeners * alive.connections).toBeGreaterThan(0);

  edit('first text', 'second text');
  await page.getByText('second text, signed-in, pressed 1').waitFor();
  expect(await count(page)).toEqual(alive);

  for (const [made, from, to] of [
    [3, '60_000', '30_000'],
    [4, "relay: '/wallet'", "relay: '/wallet', maxSessionMs: 600_000"],
  ] as const) {
    edit(from, to);
    await eventually(async () => expect(await count(page)).toEqual({ ...alive, made }), patience);
    await page.getByText('second text, signed-in, pressed 1').waitFor();
  }

  // Another hook: React mounts the component anew, as StrictMode does twice.
  edit('return <WalletProvider', 'useState(0);\n  return <WalletProvider');
  await page.getByText('second text, signed-in, pressed 0').waitFor();
  await eventually(async () => expect(await count(page)).toEqual({ ...alive, made: 6 }), patience);

  await page.evaluate(() => globalThis.page.unmount());
  const nothing = { wallets: 0, timers: 0, listeners: 0, channels: 0, connections: 0 };
  await eventually(async () => expect(await count(page)).toEqual({ ...nothing, made: 6 }), patience);
  await page.evaluate(() => globalThis.page.mount());
  await page.getByText('second text, signed-in, pressed 0').waitFor();
  await eventually(async () => expect(await count(page)).toEqual({ ...alive, made: 8 }), patience);
  expect(loads, 'each edit was refreshed without loading the page').toEqual([]);
});
