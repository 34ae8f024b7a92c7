/** Money as people read and type it, by exact arithmetic on integers and strings: never a floating-point number. */

import type { Currency, CurrencyAmount } from 'countersign';
import { currentLanguage, translate } from './language.ts';

/** The characters between thousands, and before decimals, in the language of the page. */
function separators(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(currentLanguage()).formatToParts(1_234_567.5);
  const find = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { group: find('group'), decimal: find('decimal') };
}

/**
 * Writes an amount in its currency's own decimals, with its code: `1,250.50 USDB`. Zeros beyond the second decimal
 * are left out, as they say nothing.
 */
export function formatAmount({ amount, currency }: CurrencyAmount): string {
  return `${formatUnits(amount, currency)} ${currency.code}`;
}

/** The same without the code; `units` is an integer in the currency's smallest unit. */
export function formatUnits(units: number, currency: Currency): string {
  if (!Number.isSafeInteger(units)) return translate('unknown');
  const digits = String(Math.abs(units)).padStart(currency.decimals + 1, '0');
  const whole = new Intl.NumberFormat(currentLanguage()).format(
    BigInt(digits.slice(0, digits.length - currency.decimals)),
  );
  const sign = units < 0 ? '−' : '';
  const fraction = digits.slice(digits.length - currency.decimals);
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, currency.decimals), '0');
  return currency.decimals === 0 ? `${sign}${whole}` : `${sign}${whole}${separators().decimal}${shown}`;
}

/** An amount of an example, of hundredths. */
export function sampleAmount(hundredths: number): string {
  return formatUnits(hundredths, { code: '', name: '', decimals: 2 });
}

/** What {@link parseAmount} found: units of the currency, or what to tell the person. */
export type ParsedAmount = { readonly units: number } | { readonly mistake: string };

/** Reads what a person typed, such as `1,250.5`, into smallest units. Zero and negative amounts are mistakes. */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
  const { group, decimal } = separators();
  const isSpace = (character: string): boolean => /\s/.test(character);
  // As English writes it; a separator of another language is none.
  const neutral = (character: string): string => {
    if (character === decimal) return '.';
    return character === group || (isSpace(character) && isSpace(group)) ? ',' : '?';
  };
  const typed = text.trim().replaceAll(/[\s.,]/g, neutral);
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(typed) ?? /^()\.(\d+)$/.exec(typed);
  if (match === null) {
    const example = sampleAmount(2550);
    return { mistake: translate('Enter an amount in digits, like 25 or {example}.', { example }) };
  }
  const whole = (match[1] ?? '').replaceAll(',', '');
  const fraction = match[2] ?? '';
  if (fraction.length > currency.decimals) {
    const values = { currency: currency.code, count: String(currency.decimals) };
    const mistake =
      currency.decimals === 0 ? '{currency} has no decimals.' : '{currency} has at most {count} decimals.';
    return { mistake: translate(mistake, values) };
  }
  const units = BigInt(`${whole}${fraction.padEnd(currency.decimals, '0')}`);
  if (units === 0n) return { mistake: translate('Enter an amount above zero.') };
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return { mistake: translate('This amount is too large.') };
  return { units: Number(units) };
}
