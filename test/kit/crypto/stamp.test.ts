import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import { generateClientKeyPair, importClientKeyPair, stamp, verifyStamp } from '../../../src/kit/crypto/index.ts';
import {
  decodeBase64url,
  decodeHex,
  decodeUtf8,
  encodeBase64url,
  encodeDer,
  encodeHex,
  encodeUtf8,
} from '../../../src/kit/encoding/index.ts';
import { evenScalar, hex, oddScalar, refusal } from './enclave.ts';
import { watched, withSubtle } from './watched-engine.ts';

interface StampFields {
  readonly publicKey: string;
  readonly scheme: string;
  readonly signature: string;
}

const key = await importClientKeyPair(oddScalar, { uses: ['sign'] });
const agreement = await generateClientKeyPair({ uses: ['agree'] });
const good = await stamp('payload', key);
const fields = JSON.parse(decodeUtf8(decodeBase64url(good))) as StampFields;

describe('a stamp', () => {
  test('is unpadded base64url of the public key, the scheme and a DER signature', () => {
    expect(good).toMatch(/^[\w-]+$/);
    expect(Object.keys(fields)).toEqual(['publicKey', 'scheme', 'signature']);
    expect(fields.publicKey).toBe(hex(p256.getPublicKey(oddScalar, true)));
    expect(fields.scheme).toBe('SIGNATURE_SCHEME_TK_API_P256');
    expect(verifiesElsewhere(good, 'payload')).toBe(true);
  });

  test.each([
    ['white space at both ends', '\n\t {"a" : 1 } \r\n'],
    ['keys in no order', '{"z":1,"a":2,"m":{"b":[],"a":{}}}'],
    ['escapes', String.raw`{"a":"\u0041\/\"\\\n","b":"\ud83d\ude00"}`],
    ['emoji and astral characters', '{"😀":"👩‍👩‍👧‍👦 𝄞 \u{10FFFF}"}'],
    ['composed and decomposed letters', '\u00E9 e\u0301 \u00C5 A\u030A \u212B'],
    ['CRLF, CR and LF', 'a\r\nb\rc\nd'],
    ['NUL and control characters', 'a\0b\u0001\u007F\u0085'],
    ['a byte order mark', '\uFEFF{}'],
    ['non-characters', '\uFFFE\uFFFF\uFFFD'],
    ['line separators', '\u2028\u2029\u00A0'],
    ['numbers that a parser would change', '{"a":1.0,"b":1e3,"c":12345678901234567890,"d":-0}'],
    ['a JWT', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA'],
    ['1 MB', `{"a":"${'é😀x'.repeat(150_000)}"}`],
  ])('is over the very bytes of a payload with %s', async (_what, payload) => {
    const value = await stamp(payload, key);
    expect(verifiesElsewhere(value, payload)).toBe(true);
    await expect(verifyStamp(value, payload)).resolves.toEqual({ compressedPublicKeyHex: key.compressedPublicKeyHex });
    await expect(verifyStamp(value, `${payload} `)).rejects.toThrow(refusal('STAMP_INVALID'));
  });

  test.each([
    ['a lone surrogate', 'a\uD800b'],
    ['a surrogate pair the wrong way round', '\uDC00\uD800'],
    ['a trailing half of an emoji', '😀'.slice(0, 1)],
    ['nothing', ''],
    ['more than 8 Mi characters', 'a'.repeat(8 * 1024 * 1024 + 1)],
  ])('is refused for a payload with %s', async (_what, payload) => {
    await expect(stamp(payload, key)).rejects.toThrow(refusal('PAYLOAD_INVALID'));
    await expect(verifyStamp(good, payload)).rejects.toThrow(refusal('PAYLOAD_INVALID'));
  });

  test.each([
    ['payloadToSign', undefined, key],
    ['payloadToSign', { a: 1 }, key],
    ['payloadToSign', encodeUtf8('payload'), key],
    ['key', 'payload', undefined],
    ['key.signingKey', 'payload', { compressedPublicKeyHex: key.compressedPublicKeyHex }],
    ['key.signingKey', 'payload', { ...agreement, signingKey: agreement.agreementKey }],
    ['key.compressedPublicKeyHex', 'payload', { signingKey: key.signingKey }],
    ['key.compressedPublicKeyHex', 'payload', { ...key, compressedPublicKeyHex: key.publicKeyHex }],
    ['key.compressedPublicKeyHex', 'payload', { ...key, compressedPublicKeyHex: `${key.compressedPublicKeyHex}00` }],
    ['key.compressedPublicKeyHex', 'payload', { ...key, compressedPublicKeyHex: `00${key.compressedPublicKeyHex}` }],
    ['key.compressedPublicKeyHex', 'payload', { ...key, compressedPublicKeyHex: [key.compressedPublicKeyHex] }],
    [
      'key.compressedPublicKeyHex',
      'payload',
      { ...key, compressedPublicKeyHex: key.compressedPublicKeyHex.toUpperCase() },
    ],
  ])('names the argument %s when it is wrong', async (argument, payload, given) => {
    await expect(stamp(payload as string, given as typeof key)).rejects.toThrow(
      new RegExp(`^${argument.replace('.', '\\.')} must`),
    );
  });

  test('by a key of each parity verifies, though some engines refuse compressed keys', async () => {
    for (const scalar of [evenScalar, oddScalar]) {
      const signer = await importClientKeyPair(scalar);
      await expect(verifyStamp(await stamp('p', signer), 'p')).resolves.toEqual({
        compressedPublicKeyHex: signer.compressedPublicKeyHex,
      });
    }
  });

  test('with a high s verifies as well as one with a low s', async () => {
    const low = p256.sign(encodeUtf8('payload'), oddScalar, { lowS: true });
    const high = low.slice();
    high.set(p256.Point.Fn.toBytes(-p256.Point.Fn.fromBytes(low.subarray(32)) + p256.Point.Fn.ORDER), 32);
    for (const rawSignature of [low, high]) {
      await expect(verifyStamp(withSignature(rawSignature), 'payload')).resolves.toBeDefined();
    }
  });

  test('whose key is another than the one that signed is refused', async () => {
    const other = await importClientKeyPair(evenScalar);
    await expect(
      verifyStamp(written({ ...fields, publicKey: other.compressedPublicKeyHex }), 'payload'),
    ).rejects.toThrow(refusal('STAMP_INVALID'));
  });

  test.each([
    ['r = 0', `${'00'.repeat(32)}${'01'.repeat(32)}`],
    ['s = 0', `${'01'.repeat(32)}${'00'.repeat(32)}`],
    ['r = n', `ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551${'01'.repeat(32)}`],
    ['s past n', `${'01'.repeat(32)}${'ff'.repeat(32)}`],
  ])('with %s is refused before an engine sees it', async (_what, rawSignature) => {
    const used: string[] = [];
    await withSubtle(watched(crypto.subtle, used), () =>
      expect(verifyStamp(withSignature(decodeHex(rawSignature)), 'payload')).rejects.toThrow(refusal('STAMP_INVALID')),
    );
    expect(used).toEqual([]);
  });

  test.each([
    ['empty', ''],
    ['padded', `${good}=`],
    ['base64 with other letters', `${good.slice(0, -1)}+`],
    ['cut off', good.slice(0, -4)],
    ['with white space', ` ${good}`],
    ['too long', encodeBase64url(encodeUtf8(`${JSON.stringify(fields)}${' '.repeat(3000)}`))],
    ['no JSON', encodeBase64url(encodeUtf8('text'))],
    ['null', encodeBase64url(encodeUtf8('null'))],
    ['an array', encodeBase64url(encodeUtf8('["a","b","c"]'))],
    ['not UTF-8', encodeBase64url(Uint8Array.of(0xff))],
    ['a raw signature', encodeBase64url(new Uint8Array(64))],
    ['without a key', written({ ...fields, publicKey: undefined })],
    ['without a scheme', written({ ...fields, scheme: undefined })],
    ['of another scheme', written({ ...fields, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' })],
    ['without a signature', written({ ...fields, signature: undefined })],
    ['with an empty signature', written({ ...fields, signature: '' })],
    ['with a signature that is no text', written({ ...fields, signature: 1 })],
    ['with a field more', written({ ...fields, more: 1 })],
    ['with a field twice', encodeBase64url(encodeUtf8(`{"scheme":"x",${JSON.stringify(fields).slice(1)}`))],
    ['with an uncompressed key', written({ ...fields, publicKey: key.publicKeyHex })],
    ['with a key in upper case', written({ ...fields, publicKey: fields.publicKey.toUpperCase() })],
    ['with a signature in upper case', written({ ...fields, signature: fields.signature.toUpperCase() })],
    ['with a key off the curve', written({ ...fields, publicKey: `02${'f'.repeat(64)}` })],
    ['with odd hex', written({ ...fields, signature: `${fields.signature}0` })],
    ['with a byte after the signature', written({ ...fields, signature: `${fields.signature}00` })],
  ])('that is %s is refused as unreadable', async (_what, value) => {
    await expect(verifyStamp(value, 'payload')).rejects.toThrow(refusal('STAMP_MALFORMED'));
  });

  test('must be a string: anything else is a mistake of the caller', async () => {
    await expect(verifyStamp(undefined as unknown as string, 'payload')).rejects.toThrow(
      /^stampValue must be a string/,
    );
    await expect(verifyStamp(good, undefined as unknown as string)).rejects.toThrow(/^payload must be a string/);
  });
});

function verifiesElsewhere(value: string, payload: string): boolean {
  const { publicKey, signature } = JSON.parse(atob(value.replaceAll('-', '+').replaceAll('_', '/'))) as StampFields;
  const options = { lowS: false, format: 'der' } as const;
  return p256.verify(decodeHex(signature), new TextEncoder().encode(payload), decodeHex(publicKey), options);
}

function written(changed: Readonly<Record<string, unknown>>): string {
  return encodeBase64url(encodeUtf8(JSON.stringify(changed)));
}

function withSignature(rawSignature: Uint8Array): string {
  return written({ ...fields, signature: encodeHex(encodeDer(rawSignature)) });
}
