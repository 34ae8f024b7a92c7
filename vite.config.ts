import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserInstanceOption } from 'vitest/node';
import { sourceAliases } from './build/entries.mjs';
import { findEngine } from './test/engines/find.mjs';
import { chromiumLaunch, firefoxLaunch } from './test/engines/launch.mjs';
import { webkit } from './test/engines/webkit-provider.ts';

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

/** Tests that drive another engine than Chromium from outside. */
const otherEngines = 'test/browser/*-{firefox,webkit}.test.ts';

/** Those of engines that are not installed here; a test run names these engines. */
const missing = (['firefox', 'webkit'] as const)
  .filter((name) => findEngine(name) === null)
  .map((name) => `test/browser/*-${name}.test.ts`);

/** What is noticed of such tabs at natural latencies, which wait for what a busy machine does late. */
const inFlight = 'test/in-flight/noticed.test.ts';

/** Random lives of such tabs, which wait for nothing within a time. */
const lives = 'test/in-flight/random-lives.test.ts';

/** Tests of what is made with the kit and shown to others: the package with its commands, the developer tools, the kit for tests, the demo, a provider of identities, and the documents' code in a page. */
const shown = [
  'test/package/package.test.ts',
  'test/relay-process/command.test.ts',
  'test/sandbox/command.test.ts',
  'test/relay-check/*.test.ts',
  'test/browser/{demo*,devtools*,elements,identity-providers,testing-kit}.test.ts',
  'test/documents/page-blocks.test.ts',
];

/** Tests that install packages or build what others would build. */
const installing = 'test/install/**/*.test.ts';

export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    // Projects run in the order of their groups, and in a group in the order of their names.
    maxWorkers: availableParallelism(),
    // Bounds for what hangs; a busy machine isn't a failure.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          sequence: { groupOrder: 1 },
          // Suites share a process, and leave it as they found it.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts', otherEngines, inFlight, lives, installing, ...shown],
        },
      },
      {
        extends: true,
        test: {
          // Begun before `node`, beside which it waits most of its time.
          name: 'lives',
          sequence: { groupOrder: 1 },
          include: [lives],
        },
      },
      {
        extends: true,
        test: {
          // In a run of its own: it has the machine to itself.
          name: 'in-flight',
          sequence: { groupOrder: 2 },
          isolate: false,
          include: [inFlight],
        },
      },
      {
        extends: true,
        test: {
          name: 'shown',
          isolate: false,
          include: shown,
          exclude: [otherEngines],
        },
      },
      { extends: true, test: { name: 'other-engines', include: [otherEngines], exclude: missing } },
      {
        extends: true,
        test: { name: 'install', include: ['test/install/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        // Bundled before the first test: a dependency that is found later reloads the page under the tests.
        optimizeDeps: {
          include: [
            '@hpke/core',
            '@noble/curves/nist.js',
            '@noble/hashes/sha2.js',
            '@scure/base',
            '@simplewebauthn/browser',
            'fast-check',
            'hpke',
            'idb-keyval',
            'preact',
            'preact/jsx-dev-runtime',
            'preact/jsx-runtime',
            'react',
            'react-dom/client',
            'react-dom/server',
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
