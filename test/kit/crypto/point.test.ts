import { p256 } from '@noble/curves/nist.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPoint, readPointHex } from '../../../src/kit/crypto/p256.ts';
import { publicKeyForms } from '../../../src/kit/crypto/signing/stamp.ts';
import { decodeHex } from '../../../src/kit/encoding/index.ts';
import { check } from '../../properties.ts';
import { hex, refusal, scalarOf } from './enclave.ts';

const P = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';
const P_PLUS_5 = 'ffffffff00000001000000000000000000000001000000000000000000000004';
// The point of P-256 with y = 5: y + p fits into 32 bytes.
const X_OF_5 = 'd7325d7646cd60d80a92738ceb345f844cffaf35841022cab176f692de8de1d7';
const ROOT_B = '66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4';
const valid = p256.getPublicKey(scalarOf(1), false);

describe('a public point', { timeout: 60_000 }, () => {
  test('is read from both forms, as noble reads it, and shortened again', () =>
    check(
      60,
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (seed) => {
        const scalar = seed.map((byte, index) => (index === 0 ? 0 : byte));
        fc.pre(scalar.some((byte) => byte !== 0));
        const point = p256.getPublicKey(scalar, false);
        const compressed = p256.getPublicKey(scalar, true);
        expect(readPoint(point)).toEqual(point);
        expect(readPoint(compressed)).toEqual(point);
        expect(publicKeyForms(point)).toEqual({ publicKeyHex: hex(point), compressedPublicKeyHex: hex(compressed) });
        expect(readPointHex(hex(compressed).toUpperCase())).toEqual(point);
      }),
    ));

  test('with an x that has no square root is refused, and with any other read, as noble does', () =>
    check(
      100,
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom(2, 3), (x, prefix) => {
        const encoded = Uint8Array.of(prefix, ...x);
        let expected: Uint8Array | null = null;
        try {
          expected = p256.Point.fromBytes(encoded).toBytes(false);
        } catch {
          expect(() => readPoint(encoded)).toThrow(refusal('POINT_INVALID'));
        }
        if (expected !== null) expect(readPoint(encoded)).toEqual(expected);
      }),
    ));

  test('off the curve by one bit is refused', () => {
    for (let bit = 8; bit < 65 * 8; bit += 1) {
      const point = valid.slice();
      point[bit >> 3] = (point[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => readPoint(point)).toThrow(refusal('POINT_INVALID'));
    }
  });

  test('with x = 0 is on the curve and read', () => {
    expect(hex(readPointHex(`02${'0'.repeat(64)}`))).toBe(`04${'0'.repeat(64)}${ROOT_B}`);
  });

  test('with a small coordinate is read in its one form', () => {
    expect(hex(readPointHex(`03${X_OF_5}`))).toBe(`04${X_OF_5}${'5'.padStart(64, '0')}`);
  });

  test.each([
    ['nothing', ''],
    ['the point at infinity', '00'],
    ['65 zero bytes', '00'.repeat(65)],
    ['the prefix 05', `05${hex(valid).slice(2)}`],
    ['the hybrid prefix 06', `06${hex(valid).slice(2)}`],
    ['64 bytes without a prefix', hex(valid).slice(2)],
    ['a y without its leading zeros', `04${X_OF_5}05`],
    ['a byte too many', `${hex(valid)}00`],
    ['a byte too few', hex(valid).slice(0, -2)],
    ['a compressed prefix on 65 bytes', `02${hex(valid).slice(2)}`],
    ['an uncompressed prefix on 33 bytes', `04${hex(valid).slice(2, 66)}`],
    ['x = p, which is 0 again', `02${P}`],
    ['x = p in 65 bytes', `04${P}${ROOT_B}`],
    ['y = 5 + p in 65 bytes', `04${X_OF_5}${P_PLUS_5}`],
    ['x = 5 + p in 33 bytes', `02${P_PLUS_5}`],
  ])('of %s is refused', (_what, text) => {
    expect(() => readPoint(decodeHex(text))).toThrow(refusal('POINT_INVALID'));
  });

  test.each(['', 'zz', '0', `${hex(valid)} `, `0x${hex(valid)}`, `${hex(valid).slice(0, -1)}g`])(
    'in the text %j is refused',
    (text) => {
      expect(() => readPointHex(text)).toThrow(refusal('POINT_INVALID'));
    },
  );
});
