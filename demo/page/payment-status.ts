/** The status of a payment as a heading, and whether it has ended. */

import { translate, type Text } from './language.ts';

/** `unsigned`: nothing was paid; `moving`: it goes on by itself; `done`, `failed`: it has ended. */
export type Stage = 'unsigned' | 'moving' | 'done' | 'failed' | 'unknown';

const statuses: Readonly<Record<string, readonly [stage: Stage, headline: Text]>> = {
  CREATED: ['unsigned', 'Not sent'],
  PENDING: ['unsigned', 'Not sent'],
  EXPIRED: ['unsigned', 'Not sent'],
  PENDING_AUTHORIZATION: ['moving', 'One more step'],
  PROCESSING: ['moving', 'On its way'],
  COMPLETED: ['done', 'Paid'],
  REJECTED: ['failed', 'Payment refunded'],
  FAILED: ['failed', 'Payment failed'],
  REFUNDED: ['failed', 'Payment refunded'],
  // Purchases with a card.
  AUTHORIZED: ['moving', 'Held for the shop'],
  PARTIALLY_SETTLED: ['moving', 'Partly paid'],
  SETTLED: ['done', 'Paid'],
  DECLINED: ['failed', 'Declined'],
  VOIDED: ['unsigned', 'Released'],
  EXCEPTION: ['unknown', 'Being checked'],
};

/** A status in words; one that this page doesn't know is shown as it is, without a guess. */
export function describeStatus(status: string): { readonly stage: Stage; readonly headline: string } {
  const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
  if (known === undefined) return { stage: 'unknown', headline: status };
  return { stage: known[0], headline: translate(known[1]) };
}
