import { expect, test } from 'vitest';
import { allowedView, placeOf } from '../../demo/page/views.ts';

const nobody = { person: null, quote: null, keptQuoteId: null, payment: null };
const person = { email: 'sample.customer@example.com', fullName: 'Sample Customer', customerId: 'C', accountId: 'A' };
const here = { ...nobody, person };

test('without a person every address leads to the welcome', () => {
  for (const wanted of ['', 'wallet', 'review', 'nonsense']) expect(allowedView(wanted, nobody, null)).toBe('welcome');
});

test('an ended session leads to the welcome', () => {
  expect(allowedView('wallet', here, 'closed')).toBe('welcome');
  expect(allowedView('wallet', here, 'signed-out')).toBe('welcome');
});

test('a signed-in person never sees the sign-in steps, and an unknown address is the wallet', () => {
  for (const wanted of ['', 'welcome', 'nonsense']) expect(allowedView(wanted, here, 'signed-in')).toBe('wallet');
  expect(allowedView('sessions', here, 'signed-in')).toBe('sessions');
});

test('a review without its quote asks for the amount again, a payment without its id lists the payments', () => {
  expect(allowedView('review', here, 'signed-in')).toBe('amount');
  expect(allowedView('payment', here, 'signed-in')).toBe('history');
  expect(allowedView('review', { ...here, quote: {} as never }, 'signed-in')).toBe('review');
  expect(allowedView('review', { ...here, keptQuoteId: 'Quote:1' }, 'signed-in')).toBe('review');
});

test('nothing is shown before the stored session has been read', () => {
  expect(allowedView('wallet', here, 'loading')).toBe('loading');
});

test('a step on the way belongs to the place that it was begun from', () => {
  for (const view of ['wallet', 'fund', 'bank', 'amount', 'review'] as const) expect(placeOf(view)).toBe('wallet');
  for (const view of ['history', 'payment'] as const) expect(placeOf(view)).toBe('history');
  for (const view of ['card', 'sign-in', 'sessions'] as const) expect(placeOf(view)).toBe(view);
});
