/** The suites that can notice what `npm run mutate` changes, in Node, of those that take seconds at the most. */
import { defineConfig } from 'vitest/config';
import { sourceAliases } from '../../build/entries.mjs';

export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    include: [
      'test/{encoding,crypto}/*.test.ts',
      'test/wallet/{action*,approve,activity-shapes,check-payload,lying-service}.test.ts',
      'test/wallet/payload/*.test.ts',
      'test/session/record.test.ts',
      'test/relay/{ownership,attacks,routes,relay,webhook}.test.ts',
    ],
    exclude: ['test/**/*.{browser,node}.test.ts', 'test/crypto/bit-flips.test.ts'],
    env: { VITE_PROPERTY_FACTOR: '0.1' },
    isolate: false,
    testTimeout: 30_000,
  },
});
