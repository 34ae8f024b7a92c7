import { afterEach, expect, test } from 'vitest';
import { formatAmount, formatRate } from '../../../src/ui/elements/parts/money.ts';
import { quoteOf, usdb } from './sample-quote.ts';

const shared = Object.getPrototypeOf({}) as { notation?: string };

afterEach(() => {
  delete shared.notation;
});

test('an amount and a rate are written whole, whatever a script has planted on prototypes', () => {
  const written = (): readonly string[] => [
    formatAmount(1_250_500_000, usdb, 'en'),
    formatRate(quoteOf({ exchangeRate: 0.0005 }), 'en'),
  ];
  const honest = written();
  expect(honest[0]).toBe('1,250.50 USDB');
  shared.notation = 'compact';
  expect(written()).toEqual(honest);
});
