/** Amounts and rates as people read them, by exact arithmetic on integers. */
import { bare } from '../../../kit/own-members.ts';
import type { Currency, Quote } from '../../../kit/wire.ts';

/**
 * Writes whole smallest units, negative for a debt, with the currency's code: `1,250.50 USDB`. Leaves out zeros beyond the
 * second decimal.
 */
export function formatAmount(units: number, { code, decimals }: Currency, language: string): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const format = new Intl.NumberFormat(
    language,
    bare({ minimumFractionDigits: Math.min(2, decimals), maximumFractionDigits: decimals }),
  );
  // A decimal string is formatted exactly where a number would round; the build's types don't know it yet.
  const exact = `${units < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}.${fraction === '' ? '0' : fraction}`;
  return `${format.format(exact as unknown as number)} ${code}`;
}

/**
 * Writes all that a payment costs, with what is rounded off, in the decimals of what leaves: the figures of a slip add up as they
 * are shown. What costs anything is never shown as nothing.
 */
export function formatFee(
  { feesIncluded, totalSendingAmount, sendingCurrency }: Quote,
  rounding: number,
  language: string,
): string {
  const cost = feesIncluded + rounding;
  let step = 10 ** Math.max(0, sendingCurrency.decimals - 2);
  while (totalSendingAmount % step !== 0) step /= 10;
  const shown = Math.max(cost > 0 ? step : 0, Math.round(cost / step) * step);
  return formatAmount(shown, sendingCurrency, language);
}

/** The rate as what one of the sent currency brings, such as `1 USDB = 18.50 MXN`; the service says what one of the received one costs. */
export function formatRate({ exchangeRate, sendingCurrency, receivingCurrency }: Quote, language: string): string {
  const format = new Intl.NumberFormat(language, bare({ minimumFractionDigits: 2, maximumFractionDigits: 12 }));
  const brings = format.format(Number((1 / exchangeRate).toPrecision(6)));
  return `1 ${sendingCurrency.code} = ${brings} ${receivingCurrency.code}`;
}

/**
 * The gap between the sent amount less its fees and the received amount: the part below the last decimal that is paid, in
 * smallest units of the sent currency. Zero without a gap, or if a rate of few digits doesn't tell. Exact: the rate is read
 * as a decimal.
 */
export function roundingOf(quote: Quote): number {
  const rate = /^(\d+)(?:\.(\d+))?$/.exec(String(quote.exchangeRate));
  if (rate === null) return 0;
  const [, whole = '', fraction = ''] = rate;
  const numerator = BigInt(whole + fraction) * 10n ** BigInt(quote.sendingCurrency.decimals);
  const denominator = 10n ** BigInt(fraction.length + quote.receivingCurrency.decimals);
  const paid = (BigInt(quote.totalReceivingAmount) * numerator + denominator - 1n) / denominator;
  const rest = BigInt(quote.totalSendingAmount) - BigInt(quote.feesIncluded) - paid;
  return rest > 0n && rest <= numerator / denominator ? Number(rest) : 0;
}
