import { expect, test } from 'vitest';
import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { report } from '../../report.ts';
import utf8 from '../../vectors/utf8.json' with { type: 'json' };

test('UTF-8 refuses the 33 malformed sequences of web-platform-tests', () => {
  for (const hex of utf8.malformedHex) {
    expect(() => decodeUtf8(decodeHex(hex)), hex).toThrow(SyntaxError);
  }
  expect(utf8.malformedHex.length).toBe(33);
  report(`UTF-8 decoding: ${utf8.malformedHex.length} malformed sequences refused`);
});

test('UTF-8 reads what is whole and refuses it when its end is cut off', () => {
  const bytes = decodeHex(utf8.cut.bytesHex);
  expect(decodeUtf8(bytes)).toBe(utf8.cut.text);
  expect(() => decodeUtf8(bytes.subarray(0, utf8.cut.length))).toThrow(SyntaxError);
});

test('UTF-8 refuses each text with a lone surrogate and writes the others', () => {
  const refused = utf8.texts.filter(({ bytesHex }) => bytesHex === null);
  for (const { codeUnits, bytesHex } of utf8.texts) {
    const text = String.fromCharCode(...codeUnits);
    if (bytesHex !== null) expect(encodeHex(encodeUtf8(text))).toBe(bytesHex);
    else expect(() => encodeUtf8(text)).toThrow(SyntaxError);
  }
  expect([utf8.texts.length, refused.length]).toEqual([9, 7]);
  report(`UTF-8 encoding: ${utf8.texts.length} texts, ${refused.length} with lone surrogates refused`);
});
