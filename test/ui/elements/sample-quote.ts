/** A quote for tests of the screens. */
import type { Quote } from 'countersign';

export const usdb = { code: 'USDB', name: 'Sample dollar', symbol: '$', decimals: 6 };
export const mxn = { code: 'MXN', name: 'Mexican peso', symbol: '$', decimals: 2 };
export const transactionId = 'Transaction:00000000-0000-4000-8000-000000000006';

/** A quote that outlives any run of a test. */
export const quoteOf = (more: Partial<Quote> = {}): Quote => ({
  id: 'Quote:00000000-0000-4000-8000-000000000003',
  status: 'PENDING',
  createdAt: '2026-01-15T12:00:00.000Z',
  expiresAt: '2126-01-15T12:05:00.000Z',
  source: { sourceType: 'ACCOUNT' },
  destination: { destinationType: 'ACCOUNT' },
  sendingCurrency: usdb,
  receivingCurrency: mxn,
  totalSendingAmount: 40_000_000,
  totalReceivingAmount: 73_260,
  exchangeRate: 1 / 18.5,
  feesIncluded: 400_000,
  transactionId,
  ...more,
});
