/// <reference types="vite/client" />
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useDevice } from '../journeys/device.ts';
import { isLongRun as isLong, isShortRun } from '../properties.ts';
import { inTurn } from '../cross.ts';
import { createDice, pick } from '../sandbox/sampler.ts';
import { enumerate } from './orders.ts';
import { following, randomly } from './policies.ts';
import { actions, pressEnds, run, type Action, type Press, type Result, type Script } from './run.ts';
import { countCryptoCalls } from './scheduler.ts';
import { createSetting, type Setting } from './setting.ts';
import { faults } from './tab.ts';

// The scheduler waits for what the tabs compute, not for modules that are still being fetched.
import.meta.glob('../../src/{crypto,encoding,passkey,session,transport,wallet}/**/*.ts', { eager: true });

const lives = Number(import.meta.env['VITE_SCHEDULER_LIVES'] ?? (isLong ? 50_000 : 1_000));
const firstSeed = Number(import.meta.env['VITE_SCHEDULER_SEED'] ?? 1);
/** How many orders of two tabs are run: every one in which a tab goes on until it waits, and some in which one is interrupted once. */
const some = { preemptions: 1, most: isLong ? 40 : 2 };
const given = {
  preemptions: Number(import.meta.env['VITE_SCHEDULER_PREEMPTIONS'] ?? 0),
  most: Number(import.meta.env['VITE_SCHEDULER_ORDERS'] ?? Infinity),
};
const isGiven = import.meta.env['VITE_SCHEDULER_ORDERS'] !== undefined;
const bounds = isGiven ? [given] : isLong ? [given, some] : [some];
let stopCounting: () => void;
let settings: Readonly<Record<'keep' | 'revoke', Setting>>;
beforeAll(async () => {
  stopCounting = countCryptoCalls();
  settings = {
    revoke: await createSetting({ afterRefresh: 'revoke' }),
    keep: await createSetting({ afterRefresh: 'keep' }),
  };
  const passkeys = Object.values(settings).map(({ passkey }) => passkey);
  useDevice(new Map(passkeys.map((passkey) => [passkey.credentialId, passkey])));
}, 600_000);
afterAll(() => {
  stopCounting();
  vi.unstubAllGlobals();
});

function explain({ violations, trace }: Result): string {
  return violations.length === 0 ? '' : `${violations.join('\n')}\n${trace.join('\n')}`;
}

it('comes to rest without a violation when one tab presses each action alone', async () => {
  for (const action of actions) {
    const result = await run(settings.revoke, { tabs: [[{ action }]], policy: following([]) });
    expect(explain(result), action).toBe('');
  }
});

const browsers = [true, false].flatMap((hasLocks) => [true, false].map((hasChannel) => ({ hasLocks, hasChannel })));
const wordsOf = ({ hasLocks, hasChannel }: (typeof browsers)[number]): string =>
  `${hasLocks ? 'with' : 'without'} locks, ${hasChannel ? 'with' : 'without'} a channel`;
const pairs: readonly (readonly [Action, Action])[] = actions.flatMap((left, at) =>
  actions.slice(at).map((right) => [left, right] as const),
);

it.each(pairs.map((pair, number) => [...pair, number] as const))(
  'tells the truth in the orders of %s beside %s in two tabs, with and without locks and channel',
  async (left, right, number) => {
    // A short run takes one browser for each pair, in turn.
    for (const browser of isShortRun ? inTurn(browsers, number) : browsers) {
      for (const bound of bounds) {
        // Where some orders are drawn, a third tab looks on.
        const tabs = [[{ action: left }], [{ action: right }], ...(bound.most === Infinity ? [] : [[]])];
        const { run: count, left: others, bad } = await enumerate(settings.revoke, { tabs, ...browser }, bound);
        const how = `${wordsOf(browser)}, ${bound.preemptions} preemptions`;
        process.stdout.write(`${left} beside ${right}, ${how}: ${count} orders run, ${others} more known\n`);
        expect(bad === undefined ? '' : explain(bad), how).toBe('');
      }
    }
  },
  // Two sign-ins have most orders: those of one browser alone may take half an hour.
  4 * 3_600_000,
);

const besides = actions.flatMap((right) => browsers.map((browser) => ({ right, ...browser })));

it.each(
  actions.flatMap((left, row) => pressEnds.map((end, column) => [left, end, row * pressEnds.length + column] as const)),
)(
  'tells the truth of %s whenever its %s comes, beside each action of a second tab, with and without locks and channel',
  async (left, ends, number) => {
    // All but a long run take two of what can be beside it, others for each test, and a short run one.
    const many = isShortRun ? 1 : 2;
    const chosen = besides.filter((_, place) => isLong || (place + number * 7) % besides.length < many);
    for (const { right, ...browser } of chosen) {
      const tabs = [[{ action: left, ends }], [{ action: right }]];
      const bound = { preemptions: 1, most: isLong ? 10 : 2 };
      const { run: count, left: others, bad } = await enumerate(settings.revoke, { tabs, ...browser }, bound);
      const where = `${right}, ${wordsOf(browser)}`;
      process.stdout.write(`${ends} of ${left} beside ${where}: ${count} orders run, ${others} more known\n`);
      expect(bad === undefined ? '' : explain(bad), where).toBe('');
    }
  },
  3_600_000,
);

it('tells the truth in random orders of three tabs on a network that fails, over a disk that may be full or stand still', async () => {
  const bad: Result[] = [];
  for (let seed = firstSeed; seed < firstSeed + lives; seed += 1) {
    const dice = createDice(seed);
    const press = (): Press => ({
      action: pick(dice, actions) ?? 'pay',
      ...(dice() < 0.5 ? { hasPasskey: true } : {}),
      ...(dice() < 0.25 ? { ends: pick(dice, ['abort', 'crash', 'close'] as const) ?? 'abort' } : {}),
    });
    const tabs = Array.from({ length: 3 }, () => Array.from({ length: dice() < 0.5 ? 1 : 2 }, press));
    const script: Script = {
      tabs,
      policy: randomly(dice),
      faultOf: () => (dice() < 0.25 ? (pick(dice, faults) ?? 'none') : 'none'),
      hasLocks: dice() < 0.8,
      hasChannel: dice() < 0.8,
      disk: pick(dice, ['good', 'good', 'good', 'full', 'still'] as const) ?? 'good',
    };
    const result = await run(settings[dice() < 0.5 ? 'keep' : 'revoke'], script);
    const { hasLocks, hasChannel, disk } = script;
    const what = `seed ${seed}: ${JSON.stringify({ tabs, hasLocks, hasChannel, disk })}`;
    if (result.violations.length > 0) bad.push({ ...result, violations: [what, ...result.violations] });
  }
  process.stdout.write(`${lives} random runs from seed ${firstSeed} on, ${bad.length} bad
`);
  expect(bad.slice(0, 2).map(explain).join('\n\n'), bad.map(({ violations }) => violations.join('; ')).join('\n')).toBe(
    '',
  );
}, 3_600_000);
