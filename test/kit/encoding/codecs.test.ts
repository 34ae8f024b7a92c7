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
import { decodeBase64, encodeBase64 } from '../../../src/kit/encoding/base64.ts';
import { readRetryAfter } from '../../../src/kit/encoding/retry-after.ts';
import { check, isShortRun } from '../../properties.ts';
import { report } from '../../report.ts';
import utf8 from '../../vectors/utf8.json' with { type: 'json' };

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

describe('base64', () => {
  // RFC 4648, section 10, and a byte for each of the two last characters of the alphabet.
  const vectors = {
    '': '',
    f: 'Zg==',
    fo: 'Zm8=',
    foo: 'Zm9v',
    foob: 'Zm9vYg==',
    fooba: 'Zm9vYmE=',
    foobar: 'Zm9vYmFy',
  };

  test.each([...Object.entries(vectors), ['\u00fb\u00ff', '+/8=']])(
    '%j is written as %s, and read back',
    (text, written) => {
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      expect(encodeBase64(bytes)).toBe(written);
      expect(decodeBase64(written)).toEqual(bytes);
    },
  );

  test('bytes of any number are written', () => {
    // More than an engine takes as the arguments of one call.
    const bytes = new Uint8Array(300_000).fill(0xff);
    expect(encodeBase64(bytes)).toBe('/'.repeat(400_000));
  });

  test.each(['Zg', 'Zh==', 'Zg==\n', 'Z', 'Zm9v*', '-_8='])('%j is read as nothing', (text) => {
    expect(decodeBase64(text)).toBeNull();
  });
});

describe('UTF-8', { timeout: 60_000 }, () => {
  // The unit 'binary' of fast-check is the same, and takes a second to be made.
  const codePoint = fc.nat(0x10f7ff).map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));

  test('comes back from its bytes, a byte order mark and NUL included', () =>
    check(
      300,
      fc.property(fc.string({ unit: codePoint }), (text) => {
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

  test('refuses the 33 malformed sequences of web-platform-tests', () => {
    for (const hex of utf8.malformedHex) {
      expect(() => decodeUtf8(decodeHex(hex)), hex).toThrow(SyntaxError);
    }
    expect(utf8.malformedHex.length).toBe(33);
    report(`UTF-8 decoding: ${utf8.malformedHex.length} malformed sequences refused`);
  });

  test('reads what is whole and refuses it when its end is cut off', () => {
    const bytes = decodeHex(utf8.cut.bytesHex);
    expect(decodeUtf8(bytes)).toBe(utf8.cut.text);
    expect(() => decodeUtf8(bytes.subarray(0, utf8.cut.length))).toThrow(SyntaxError);
  });

  test('refuses each text with a lone surrogate and writes the others', () => {
    const refused = utf8.texts.filter(({ bytesHex }) => bytesHex === null);
    for (const { codeUnits, bytesHex } of utf8.texts) {
      const text = String.fromCharCode(...codeUnits);
      if (bytesHex !== null) expect(encodeHex(encodeUtf8(text))).toBe(bytesHex);
      else expect(() => encodeUtf8(text)).toThrow(SyntaxError);
    }
    expect([utf8.texts.length, refused.length]).toEqual([9, 7]);
    report(`UTF-8 encoding: ${utf8.texts.length} texts, ${refused.length} with lone surrogates refused`);
  });
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

describe('Retry-After', () => {
  const date = Date.UTC(2027, 0, 1);

  test.each([
    ['a number of seconds', '120', 120],
    ['nought', '0', 0],
    ['a later time', 'Fri, 01 Jan 2027 00:00:07 GMT', 7],
    ['a time that has passed', 'Thu, 31 Dec 2026 00:00:00 GMT', 0],
    ['nothing', null, null],
    ['a fraction', '1.5', null],
    ['a negative number', '-1', null],
    ['eleven digits', '12345678901', null],
    ['markup', '<b>1</b>', null],
  ])('is read from %s', (_title, value, seconds) => {
    expect(readRetryAfter(value, date)).toBe(seconds);
  });

  test('as a time says nothing without the time of the answer', () => {
    expect(readRetryAfter('Fri, 01 Jan 2027 00:00:07 GMT', null)).toBeNull();
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
