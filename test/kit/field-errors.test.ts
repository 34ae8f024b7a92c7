import { expect, test } from 'vitest';
import { withoutContent } from '../../src/kit/foreign-error.ts';
import { readFieldErrors } from '../../src/kit/field-errors.ts';

test('a list of invalid fields is kept with its constraints and plain sentences', () => {
  const errors = [
    { field: 'source.accountId', message: 'This must be an id.' },
    { field: 'accounts[0].country', constraint: { format: 'iso3166-1-alpha-2', enum: ['US', 'DE'], minLength: 2 } },
    { field: 'routingNumber', constraint: { pattern: '^[0-9]{9}$', maxLength: 9 } },
  ];
  expect(readFieldErrors({ errors, more: 'x' })).toEqual(errors);
});

test.each(['beneficiary.address.line1', 'accountInfo.bolt12', 'Idempotency-Key', 'accounts[12].line2'])(
  'an invalid field is named, also where its name ends in digits or holds a dash: %s',
  (field) => {
    expect(readFieldErrors({ errors: [{ field }] })).toEqual([{ field }]);
  },
);

test.each([
  ['a key in hex', 'ab'.repeat(32)],
  ['a stamp', 'eyJwdWJsaWNLZXkiOiIwMmFiYWJhYmFiYWJhYmFi'],
  ['a one-time code', '735190'],
  ['a one-time code with letters', 'AB12CD'],
  ['a one-time code with digits last', 'ABCD12'],
  ['a short one-time code with digits last', 'AB12'],
  ['a short one-time code with digits first', '12AB'],
])('%s is left out wherever it stands', (_, secret) => {
  const everywhere = { format: secret, pattern: secret, enum: [secret], minLength: secret, maxLength: 735_190 };
  const errors = [
    { field: 'code', message: `echo: ${secret}`, constraint: everywhere },
    { field: secret, message: 'x' },
    { field: `a.${secret}` },
  ];
  expect(readFieldErrors({ errors })).toEqual([{ field: 'code', constraint: {} }]);
});

test.each([undefined, null, 'errors', { errors: 'x' }, { errors: { length: 1 } }])('%j is no list', (details) => {
  expect(readFieldErrors(details)).toBeUndefined();
});

test('what is not an invalid field is left out of the list', () => {
  expect(readFieldErrors({ errors: [null, 'x', {}, { field: 5 }, { field: 'a', constraint: 'x' }] })).toEqual([
    { field: 'a' },
  ]);
});

test('of a foreign error only the names and codes of its chain are told', () => {
  const refused = Object.assign(new Error('connect to 10.0.0.7 with secret'), { code: 'ECONNREFUSED' });
  expect(withoutContent(new TypeError('secret', { cause: refused }))).toEqual(
    new Error('TypeError: Error: ECONNREFUSED'),
  );
  expect(withoutContent('secret')).toEqual(new Error('unknown'));
  const hostile = Object.defineProperty(new Error('secret'), 'name', {
    get: () => {
      throw new Error('secret');
    },
  });
  expect(withoutContent(hostile)).toEqual(new Error('unknown'));
});
