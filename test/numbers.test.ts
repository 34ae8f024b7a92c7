import { expect, test } from 'vitest';
import { readExecution } from '../src/kit/wallet/flows/quote.ts';
import { checkShape } from '../src/relay/routes/shape.ts';
import { checkAmount, checkQuote } from '../src/ui/elements/parts/checked.ts';
import { differencesOf } from './contract/check.ts';
import { isAmount, isDouble, isInt32, isInteger, isPositive, isRate, numbers } from './numbers.ts';
import { readDocument } from './relay/document.ts';
import { examples } from './relay/examples.ts';
import { quoteOf } from './ui/elements/sample-quote.ts';

const execution = {
  id: 'Quote:1',
  status: 'PROCESSING',
  transactionId: 'Transaction:1',
  totalSendingAmount: 1,
  totalReceivingAmount: 1,
  feesIncluded: 0,
};
const currency = { code: 'USDB', name: 'Sample dollar', decimals: 6 };
const payment = examples.find(({ line }) => line === 'POST /quotes')?.body as object;
const differencesOfDocument = readDocument();

/** Throws for a number that isn't taken, or says so. */
type Check = (value: never) => unknown;
type Row = readonly [what: string, takes: (value: unknown) => boolean, check: Check];

const ofFact = (fact: string): Row => [
  `a fact of the contract, ${fact}`,
  { 'integer:int32': isInt32, 'number:double': isDouble }[fact] ?? isInteger,
  (value) => differencesOf(value, fact, {}).length === 0,
];

const rows: readonly Row[] = [
  ...['integer', 'integer:int32', 'integer:int64', 'number:int64', 'number:double'].map(ofFact),
  ...(['totalSendingAmount', 'totalReceivingAmount', 'feesIncluded'] as const).flatMap((name): Row[] => [
    [`${name} of an executed quote`, isInteger, (value) => readExecution({ ...execution, [name]: value }, 'Quote:1')],
    [`${name} of a quote that is shown`, isAmount, (value) => checkQuote(quoteOf({ [name]: value }))],
  ]),
  ['a rate that is shown', isRate, (exchangeRate) => checkQuote(quoteOf({ exchangeRate }))],
  ['an amount that is shown', isAmount, (amount) => checkAmount({ amount, currency }, 'amount')],
  [
    'an amount in a body to the relay',
    isPositive,
    (amount) => checkShape({ amount }, [{ kind: 'object', fields: { amount: { kind: 'amount' } } } as never]),
  ],
  [
    "an amount in a body of the relay's document",
    isPositive,
    (lockedCurrencyAmount) => {
      const body = JSON.stringify({ ...payment, lockedCurrencyAmount });
      const answer = { status: 200, headers: new Headers(), body: '' };
      const exchange = { method: 'POST', target: '/quotes', headers: new Headers(), body, answer };
      return !differencesOfDocument(exchange).includes('the body');
    },
  ],
];

test.each(rows)('%s takes the numbers of its kind, and no other', (_, takes, check) => {
  const taken = Object.entries(numbers).map(([name, value]) => {
    try {
      return [name, check(value as never) !== false];
    } catch {
      return [name, false];
    }
  });
  expect(taken).toEqual(Object.entries(numbers).map(([name, value]) => [name, takes(value)]));
});
