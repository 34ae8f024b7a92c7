/** Finds the code in what people type and paste: a code in groups, in digits of another script, or in a whole message. */

/** Form of a code. */
export interface CodeForm {
  /** Number of digits or letters. */
  readonly length: number;
  /** With letters, a code is taken as it is written: capitals count. */
  readonly alphabet: 'digits' | 'letters-and-digits';
}

// Longer than any message: nothing to look through.
const MAX_LENGTH = 10_000;
/** Characters between groups: white space, dashes of every kind, the minus sign and the middle dot. */
const separators = '[\\s\\p{Pd}\\u2212\\u00b7]{1,3}';
// A plus sign begins a telephone number, which holds no code.
const groupOfDigits = new RegExp(`\\+?\\d+(?:${separators}\\d+)*`, 'gu');
const anySeparator = new RegExp(separators, 'gu');
/** Marks of direction, joiners, fillers, and what makes an emoji of a digit: variation selectors and the keycap around it. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u20e3]/gu;

/**
 * The one code in a text; null where there is none, or more than one. Full-width digits and those of other scripts count as
 * digits, invisible characters don't count.
 *
 * @throws TypeError for anything but a text.
 */
export function readCode(text: string, form: CodeForm): string | null {
  if (typeof text !== 'string') throw new TypeError('submit: text must be a string');
  if (text.length > MAX_LENGTH) return null;
  const plain = plainText(text).trim();
  return form.alphabet === 'digits' ? readDigits(plain, form.length) : readWord(plain, form.length);
}

/**
 * Keeps the characters of a field that can be part of a code, and the caret among them. Of too many, those before the caret
 * go, which came last. `isAll`: there are digits, and the rest only separates groups.
 */
export function keepCode(
  typed: string,
  caret: number,
  { length, alphabet }: CodeForm,
): { readonly text: string; readonly caret: number; readonly isAll: boolean } {
  const other = alphabet === 'digits' ? /[^0-9]/g : /[^0-9A-Za-z]/g;
  const keep = (text: string): string => plainText(text).replaceAll(other, '');
  const [before, after] = [keep(typed.slice(0, caret)), keep(typed.slice(caret))];
  const fits = before.slice(0, Math.max(0, length - after.length));
  const joined = plainText(typed).replaceAll(anySeparator, '');
  const isAll = /\d/.test(joined) && joined.search(other) === -1;
  return { text: (fits + after).slice(0, length), caret: fits.length, isAll };
}

/** Plain digits and letters in place of others, without invisible characters. */
function plainText(text: string): string {
  return withPlainDigits(text.replaceAll(invisible, '').replaceAll(/[\p{Nd}\p{L}]/gu, inPlainForm));
}

function readDigits(text: string, length: number): string | null {
  const whole: string[] = [];
  const grouped: string[] = [];
  for (const { 0: group, index } of text.matchAll(groupOfDigits)) {
    if (group.startsWith('+') || isPartOfMore(text, index, group.length)) continue;
    const parts = group.split(anySeparator);
    const digits = parts.join('');
    const once = filledInOnce(digits, length);
    if (parts.length > 1 && digits.length === length) grouped.push(digits);
    else if (parts.length === 1 && once !== null) whole.push(once);
    // If groups are filled in twice, the text between two dashes is no code.
    else if (once === null || parts.every((part) => part.length === length))
      whole.push(...parts.filter((part) => part.length === length));
  }
  return onlyOne(whole) ?? (whole.length === 0 ? onlyOne(grouped) : null);
}

/** Finds a code that stands twice in a text, as two programs that fill in leave it. */
function filledInOnce(text: string, length: number): string | null {
  const once = text.slice(0, length);
  return text === once + once ? once : null;
}

/** Detects digits that belong to a word, or to a number with a point or a comma. */
function isPartOfMore(text: string, start: number, length: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(start + length, start + length + 2)];
  return /[A-Za-z_]$|\d[.,]$/.test(before) || /^[A-Za-z_]|^[.,]\d/.test(after);
}

function readWord(text: string, length: number): string | null {
  const joined = filledInOnce(text, length) ?? text.replaceAll(anySeparator, '');
  if (joined.length === length && /^[A-Za-z0-9]+$/.test(joined)) return joined;
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word);
  return onlyOne(words.filter((word) => word.length === length && /^(?=.*\d)[A-Za-z0-9]+$/.test(word)));
}

function onlyOne(found: readonly string[]): string | null {
  const [first, ...others] = new Set(found);
  return first === undefined || others.length > 0 ? null : first;
}

/** Normalizes digits and letters alone: a full-width comma ends a sentence, and a plain one would make a number of its neighbours. */
function inPlainForm(character: string): string {
  return character.normalize('NFKC');
}

/** Decimal digits of every script as 0 to 9: Unicode has each script's ten in a row, the zero first. */
function withPlainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    let value = 0;
    for (let at = (digit.codePointAt(0) ?? 0) - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at)); at -= 1) {
      value += 1;
    }
    return String(value);
  });
}
