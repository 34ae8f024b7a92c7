/**
 * `npm run mutate`: changes one thing at a time in the code that signs, checks, refuses and runs beside other tabs, and
 * counts the changes that no test notices.
 *
 *     [SUITES='test/kit/session/*.test.ts'] npm run mutate [-- --mutate 'src/kit/session/session.ts'] [--ignoreStatic]
 *
 * `--ignoreStatic` is quicker, and leaves out what runs only when a module is loaded, such as a table. CONTRIBUTING.md has the last score.
 */

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'src/kit/crypto/**/*.ts',
    'src/kit/wallet/payload/**/*.ts',
    'src/kit/wallet/run/*.ts',
    'src/kit/wallet/flows/{quote,custom,card,credentials,sessions}.ts',
    'src/kit/session/{record,session,account,adopt}.ts',
    'src/relay/{ownership/ownership,routes/match}.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutate/error-messages.mjs'],
  ignorers: ['error-messages'],
  vitest: { configFile: 'test/mutate/vitest.config.ts', related: true },
  // TypeScript 7 has no API to read this file with, and Vite needs none.
  tsconfigFile: 'none',
  concurrency: 2,
  ignorePatterns: ['demo', 'dist', 'docs/**/*.md', 'examples', 'site', 'coverage', '.size'],
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  tempDirName: 'coverage/stryker',
};
