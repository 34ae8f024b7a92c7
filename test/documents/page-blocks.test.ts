import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOfEntry } from '../../build/entries.mjs';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { chromiumLaunch } from '../engines/launch.mjs';
import { root } from '../source-tree.ts';
import { readBlocks, type Block } from './blocks.ts';

const blocks = readBlocks().filter(({ side }) => side === 'page');
let served: KitPage;
let browser: Browser;
let cardId: string;

beforeAll(async () => {
  [served, browser] = await Promise.all([serveKit(), chromium.launch(chromiumLaunch() ?? {})]);
  ({ id: cardId } = await served.service<{ id: string }>('POST', '/cards', {
    cardholderId: served.customerId,
    form: 'VIRTUAL',
    fundingSources: [served.settings.accountId],
    platformCardId: 'card-1',
  }));
  await served.control('POST', '/clock', { advanceMs: 60_000 });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

describe('a block of the documents for a page', () => {
  test.for(blocks)('runs in Chromium, against the sandbox: $title', async (block) => {
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    try {
      await open(page, await bundle(block));
      await page.waitForFunction(() => 'ended' in globalThis);
      expect(await page.evaluate(() => (globalThis as unknown as { ended: string }).ended)).toBe('well');
      if (block.declared.includes('button')) {
        await page.click('button');
        await page.waitForLoadState('networkidle');
      }
      expect(failures).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

/** Opens a page with a script, an authenticator, and a new person behind it. */
async function open(page: Page, script: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.exposeFunction('given', () => ({ settings: served.settings, customerId: served.customerId, cardId }));
  await page.exposeFunction('newQuote', () => served.quote(1_000_000));
  await page.route('**/page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(served.url);
}

/** The block with its values, as one script that says how it ended. */
async function bundle({ code, language, declared }: Block): Promise<string> {
  const values = join(root, 'test/documents/page-values.ts');
  const { outputFiles } = await build({
    stdin: {
      contents: `import { define } from ${JSON.stringify(values)};
        define(${JSON.stringify(declared)})
          .then(() => import('the block'))
          .then(() => 'well', (error) => String(error))
          .then((ended) => { globalThis.ended = ended; });`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'the block and the kit',
        setup(own) {
          own.onResolve({ filter: /^the block$/ }, () => ({ path: 'block', namespace: 'block' }));
          own.onLoad({ filter: /^block$/, namespace: 'block' }, () => ({
            contents: code,
            loader: language,
            resolveDir: root,
          }));
          own.onResolve({ filter: /^countersign(?:\/|$)/ }, ({ path }) => ({ path: sourceOfEntry[path] ?? path }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}
