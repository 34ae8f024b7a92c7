import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type * as Kit from 'countersign';
import { launch } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    resultOf: <Result>(request: IDBRequest<Result>) => Promise<Result>;
    /** Makes a request of each object store of the origin; resolves with the results. */
    askStores: <Result>(ask: (store: IDBObjectStore) => IDBRequest<Result>) => Promise<Result[]>;
    /** The last message of this page to the other tabs. */
    lastMessage: { readonly channel: string; readonly data: unknown };
  }
}

let browser: Browser;
let served: KitPage;
/** The service answers once this has resolved. */
let answering = Promise.resolve();
let unanswered = 0;

beforeAll(async () => {
  browser = await launch();
  served = await serveKit({
    between: async (request, next) => {
      unanswered += 1;
      await answering;
      unanswered -= 1;
      return next(request);
    },
  });
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

async function newContext(): Promise<BrowserContext> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await context.addInitScript(() => {
    window.resultOf = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', reject);
      });
    window.askStores = async (ask) => {
      const results = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await window.resultOf(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          results.push(await window.resultOf(ask(database.transaction(store, 'readwrite').objectStore(store))));
        }
        database.close();
      }
      return results;
    };
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function post(data) {
      window.lastMessage = { channel: this.name, data };
      postMessage.call(this, data);
    };
  });
  return context;
}

async function openWallet(page: Page): Promise<Page> {
  await page.goto(served.url);
  await page.evaluate((settings) => {
    window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
  }, served.settings);
  return page;
}

/** Two tabs in which somebody has signed in. */
async function signedInTabs(context: BrowserContext) {
  const tabs = [await openWallet(await context.newPage()), await openWallet(await context.newPage())] as const;
  const { sessionId } = await tabs[0].evaluate(async () => (await window.wallet.emailOtp.begin()).verify('000000'));
  await expect.poll(() => shown(tabs)).toEqual(['signed-in', 'signed-in']);
  expect(await storedKeys(tabs)).toEqual([1, 1]);
  return { tabs, sessionId };
}

const inEach = <Result>(tabs: readonly Page[], run: () => Result | Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(tabs.map((tab) => tab.evaluate(run)));

/** Each tab's status, and the reason of its session's end. */
const shown = (tabs: readonly Page[]): Promise<readonly string[]> =>
  inEach(tabs, () => {
    const { status, ended } = window.wallet.state();
    return ended === undefined ? status : `${status}: ${ended.reason}`;
  });

/** Number of CryptoKeys in IndexedDB, as each tab sees it. */
const storedKeys = (tabs: readonly Page[]): Promise<readonly number[]> =>
  inEach(tabs, async () => {
    const count = (value: unknown): number => {
      if (value instanceof CryptoKey) return 1;
      if (typeof value !== 'object' || value === null) return 0;
      const inner = value instanceof Map || value instanceof Set ? [...value.entries()].flat() : Object.values(value);
      return inner.reduce<number>((sum, one) => sum + count(one), 0);
    };
    return count(await window.askStores((store) => store.getAll()));
  });

/** Presses *pay* in each tab; resolves with the status of the quote, or with the next step that the error names. */
async function pay(tabs: readonly Page[]): Promise<readonly string[]> {
  const press = (quote: unknown): Promise<string> =>
    window.wallet.quote.execute(quote as Kit.Quote).then(
      ({ status }) => status,
      ({ nextStep }: Kit.CountersignError) => nextStep,
    );
  const quote = await served.quote(1_000_000);
  return Promise.all(tabs.map((tab) => tab.evaluate(press, quote)));
}

const wake = (tabs: readonly Page[]): Promise<unknown> =>
  inEach(tabs, () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
  });

test.each(['offline', 'beside a service that hangs'])(
  'a sign-out %s leaves no key in storage and nobody signed in, and says `not-reached`',
  async (where) => {
    const context = await newContext();
    await context.clock.install();
    const { tabs } = await signedInTabs(context);
    let answer = (): void => {};
    onTestFinished(() => answer());
    if (where === 'offline') await context.setOffline(true);
    if (where === 'beside a service that hangs') answering = new Promise((resolve) => (answer = resolve));
    // The pages' time stands still, beyond all that this test may take: nothing of what follows waits for a timer.
    await context.clock.pauseAt(Date.now() + 60_000);
    const pressed = tabs[0].evaluate(async () => {
      const start = performance.now();
      const { service: reached, localKeyDeleted } = await window.wallet.session.revoke();
      return { service: reached, localKeyDeleted, isInTime: performance.now() - start < 12_000 };
    });
    pressed.catch(() => {});
    await expect.poll(() => storedKeys(tabs)).toEqual([0, 0]);
    await expect.poll(() => shown(tabs)).toEqual(['signed-out: signed-out', 'signed-out: signed-out']);
    if (where === 'beside a service that hangs') {
      await expect.poll(() => unanswered).toBeGreaterThan(0);
      await context.clock.runFor(10_000);
    }
    expect(await pressed).toEqual({ service: 'not-reached', localKeyDeleted: true, isInTime: true });
    await context.clock.resume();

    answer();
    await context.setOffline(false);
    await wake(tabs);
    await openWallet(tabs[0]);
    expect(await pay(tabs)).toEqual(['reauthenticate', 'reauthenticate']);
    expect(await storedKeys(tabs)).toEqual([0, 0]);
  },
);

test.each<[string, () => Promise<unknown>, (tabs: readonly [Page, Page]) => Promise<unknown>]>([
  [
    'deleted databases sign both tabs out when they wake',
    async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        await window.resultOf(indexedDB.deleteDatabase(name));
      }
    },
    wake,
  ],
  [
    'removed records sign both tabs out when another page announces a change',
    () => window.askStores((store) => store.clear()),
    ([one]) =>
      one.evaluate(() => {
        const { channel, data } = window.lastMessage;
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
        new BroadcastChannel(channel).postMessage(data);
      }),
  ],
])('%s, and no key comes back', async (_, clear, meet) => {
  const { tabs } = await signedInTabs(await newContext());
  await tabs[0].evaluate(clear);
  expect(await storedKeys(tabs)).toEqual([0, 0]);
  await meet(tabs);
  const over = ['signed-out: storage-lost', 'signed-out: storage-lost'];
  await expect.poll(() => shown(tabs)).toEqual(over);

  await wake(tabs);
  expect(await pay(tabs)).toEqual(['reauthenticate', 'reauthenticate']);
  expect([await shown(tabs), await storedKeys(tabs)]).toEqual([over, [0, 0]]);
});

test('a fresh session that another browser ends is over in every tab after one action', async () => {
  const { tabs, sessionId } = await signedInTabs(await newContext());
  const other = await openWallet(await (await newContext()).newPage());
  await other.evaluate(async (id) => {
    await (await window.wallet.emailOtp.begin()).verify('000000');
    await window.wallet.session.revoke({ sessionId: id });
  }, sessionId);
  expect(await pay([tabs[1]])).toEqual(['reauthenticate']);
  await expect.poll(() => shown(tabs)).toEqual(['signed-out: revoked', 'signed-out: revoked']);
  expect(await storedKeys(tabs)).toEqual([0, 0]);
});
