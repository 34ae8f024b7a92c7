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

test('every status of a payment has words of its own', () => {
  expect(new Set(all.map((status) => describeStatus(status).text)).size).toBe(all.length);
});

test('only a payment that was accepted is told as signed and on its way', () => {
  expect(all.filter((status) => describeStatus(status).text.includes('on its way'))).toEqual(['PROCESSING']);
});

test('a quote that was never signed says that nothing left the wallet, and is no payment', () => {
  for (const status of ['CREATED', 'PENDING', 'EXPIRED'] as const) {
    expect(describeStatus(status).text).toContain('Nothing has left your wallet');
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
