/** What each status of a payment means, in words for the person whose money it is. */

/** A status in words. */
export interface PaymentStatus {
  /** In a list. */
  readonly short: string;
  readonly headline: string;
  readonly text: string;
  /** `unsigned`: nothing was paid; `moving`: it goes on by itself; `done`, `failed`: it has ended. */
  readonly stage: 'unsigned' | 'moving' | 'done' | 'failed' | 'unknown';
}

const unsigned = 'Nothing has left your wallet.';
const returned = 'Check your balance, then get a new quote to try again.';

const statuses: Readonly<Record<string, PaymentStatus>> = {
  CREATED: {
    short: 'Not signed',
    headline: 'Not signed',
    text: `This payment was prepared only. ${unsigned}`,
    stage: 'unsigned',
  },
  PENDING: {
    short: 'Not signed',
    headline: 'Not signed',
    text: `This payment waits for a signature that was never given. ${unsigned} To pay, get a new quote.`,
    stage: 'unsigned',
  },
  EXPIRED: {
    short: 'Ran out',
    headline: 'This quote ran out',
    text: `No signature reached the service in time. ${unsigned} To pay, get a new quote.`,
    stage: 'unsigned',
  },
  PENDING_AUTHORIZATION: {
    short: 'Waiting',
    headline: 'Waiting for approval',
    text: 'The service wants this payment to be approved before it goes on.',
    stage: 'moving',
  },
  PROCESSING: {
    short: 'On its way',
    headline: 'On its way',
    text: 'Signed, accepted, and on its way to the bank.',
    stage: 'moving',
  },
  COMPLETED: { short: 'Completed', headline: 'Paid', text: 'The money reached the bank.', stage: 'done' },
  REJECTED: {
    short: 'Rejected',
    headline: 'This payment was rejected',
    text: `The service did not carry it out. ${returned}`,
    stage: 'failed',
  },
  FAILED: {
    short: 'Failed',
    headline: 'This payment failed',
    text: `The money did not arrive. ${returned}`,
    stage: 'failed',
  },
  REFUNDED: {
    short: 'Refunded',
    headline: 'This payment was refunded',
    text: 'The money was sent back, and it is in your wallet again.',
    stage: 'failed',
  },
  AUTHORIZED: {
    short: 'Held',
    headline: 'Held for the shop',
    text: 'The shop asked for this amount, and it is set aside. The shop collects it within days.',
    stage: 'moving',
  },
  PARTIALLY_SETTLED: {
    short: 'Partly paid',
    headline: 'Partly paid',
    text: 'The shop has collected a part of it; the rest is set aside.',
    stage: 'moving',
  },
  SETTLED: { short: 'Paid', headline: 'Paid', text: 'The shop has collected the money.', stage: 'done' },
  EXCEPTION: {
    short: 'Being checked',
    headline: 'Being checked',
    text: 'The shop collected another amount than was set aside, and the service looks into it.',
    stage: 'unknown',
  },
};

/** A status in words; one that this page doesn't know is shown as it is, without a guess. */
export function describeStatus(status: string): PaymentStatus {
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  const text = 'This page does not know this status. Look again later, or ask support.';
  return known ?? { short: status, headline: status, text, stage: 'unknown' };
}
