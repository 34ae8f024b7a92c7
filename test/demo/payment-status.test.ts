import { expect, test } from 'vitest';
import { isPayment } from '../../demo/page/payment-entry.ts';
import { describeStatus } from '../../demo/page/payment-status.ts';

const all = [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;

test('every status of a payment has words', () => {
  for (const status of all) expect(describeStatus(status).short).not.toBe(status);
});

test('a quote that was never signed is no payment', () => {
  for (const status of ['CREATED', 'PENDING', 'EXPIRED'] as const) {
    expect(isPayment({ type: 'OUTGOING', status })).toBe(false);
  }
  expect(isPayment({ type: 'OUTGOING', status: 'PROCESSING' })).toBe(true);
});

test('money that is on its way in is a payment at every status', () => {
  for (const status of all) expect(isPayment({ type: 'INCOMING', status })).toBe(true);
});

test('a status that nobody foresaw is shown as it is, without a guess', () => {
  expect(describeStatus('HELD_FOR_REVIEW')).toMatchObject({ headline: 'HELD_FOR_REVIEW', stage: 'unknown' });
  expect(describeStatus('toString').stage).toBe('unknown');
});
