import { expect, test } from 'vitest';
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
  for (const status of all) expect(describeStatus(status).headline).not.toBe(status);
});

test('a status that nobody foresaw is shown as it is, without a guess', () => {
  expect(describeStatus('HELD_FOR_REVIEW')).toMatchObject({ headline: 'HELD_FOR_REVIEW', stage: 'unknown' });
  expect(describeStatus('toString').stage).toBe('unknown');
});
