import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { chromiumLaunch } from '../engines/launch.mjs';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    kit: typeof Kit;
    wallet: Kit.Wallet;
  }
}

/** Holds refresh requests before the service until a test lets the next one of a tab through. */
function createGate() {
  const waiting = new Map<string, (() => void)[]>();
  const arrivals = new Map<string, () => void>();
  let holding = false;
  return {
    hold: () => {
      holding = true;
    },
    open: () => {
      holding = false;
      for (const queue of waiting.values()) for (const release of queue.splice(0)) release();
    },
    async pass(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
      if (!holding || !request.url.endsWith('/refresh')) return next(request);
      const { clientPublicKey } = (await request.clone().json()) as { clientPublicKey: string };
      const queue = waiting.get(clientPublicKey) ?? [];
      waiting.set(clientPublicKey, queue);
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        arrivals.get('any')?.();
      });
      return next(request);
    },
    /** The client keys of the tabs, in the order in which they came; resolves when `count` wait. */
    async waitFor(count: number): Promise<readonly string[]> {
      while ([...waiting.values()].filter((queue) => queue.length > 0).length < count) {
        await new Promise<void>((resolve) => {
          arrivals.set('any', resolve);
        });
      }
      return [...waiting.keys()];
    },
    /** Lets one request of a tab through, once it is there. */
    async release(tab: string): Promise<void> {
      for (;;) {
        const release = waiting.get(tab)?.shift();
        if (release !== undefined) return release();
        await new Promise<void>((resolve) => {
          arrivals.set('any', resolve);
        });
      }
    },
  };
}

let browser: Browser;
let served: KitPage;
let gate: ReturnType<typeof createGate>;

beforeAll(async () => {
  const launch = chromiumLaunch();
  if (launch === null) throw new Error('no Chromium: run `npm test`, which finds or installs one');
  browser = await chromium.launch(launch);
});

afterAll(() => browser.close());

beforeEach(async () => {
  gate = createGate();
  served = await serveKit({ between: (request, next) => gate.pass(request, next) });
});

afterEach(() => served.close());

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(served.url);
  await page.evaluate((settings) => {
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
  }, served.settings);
  return page;
}

const sessionOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    await window.wallet.session.list();
    return window.wallet.state().session?.sessionId;
  });

const execute = async (page: Page): Promise<unknown> =>
  page.evaluate((quote) => window.wallet.quote.execute(quote as Kit.Quote), await served.quote(1_000_000));

/** Every session record in IndexedDB, by the id of its session. */
const storedSessions = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.evaluate(async () => {
    const found: (string | undefined)[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('no database')));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.addEventListener('success', resolve);
        });
        for (const record of all.result as { session?: { sessionId: string } }[]) {
          if (record.session !== undefined) found.push(record.session.sessionId);
        }
      }
      database.close();
    }
    return found;
  });

test('two tabs that refresh at once keep one session and sign with it', { timeout: 60_000 }, async () => {
  const context = await browser.newContext();
  const [one, two] = await Promise.all([openTab(context), openTab(context)]);
  await one.evaluate(async () => (await window.wallet.emailOtp.begin()).verify('000000'));
  const before = await sessionOf(one);
  expect(await sessionOf(two)).toBe(before);

  gate.hold();
  const refreshed = Promise.all([one, two].map((page) => page.evaluate(() => window.wallet.session.refresh())));
  const [holder = ''] = await gate.waitFor(1);
  await one.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1);
  await gate.release(holder);
  await gate.release(holder);
  const answers = await refreshed;
  gate.open();

  const list = async (): Promise<readonly string[]> => {
    const path = `/auth/sessions?accountId=${served.settings.accountId}`;
    const { data } = await served.service<{ data: { id: string }[] }>('GET', path);
    return data.map(({ id }) => id);
  };
  // What is left over is revoked in the background.
  await expect.poll(list).toHaveLength(1);
  const newest = await list();
  expect(newest).not.toContain(before);
  expect(await storedSessions(one)).toEqual(newest);
  expect([await sessionOf(one), await sessionOf(two)]).toEqual([newest[0], newest[0]]);
  expect(answers.map(({ sessionId }) => sessionId)).toEqual([newest[0], newest[0]]);

  await execute(one);
  await execute(two);
  const log = await served.control<{ data: { path: string; signedBy?: string }[] }>('GET', '/requests');
  const signers = log.data
    .filter(({ path }) => path.endsWith('/execute'))
    .slice(-2)
    .map(({ signedBy }) => signedBy);
  expect(signers).toEqual([answers[0]?.compressedPublicKeyHex, answers[0]?.compressedPublicKeyHex]);

  await context.close();
});
