/** Runs Vitest's browser mode in WebKitGTK. */
import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node';
import { startWebKitDriver, type WebKitDriver, type WebKitPage } from './webkit-driver.ts';

/** A provider for one WebKitWebDriver; each page is a browser of its own. */
export function webkit(): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'webkit-driver',
    supportedBrowser: ['webkit'],
    providerFactory: createProvider,
  });
}

function createProvider(): BrowserProvider {
  const pages: WebKitPage[] = [];
  let driver: Promise<WebKitDriver> | undefined;
  return {
    name: 'webkit-driver',
    supportsParallelism: false,
    getCommandsContext: () => ({}),
    async openPage(_sessionId, url) {
      driver ??= startWebKitDriver();
      pages.push(await (await driver).open(url));
    },
    async close() {
      const running = await driver?.catch(() => undefined);
      if (running === undefined) return;
      await Promise.allSettled(pages.map((page) => page.close()));
      running.stop();
    },
  };
}
