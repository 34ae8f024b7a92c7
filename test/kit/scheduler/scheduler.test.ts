/// <reference types="vite/client" />
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useDevice } from '../../journeys/device.ts';
import { isLongRun as isLong, isShortRun } from '../../properties.ts';
import { report } from '../../report.ts';
import { countCryptoCalls } from '../../rest.ts';
import { createDice, pick } from '../../../sandbox/test/service/sampler.ts';
import { pressEnds, run, type Press, type Result, type Script } from './run.ts';
import type { Policy } from './scheduler.ts';
import { actions, createSetting, type Action, type Setting } from './setting.ts';
import { faults } from './tab.ts';

// The scheduler waits for what the tabs compute, not for modules that are still being fetched.
import.meta.glob('../../../src/kit/{crypto,encoding,passkey,session,transport,wallet}/**/*.ts', { eager: true });

/** Number of random lives, of `all` in a whole run. */
const livesOf = (all: number): number =>
  Number(import.meta.env['VITE_SCHEDULER_LIVES'] ?? (isLong ? 100 * all : isShortRun ? 25 : all));
const firstSeed = Number(import.meta.env['VITE_SCHEDULER_SEED'] ?? 1);
/** Continues the tab that is running; where it waits, the tab whose step came up first. */
const inOrder: Policy = (steps, before) => {
  const same = steps.findIndex(({ tab }) => tab === before);
  return same === -1 ? 0 : same;
};

/** Chooses by numbers from 0 to below 1; half of the time goes on with the running tab, as real tabs do. */
function randomly(random: () => number): Policy {
  return (steps, before) => (random() < 0.5 ? inOrder(steps, before) : Math.floor(random() * steps.length));
}

let settings: Readonly<Record<'keep' | 'revoke', Setting>>;
beforeAll(countCryptoCalls);
beforeAll(async () => {
  settings = {
    revoke: await createSetting({ afterRefresh: 'revoke' }),
    keep: await createSetting({ afterRefresh: 'keep' }),
  };
  const passkeys = Object.values(settings).map(({ passkey }) => passkey);
  useDevice(new Map(passkeys.map((passkey) => [passkey.credentialId, passkey])));
}, 600_000);
afterAll(() => void vi.unstubAllGlobals());

function explain({ violations, trace }: Result): string {
  return violations.length === 0 ? '' : `${violations.join('\n')}\n${trace.join('\n')}`;
}

/** The presses of a page, which signs in first where it stands alone. */
const tabOf = (isAlone: boolean, presses: readonly Press[]): readonly Press[] =>
  isAlone ? [{ action: 'sign-in' }, ...presses] : presses;

it.each([
  ['in a browser', false],
  ['of a page that stands alone', true],
])('comes to rest without a violation when one tab %s presses each action alone', async (_, isAlone) => {
  for (const action of actions) {
    const tabs = [tabOf(isAlone, [{ action }])];
    const result = await run(settings.revoke, { tabs, isAlone, policy: inOrder });
    expect(explain(result), action).toBe('');
  }
});

const pairs: readonly (readonly [Action, Action])[] = actions.flatMap((left, at) =>
  actions.slice(at).map((right) => [left, right] as const),
);

/** Orders of each pair of presses: the one in which a tab goes on until it waits, and random ones. */
function someOrders(): readonly Policy[] {
  const dice = createDice(1);
  return [inOrder, ...Array.from({ length: isLong ? 39 : 1 }, () => randomly(dice))];
}

async function runOrders(tabs: Script['tabs'], policies = someOrders()): Promise<void> {
  for (const policy of policies)
    expect(explain(await run(settings.revoke, { tabs, policy })), JSON.stringify(tabs)).toBe('');
}

it.each(pairs)(
  'tells the truth in orders of %s beside %s in two tabs, where a third looks on',
  (left, right) => runOrders([[{ action: left }], [{ action: right }], []]),
  3_600_000,
);

it.each(
  actions.flatMap((left, row) => pressEnds.map((end, column) => [left, end, row * pressEnds.length + column] as const)),
)(
  'tells the truth of %s whenever its %s comes, beside each action of a second tab',
  async (left, ends, number) => {
    // All but a long run take one of what can be beside it, another for each test.
    const besides = actions.filter((_, place) => isLong || (place + number * 7) % actions.length === 0);
    // A short run takes a random order alone, another for each test.
    const policies = isShortRun ? [randomly(createDice(number + 1))] : someOrders();
    for (const right of besides) await runOrders([[{ action: left, ends }], [{ action: right }]], policies);
  },
  3_600_000,
);

it.each([
  ['tabs of one browser', false, livesOf(500)],
  ['pages that stand alone', true, livesOf(200)],
])(
  'tells the truth in random orders of three %s on a network that fails',
  async (what, isAlone, many) => {
    const bad: Result[] = [];
    for (let seed = firstSeed; seed < firstSeed + many; seed += 1) {
      const dice = createDice(seed);
      const press = (): Press => ({
        action: pick(dice, actions) ?? 'quote.execute',
        ...(dice() < 0.5 ? { hasPasskey: true } : {}),
        ...(dice() < 0.25 ? { ends: pick(dice, pressEnds) ?? 'abort' } : {}),
      });
      const tabs = Array.from({ length: 3 }, () => tabOf(isAlone, Array.from({ length: dice() < 0.5 ? 1 : 2 }, press)));
      const script: Script = {
        tabs,
        isAlone,
        policy: randomly(dice),
        faultOf: () => (dice() < 0.25 ? (pick(dice, faults) ?? 'none') : 'none'),
      };
      const result = await run(settings[dice() < 0.5 ? 'keep' : 'revoke'], script);
      const life = `seed ${seed}: ${JSON.stringify(tabs)}`;
      if (result.violations.length > 0) bad.push({ ...result, violations: [life, ...result.violations] });
    }
    report(`${many} random lives of ${what} from seed ${firstSeed} on, ${bad.length} bad`);
    const all = bad.map(({ violations }) => violations.join('; ')).join('\n');
    expect(bad.slice(0, 2).map(explain).join('\n\n'), all).toBe('');
  },
  3_600_000,
);
