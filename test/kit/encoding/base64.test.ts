import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../src/kit/encoding/base64.ts';

// RFC 4648, section 10, and a byte for each of the two last characters of the alphabet.
const vectors = { '': '', f: 'Zg==', fo: 'Zm8=', foo: 'Zm9v', foob: 'Zm9vYg==', fooba: 'Zm9vYmE=', foobar: 'Zm9vYmFy' };

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
