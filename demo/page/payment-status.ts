/** The status of a payment in a list: a word, and whether it has ended. */

/** `unsigned`: nothing was paid; `moving`: it goes on by itself; `done`, `failed`: it has ended. */
export type Stage = 'unsigned' | 'moving' | 'done' | 'failed' | 'unknown';

/** A status in words. */
export interface PaymentStatus {
  readonly stage: Stage;
  /** In a list, and the heading of the payment where it has none of its own. */
  readonly short: string;
  readonly headline: string;
}

const statuses: Readonly<Record<string, readonly [stage: Stage, short: string, headline?: string]>> = {
  CREATED: ['unsigned', 'Not signed'],
  PENDING: ['unsigned', 'Not signed'],
  EXPIRED: ['unsigned', 'Ran out', 'This quote ran out'],
  PENDING_AUTHORIZATION: ['moving', 'Waiting', 'Waiting for approval'],
  PROCESSING: ['moving', 'On its way'],
  COMPLETED: ['done', 'Completed', 'Paid'],
  REJECTED: ['failed', 'Rejected', 'This payment was not carried out'],
  FAILED: ['failed', 'Failed', 'This payment was not carried out'],
  REFUNDED: ['failed', 'Refunded', 'This payment was refunded'],
  // Purchases with a card.
  AUTHORIZED: ['moving', 'Held', 'Held for the shop'],
  PARTIALLY_SETTLED: ['moving', 'Partly paid'],
  SETTLED: ['done', 'Paid'],
  EXCEPTION: ['unknown', 'Being checked'],
};

/** A status in words; one that this page doesn't know is shown as it is, without a guess. */
export function describeStatus(status: string): PaymentStatus {
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  const [stage, short, headline = short] = known ?? (['unknown', status] as const);
  return { stage, short, headline };
}
