import { expect, test } from 'vitest';
import { differencesOf, type Fact } from './check.ts';

const types: Readonly<Record<string, Fact>> = {
  Money: { 'amount!': ['with', 'integer', { minimum: 0 }], 'currency!': { code: 'string' } },
  Base: { 'id!': 'string', createdAt: 'string:date-time' },
  Account: [
    'all of',
    '#Base',
    { 'kind!': ['enum', 'A', 'B'], note: ['null or', ['with', 'string', { maxLength: 3 }]] },
  ],
  Strict: { 'id!': 'string', '...': 'none' },
  Choice: ['by', 'kind', { A: { 'kind!': 'string', 'a!': 'boolean' }, B: '#Account' }],
  Rate: { share: 'number:double', fee: 'number:int64', count: 'integer:int32' },
  Proof: ['all of', { code: 'string', origin: 'string' }, ['any of', { 'code!': 'any' }, { 'origin!': 'any' }]],
};

const account = { id: '1', kind: 'A' };

test.each<[unknown, Fact, string]>([
  [{ amount: 1.5, currency: {} }, '#Money', 'amount is number, not integer'],
  [{ amount: -1, currency: {} }, '#Money', 'amount is out of range'],
  [{ amount: 1 }, '#Money', 'currency is missing'],
  [{ amount: 1, currency: { code: 1 } }, '#Money', 'currency.code is number, not string'],
  [{ ...account, createdAt: 'today' }, '#Account', 'createdAt is no date-time'],
  [{ ...account, kind: 'C' }, '#Account', 'kind is "C", which is not in the enum'],
  [{ ...account, note: 'long' }, '#Account', 'note has another length'],
  [{ ...account, more: 1 }, '#Account', 'more is not in the document'],
  [{ id: '1', more: 1 }, '#Strict', 'more is not allowed'],
  [[account, { kind: 'A' }], ['list', '#Account'], '[].id is missing'],
  [{ kind: 'A' }, '#Choice', 'a is missing'],
  [{ kind: 'Z' }, '#Choice', 'kind is "Z": no variant'],
  [{ fee: 2 ** 53 }, '#Rate', 'fee is no int64'],
  [{ share: '0.5' }, '#Rate', 'share is string, not number'],
  [{}, '#Proof', 'code is missing'],
  [null, '#Base', ' is null, not an object'],
  ['x', ['with', 'string', { pattern: '^y' }], " doesn't match ^y"],
])('%j against %j: %s', (value, fact, difference) => {
  expect(differencesOf(value, fact, types).map(({ at, what }) => `${at} ${what}`)).toContain(difference);
});

test.each<[unknown, Fact]>([
  [{ ...account, note: null, createdAt: '2026-01-15T12:00:00.000Z' }, '#Account'],
  [{ share: 0.005, fee: 2 ** 53 - 1, count: -(2 ** 31) }, '#Rate'],
  [{ kind: 'B', id: '1' }, '#Choice'],
  [{ origin: 'https://example.com' }, '#Proof'],
  [{ any: [1] }, { '...': 'any' }],
])('%j fits %j', (value, fact) => {
  expect(differencesOf(value, fact, types)).toEqual([]);
});
