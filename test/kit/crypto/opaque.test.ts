import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectPayload } from '../../../src/kit/crypto/index.ts';
import { encodeBase64url, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { check } from '../../properties.ts';
import { refusal } from './enclave.ts';

/** JSON that asks for something else, in the forms in which a lenient reader might still find it. */
const foreign =
  '{"type":"ACTIVITY_TYPE_EXPORT_WALLET","organizationId":"o","timestampMs":"1","parameters":{"walletId":"w"}}';
const disguises: readonly (readonly [name: string, text: string])[] = [
  ['as it is', foreign],
  ['with white space around it', `\r\n ${foreign}\t`],
  ['after a byte order mark', `\uFEFF${foreign}`],
  ['after a comment', `/**/${foreign}`],
  ['after 30,000 characters', `${'x'.repeat(30_000)}${foreign}`],
  ['after a number', `1${foreign}`],
  ['in a list', `[${foreign}]`],
  ['as a text of JSON', JSON.stringify(foreign)],
  ['without its end', foreign.slice(0, -1)],
  ['without its type', '{"organizationId":"o","parameters":{}}'],
  ['as JSON5', "{type:'T',parameters:{}}"],
  ['as YAML', 'type: T\nparameters:\n  walletId: w\n'],
  ['as XML', '<type>T</type>'],
  ['as a form', 'type=T&organizationId=o'],
  ['percent-encoded', encodeURIComponent(foreign)],
  ['as a token', `${text('{"alg":"none"}')}.${text(foreign)}.AA`],
  ['as a token with its scheme', `Bearer ${text('{"alg":"none"}')}.${text(foreign)}.AA\n`],
  ['in base64 with a line end', `${btoa(foreign)}\n`],
  ['in lines of base64', btoa(foreign).replaceAll(/.{76}/g, '$&\r\n')],
  ['in hex with spaces', encodeHex(encodeUtf8(foreign)).replaceAll(/../g, '$& ')],
  ['as a form with a byte that is no text', 'type=ACTIVITY%5FTYPE_EXPORT_WALLET&walletId=w&x=\u007F'],
];

function bytesOf(text: string, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): Uint8Array {
  if (encoding === 'utf-8') return encodeUtf8(text);
  return Uint8Array.from(
    Array.from(text, String).flatMap((letter) => {
      const unit = letter.charCodeAt(0);
      return encoding === 'utf-16le' ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff];
    }),
  );
}

const encodings: readonly (readonly [name: string, encode: (bytes: Uint8Array) => string])[] = [
  ['hex', (bytes) => encodeHex(bytes)],
  ['upper-case hex', (bytes) => encodeHex(bytes).toUpperCase()],
  ['base64url', (bytes) => encodeBase64url(bytes)],
  ['base64', (bytes) => base64(bytes)],
  ['base64 without padding', (bytes) => base64(bytes).replaceAll('=', '')],
  ['base64url with padding', (bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_')],
  ['base64 of base64', (bytes) => btoa(base64(bytes))],
  ['hex of base64url', (bytes) => encodeHex(encodeUtf8(encodeBase64url(bytes)))],
];

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

describe('an opaque payload', () => {
  const digest = Uint8Array.from({ length: 32 }, (_, index) => (index * 151 + 7) & 0xff);

  test.each([
    ['base64', base64(digest)],
    ['base64 without padding', base64(digest).replaceAll('=', '')],
    ['base64url', encodeBase64url(digest)],
    ['hex', encodeHex(digest)],
    ['upper-case hex', encodeHex(digest).toUpperCase()],
    ['base64 of plain words', 'c29tZXRoaW5nIG9wYXF1ZQ=='],
    ['base64 of hex', btoa(encodeHex(digest))],
    ['bytes that begin with a brace', base64(Uint8Array.from([0x7b, 0x22, ...digest]))],
    ['bytes that end with a brace', encodeHex(Uint8Array.from([...digest, 0x7d]))],
    ['64 KiB of base64', 'QUJD'.repeat(0x4000)],
    ['64 KiB of hex', 'c0ffee00'.repeat(0x2000)],
  ])('may be %s', (_what, payload) => {
    expect(inspectPayload(payload)).toEqual({ kind: 'opaque' });
  });

  test('may be any random bytes of 32 and more', () =>
    check(
      2_000,
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 96 }),
        fc.constantFrom(...encodings.slice(0, 6)),
        (bytes, [, encode]) => {
          expect(inspectPayload(encode(bytes))).toEqual({ kind: 'opaque' });
        },
      ),
    ));

  test.each(encodings)('is refused for JSON, YAML, a form or a token in %s', (_name, encode) => {
    for (const [name, text] of disguises) {
      for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
        expect(() => inspectPayload(encode(bytesOf(text, encoding))), `${name}, ${encoding}`).toThrow(
          refusal('PAYLOAD_INVALID'),
        );
      }
    }
  });

  test('is refused for JSON in raw text, however it is hidden', () => {
    const readable = ['as it is', 'with white space around it'];
    for (const [name, text] of disguises.filter(([title]) => !readable.includes(title))) {
      expect(() => inspectPayload(text), name).toThrow(refusal('PAYLOAD_INVALID'));
    }
  });

  test.each([
    ['a form', 'type=ACTIVITY%5FTYPE_EXPORT_WALLET&walletId=w&x=\u00E9'],
    ['YAML', '# \u00E9\ntype: "\\x41CTIVITY_TYPE_EXPORT_WALLET"\norganizationId: o\n'],
    ['JSON', '["\\u0041CTIVITY\\u005fTYPE_EXPORT_WALLET","\u00FF"]'],
  ])('is refused for %s with a byte that is not UTF-8', (_, latin) => {
    for (const [name, encode] of encodings) {
      const bytes = Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
      expect(() => inspectPayload(encode(bytes)), name).toThrow(refusal('PAYLOAD_INVALID'));
    }
  });

  test.each(encodings)(
    'is refused for text in another alphabet, whatever bytes its letters have, in %s',
    (_, encode) => {
      // The second byte of a letter may be that of a no-break space.
      const yaml = 'Тип: РАСХОД\nСчёт: РРРР à\n';
      expect(() => inspectPayload(encode(encodeUtf8(yaml)))).toThrow(refusal('PAYLOAD_INVALID'));
    },
  );

  test('is refused for JSON between bytes that are no text', () => {
    for (const json of [foreign, '{"organizationId":"o","parameters":{}}']) {
      const bytes = Uint8Array.from([...digest, 0, 1, 0xff, ...encodeUtf8(json), 0xff, 2]);
      for (const [name, encode] of encodings) {
        expect(() => inspectPayload(encode(bytes)), name).toThrow(refusal('PAYLOAD_INVALID'));
      }
    }
  });

  test.each([
    ['hex', encodeHex(encodeUtf8(foreign)), ['0x0x', '0X0x0x', 'x', 'AA0x', 'hex_', '-']],
    ['base64', base64(encodeUtf8(foreign)).replaceAll('=', ''), ['x', '0x', 'b64', 'AAAAx', '0x0x', '0x0x0']],
  ])('is refused for the name of an activity in %s, whatever stands before it', (_, encoded, prefixes) => {
    for (const before of prefixes)
      expect(() => inspectPayload(`${before}${encoded}`), before).toThrow(refusal('PAYLOAD_INVALID'));
  });

  test.each([
    ['text', 'Pay 12.50 to example.com. Now.'],
    ['words', 'pay now'],
    ['a version', '1.2.3'],
    ['three parts that hold no JSON', 'abc.def.ghi'],
    ['JSON text of a string', '"{}"'],
    ['a number of odd length', '1'],
    ['the name of an activity', 'ACTIVITY_TYPE_EXPORT_WALLET'],
    ['white space', ' \n'],
    ['base64 with a line end', 'c29tZXRoaW5n\n'],
    ['base64 in two alphabets', 'ab+_'],
    ['base64 with padding inside', 'YQ==YQ=='],
    ['1 MB of spaces before a letter', `${' '.repeat(1_000_000)}x`],
    ['1 MB of spaces between letters', `x${' '.repeat(1_000_000)}x`],
    ['1 MB of dots', '.'.repeat(1_000_000)],
    ['more than 64 KiB of base64', `${'QUJD'.repeat(0x4000)}QQ`],
    ['more than 64 KiB of hex', `${'c0ffee00'.repeat(0x2000)}00`],
    ['6 MiB of hex', 'ab'.repeat(3 * 2 ** 20)],
  ])('is not %s', (_what, payload) => {
    expect(() => inspectPayload(payload)).toThrow(refusal('PAYLOAD_INVALID'));
  });
});

function text(json: string): string {
  return encodeBase64url(encodeUtf8(json));
}
