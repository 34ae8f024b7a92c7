/** Money as people read and type it, by exact arithmetic on integers and strings: never a floating-point number. */

import type { Currency, CurrencyAmount } from 'countersign';

/** Made with the first amount. */
let groups: Intl.NumberFormat | undefined;

/**
 * Writes an amount in its currency's own decimals, with its code: `1,250.50 USDB`. Zeros beyond the second decimal
 * are left out, as they say nothing.
 */
export function formatAmount({ amount, currency }: CurrencyAmount): string {
  return `${formatUnits(amount, currency)} ${currency.code}`;
}

/** The same without the code; `units` is an integer in the currency's smallest unit. */
export function formatUnits(units: number, currency: Currency): string {
  if (!Number.isSafeInteger(units)) return 'unknown';
  const digits = String(Math.abs(units)).padStart(currency.decimals + 1, '0');
  groups ??= new Intl.NumberFormat('en-US');
  const whole = groups.format(BigInt(digits.slice(0, digits.length - currency.decimals)));
  const sign = units < 0 ? '−' : '';
  const fraction = digits.slice(digits.length - currency.decimals);
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, currency.decimals), '0');
  return currency.decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${shown}`;
}

/** What {@link parseAmount} found: units of the currency, or what to tell the person. */
export type ParsedAmount = { readonly units: number } | { readonly mistake: string };

/** Reads what a person typed, such as `1,250.5`, into smallest units. Zero and negative amounts are mistakes. */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
  const typed = text.trim();
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(typed) ?? /^()\.(\d+)$/.exec(typed);
  if (match === null) return { mistake: 'Enter an amount in digits, like 25 or 25.50.' };
  const whole = (match[1] ?? '').replaceAll(',', '');
  const fraction = match[2] ?? '';
  if (fraction.length > currency.decimals) {
    const most = currency.decimals === 0 ? 'no decimals' : `at most ${String(currency.decimals)} decimals`;
    return { mistake: `${currency.code} has ${most}.` };
  }
  const units = BigInt(`${whole}${fraction.padEnd(currency.decimals, '0')}`);
  if (units === 0n) return { mistake: 'Enter an amount above zero.' };
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return { mistake: 'This amount is too large.' };
  return { units: Number(units) };
}
