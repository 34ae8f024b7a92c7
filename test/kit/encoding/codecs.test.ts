import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  concatBytes,
  decodeBase64url,
  decodeDer,
  decodeHex,
  decodeUtf8,
  encodeBase64url,
  encodeDer,
  encodeHex,
  encodeUtf8,
  equalBytes,
} from '../../../src/kit/encoding/index.ts';
import { check, isShortRun } from '../../properties.ts';

const bytes = fc.uint8Array({ maxLength: 100 });

describe('hex', () => {
  test('comes back from its text, in either case', () =>
    check(
      300,
      fc.property(bytes, (value) => {
        const text = encodeHex(value);
        expect(text).toBe(text.toLowerCase());
        expect(decodeHex(text)).toEqual(value);
        expect(decodeHex(text.toUpperCase())).toEqual(value);
      }),
    ));

  test.each(['0', '0g', '0x00', ' 00', '00 ', '00\n', '0 0 ', '００', 'éé'])('refuses %j', (text) => {
    expect(() => decodeHex(text)).toThrow(SyntaxError);
  });

  test('refuses every text with an odd length or another character in it', () =>
    check(
      300,
      fc.property(fc.string({ minLength: 1 }), (text) => {
        fc.pre(text.length % 2 === 1 || !/^[0-9a-f]*$/i.test(text));
        expect(() => decodeHex(text)).toThrow(SyntaxError);
      }),
    ));
});

describe('base64url', { timeout: 60_000 }, () => {
  test('comes back from its text, which has no padding and no foreign character', () =>
    check(
      300,
      fc.property(bytes, (value) => {
        const text = encodeBase64url(value);
        expect(text).toMatch(/^[\w-]*$/);
        expect(decodeBase64url(text)).toEqual(value);
      }),
    ));

  test('reads a text only if writing gives that very text again', () =>
    check(
      2000,
      fc.property(
        fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', 'Z', '_', '-', '9'), maxLength: 7 }),
        (text) => {
          const canonical = readOr(() => encodeBase64url(decodeBase64url(text)));
          expect([text, null]).toContain(canonical);
          // RFC 4648: 1 in 16 endings of two characters and 1 in 4 of three have no stray bits.
          if (text.length % 4 === 0) expect(canonical).toBe(text);
        },
      ),
    ));

  test.each(['A', 'AA=', 'AA==', 'AAA=', 'AB', 'AAB', 'A+A', 'A/AA', 'AA A', 'AAAA\n', ' AAAA', 'AAAAA', 'ÄAAA'])(
    'refuses %j',
    (text) => {
      expect(() => decodeBase64url(text)).toThrow(SyntaxError);
    },
  );
});

describe('UTF-8', { timeout: 60_000 }, () => {
  test('comes back from its bytes, a byte order mark and NUL included', () =>
    check(
      300,
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUtf8(encodeUtf8(`\uFEFF${text}\0`))).toBe(`\uFEFF${text}\0`);
      }),
    ));

  test('refuses a lone surrogate wherever it stands', () =>
    check(
      300,
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0xd800, max: 0xdfff }),
        fc.string({ unit: 'grapheme-ascii' }),
        (before, surrogate, after) => {
          expect(() => encodeUtf8(before + String.fromCharCode(surrogate) + after)).toThrow(SyntaxError);
        },
      ),
    ));

  test('refuses a lone trail surrogate after any other character, though patterns of some engines overlook it', () => {
    const written: number[] = [];
    for (let unit = 0; unit < 0x10000; unit += isShortRun ? 5 : 1) {
      const isLead = unit >= 0xd800 && unit < 0xdc00;
      const refused = readOr(() => encodeHex(encodeUtf8(String.fromCharCode(unit, 0xdc00)))) === null;
      if (refused === isLead) written.push(unit);
    }
    expect(written).toEqual([]);
  });

  test('reads bytes only if writing gives those very bytes again', () =>
    check(
      1000,
      fc.property(fc.uint8Array({ maxLength: 6 }), (value) => {
        const again = readOr(() => encodeHex(encodeUtf8(decodeUtf8(value))));
        expect([encodeHex(value), null]).toContain(again);
      }),
    ));
});

describe('DER', { timeout: 60_000 }, () => {
  const half = fc.oneof(
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
    // Short numbers and numbers with a set high bit.
    fc
      .tuple(fc.integer({ min: 0, max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([zeros, value]) => Uint8Array.from(value, (byte, index) => (index < zeros ? 0 : byte | 0x80))),
  );

  test('comes back from its bytes, with short and with high numbers', () =>
    check(
      500,
      fc.property(half, half, (r, s) => {
        const rawSignature = concatBytes(r, s);
        expect(decodeDer(encodeDer(rawSignature))).toEqual(rawSignature);
      }),
    ));

  test('reads bytes only if writing gives those very bytes again', () =>
    check(
      3000,
      fc.property(half, half, fc.nat(), fc.integer({ min: 1, max: 255 }), (r, s, position, change) => {
        const der = encodeDer(concatBytes(r, s));
        der[position % Math.min(der.length, 12)] = (der[position % Math.min(der.length, 12)] ?? 0) ^ change;
        const again = readOr(() => encodeHex(encodeDer(decodeDer(der))));
        expect([encodeHex(der), null]).toContain(again);
      }),
    ));

  test.each([
    ['nothing', ''],
    ['an empty sequence', '3000'],
    ['one number', '3003020101'],
    ['three numbers', '3009020101020101020101'],
    ['a trailing byte', '300602010102010100'],
    ['a sequence that is longer than it says', '3005020101020101'],
    ['a trailing byte inside', '30070201010201010000'],
    ['a length in long form', '308106020101020101'],
    ['an indefinite length', '30800201010201010000'],
    ['a sequence that ends early', '3007020101020101'],
    ['a number of no bytes', '30050200020101'],
    ['a number that ends late', '3006020101020201'],
    ['a needless leading zero in r', '300702020001020101'],
    ['a needless leading zero in s', '300702010102020001'],
    ['a negative number', '3006020180020101'],
    ['another tag for the sequence', '3106020101020101'],
    ['another tag for r', '3006030101020101'],
    ['another tag for s', '3006020101030101'],
    ['a number of 33 bytes', `302602210101${'00'.repeat(31)}020101`],
    ['a number of 34 bytes', `30270222${'01'.repeat(34)}020101`],
  ])('refuses %s', (_what, text) => {
    expect(() => decodeDer(decodeHex(text))).toThrow(SyntaxError);
  });

  test('reads the shortest signature there is', () => {
    expect(encodeHex(decodeDer(decodeHex('3006020101020102')))).toBe(`${'0'.repeat(63)}1${'0'.repeat(63)}2`);
  });

  test.each([0, 63, 65])('writes no signature of %d bytes', (length) => {
    expect(() => encodeDer(new Uint8Array(length))).toThrow(SyntaxError);
  });
});

describe('bytes', () => {
  test('are equal only if every byte and the length are', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2, 0), Uint8Array.of(1, 2))).toBe(false);
    expect(equalBytes(Uint8Array.of(), Uint8Array.of())).toBe(true);
  });

  test('are joined into an array of their own', () => {
    const left = Uint8Array.of(1);
    const joined = concatBytes(left, Uint8Array.of(2, 3));
    left[0] = 9;
    expect(joined).toEqual(Uint8Array.of(1, 2, 3));
    expect(joined.buffer.byteLength).toBe(3);
  });
});

test('a refusal repeats nothing of the input', () => {
  for (const decode of [decodeHex, decodeBase64url]) {
    const errors = ['marked-secret-0O!', 'another?', ''].map((text) => thrownBy(() => decode(`${text}é`)));
    expect(errors[0]?.cause).toBeUndefined();
    expect(new Set(errors.map((error) => error.message)).size).toBe(1);
  }
});

function thrownBy(run: () => unknown): SyntaxError {
  try {
    run();
  } catch (error) {
    if (error instanceof SyntaxError) return error;
  }
  throw new Error('It was not refused.');
}

function readOr(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
