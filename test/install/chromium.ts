/** Chromium for the tests of a file. */
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { chromiumLaunch } from '../engines/launch.mjs';

/** The browser, and pages, each until its test ends, with all that its console and its errors say. */
export interface FileBrowser {
  readonly browser: Browser;
  open(url?: string): Promise<{ readonly page: Page; readonly said: readonly string[] }>;
}

/** Launches it before the first test, and closes it after the last one. */
export function chromiumForFile(): FileBrowser {
  let browser: Browser;
  beforeAll(async () => void (browser = await chromium.launch(chromiumLaunch() ?? {})));
  afterAll(() => browser?.close());
  return {
    get browser() {
      return browser;
    },
    async open(url) {
      const page = await browser.newPage();
      onTestFinished(() => page.close());
      const said: string[] = [];
      page.on('pageerror', (error) => said.push(error.message));
      page.on('console', (message) => said.push(message.text()));
      if (url !== undefined) await page.goto(url);
      return { page, said };
    },
  };
}
