import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from 'countersign/testing';
import { sourceOfEntry } from '../../build/entries.mjs';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { chromiumLaunch } from '../engines/launch.mjs';
import { root } from '../source-tree.ts';
import { readBlocks, type Block } from './blocks.ts';
import { readExamples } from './examples.ts';

const blocks = [...readBlocks(), ...readExamples()].filter(({ side }) => side === 'page');
let served: KitPage;
let browser: Browser;
let person: Person;
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const identify = () => {
    const { customerId, accountId } = person;
    return Promise.resolve({ userId: customerId, customerId, accountIds: [accountId] });
  };
  const launch = chromium.launch(chromiumLaunch() ?? {});
  [served, browser, files] = await Promise.all([serveKit({ relay: { identify } }), launch, bundle()]);
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
      await open(page, block);
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
async function open(page: Page, block: Block): Promise<void> {
  const phone = /smsOtp/.test(block.code) ? { phoneNumber: '+14155550100' } : {};
  person = await served.control('POST', '/people', { card: 'active', ...phone });
  const { accountId, bankAccountId, customerId, cardId } = person;
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
  await page.exposeFunction('given', () => ({
    settings: { ...served.settings, accountId },
    customerId,
    cardId,
  }));
  await page.exposeFunction('newQuote', () =>
    served.service('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    }),
  );
  const contentType = 'text/javascript';
  await page.route('**/page.js', (route) =>
    route.fulfill({ contentType, body: `import './${blocks.indexOf(block)}.js';` }),
  );
  await page.route(/\/(?:\d+|[\w-]+-[A-Z0-9]{8})\.js$/, (route) =>
    route.fulfill({ contentType, body: files.get(route.request().url().replace(/^.*\//, '')) ?? '' }),
  );
  await page.goto(served.url);
}

/** The files of all blocks, each with its values, built at once: `/<n>.js` runs the nth and says how it ended. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: blocks.map((_, index) => ({ in: `run:${index}`, out: String(index) })),
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    write: false,
    logLevel: 'silent',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'the blocks and the kit',
        setup(own) {
          own.onResolve({ filter: /^run:/ }, ({ path }) => ({ path: path.slice(4), namespace: 'run' }));
          own.onResolve({ filter: /^block:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'block' }));
          own.onLoad({ filter: /./, namespace: 'run' }, ({ path }) => ({ contents: runOf(path), resolveDir: root }));
          own.onLoad({ filter: /./, namespace: 'block' }, ({ path }) => {
            const { code, language } = blocks[Number(path)] as Block;
            return { contents: code, loader: language, resolveDir: root };
          });
          own.onResolve({ filter: /^countersign(?:\/|$)/ }, ({ path }) => ({ path: sourceOfEntry[path] ?? path }));
        },
      },
    ],
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/^.*[\\/]/, ''), text]));
}

/** A script that gives a block its values, and runs it. */
function runOf(index: string): string {
  const { code, declared } = blocks[Number(index)] as Block;
  const given = declared.map((name) =>
    name === 'wallet' && code.includes('passkey.prepare(') ? 'wallet=walletWithPasskey' : name,
  );
  return `import { define } from ${JSON.stringify(join(root, 'test/documents/page-values.ts'))};
    define(${JSON.stringify(given)})
      .then(() => import('block:${index}'))
      .then(() => 'well', (error) => String(error))
      .then((ended) => { globalThis.ended = ended; });`;
}
