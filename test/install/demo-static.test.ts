import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attack, attackEnds } from '../browser/attack-ends.ts';
import { balance, fund, heading, press, show, signIn, type Visit } from '../browser/demo-bench.ts';
import {
  askedBeside,
  firstVisit,
  freezeCard,
  otherCopy,
  secondTab,
  serveStaticDemo,
  withdraw,
} from '../browser/demo-static.ts';
import { runAxe } from '../browser/run-axe.ts';
import type { StaticHost } from '../browser/static-host.ts';
import { deviceOf } from '../browser/virtual-authenticator.ts';
import { chromiumForFile } from './chromium.ts';

const chromium = chromiumForFile();
let host: StaticHost;

beforeAll(async () => void (host = await serveStaticDemo()), 120_000);

afterAll(() => host.close());

async function withVisit(run: (visit: Visit) => Promise<void>): Promise<void> {
  const visit = await firstVisit(chromium.browser, host);
  try {
    await run(visit);
    expect(visit.violations).toEqual([]);
  } finally {
    await visit.close();
  }
}

/** Ends the worker, as the browser does whenever it likes. */
async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

/** A reload that goes past the worker. */
async function hardReload(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
}

async function newPage({ proxy }: StaticHost): Promise<Page> {
  const page = await (await chromium.browser.newContext({ proxy })).newPage();
  page.setDefaultTimeout(50_000);
  return page;
}

describe('the demo on a host of files', { timeout: 120_000 }, () => {
  test('pays a withdrawal and freezes a card, over reloads, and asks the host for files and nobody else for anything', async () => {
    await withVisit(async ({ page, console: said }) => {
      expect(await page.getByText('is a simulation in this browser').count()).toBe(1);
      await signIn(page, 'static@example.com');
      await withdraw(page, async () => {});
      await freezeCard(page);
      expect(said).toEqual([]);
    });
    expect(askedBeside(host)).toEqual([]);
    expect(host.strayed).toEqual([]);
    expect(host.asked.filter((name) => name.endsWith('/worker.js')).length).toBeGreaterThan(0);
  });

  test('begins anew by one press, and is seen without scrolling', async () => {
    await withVisit(async ({ page }) => {
      const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
      expect(await height()).toBe(800);
      await signIn(page, 'anew@example.com');
      await fund(page, '10');
      expect(await balance(page)).toBe('10.00 USDB');
      expect(await height()).toBe(800);
      await page.getByRole('button', { name: 'Start over' }).click();
      await heading(page, 'Your customers sign every withdrawal');
      await signIn(page, 'anew@example.com');
      expect(await balance(page)).toBe('0.00 USDB');
    });
  });

  test('goes on where it was when the worker is stopped between any two steps', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'stopped@example.com');
      await withdraw(page, () => stopWorker(page));
      await stopWorker(page);
      await freezeCard(page);
    });
  });

  test('shows a second tab the same wallet, and tells it what the first one does, also after the worker was stopped', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'tabs@example.com');
      const other = await secondTab(page.context(), host);
      await heading(other, 'Your wallet');
      await fund(page, '10');
      await other.getByText('10.00').first().waitFor();
      await stopWorker(page);
      await fund(page, '5');
      await other.getByText('15.00').first().waitFor();
    });
  });

  test('takes a page on that was loaded past the worker', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'hard@example.com');
      await hardReload(page);
      await heading(page, 'Your wallet');
      expect(await balance(page)).toBe('0.00 USDB');
    });
    expect(askedBeside(host)).toEqual([]);
  });

  test('adds a passkey of its own host, which signs in', async () => {
    await withVisit(async ({ page }) => {
      await (await deviceOf(page)).plugIn();
      await signIn(page, 'passkey@example.com');
      await show(page, 'Security');
      await press(page, 'Add a passkey');
      await page.getByLabel('Name for a new passkey').fill('Laptop');
      await press(page, 'Add a passkey');
      await stopWorker(page);
      await press(page, 'Create passkey');
      await page.getByRole('main').getByText('Laptop was added').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await heading(page, 'Sign in');
      await stopWorker(page);
      await press(page, 'Sign in with a passkey');
      await heading(page, 'Your wallet');
    });
  });

  test('shares nothing with another copy below the same origin, whose scripts can read its state all the same', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'copies@example.com');
      await fund(page, '10');
      const other = await secondTab(page.context(), host, otherCopy);
      await heading(other, 'Your customers sign every withdrawal');
      const name = await page.evaluate(() => `countersign-demo ${location.pathname}`);
      expect(await other.evaluate(readState, name)).toContain('copies@example.com');
      await signIn(other, 'copies@example.com');
      expect(await balance(other)).toBe('0.00 USDB');
      await other.getByRole('button', { name: 'Sign out' }).click();
      await heading(other, 'Sign in');
      await page.reload();
      await heading(page, 'Your wallet');
      expect(await balance(page)).toBe('10.00 USDB');
      await fund(page, '5');
    });
  });

  test('says once that what was kept could not be read, and begins anew', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'lost@example.com');
      // Without the page nobody wakes the worker, which would store its state again.
      await page.goto(new URL('worker.js', host.url).href);
      await stopWorker(page);
      await page.evaluate(
        (path) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open(`countersign-demo ${path}`);
            opening.addEventListener('success', () => {
              const writing = opening.result.transaction('state', 'readwrite');
              writing.objectStore('state').put('{"version":1}', 'state');
              writing.addEventListener('complete', () => resolve());
            });
          }),
        new URL(host.url).pathname,
      );
      await page.goto(host.url);
      await heading(page, 'Your customers sign every withdrawal');
      const loss = page.getByRole('alert').filter({ hasText: 'could not be read, so the demo has begun anew' });
      expect(await loss.count()).toBe(1);
      await signIn(page, 'lost@example.com');
      await page.reload();
      await heading(page, 'Your wallet');
      expect(await loss.count()).toBe(0);
    });
  });

  test('carries out every attack of the bench, each with its end', async () => {
    await withVisit(async ({ page }) => {
      await signIn(page, 'attacked@example.com');
      await page.getByRole('button', { name: 'Attack it' }).click();
      for (const [name, end] of Object.entries(attackEnds)) {
        expect((await attack(page, name)).slice(0, end.length), name).toBe(end);
      }
    });
  });

  test('has no serious violation of accessibility with its note, wide and narrow', async () => {
    await withVisit(async ({ page }) => {
      expect(await runAxe(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await runAxe(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(320);
    });
  });

  test('says so where the browser has no service workers, or keeps nothing', async () => {
    const page = await newPage(host);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await page.goto(host.url);
    await heading(page, 'This copy of the demo can’t start here');
    expect(await page.getByRole('alert').innerText()).toContain('offers no service workers here');
    await page.context().close();

    const own = await serveStaticDemo();
    own.replace(
      'worker.js',
      (text) => `indexedDB.open = () => { throw new DOMException('', 'SecurityError'); };${text}`,
    );
    const second = await newPage(own);
    await second.goto(own.url);
    await heading(second, 'This copy of the demo can’t start here');
    expect(await second.getByRole('alert').innerText()).toContain('keeps nothing for this page');
    await second.context().close();
    await own.close();
  });
});

/** Reads, in a page, the state that a copy of the demo has kept. */
function readState(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('error', () => reject(new Error('no database')));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('state').objectStore('state').get('state');
      reading.addEventListener('success', () => resolve(String(reading.result)));
    });
  });
}

describe('a newer version on the host', { timeout: 120_000 }, () => {
  const version = (page: Page): Promise<string> => page.evaluate(async () => (await fetch('/api/version')).text());

  test('waits while another tab is open with the older one, and takes over with the next start of a tab alone', async () => {
    const own = await serveStaticDemo();
    const visit = await firstVisit(chromium.browser, own);
    const { page } = visit;
    await signIn(page, 'newer@example.com');
    const other = await secondTab(page.context(), own);
    await heading(other, 'Your wallet');
    const answer = `addEventListener('fetch', (event) => { if (event.request.url.endsWith('/api/version')) event.respondWith(new Response('2')); });`;
    own.replace('worker.js', (text) => answer + text);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const { installing } = await registration.update();
      await new Promise((resolve) => {
        const look = (): void => {
          if (installing?.state === 'installed') resolve(null);
        };
        installing?.addEventListener('statechange', look);
        look();
      });
    });
    await page.reload();
    await heading(page, 'Your wallet');
    expect(await version(page)).not.toBe('2');
    await hardReload(page);
    await heading(page, 'Your wallet');
    expect(await version(page)).not.toBe('2');
    await other.close();
    await page.reload();
    await heading(page, 'Your wallet');
    expect(await version(page)).toBe('2');
    expect(visit.violations).toEqual([]);
    await visit.close();
    await own.close();
  });
});
