/** What lies between what leaves the wallet, its fees, and what arrives: the part below the last decimal that is paid. */

import type { Quote } from 'countersign';

/**
 * The remainder in smallest units of the sending currency, rounded down; null when there is none, or when the quote's own
 * figures don't say. Exact: the rate is read as a decimal.
 */
export function roundingOf(quote: Quote): number | null {
  const { totalSendingAmount, totalReceivingAmount, feesIncluded, exchangeRate, sendingCurrency, receivingCurrency } =
    quote;
  const rate = /^(\d+)(?:\.(\d+))?$/.exec(String(exchangeRate));
  if (rate === null) return null;
  const fraction = rate[2] ?? '';
  // The rate is what one of the receiving currency costs in the sending one.
  const numerator = BigInt(`${rate[1] ?? ''}${fraction}`) * 10n ** BigInt(sendingCurrency.decimals);
  const denominator = 10n ** BigInt(fraction.length + receivingCurrency.decimals);
  const paid = (BigInt(totalReceivingAmount) * numerator + denominator - 1n) / denominator;
  const rest = BigInt(totalSendingAmount) - BigInt(feesIncluded) - paid;
  const oneUnit = numerator / denominator + 1n;
  // A rate that is shown with few digits explains nothing finer than itself.
  return rest > 0n && rest < oneUnit ? Number(rest) : null;
}
