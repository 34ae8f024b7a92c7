/** Rules for texts that users write. */
import { unescapings } from './unescape.ts';

// Anything that some reader might still take for an id, whatever its case, its white space and its surroundings.
const idLookalike = /[A-Za-z]\s*:\s*[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i;

const ignored = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Detects the id of a record, or text that a reader could turn into one: in compatibility forms, with invisible
 * characters or marks in it, with other dashes, or behind escapes, also behind several.
 */
export function holdsRecordId(text: string): boolean {
  return unescapings(text, plain).some((one) => idLookalike.test(one));
}

function plain(text: string): string {
  // Marks go first: NFKD sorts a run of them in quadratic time, and makes nothing but marks of them.
  const letters = text.replace(ignored, '').normalize('NFKD');
  // No reader takes letters of other scripts for part of an id; one character can become eighteen of them.
  const latin = letters.replace(/(?:[^\P{L}A-Za-z]\s*)+/gu, '|');
  return latin.replace(ignored, '').replace(/[\p{Pd}\u2212]/gu, '-');
}

/**
 * Checks that a text has one form in UTF-8, which half of a surrogate pair hasn't, no control character, and no character
 * that turns or hides its neighbours. Sinhala and Persian names need the joiners U+200C and U+200D.
 */
export function isPlainText(text: string): boolean {
  return isWellFormed(text) && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{e0000}-\u{e007f}]/u.test(text);
}

/** Checks that a text has one form in UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Checks that a name means the same to every reader of JSON: names that objects inherit may change their behaviour. */
export function isPlainName(name: string): boolean {
  return name !== 'prototype' && !(name in Object.prototype);
}
