/** Runs Vitest's browser mode in WebKitGTK. */
import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node';
import { startWebKitDriver, type WebKitDriver } from './webkit-driver.ts';

/** A provider whose pages have a WebKitWebDriver each: one driver runs one browser. */
export function webkit(): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'webkit-driver',
    supportedBrowser: ['webkit'],
    providerFactory: createProvider,
  });
}

function createProvider(): BrowserProvider {
  const drivers: WebKitDriver[] = [];
  const openBrowser = async (url: string): Promise<void> => {
    const driver = await startWebKitDriver();
    drivers.push(driver);
    await driver.open(url);
  };
  // One after the other: two displays that start at once may take the same number.
  let opened: Promise<unknown> = Promise.resolve();
  return {
    name: 'webkit-driver',
    supportsParallelism: true,
    getCommandsContext: () => ({}),
    async openPage(_sessionId, url) {
      const opening = opened.then(() => openBrowser(url));
      opened = opening.catch(() => undefined);
      await opening;
    },
    async close() {
      await opened;
      for (const driver of drivers) driver.stop();
    },
  };
}
