/** Builds the demo (`vite build`), and names the tests' projects. */
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type BrowserInstanceOption, type TestSpecification } from 'vitest/node';
import { sourceAliases } from './build/entries.mjs';
import { demoConfig } from './demo/build.ts';
import { findEngine } from './test/engines/find.mjs';
import { chromiumLaunch, firefoxLaunch } from './test/engines/launch.mjs';
import { webkit } from './test/engines/webkit-provider.ts';

/** True if the command asks for projects of this engine, as by `--project firefox*`. */
const isAskedFor = (engine: string): boolean =>
  process.argv.some((one) => one.replace('--project=', '').startsWith(engine));

/** Chromium, and those of the other engines that the command asks for and that are installed, as projects whose names end so. */
function engines(ending: string): BrowserInstanceOption[] {
  const chromium = chromiumLaunch();
  const firefox = isAskedFor('firefox') ? firefoxLaunch() : null;
  const found: BrowserInstanceOption[] = [];
  if (chromium !== null) found.push({ browser: 'chromium', provider: playwright({ launchOptions: chromium }) });
  const exclude = [sameEverywhere];
  if (firefox !== null) found.push({ browser: 'firefox', provider: playwright({ launchOptions: firefox }), exclude });
  if (isAskedFor('webkit') && findEngine('webkit') !== null)
    found.push({ browser: 'webkit', provider: webkit(), exclude });
  return found.map((one) => ({ ...one, name: one.browser + ending }));
}

/**
 * A project for browsers, of names that end so. What its tests import is bundled before the first one: a dependency that is found later
 * reloads the page under them.
 */
const inEngines = (ending: string, include: readonly string[], more: object = {}): TestProjectInlineConfiguration => ({
  extends: true,
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
      'uqr',
    ],
  },
  test: {
    name: `browsers${ending}`,
    include: [...include],
    browser: { enabled: true, headless: true, ui: false, screenshotFailures: false, instances: engines(ending) },
    ...more,
  },
});

/** All tests, of the three packages. */
const everything = '{sandbox/,server/,}test/**/*.test.ts';

/** Tests that run in browsers only. */
const inBrowsers = '{sandbox/,server/,}test/**/*.browser.test.ts';

/** Those of them whose subject is React or the kit's own texts and errors, which no engine changes: Chromium alone runs them. */
const sameEverywhere = 'test/ui/{react/**/*,elements/{finding,mistakes,no-wallet,react,translated}}.browser.test.ts';

/** Tests that drive another engine than Chromium from outside. */
const otherEngines = 'test/browser/*-{firefox,webkit}.test.ts';

/** Those of engines that are not installed here; a test run names these engines. */
const missing = (['firefox', 'webkit'] as const)
  .filter((name) => findEngine(name) === null)
  .map((name) => `test/browser/*-${name}.test.ts`);

/** Random lives of tabs in flight, which wait for nothing within a time. */
const lives = 'test/journeys/in-flight/random-lives.test.ts';

/** Tests that need the machine to themselves: a busy one makes browsers late for the judge of these lives, and for a worker's successor. */
const alone = [
  'test/journeys/in-flight/{noticed,signed-actions,wallet-export}.test.ts',
  'test/install/demo-static.test.ts',
];

/** Suites that run in Node and in every browser: in Firefox and WebKit where a command names these projects. */
const everyEngine = 'test/kit/{{encoding,crypto,session,passkey}/**/!(*.node|*.browser),wallet/locks}.test.ts';

/** Tests that install packages, or build what others would build. */
const installing = 'test/install/**/*.test.ts';

/** Suites that only `npm run test:further` runs: what stands around the wallet, and what takes long to show in a browser. */
const further = [
  'test/documents/!(pages).test.ts',
  'test/contract/**/*.test.ts',
  'test/package/{create-countersign,exports,release-check,size/size}.test.ts',
  'test/engines/*.test.ts',
  'server/test/command.test.ts',
  'sandbox/test/service/!(flow).test.ts',
  'sandbox/test/{doctor,relay-check}/**/*.test.ts',
  'test/browser/{code-entry,demo*,devtools*,elements,environment,identity-providers,other-origin}.test.ts',
  'test/browser/{page-script,planted,pollution,related-origins,restart,sandbox-page,testing-kit,wallet-page*}.test.ts',
];

/** The files that take longest: one that begins last would leave a core without work. */
const longest =
  /\/(?:scheduler|relay-check|create-countersign|example-react|site|demo-states|elements|wallet-page)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => longest.test(moduleId) === isLong));
  }
}

const tests: ViteUserConfig = {
  resolve: { alias: sourceAliases },
  test: {
    sequence: { sequencer: LongestFirst },
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
          // After the browsers, which need both cores to be quick.
          sequence: { groupOrder: 1 },
          // Suites share a process, and leave it as they found it.
          isolate: false,
          include: [everything],
          exclude: [inBrowsers, everyEngine, otherEngines, lives, ...alone, installing, ...further],
        },
      },
      { extends: true, test: { name: 'every-engine', isolate: false, include: [everyEngine] } },
      // By its name it begins before `further`, beside which it waits most of its time.
      { extends: true, test: { name: 'flight', include: [lives] } },
      { extends: true, test: { name: 'further', isolate: false, include: further, exclude: [otherEngines] } },
      { extends: true, test: { name: 'alone', isolate: false, include: alone, hookTimeout: 300_000 } },
      { extends: true, test: { name: 'other-engines', isolate: false, include: [otherEngines], exclude: missing } },
      {
        extends: true,
        test: {
          name: 'install',
          include: ['test/install/*.test.ts'],
          exclude: alone,
          globalSetup: 'test/install/pack.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      inEngines('', [inBrowsers]),
      // One document for all, as they share a process of Node: each file's own would load the kit anew.
      inEngines('-kit', [everyEngine], { isolate: false, sequence: { groupOrder: 1 } }),
    ],
  },
};

// Vitest serves; `vite build` alone builds.
export default defineConfig(({ command }) => (command === 'build' ? demoConfig(process.env) : tests));
