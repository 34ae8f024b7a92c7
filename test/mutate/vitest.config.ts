/**
 * The suites that can notice what `npm run mutate` changes, in Node, of those that take seconds at the most: the quick
 * ones first, since one is enough. `SUITES`, patterns between spaces, names fewer of them for one file.
 */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sourceAliases } from '../../build/entries.mjs';

const order = /test\/(?:kit\/(crypto|encoding|session)|(relay)|kit\/(wallet\/(?:check-payload|activity-shapes)))/;

class QuickOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = order.exec(moduleId)?.slice(1).findIndex(Boolean) ?? -1;
      return at < 0 ? Infinity : at;
    };
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
  }
}

export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    include: process.env['SUITES']?.split(' ') ?? [
      'test/kit/{encoding,crypto}/*.test.ts',
      'test/kit/session/*.test.ts',
      'test/kit/scheduler/*.test.ts',
      'test/relay/{ownership,limits,attacks,options,routes,relay,webhook}.test.ts',
      'test/kit/wallet/{action*,approve,decide,activity-shapes,check-payload,custom-action,events,locks,lying-service,one-call,revoke,share}.test.ts',
      'test/journeys/{announced,auto-refresh,cards,credentials,ended-at-service,flows,given-up,interrupted,lost-answers}.test.ts',
      'test/journeys/{pressed-before,sessions,shared-presses,sign-in-again,ten-tabs,time}.test.ts',
    ],
    exclude: ['test/**/*.{browser,node}.test.ts', 'test/kit/crypto/{bit-flips,differential}.test.ts'],
    env: { VITE_PROPERTY_FACTOR: '0.1', VITE_SCHEDULER_LIVES: '5' },
    isolate: false,
    sequence: { sequencer: QuickOnesFirst },
    testTimeout: 30_000,
  },
});
