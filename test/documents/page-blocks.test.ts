import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type CDPSession, type JSHandle, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Wallet, WireProfileName } from 'countersign';
import type { CountersignElement } from 'countersign/elements';
import type { Person } from 'countersign-sandbox/testing';
import { paymentBetween } from '../sample-customer.ts';
import { sourceOfEntry } from '../../build/entries.mjs';
import { serveKit, type KitPage } from '../browser/kit-page.ts';
import { chromiumLaunch } from '../engines/launch.mjs';
import { root } from '../source-tree.ts';
import { readBlocks, type Block } from './blocks.ts';
import { readExamples } from './examples.ts';

/** The page of elements that docs/start.md quotes, without the lines that render it. */
const [start = ''] = readFileSync(join(root, 'examples/react/elements/main.tsx'), 'utf8').split(
  '\nvoid defineElements',
);
const quoted = { title: 'docs/start.md', language: 'tsx', code: start, declared: [], side: 'page' } as const;
const blocks = [...readBlocks(), ...readExamples(), quoted].filter(({ side }) => side === 'page');
let pages: Readonly<Record<WireProfileName, KitPage>>;
/** The one of the block that runs. */
let served: KitPage;
let browser: Browser;
let page: Page;
let devTools: CDPSession;
let person: Person;

beforeAll(async () => {
  const identify = () => {
    const { customerId, accountId } = person;
    return Promise.resolve({ userId: customerId, customerId, accountIds: [accountId] });
  };
  const files = await bundle();
  const groups = ['wallet', 'addresses', 'payments', 'authorizations'] as const;
  const launch = chromium.launch(chromiumLaunch() ?? {});
  const serve = (profile: WireProfileName): Promise<KitPage> =>
    serveKit({ profile, relay: { identify, groups }, files });
  const [spec, grid, launched] = await Promise.all([serve('spec'), serve('grid'), launch]);
  pages = { spec, grid };
  browser = launched;
  // One page for all: it is loaded anew for each block, with nothing in its storage.
  page = await browser.newPage();
  devTools = await preparePage();
});

afterAll(async () => {
  await browser?.close();
  for (const one of Object.values(pages)) await one.close();
});

describe('a block of the documents for a page', () => {
  test.for(blocks)('runs in Chromium, against the sandbox: $title', async (block) => {
    const failures: string[] = [];
    const fail = (error: Error): unknown => failures.push(error.message);
    page.on('pageerror', fail);
    const authenticatorId = await open(block);
    try {
      await page.waitForFunction(() => 'ended' in globalThis);
      expect(await page.evaluate(() => (globalThis as unknown as { ended: string }).ended)).toBe('well');
      if (drawnBy(block) !== undefined) await expectWallets();
      if (block.declared.includes('button')) await page.click('button');
      // Listeners of a block may fail, too.
      if (/addEventListener|subscribe\(/.test(block.code)) await page.waitForLoadState('networkidle');
      expect(failures).toEqual([]);
    } finally {
      page.off('pageerror', fail);
      await page.goto('about:blank');
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await devTools.send('Storage.clearDataForOrigin', { origin: served.url, storageTypes: 'all' });
    }
  });
});

/** The component of a block that draws elements: its last. It is rendered as on a server, and hydrated. */
function drawnBy({ language, code }: Block): string | undefined {
  if (language === 'ts' || !/elementComponent\(|<countersign-/.test(code)) return undefined;
  return [...code.matchAll(/^(?:export )?function ([A-Z]\w*)/gm)].at(-1)?.[1];
}

/** Waits until all elements in the page have the wallet: signed out, as they were hydrated, then signed in. */
async function expectWallets(): Promise<void> {
  const signedOut = await walletOfElements('signed-out');
  await signedOut.evaluate(async (wallet) => void (wallet && (await (await wallet.emailOtp.begin()).verify('000000'))));
  await walletOfElements('signed-in');
}

function walletOfElements(status: string): Promise<JSHandle<Wallet | false | undefined>> {
  const find = (wanted: string): Wallet | false | undefined => {
    const all = [...document.querySelectorAll<CountersignElement>('main *')];
    const elements = all.filter(({ localName }) => localName.startsWith('countersign-'));
    return elements.every(({ wallet }) => wallet?.state().status === wanted) && elements[0]?.wallet;
  };
  return page.waitForFunction(find, status, { timeout: 10_000 });
}

/** Loads the page with a block, an authenticator, and a new person behind it; tells the authenticator. */
async function open(block: Block): Promise<string> {
  served = pages[/delegatedKeys/.test(block.code) ? 'grid' : 'spec'];
  const phone = /smsOtp/.test(block.code) ? { phoneNumber: '+14155550100' } : {};
  const signsInByIdentity = /oauth/.test(block.code) && !/addOAuth/.test(block.code);
  const region = /authorize\(|resendAuthorization/.test(block.code) ? { region: 'DE' } : {};
  const delegatedKey = !/delegatedKeys\.create/.test(block.code);
  const identity = signsInByIdentity ? { identity: { subject: 'sample-subject' } } : {};
  person = await served.control('POST', '/people', { card: 'active', delegatedKey, ...phone, ...region, ...identity });
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.goto(`${served.url}/#${blocks.indexOf(block)}`);
  return authenticatorId;
}

/** Prepares the page for blocks that ask the test for its person; returns Chromium's protocol to the page. */
async function preparePage(): Promise<CDPSession> {
  await page.exposeFunction('given', () => {
    const { accountId, customerId, cardId } = person;
    return { settings: { ...served.settings, accountId }, customerId, cardId };
  });
  await page.exposeFunction('newQuote', () =>
    served.service('POST', '/quotes', paymentBetween(person.accountId, person.bankAccountId, 1_000_000)),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  return session;
}

/**
 * The files of all blocks, each with its values, built at once: `/<n>.js` runs the nth and says how it ended; the
 * page's address says which.
 */
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
            const block = blocks[Number(path)] as Block;
            const drawn = drawnBy(block);
            const contents = drawn === undefined ? block.code : `${block.code}\nexport { ${drawn} as Drawn };`;
            return { contents, loader: block.language, resolveDir: root };
          });
          own.onResolve({ filter: /^countersign/ }, ({ path }) => ({ path: sourceOfEntry[path] ?? path }));
        },
      },
    ],
  });
  const built = outputFiles.map(({ path, text }) => [path.replace(/^.*[\\/]/, '/'), text] as const);
  return new Map([...built, ['/page.js', 'void import(`./${location.hash.slice(1)}.js`);']]);
}

/** A script that gives a block its values, and runs it. */
function runOf(index: string): string {
  const block = blocks[Number(index)] as Block;
  const { code, declared } = block;
  const given = declared.map((name) => {
    if (name === 'wallet' && code.includes('passkey.prepare(')) return 'wallet=walletWithPasskey';
    return name === 'code' && code.includes('.authorize(') ? 'code=codeOfPayment' : name;
  });
  const hydrated = drawnBy(block) === undefined ? '' : '.then(({ Drawn }) => hydrate(Drawn))';
  return `import { define, hydrate } from ${JSON.stringify(join(root, 'test/documents/page-values.ts'))};
    define(${JSON.stringify(given)})
      .then(() => import('block:${index}'))${hydrated}
      .then(() => 'well', (error) => String(error))
      .then((ended) => { globalThis.ended = ended; });`;
}
