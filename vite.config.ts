import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserInstanceOption } from 'vitest/node';
import { findEngine } from './test/engines/find.mjs';
import { chromiumLaunch, firefoxLaunch } from './test/engines/launch.mjs';
import { webkit } from './test/engines/webkit-provider.ts';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The package's own entry points, by the names its users import. */
export const alias = [
  { find: /^countersign$/, replacement: source('index.ts') },
  { find: /^countersign\/relay\/node$/, replacement: source('relay/node.ts') },
  { find: /^countersign\/sandbox\/node$/, replacement: source('sandbox/node.ts') },
  { find: /^countersign\/(crypto|relay|sandbox|testing)$/, replacement: source('$1/index.ts') },
];

/** The engines that are installed here; a test run names the others. */
function engines(): BrowserInstanceOption[] {
  const chromium = chromiumLaunch();
  const firefox = firefoxLaunch();
  const found: BrowserInstanceOption[] = [];
  if (chromium !== null) {
    found.push({ name: 'chromium', browser: 'chromium', provider: playwright({ launchOptions: chromium }) });
  }
  if (firefox !== null) {
    found.push({ name: 'firefox', browser: 'firefox', provider: playwright({ launchOptions: firefox }) });
  }
  if (findEngine('webkit') !== null) found.push({ name: 'webkit', browser: 'webkit', provider: webkit() });
  return found;
}

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        // Bundled before the first test: a dependency that is found later reloads the page under the tests.
        optimizeDeps: {
          include: [
            '@hpke/core',
            '@noble/curves/abstract/weierstrass.js',
            '@noble/curves/nist.js',
            '@noble/hashes/sha2.js',
            '@simplewebauthn/browser',
            'fast-check',
            'idb-keyval',
          ],
        },
        test: {
          name: 'browsers',
          include: ['test/{encoding,crypto,session,passkey}/**/*.test.ts', 'test/**/*.browser.test.ts'],
          exclude: ['test/**/*.node.test.ts', 'test/browser/**'],
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            instances: engines(),
          },
        },
      },
    ],
  },
});
