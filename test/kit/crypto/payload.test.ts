import { describe, expect, test } from 'vitest';
import { inspectPayload } from '../../../src/kit/crypto/index.ts';
import { encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { refusal } from './enclave.ts';

const activity =
  '{"organizationId":"org","parameters":{"targetPublicKey":"02"},"timestampMs":"1","type":"ACTIVITY_TYPE_X"}';
const ours = `02${'ab'.repeat(32)}`;
const theirs = `03${'cd'.repeat(32)}`;

describe('an activity', () => {
  test('is read whatever its white space, key order and further fields', () => {
    const text =
      '\r\n\t {"type" : "ACTIVITY_TYPE_Y",\n"generateAppProofs":true,"parameters":{"z":[1,-2.5,{"b":null}],"a":"\\u00e9 1.0"}} ';
    expect(inspectPayload(text)).toEqual({
      kind: 'activity',
      activityType: 'ACTIVITY_TYPE_Y',
      parameters: { z: [1, -2.5, { b: null }], a: 'é 1.0' },
      more: { generateAppProofs: true },
    });
  });

  test('is frozen throughout', () => {
    const summary = inspectPayload('{"type":"T","parameters":{"a":{"b":[{"c":1}]}}}');
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.isFrozen(value)).toBe(true);
      Object.values(value).forEach(walk);
    };
    walk(summary);
  });

  test.each([
    ['a number that a double rounds', '{"type":"A","parameters":{"amount":9007199254740993}}'],
    ['a number that overflows', '{"type":"A","parameters":{"amount":[1e400]}}'],
    ['a number with more than one text', '{"type":"A","parameters":{"amount":-1.0}}'],
    ['a type twice', '{"type":"A","type":"B","parameters":{}}'],
    ['a type twice, once escaped', String.raw`{"type":"A","\u0074ype":"B","parameters":{}}`],
    ['a type in two cases', '{"type":"A","Type":"B","parameters":{}}'],
    ['a type with a Kelvin sign beside its k', '{"k":1,"\u212A":2,"type":"A","parameters":{}}'],
    ['parameters with a long s beside the s', '{"type":"A","parameters":{},"parameter\u017F":{}}'],
    ['a name twice, deep down', '{"type":"A","parameters":{"a":[{"b":{"c":1,"c":2}}]}}'],
    ['a name twice after a nested object', '{"type":"A","parameters":{"a":{"x":1},"b":[],"a":1}}'],
    ['a name twice around a string of brackets', '{"type":"A","parameters":{"a":"}]{\\"","b":"[","a":1}}'],
    ['__proto__', '{"type":"A","parameters":{},"__proto__":{"type":"B"}}'],
    ['__proto__, escaped and deep down', String.raw`{"type":"A","parameters":{"a":{"__pro\u0074o__":{}}}}`],
    ['a byte order mark', `\uFEFF${activity}`],
    ['a no-break space', `\u00A0${activity}`],
    ['an ideographic space', `\u3000${activity}`],
    ['a zero-width space', `\u200B${activity}`],
    ['a word joiner', `\u2060${activity}`],
    ['a line separator', `\u2028${activity}`],
    ['NUL', `\0${activity}`],
    ['a vertical tab', `\v${activity}`],
    ['a next-line character', `\u0085${activity}`],
    ['text after it', `${activity} x`],
    ['another activity after it', `${activity}\n${activity}`],
    ['NUL after it', `${activity}\0`],
    ['a trailing comma', '{"type":"A","parameters":{},}'],
    ['a comment', '{/**/"type":"A","parameters":{}}'],
    ['single quotes', "{'type':'A','parameters':{}}"],
    ['no end', activity.slice(0, -1)],
    ['no type', '{"parameters":{}}'],
    ['an empty type', '{"type":"","parameters":{}}'],
    ['a type that is no text', '{"type":["A"],"parameters":{}}'],
    ['a type inside parameters alone', '{"parameters":{"type":"A"}}'],
    ['no parameters', '{"type":"A"}'],
    ['parameters that are a list', '{"type":"A","parameters":[]}'],
    ['parameters that are null', '{"type":"A","parameters":null}'],
    ['parameters encoded twice', '{"type":"A","parameters":"{}"}'],
    ['an organization that is no text', '{"type":"A","parameters":{},"organizationId":1}'],
    ['a timestamp that is no text', '{"type":"A","parameters":{},"timestampMs":1}'],
    ['a list around it', `[${activity}]`],
    ['nothing but a brace', '{'],
    ['nothing but a bracket', ' ['],
    ['65 levels', `{"type":"A","parameters":{"a":${'['.repeat(63)}${']'.repeat(63)}}}`],
    ['a million levels', '['.repeat(1_000_000)],
    ['a million closed levels', '['.repeat(500_000) + ']'.repeat(500_000)],
  ])('with %s is refused, not taken for opaque', (_what, text) => {
    expect(() => inspectPayload(text)).toThrow(refusal('PAYLOAD_INVALID'));
  });

  test('may hold JSON as text, in which names stand again', () => {
    const inner = '"{"type":1,"type":2,"__proto__":3}';
    expect(inspectPayload(JSON.stringify({ type: 'A', parameters: { inner } }))).toMatchObject({
      parameters: { inner },
    });
  });

  test('may nest 64 levels, hold names again in other objects, and have strings full of escapes', () => {
    const text = `{"type":"A","parameters":{"type":"A","a":${'['.repeat(62)}${']'.repeat(62)},"b":[{"c":1},{"c":2}],"d":"${String.raw`\"\\\n`.repeat(200_000)}"}}`;
    expect(inspectPayload(text)).toMatchObject({ kind: 'activity', activityType: 'A' });
  });
});

describe('a token', () => {
  const header = { alg: 'ES256', kid: 'turnkey', typ: 'JWT' };

  test('is read with its header, its claims and no key where none is named', () => {
    expect(inspectPayload(token(header, { sub: 'AuthMethod:1', iat: 1, exp: 3601 }))).toEqual({
      kind: 'token',
      header,
      claims: { sub: 'AuthMethod:1', iat: 1, exp: 3601 },
      publicKeys: [],
    });
  });

  test.each([
    ['public_key', { public_key: ours }, [ours]],
    ['a claim in upper case', { publicKey: ours.toUpperCase() }, [ours]],
    ['any claim that holds a point', { x: [{ y: ours }] }, [ours]],
    ['two claims', { public_key: ours, other: { key: theirs } }, [ours, theirs]],
    ['one key twice', { public_key: ours, publicKey: ours }, [ours]],
    ['an uncompressed point', { k: `04${'ab'.repeat(64)}` }, [`04${'ab'.repeat(64)}`]],
    ['a form that is not known', { public_key: 'base64?' }, ['base64?']],
    ['a point in a longer text', { x: `${ours}0`, y: `a${ours}` }, []],
    ['a point whose name says nothing, beside one coordinate', { kty: 'EC', x: 'AA' }, []],
    ['a thumbprint', { cnf: { jkt: 'thumb' } }, ['thumb']],
    ['a form of numbers', { public_key: [2, 171] }, ['2', '171']],
    ['null', { public_key: null }, []],
    ['a key id under cnf', { cnf: { kid: 'id' } }, ['id']],
  ])('names the keys of %s', (_what, claims, publicKeys) => {
    expect(inspectPayload(token(header, claims))).toMatchObject({ kind: 'token', publicKeys });
  });

  test('names a JWK as the point that it is', () => {
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: encodeBase64url(new Uint8Array(32).fill(1)),
      y: encodeBase64url(new Uint8Array(32).fill(2)),
    };
    const point = `04${'01'.repeat(32)}${'02'.repeat(32)}`;
    expect(inspectPayload(token(header, { cnf: { jwk: { ...jwk, kid: 'id' } } }))).toMatchObject({
      publicKeys: [point],
    });
    expect(inspectPayload(token(header, { ...jwk, public_key: theirs }))).toMatchObject({
      publicKeys: [point, theirs],
    });
    expect(inspectPayload(token(header, { jwk: { kty: 'OKP', x: 'AA' } }))).toMatchObject({
      publicKeys: ['OKP', 'AA'],
    });
  });

  const [head = '', body = '', tail = ''] = token(header, { sub: 's' }).split('.');
  test.each([
    ['alg none', token({ alg: 'none' }, {})],
    ['alg None', token({ alg: 'None' }, {})],
    ['alg none between spaces', token({ alg: ' none ' }, {})],
    ['an empty alg', token({ alg: '' }, {})],
    ['no alg', token({ typ: 'JWT' }, {})],
    ['an alg that is no text', token({ alg: ['ES256'] }, {})],
    ['an alg twice', `${text('{"alg":"ES256","alg":"none"}')}.${body}.${tail}`],
    ['a claim twice', `${head}.${text(`{"public_key":"${ours}","public_key":"${theirs}"}`)}.${tail}`],
    ['a claim in two cases', `${head}.${text(`{"public_key":"${ours}","Public_Key":"${theirs}"}`)}.${tail}`],
    ['__proto__ among its claims', `${head}.${text('{"__proto__":{}}')}.${tail}`],
    ['claims that are a list', `${head}.${text('[]')}.${tail}`],
    ['claims that are text', `${head}.${text('"x"')}.${tail}`],
    ['claims that are no JSON', `${head}.${text('{')}.${tail}`],
    ['claims that are not UTF-8', `${head}.${encodeBase64url(Uint8Array.of(0x7b, 0xff, 0x7d))}.${tail}`],
    ['a byte order mark before its claims', `${head}.${text('\uFEFF{}')}.${tail}`],
    ['a byte order mark before its header', `${text('\uFEFF{"alg":"ES256"}')}.${body}.${tail}`],
    ['no signature', `${head}.${body}.`],
    ['two parts', `${head}.${body}.`.slice(0, -1) + '.'],
    ['four parts', `${head}.${body}.${tail}.${tail}`],
    ['five parts', `${head}.${body}.${tail}.${tail}.${tail}`],
    ['padding', `${head}=.${body}.${tail}`],
    ['letters of plain base64', `${head}.${body}.++//`],
    ['a space before it', ` ${head}.${body}.${tail}`],
    ['a zero-width space before it', `\u200B${head}.${body}.${tail}`],
    ['a line end after it', `${head}.${body}.${tail}\n`],
    ['no claims', `${head}..${tail}`],
    ['a JWK whose x is no base64url', token(header, { jwk: { kty: 'EC', x: '=', y: 'AA' } })],
  ])('with %s is refused, not taken for opaque', (_what, payload) => {
    expect(() => inspectPayload(payload)).toThrow(refusal('PAYLOAD_INVALID'));
  });
});

describe('expected values', () => {
  const wanted = { userId: 'u', list: [1, { a: 'x' }], key: 'k', amount: '1', walletId: 'w', nothing: null };
  const held = {
    userId: 'u',
    list: [1, { a: 'x' }],
    nothing: null,
    deep: [null, { key: 'k' }],
    more: [{ amount: '1' }, { amount: '2' }],
  };
  const compared = {
    userId: 'equal',
    list: 'equal',
    key: 'equal',
    amount: 'differs',
    walletId: 'not in the payload',
    nothing: 'equal',
  };

  test('are looked for by their names at any depth of an activity’s parameters and of a token’s claims', () => {
    const payload = JSON.stringify({ type: 'T', parameters: held, walletId: 'w' });
    expect(inspectPayload(payload, { expect: wanted })).toEqual({ ...inspectPayload(payload), compared });
    const claims = token({ alg: 'ES256' }, held);
    expect(inspectPayload(claims, { expect: wanted })).toEqual({ ...inspectPayload(claims), compared });
  });

  test('are in no opaque payload', () => {
    const payload = encodeBase64url(Uint8Array.of(0xff, 0xfe, 0xfd));
    expect(inspectPayload(payload, { expect: { userId: 'u' } })).toEqual({
      kind: 'opaque',
      compared: { userId: 'not in the payload' },
    });
  });
});

describe('a payload', () => {
  test.each([
    ['nothing', ''],
    ['a lone surrogate', 'a\uD800'],
    ['more than 8 Mi characters', ' '.repeat(8 * 1024 * 1024 + 1)],
    ['a token of more than 64 KiB', token({ alg: 'ES256' }, { sub: 'a'.repeat(0xc000) })],
  ])('is refused when it is %s', (_what, payload) => {
    expect(() => inspectPayload(payload)).toThrow(refusal('PAYLOAD_INVALID'));
  });

  test('must be a string: anything else is a mistake of the caller', () => {
    expect(() => inspectPayload({ type: 'A' } as unknown as string)).toThrow(/^payloadToSign must be a string/);
  });
});

function text(json: string): string {
  return encodeBase64url(encodeUtf8(json));
}

function token(header: unknown, claims: unknown): string {
  return `${text(JSON.stringify(header))}.${text(JSON.stringify(claims))}.${'A'.repeat(86)}`;
}
