import { base58check, utf8Decoder, utf8Encoder } from 'virtual:vectors';
import { expect, test } from 'vitest';
import { decodeBase58check, encodeBase58check } from '../../src/encoding/base58check.ts';
import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from '../../src/encoding/index.ts';
import { report } from '../report.ts';

test.skipIf(base58check === null)(
  'base58check reads and writes the 50 valid fixtures and refuses the 4 invalid',
  () => {
    const { valid = [], invalid = [] } = base58check ?? {};
    for (const { string, payload } of valid) {
      expect(encodeHex(decodeBase58check(string))).toBe(payload);
      expect(encodeBase58check(decodeHex(payload))).toBe(string);
    }
    for (const { string } of invalid) {
      expect(() => decodeBase58check(string)).toThrow(expect.objectContaining({ code: 'BASE58CHECK_INVALID' }));
    }
    expect([valid.length, invalid.length]).toEqual([50, 4]);
    report(`base58check: ${valid.length} valid, ${invalid.length} refused`);
  },
);

test.skipIf(utf8Decoder === null)('UTF-8 refuses the 33 malformed sequences of web-platform-tests', () => {
  const malformed = utf8Decoder?.fatal_invalid ?? [];
  for (const { name, input } of malformed) {
    expect(() => decodeUtf8(Uint8Array.from(input)), name).toThrow(expect.objectContaining({ code: 'UTF8_INVALID' }));
  }
  expect(malformed.length).toBe(33);
  report(`UTF-8 decoding: ${malformed.length} malformed sequences refused`);
});

test.skipIf(utf8Decoder === null)('UTF-8 reads what is whole and refuses it when its end is cut off', () => {
  const { bytes = [], full, truncated_length: end } = utf8Decoder?.recovery_case ?? {};
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(full);
  expect(() => decodeUtf8(Uint8Array.from(bytes).subarray(0, end))).toThrow(
    expect.objectContaining({ code: 'UTF8_INVALID' }),
  );
});

test.skipIf(utf8Encoder === null)('UTF-8 refuses each text with a lone surrogate and writes the others', () => {
  const cases = utf8Encoder?.cases ?? [];
  const replaced = cases.filter(({ decoded_default: text }) => text.includes('\uFFFD'));
  for (const { name, input, expected_bytes: bytes } of cases.filter((entry) => !replaced.includes(entry))) {
    expect([...encodeUtf8(input)], name).toEqual(bytes);
  }
  for (const { name, input } of replaced) {
    expect(() => encodeUtf8(input), name).toThrow(expect.objectContaining({ code: 'UTF8_INVALID' }));
  }
  expect([cases.length, replaced.length]).toEqual([9, 7]);
  report(`UTF-8 encoding: ${cases.length} texts, ${replaced.length} with lone surrogates refused`);
});
