/// <reference types="vite/client" />
import { beforeAll, describe, expect, it } from 'vitest';
import { isShortRun } from '../../properties.ts';
import { report } from '../../report.ts';
import { countCryptoCalls } from '../../rest.ts';
import { enumerate } from './orders.ts';
import { createNumbering, situationsOf } from './same-orders.ts';
import type { Decision } from './scheduler.ts';
import { createSetting, type Setting } from './setting.ts';

// The scheduler waits for what the tabs compute, not for modules that are still being fetched.
import.meta.glob('../../../src/kit/{crypto,encoding,passkey,session,transport,wallet}/**/*.ts', { eager: true });

let setting: Setting;
beforeAll(countCryptoCalls);
beforeAll(async () => {
  setting = await createSetting({ afterRefresh: 'revoke' });
}, 600_000);

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
});

const pairs = [
  ['pay', 'pay'],
  ['sign-out', 'revoke-other'],
] as const;

it.each(isShortRun ? [pairs[0]] : pairs)(
  'tells people of %s beside %s the same in all orders as in those of which no two come to one situation',
  async (left, right) => {
    const script = { tabs: [[{ action: left }], [{ action: right }]] };
    const all = await enumerate(setting, script, { preemptions: 0, most: Infinity, isExhaustive: true });
    const some = await enumerate(setting, script, { preemptions: 0, most: Infinity });
    expect([...some.told].sort()).toEqual([...all.told].sort());
    expect(all.told.size).toBeGreaterThan(1);
    expect(some.run).toBeLessThan(all.run);
    report(`${all.run} orders, ${some.run} of them different`);
  },
  600_000,
);
