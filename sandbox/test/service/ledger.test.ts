import { describe, expect, test } from 'vitest';
import {
  auditLedger,
  balanceOf,
  book,
  createLedger,
  heldPart,
  move,
  type Ledger,
} from '../../src/service/payments/ledger.ts';

const funding = book('funding', 'USD');
const entry = { at: 0, from: funding, to: 'one', currency: 'USD', amount: 100n, reason: 'test' };

function funded(): Ledger {
  const ledger = createLedger();
  move(ledger, entry);
  return ledger;
}

describe('a movement', () => {
  test('takes from one account what it gives to another', () => {
    const ledger = funded();
    move(ledger, { ...entry, from: 'one', to: heldPart('one'), amount: 30n });
    expect([balanceOf(ledger, 'one'), balanceOf(ledger, 'one/held'), balanceOf(ledger, funding)]).toEqual([
      70n,
      30n,
      -100n,
    ]);
    expect(auditLedger(ledger)).toEqual([]);
  });

  test.each([
    ["overdraws a customer's account", { from: 'one', to: 'two', amount: 101n }],
    ['is negative', { amount: -1n }],
    ['leaves int64', { amount: 2n ** 63n - 100n }],
    ['is in another currency than its accounts', { currency: 'EUR' }],
  ])('that %s is refused, and changes nothing', (_, change) => {
    const ledger = funded();
    expect(() => move(ledger, { ...entry, ...change })).toThrow(RangeError);
    expect([balanceOf(ledger, 'one'), ledger.movements.length, auditLedger(ledger)]).toEqual([100n, 1, []]);
  });

  test('reaches the last int64', () => {
    const ledger = funded();
    move(ledger, { ...entry, amount: 2n ** 63n - 101n });
    expect(balanceOf(ledger, 'one')).toBe(2n ** 63n - 1n);
  });
});

describe('the audit', () => {
  const set = (ledger: Ledger, name: string, balance: bigint): void => {
    ledger.balances.set(name, { currency: 'USD', balance });
  };

  test.each<[string, (ledger: Ledger) => void, string[]]>([
    [
      'money out of nothing',
      (ledger) => set(ledger, 'one', 101n),
      ["the movements of one don't add up to its balance", "USD doesn't sum to zero"],
    ],
    [
      'money that no movement brought',
      (ledger) => {
        set(ledger, 'one', 99n);
        set(ledger, 'two', 1n);
      },
      ["the movements of one don't add up to its balance", "the movements of two don't add up to its balance"],
    ],
    [
      'a customer below zero',
      (ledger) => {
        ledger.movements.push({ ...entry, from: 'two', amount: 5n });
        set(ledger, 'one', 105n);
        set(ledger, 'two', -5n);
      },
      ['two is overdrawn'],
    ],
    [
      'a payment that was sent twice',
      (ledger) => move(ledger, { ...entry, from: book('transit', 'USD'), to: book('payouts', 'USD') }),
      ['book:transit:USD is overdrawn'],
    ],
    [
      'a movement that was lost',
      (ledger) => void ledger.movements.pop(),
      [
        "the movements of book:funding:USD don't add up to its balance",
        "the movements of one don't add up to its balance",
      ],
    ],
  ])('finds %s', (_, spoil, faults) => {
    const ledger = funded();
    spoil(ledger);
    expect(auditLedger(ledger)).toEqual(faults);
  });
});
