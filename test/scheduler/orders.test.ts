/// <reference types="vite/client" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enumerate } from './orders.ts';
import { createNumbering, situationsOf } from './same-orders.ts';
import { countCryptoCalls, type Decision } from './scheduler.ts';
import { areasOf } from './service-areas.ts';
import { createSetting, type Setting } from './setting.ts';

// The scheduler waits for what the tabs compute, not for modules that are still being fetched.
import.meta.glob('../../src/{crypto,encoding,passkey,session,transport,wallet}/**/*.ts', { eager: true });

let stopCounting: () => void;
let setting: Setting;
beforeAll(async () => {
  stopCounting = countCryptoCalls();
  setting = await createSetting({ afterRefresh: 'revoke' });
}, 600_000);
afterAll(() => stopCounting());

/** A step of a tab that touches something. */
const step = (chosen: number, what: string, how: 'read' | 'write'): Decision => ({
  tabs: [0, 1],
  chosen,
  before: undefined,
  label: `${how} ${what}`,
  touched: new Map([
    [`tab ${chosen}`, 'write'],
    [what, how],
  ]),
});

describe('two orders come to one situation', () => {
  it.each([
    ['where two tabs only read the same', step(0, 'store', 'read'), step(1, 'store', 'read'), true],
    ['where each changes something else', step(0, 'store', 'write'), step(1, 'lock', 'write'), true],
    ['not where one changes what the other reads', step(0, 'store', 'write'), step(1, 'store', 'read'), false],
    ['not where both change the same', step(0, 'store', 'write'), step(1, 'store', 'write'), false],
    ['not where one tab takes both', step(0, 'store', 'read'), step(0, 'lock', 'read'), false],
  ])('%s', (_, one, other, isSame) => {
    const numberOf = createNumbering();
    const [first, second] = [
      [one, other],
      [other, one],
    ].map((both) => situationsOf([...both, step(0, 'store', 'read')], numberOf).at(-1));
    expect(first === second).toBe(isSame);
  });

  it('where another tab has run last, unless that could have gone on', () => {
    const numberOf = createNumbering();
    const last = (before: number, tabs: readonly number[]): number | undefined =>
      situationsOf([step(0, 'store', 'read'), { ...step(1, 'lock', 'read'), before, tabs }], numberOf).at(-1);
    expect(last(0, [1])).toBe(last(2, [1]));
    expect(last(0, [0, 1])).not.toBe(last(2, [1, 2]));
  });

  it('where an id of the service is another one, and not where it is the id of another thing', () => {
    const numberOf = createNumbering();
    const [one, other] = ['ec6d61b8-8a76-44ce-97f8-dec3fcb52d3f', 'd3822d18-39b3-4612-a819-653f65684f8a'];
    const last = (...ids: readonly string[]): number | undefined => {
      const changes = ids.map((id, tab) => ({ ...step(tab, `lock ${id}`, 'write'), label: 'lock' }));
      return situationsOf([...changes, step(0, 'store', 'read')], numberOf).at(-1);
    };
    expect(last(one, one)).toBe(last(other, other));
    expect(last(one, other)).toBe(last(other, one));
    expect(last(one, one)).not.toBe(last(one, other));
    // Of two things that one tab has touched, another tab touches the first or the second.
    const third = (id: string): number | undefined => {
      const taken = [
        step(0, `lock ${one}`, 'write'),
        step(0, `lock ${other}`, 'write'),
        step(1, `lock ${id}`, 'write'),
      ];
      const unnamed = taken.map((decision) => ({ ...decision, label: 'lock' }));
      return situationsOf([...unnamed, step(0, 'store', 'read')], numberOf).at(-1);
    };
    expect(third(one)).not.toBe(third(other));
  });
});

const stamped = true;
it.each([
  [
    'two the orders of the stamp of a revocation and that of a payment',
    ['DELETE', '/auth/sessions/a', stamped],
    ['POST', '/quotes/a/execute', stamped],
    true,
  ],
  [
    'two the orders of the stamp of a revocation and a list of sessions',
    ['DELETE', '/auth/sessions/a', stamped],
    ['GET', '/auth/sessions'],
    true,
  ],
  [
    'two the orders of the stamp of a refresh and that of a freeze',
    ['POST', '/auth/sessions/a/refresh', stamped],
    ['PATCH', '/cards/a', stamped],
    true,
  ],
  [
    'one the orders of the first legs of a revocation and a payment',
    ['DELETE', '/auth/sessions/a'],
    ['POST', '/quotes/a/execute'],
    false,
  ],
  [
    'two the orders of a new code and the check of a code',
    ['POST', '/auth/credentials/a/challenge'],
    ['POST', '/auth/credentials/a/verify'],
    true,
  ],
  [
    'two the orders of the stamp of a code and a list of sessions',
    ['POST', '/auth/credentials/a/verify', stamped],
    ['GET', '/auth/sessions'],
    true,
  ],
  [
    'two the orders of a removal and a list of credentials',
    ['DELETE', '/auth/credentials/a', stamped],
    ['GET', '/auth/credentials'],
    true,
  ],
  [
    'two the orders of a removal and a new code',
    ['DELETE', '/auth/credentials/a', stamped],
    ['POST', '/auth/credentials/a/challenge'],
    true,
  ],
  [
    'two the orders of a change of address and its look-up',
    ['PATCH', '/customers/a', stamped],
    ['GET', '/customers/a'],
    true,
  ],
  [
    'one the orders of a new code and a list of credentials',
    ['POST', '/auth/credentials/a/challenge'],
    ['GET', '/auth/credentials'],
    false,
  ],
  [
    'one the orders of the stamps of a freeze and a payment',
    ['PATCH', '/cards/a', stamped],
    ['POST', '/quotes/a/execute', stamped],
    false,
  ],
] as const)('takes for %s', (_, one, other, isApart) => {
  const [ours, theirs] = [one, other].map(([method, path, isStamped = false]) => areasOf(method, path, isStamped));
  const meets = ours?.some(([area, how]) =>
    theirs?.some(([same, use]) => same === area && [how, use].includes('write')),
  );
  expect(meets).toBe(isApart);
});

it.each([
  ['pay', 'pay'],
  ['sign-out', 'revoke-other'],
] as const)(
  'tells people of %s beside %s the same in all orders as in those of which no two come to one situation',
  async (left, right) => {
    const script = { tabs: [[{ action: left }], [{ action: right }]] };
    const all = await enumerate(setting, script, { preemptions: 0, most: Infinity, isExhaustive: true });
    const some = await enumerate(setting, script, { preemptions: 0, most: Infinity });
    expect([...some.told].sort()).toEqual([...all.told].sort());
    expect(all.told.size).toBeGreaterThan(1);
    expect(some.run).toBeLessThan(all.run);
    process.stdout.write(`${all.run} orders, ${some.run} of them different\n`);
  },
  600_000,
);
