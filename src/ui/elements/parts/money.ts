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
 * Writes a part of an amount short: two decimals, or where those are zero the first two digits. What is left out is
 * told by `≈`; what leaves the wallet and what arrives are never shortened.
 */
export function formatShort(units: number, currency: Currency, language: string): string {
  const places = Math.max(2, currency.decimals - String(units).length + 2);
  const step = 10 ** Math.max(0, currency.decimals - places);
  const short = Math.round(units / step) * step;
  return `${short === units ? '' : '≈ '}${formatAmount(short, currency, language)}`;
}

/** The rate as what one of the sent currency brings, such as `1 USDB = 18.50 MXN`; the service says what one of the received one costs. */
export function formatRate({ exchangeRate, sendingCurrency, receivingCurrency }: Quote, language: string): string {
  const brings = 1 / exchangeRate;
  const rounded = Number(brings.toPrecision(6));
  const format = new Intl.NumberFormat(language, bare({ minimumFractionDigits: 2, maximumFractionDigits: 12 }));
  const sign = Math.abs(rounded - brings) < brings * 1e-9 ? '=' : '≈';
  return `1 ${sendingCurrency.code} ${sign} ${format.format(rounded)} ${receivingCurrency.code}`;
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
