/** Checks what a page sets, before anything of it is drawn: a mistake is a TypeError that names the field. */
import { parseDateTime } from '../../../kit/date-time.ts';
import { copyOwn } from '../../../kit/own-members.ts';
import type { Currency, CurrencyAmount, Quote } from '../../../kit/wire.ts';
import type { Locale } from '../../messages/index.ts';

/** The own members of a quote whose amounts, rate and time can be drawn. @throws TypeError */
export function checkQuote(given: Quote): Quote {
  const quote = ownMembers(given, 'quote');
  if (typeof quote.id !== 'string') throw mistake('quote.id', 'a string');
  for (const side of ['sendingCurrency', 'receivingCurrency'] as const) checkCurrency(quote[side], `quote.${side}`);
  for (const name of ['totalSendingAmount', 'totalReceivingAmount', 'feesIncluded'] as const)
    if (!isUnits(quote[name])) throw mistake(`quote.${name}`, 'a safe integer');
  if (!(Number.isFinite(quote.exchangeRate) && quote.exchangeRate > 0)) throw mistake('quote.exchangeRate', 'a rate');
  if (Number.isNaN(parseDateTime(quote.expiresAt))) throw mistake('quote.expiresAt', 'a date-time with its offset');
  ownMembers(quote.destination, 'quote.destination');
  return quote;
}

/** The own members of an amount in whole smallest units, `least` of them at least. @throws TypeError */
export function checkAmount(given: CurrencyAmount, field: string, least = 0): CurrencyAmount {
  const amount = ownMembers(given, field);
  checkCurrency(amount.currency, `${field}.currency`);
  if (!isUnits(amount.amount, least)) throw mistake(`${field}.amount`, 'a safe integer');
  return amount;
}

function checkCurrency(given: Currency, field: string): void {
  const { code, decimals } = ownMembers(given, field);
  if (typeof code !== 'string' || !isUnits(decimals) || decimals > 20) throw mistake(field, 'a currency');
}

function isUnits(value: unknown, least = 0): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

/** A locale whose language this browser can write in; undefined stays so. @throws TypeError */
export function checkLocale(given: Locale | undefined): Locale | undefined {
  if (given === undefined) return undefined;
  const locale = ownMembers(given, 'locale');
  ownMembers(locale.messages, 'locale.messages');
  try {
    Intl.getCanonicalLocales([locale.language]);
  } catch {
    throw mistake('locale.language', 'a language tag such as de-DE');
  }
  return locale;
}

/** The time by the page's clock. @throws TypeError */
export function readClock(serviceTime: () => number): number {
  const now = typeof serviceTime === 'function' ? serviceTime() : NaN;
  if (!Number.isFinite(now)) throw mistake('serviceTime', 'a function that returns epoch ms');
  return now;
}

/** A mistake of the page. */
export function mistake(field: string, wanted: string): TypeError {
  return new TypeError(`${field} must be ${wanted}`);
}

function ownMembers<Members extends object>(given: Members, field: string): Members {
  if (typeof given !== 'object' || given === null) throw mistake(field, 'an object');
  return copyOwn(given);
}
