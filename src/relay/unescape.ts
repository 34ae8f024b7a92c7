/** Undoes the escapes behind which a text can stand in another one. */
import { concatBytes, decodeHex } from '../kit/encoding/index.ts';

// Of a URL (every byte of a run at once, since a character may take several), of JSON and of HTML.
const escapes =
  /((?:%[0-9a-f]{2})+)|(?:\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});)|&#(\d{1,7});|\\[bfnrt]|\\(.)/gi;
const mostRounds = 6;

/** A text as it is, and as it reads each time that all its escapes are undone once more. */
export function unescapings(text: string): readonly string[] {
  const found = [text];
  for (let last = text; found.length <= mostRounds; found.push(last)) {
    const next = last.replace(escapes, undo);
    if (next === last) break;
    last = next;
  }
  return found;
}

function undo(_all: string, percents?: string, ...[json, byte, hex, decimal, plain]: (string | undefined)[]): string {
  if (percents !== undefined) {
    return new TextDecoder().decode(concatBytes(decodeHex(percents.replaceAll('%', '').toLowerCase())));
  }
  if (plain !== undefined) return plain;
  const digits = json ?? byte ?? hex;
  const code = digits === undefined ? Number(decimal ?? 0x20) : Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
