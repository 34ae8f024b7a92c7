/** Numbers that a check may meet, and what each kind of number takes of them. */

/** The numbers, and what is taken for one. */
export const numbers: Readonly<Record<string, unknown>> = {
  zero: 0,
  one: 1,
  'a half': 0.5,
  'a negative number': -1,
  'the last int32': 2 ** 31 - 1,
  'one after int32': 2 ** 31,
  'the last safe integer': Number.MAX_SAFE_INTEGER,
  'one after the safe integers': 2 ** 53,
  'a number with an exponent': 1e21,
  'not a number': Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  'negative infinity': Number.NEGATIVE_INFINITY,
  'a large integer': 12n,
  'a numeral': '1',
  'a list of a number': [1],
  true: true,
  null: null,
};

/** A double that JSON can hold; no further kind takes more. */
export const isDouble = (value: unknown): boolean => Number.isFinite(value);
/** A length of time or a moment, ms. */
export const isDuration = (value: unknown): boolean => isDouble(value) && Number(value) >= 0;
/** An integer that JavaScript reads without loss: an int64. */
export const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
export const isInt32 = (value: unknown): boolean => isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
/** Smallest units of a currency, or a count. */
export const isAmount = (value: unknown): boolean => isInteger(value) && Number(value) >= 0;
export const isPositive = (value: unknown): boolean => isInteger(value) && Number(value) > 0;
export const isRate = (value: unknown): boolean => isDouble(value) && Number(value) > 0;
