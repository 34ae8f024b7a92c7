import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58check, encodeBase58check } from '../../../src/kit/crypto/login/base58check.ts';
import { decodeHex, encodeHex } from '../../../src/kit/encoding/index.ts';
import { check } from '../../properties.ts';
import { report } from '../../report.ts';
import base58check from '../../vectors/base58check.json' with { type: 'json' };

const reference = createBase58check(sha256);
const bytes = fc.uint8Array({ maxLength: 200 }).map((value) => new Uint8Array(value));

describe('base58check', { timeout: 60_000 }, () => {
  test('is written as @scure/base and @noble/hashes write it, and comes back from its text', () =>
    check(
      200,
      fc.asyncProperty(bytes, async (value) => {
        const text = await encodeBase58check(value);
        expect(text).toBe(reference.encode(value));
        expect(await decodeBase58check(text)).toEqual(value);
      }),
    ));

  test('refuses a text in which one character is another', () =>
    check(
      200,
      fc.asyncProperty(
        bytes,
        fc.nat(),
        fc.constantFrom('1', 'a', 'Z', '0', 'O', 'I', 'l', ' ', '+', 'é'),
        async (value, position, letter) => {
          const text = reference.encode(value);
          const at = position % text.length;
          fc.pre(text[at] !== letter);
          const changed = text.slice(0, at) + letter + text.slice(at + 1);
          await expect(decodeBase58check(changed)).rejects.toThrow(SyntaxError);
        },
      ),
    ));

  test('refuses a text with a foreign character whose value fits', async () => {
    // Were a character that is not found worth -1, then "20" would be worth as much as "1z".
    const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const forged = Array.from({ length: 256 }, (_, byte) => reference.encode(Uint8Array.of(9, byte))).flatMap(
      (text) => {
        const at = text.indexOf('z', 1);
        const carried = digits[digits.indexOf(text[at - 1] ?? '') + 1];
        return at < 1 || carried === undefined ? [] : [`${text.slice(0, at - 1)}${carried}0${text.slice(at + 1)}`];
      },
    );
    expect(forged.length).toBeGreaterThan(10);
    for (const text of forged) await expect(decodeBase58check(text)).rejects.toThrow(SyntaxError);
  });

  test.each(['', '1', '1111', ' 3QJmnh', '3QJmnh '])('refuses %j', async (text) => {
    await expect(decodeBase58check(text)).rejects.toThrow(SyntaxError);
  });
});

test('base58check reads and writes the 50 valid fixtures and refuses the 4 invalid', async () => {
  const { valid, invalid } = base58check;
  for (const { text, payloadHex } of valid) {
    expect(encodeHex(await decodeBase58check(text))).toBe(payloadHex);
    expect(await encodeBase58check(decodeHex(payloadHex))).toBe(text);
  }
  for (const text of invalid) {
    await expect(decodeBase58check(text)).rejects.toThrow(SyntaxError);
  }
  expect([valid.length, invalid.length]).toEqual([50, 4]);
  report(`base58check: ${valid.length} valid, ${invalid.length} refused`);
});

test('a refusal of base58check repeats nothing of the input', async () => {
  for (const text of ['marked-secret-0O!', 'another?', 'é']) {
    await expect(decodeBase58check(text)).rejects.toThrow(/^The text is not base58 with a valid checksum\.$/);
  }
});
