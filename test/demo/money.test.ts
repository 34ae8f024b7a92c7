import { describe, expect, test } from 'vitest';
import { formatAmount, formatUnits, parseAmount } from '../../demo/page/money.ts';

const usdb = { code: 'USDB', name: 'USD Balance', decimals: 6 };
const usd = { code: 'USD', name: 'United States Dollar', decimals: 2 };
const rwf = { code: 'RWF', name: 'Rwandan Franc', decimals: 0 };

describe('formatAmount', () => {
  test.each([
    [250_000_000, usdb, '250.00 USDB'],
    [1_250_500_000, usdb, '1,250.50 USDB'],
    [1, usdb, '0.000001 USDB'],
    [0, usdb, '0.00 USDB'],
    [-1_500_000, usdb, '−1.50 USDB'],
    [9_007_199_254_740_991, usdb, '9,007,199,254.740991 USDB'],
    [5, usd, '0.05 USD'],
    [123_456_789, usd, '1,234,567.89 USD'],
    [1350, rwf, '1,350 RWF'],
  ])('writes %s units in the decimals of the currency', (amount, currency, text) => {
    expect(formatAmount({ amount, currency })).toBe(text);
  });

  test('refuses to show units that a number cannot hold exactly', () => {
    expect(formatUnits(2 ** 53, usd)).toBe('unknown');
    expect(formatUnits(0.5, usd)).toBe('unknown');
  });
});

describe('parseAmount', () => {
  test.each([
    ['25', usdb, 25_000_000],
    [' 1,250.5 ', usdb, 1_250_500_000],
    ['.5', usdb, 500_000],
    ['0.000001', usdb, 1],
    ['1.15', usd, 115],
    ['4.35', usd, 435],
    ['9007199254.740991', usdb, 9_007_199_254_740_991],
    ['1350', rwf, 1350],
  ])('reads %j exactly', (text, currency, units) => {
    expect(parseAmount(text, currency)).toEqual({ units });
  });

  test.each([
    ['', usd],
    ['abc', usd],
    ['-5', usd],
    ['1e3', usd],
    ['1,25', usd],
    ['1.2.3', usd],
    ['1.', usd],
    ['.', usd],
    ['٢٥', usd],
    ['Infinity', usd],
  ])('does not take %j for an amount', (text, currency) => {
    expect(parseAmount(text, currency)).toEqual({ mistake: 'Enter an amount in digits, like 25 or 25.50.' });
  });

  test('says how many decimals the currency has', () => {
    expect(parseAmount('1.001', usd)).toEqual({ mistake: 'USD has at most 2 decimals.' });
    expect(parseAmount('1.5', rwf)).toEqual({ mistake: 'RWF has no decimals.' });
  });

  test('refuses zero and amounts that a number cannot hold exactly', () => {
    expect(parseAmount('0.00', usd)).toEqual({ mistake: 'Enter an amount above zero.' });
    expect(parseAmount('90071992547409.92', usd)).toEqual({ mistake: 'This amount is too large.' });
  });

  test('reads back what it wrote', () => {
    for (const units of [1, 99, 100, 101, 123_456, 1_000_000, 987_654_321_012]) {
      expect(parseAmount(formatUnits(units, usdb), usdb)).toEqual({ units });
    }
  });
});
