import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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

/** What each tab shows: its status, and why the session has ended. */
const shown = (tabs: readonly Page[]): Promise<readonly string[]> =>
  inEach(tabs, () => {
    const { status, ended } = window.wallet.state();
    return ended === undefined ? status : `${status}: ${ended.reason}`;
  });

/** How many CryptoKeys lie in IndexedDB, as each tab sees it. */
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

test.each([
  ['online', 'revoked'],
  ['offline', 'not-reached'],
  ['beside a service that hangs', 'not-reached'],
])('a sign-out %s leaves no key in storage and nobody signed in, and says `%s`', async (where, service) => {
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
  expect(await pressed).toEqual({ service, localKeyDeleted: true, isInTime: true });
  await context.clock.resume();

  answer();
  await context.setOffline(false);
  await wake(tabs);
  await openWallet(tabs[0]);
  expect(await pay(tabs)).toEqual(['reauthenticate', 'reauthenticate']);
  expect(await storedKeys(tabs)).toEqual([0, 0]);
});

/** How the site's data goes under its tabs. */
const clearings: Readonly<Record<string, () => Promise<unknown>>> = {
  'deleted databases': async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      await window.resultOf(indexedDB.deleteDatabase(name));
    }
  },
  'removed records': () => window.askStores((store) => store.clear()),
};

/** How the tabs come to read their record again. */
const occasions: Readonly<Record<string, (tabs: readonly [Page, Page]) => Promise<unknown>>> = {
  'they wake': (tabs) => wake(tabs),
  'they are pressed': async (tabs) => expect(await pay(tabs)).toEqual(['reauthenticate', 'reauthenticate']),
  'another page announces a change': ([one]) =>
    one.evaluate(() => {
      const { channel, data } = window.lastMessage;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
      new BroadcastChannel(channel).postMessage(data);
    }),
};

describe.each(Object.entries(clearings))('%s', (_, clear) => {
  test.each(Object.entries(occasions))('sign both tabs out when %s, and no key comes back', async (_occasion, meet) => {
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
});

/** Who ends a session at the service. */
const endings: Readonly<Record<string, (sessionId: string) => Promise<unknown>>> = {
  'the service': (sessionId) => served.control('DELETE', `/sessions/${sessionId}`),
  'another browser': async (sessionId) => {
    const { tabs } = await signedInTabs(await newContext());
    await tabs[0].evaluate((id) => window.wallet.session.revoke({ sessionId: id }), sessionId);
  },
};

test.each(Object.entries(endings))(
  'a fresh session that %s ends is over in every tab after one action',
  async (_, end) => {
    const { tabs, sessionId } = await signedInTabs(await newContext());
    await end(sessionId);
    expect(await pay([tabs[1]])).toEqual(['reauthenticate']);
    await expect.poll(() => shown(tabs)).toEqual(['signed-out: revoked', 'signed-out: revoked']);
    expect(await storedKeys(tabs)).toEqual([0, 0]);
  },
);
