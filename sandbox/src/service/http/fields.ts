/** Pieces that the schemas of several resources share. */
import * as v from 'valibot';
import { currencyCodes } from '../payments/currencies.ts';
import { idWords, recordIdSource, type RecordKind } from '../service/record-ids.ts';
import { formatPrefix } from './validation.ts';

const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';
const countries: ReadonlySet<string> = new Set(COUNTRIES.split(' '));

/** An id of one of these kinds. */
export function id(...kinds: readonly RecordKind[]): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(recordIdSource(...kinds)), ({ input }) => idWords(kinds, input)),
  );
}

/** A non-empty text of bounded length. */
export function text(maxLength = 255): v.GenericSchema<unknown, string> {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
}

/** A text that a regular expression describes. */
export function matching(pattern: RegExp): v.GenericSchema<unknown, string> {
  return v.pipe(v.string(), v.regex(pattern));
}

/** A text of a named format; a refusal says what that is, where it is given `words`. */
export function formatted(
  format: string,
  test: (value: string) => boolean,
  words = `This is not a valid ${format}.`,
): v.GenericSchema<unknown, string> {
  return v.pipe(v.string(), v.check(test, formatPrefix + [format, words].join('\n')));
}

/** ISO 3166-1 alpha-2. */
export const country: v.GenericSchema<unknown, string> = formatted('iso3166-1-alpha-2', (value) =>
  countries.has(value),
);

/** An e-mail address as HTML5 input types define it, roughly. */
export const email: v.GenericSchema<unknown, string> = formatted(
  'email',
  (value) => value.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value),
);

/** A telephone number in international form. */
export const phone: v.GenericSchema<unknown, string> = formatted('e.164', (value) => /^\+[1-9]\d{1,14}$/.test(value));

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** A day of the calendar, `YYYY-MM-DD`. */
export const date: v.GenericSchema<unknown, string> = formatted(
  'date',
  (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
);

/** An ISO 8601 date and time with its zone. */
export const dateTime: v.GenericSchema<unknown, string> = formatted(
  'date-time',
  (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value)),
);

/** A positive amount in smallest units, as far as JSON numbers and the service go. */
export function amount(max = 9e15, min = 1): v.GenericSchema<unknown, number> {
  return v.pipe(
    v.number(),
    v.safeInteger('This must be an integer.'),
    v.minValue(min, `This must be at least ${String(min)}.`),
    v.maxValue(max, `This must be at most ${String(max)}.`),
  );
}

/** The code of a currency that the sandbox knows. */
export const currencyCode: v.GenericSchema<unknown, string> = v.picklist(currencyCodes);

/** A P-256 public key in hex, compressed or not. */
export const publicKeyHex: v.GenericSchema<unknown, string> = matching(/^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/);

/** Query parameters of a paged list: `limit` 1 to 100 with default 20, and `cursor`. */
export const paging: {
  readonly limit: v.OptionalSchema<v.GenericSchema<string, number>, '20'>;
  readonly cursor: v.OptionalSchema<v.GenericSchema<string>, undefined>;
} = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([1-9]\d?|100)$/, 'This must be an integer from 1 to 100.'),
      v.transform((value) => Number(value)),
    ),
    '20',
  ),
  cursor: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
};
