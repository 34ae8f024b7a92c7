/** A code screen in the real tabs of one browser, in the engine that the caller starts. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CodeEntry, createCodeEntry } from 'countersign/code-entry';
import { launch, type Engine } from '../engines/launch.ts';
import { serveKit, type KitPage } from './kit-page.ts';

declare global {
  interface Window {
    createCodeEntry: typeof createCodeEntry;
    entry: CodeEntry;
  }
}

/** The part of the page's script that has the code screen. */
export const script = `import { createCodeEntry } from './src/ui/code-entry/index.ts';
  window.createCodeEntry = createCodeEntry;`;

/** Counts the messages that the service has sent. */
export async function messagesOf(served: KitPage): Promise<number> {
  const { data } = await served.control<{ data: { path: string }[] }>('GET', '/requests');
  return data.filter(({ path }) => path.endsWith('/challenge')).length;
}

/** The tests, in one engine. */
export function describeCodeEntry(engine: Engine): void {
  let browser: Browser;
  let served: KitPage;
  let context: BrowserContext;

  beforeAll(async () => {
    browser = await launch(engine);
  }, 60_000);
  afterAll(() => browser.close());
  beforeEach(async () => {
    served = await serveKit({ script });
    context = await browser.newContext();
  });
  afterEach(async () => {
    await context.close();
    await served.close();
  });

  const begin = async (page: Page): Promise<void> => {
    await page.waitForFunction(() => 'createCodeEntry' in window);
    await page.evaluate((settings) => {
      window.wallet = window.kit.createWallet({ ...settings, refreshBefore: false });
      window.entry = window.createCodeEntry(window.wallet);
    }, served.settings);
  };
  const reaches = async (page: Page, phase: string): Promise<void> => {
    await page.waitForFunction((wanted) => window.entry.state().phase === wanted, phase);
  };
  const openTab = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(served.url);
    return page;
  };

  describe(`a code screen in ${engine}`, { timeout: 60_000 }, () => {
    test('goes on after a real reload, with the message that was sent before it', async () => {
      const tab = await openTab();
      await begin(tab);
      await reaches(tab, 'waiting');
      await tab.evaluate(() => window.entry.submit('111111'));
      await reaches(tab, 'wrong');
      await tab.reload();
      await begin(tab);
      await reaches(tab, 'waiting');
      expect(await tab.evaluate(() => window.entry.state())).toMatchObject({
        isContinued: true,
        storage: 'persistent',
      });
      await tab.evaluate(() => window.entry.submit('Your code: 000 000'));
      await reaches(tab, 'done');
      expect(await messagesOf(served)).toBe(1);
    });
  });
}
