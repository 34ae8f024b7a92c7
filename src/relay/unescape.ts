/** Undoes the escapes behind which a text can stand in another one. */
import { concatBytes, decodeHex } from '../kit/encoding/index.ts';

// Escapes of URLs (every byte of a run at once, since a character may take several), of JSON and of HTML.
const escapes =
  /((?:%[0-9a-f]{2})+)|(?:\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});)|&#(\d{1,7});|\\[bfnrt]|\\(.)/gi;
const mostRounds = 6;

/** A text as it is, and as it reads each time that all its escapes are undone once more; `normalize` is applied to each. */
export function unescapings(text: string, normalize: (text: string) => string = (same) => same): readonly string[] {
  const decoder = new TextDecoder();
  const bytesOf = (percents: string): string =>
    // One byte of ASCII is what a text can hold by the thousand.
    /^%[0-7].$/.test(percents)
      ? String.fromCharCode(Number.parseInt(percents.slice(1), 16))
      : decoder.decode(concatBytes(decodeHex(percents.replaceAll('%', '').toLowerCase())));
  const undo = (_all: string, percents?: string, ...escaped: (string | undefined)[]): string =>
    percents === undefined ? characterOf(...escaped) : bytesOf(percents);
  let last = normalize(text);
  const found = [last];
  while (found.length <= mostRounds) {
    const next = normalize(last.replace(escapes, undo));
    if (next === last) break;
    found.push((last = next));
  }
  return found;
}

function characterOf(...[json, byte, hex, decimal, plain]: (string | undefined)[]): string {
  if (plain !== undefined) return plain;
  const digits = json ?? byte ?? hex;
  const code = digits === undefined ? Number(decimal ?? 0x20) : Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
