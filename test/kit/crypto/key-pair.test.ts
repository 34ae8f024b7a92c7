import { p256 } from '@noble/curves/nist.js';
import { afterEach, describe, expect, test } from 'vitest';
import { generateClientKeyPair, importClientKeyPair, stamp, verifyStamp } from '../../../src/kit/crypto/index.ts';
import { derivePoint, encodePkcs8, prepareToDerive } from '../../../src/kit/crypto/login/private-key.ts';
import * as signing from '../../../src/kit/crypto/signing/index.ts';
import { decodeHex } from '../../../src/kit/encoding/index.ts';
import { evenScalar, hex, oddScalar, refusal, scalarOf } from './enclave.ts';
import { watched, withSubtle } from './watched-engine.ts';

const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';

describe.each([
  ['generated', (uses: readonly ('sign' | 'agree')[]) => generateClientKeyPair({ uses })],
  ['imported', (uses: readonly ('sign' | 'agree')[]) => importClientKeyPair(oddScalar, { uses })],
])('a key pair that was %s', (_how, make) => {
  test('signs and agrees with one scalar, and names its public key in both forms', async () => {
    const pair = await make(['sign', 'agree']);
    expect(pair.publicKeyHex).toMatch(/^04[0-9a-f]{128}$/);
    expect(pair.compressedPublicKeyHex).toBe(p256.Point.fromHex(pair.publicKeyHex).toHex(true));
    await expect(verifyStamp(await stamp('text', pair), 'text')).resolves.toBeDefined();
    const other = p256.keygen();
    expect(await agree(pair.agreementKey, p256.getPublicKey(other.secretKey, false))).toBe(
      hex(p256.getSharedSecret(other.secretKey, decodeHex(pair.publicKeyHex)).subarray(1)),
    );
  });

  test('is frozen and lets no code read its scalar', async () => {
    const pair = await make(['sign', 'agree']);
    expect(Object.isFrozen(pair)).toBe(true);
    for (const key of [pair.signingKey, pair.agreementKey]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('pkcs8', key)).rejects.toThrow();
      await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow();
    }
    expect([pair.signingKey.algorithm.name, pair.signingKey.usages]).toEqual(['ECDSA', ['sign']]);
    expect([pair.agreementKey.algorithm.name, pair.agreementKey.usages]).toEqual(['ECDH', ['deriveBits']]);
  });

  test.each([
    [['sign'], ['compressedPublicKeyHex', 'publicKeyHex', 'signingKey']],
    [['agree'], ['agreementKey', 'compressedPublicKeyHex', 'publicKeyHex']],
  ] as const)('holds for the uses %j nothing else', async (uses, names) => {
    const pair = await make(uses);
    expect(new Set(Object.keys(pair))).toEqual(new Set(names));
    expect(Object.values(pair).some((value) => value instanceof CryptoKey && value.extractable)).toBe(false);
  });
});

test('two generated key pairs differ, whatever they are for', async () => {
  const pairs = await Promise.all([
    generateClientKeyPair(),
    generateClientKeyPair(),
    signing.generateSigningKeyPair(),
    signing.generateSigningKeyPair(),
  ]);
  expect(new Set(pairs.map((pair) => pair.publicKeyHex)).size).toBe(4);
});

test.each<[string, () => Promise<unknown>]>([
  ['the use sign alone', () => generateClientKeyPair({ uses: ['sign'] })],
  ['the use agree alone', () => generateClientKeyPair({ uses: ['agree'] })],
  ['stamping alone', () => signing.generateSigningKeyPair()],
])('a key that is generated for %s never leaves WebCrypto', async (_, generate) => {
  const used: string[] = [];
  await withSubtle(watched(crypto.subtle, used), generate);
  expect(used).toEqual(['generateKey false', 'exportKey raw']);
});

describe('a scalar from outside', () => {
  test.each([
    ['1', `${'0'.repeat(63)}1`],
    ['n - 1', `${ORDER.slice(0, -1)}0`],
    ['one with leading zeros', `${'0'.repeat(60)}abcd`],
    ['one whose point has an even y', hex(evenScalar)],
    ['one whose point has an odd y', hex(oddScalar)],
  ])('%s is imported with the public key that belongs to it', async (_name, scalar) => {
    const pair = await importClientKeyPair(decodeHex(scalar));
    expect(pair.publicKeyHex).toBe(hex(p256.getPublicKey(decodeHex(scalar), false)));
    expect(await verifyStamp(await stamp('text', pair), 'text')).toEqual({
      compressedPublicKeyHex: pair.compressedPublicKeyHex,
    });
  });

  test.each([
    ['0', '0'.repeat(64)],
    ['n', ORDER],
    ['n + 1', `${ORDER.slice(0, -1)}2`],
    ['the largest number of 32 bytes', 'f'.repeat(64)],
    ['31 bytes', '01'.repeat(31)],
    ['33 bytes', `00${'01'.repeat(32)}`],
    ['no bytes', ''],
  ])('%s is refused in every engine', async (_name, scalar) => {
    await expect(importClientKeyPair(decodeHex(scalar))).rejects.toThrow(refusal('SCALAR_INVALID'));
  });

  test('stays as it was, for its owner to wipe', async () => {
    const scalar = scalarOf(9);
    await importClientKeyPair(scalar);
    expect(scalar).toEqual(scalarOf(9));
  });

  test('is read from a view without the bytes around it', async () => {
    const around = new Uint8Array(40);
    around.set(oddScalar, 4);
    const pair = await importClientKeyPair(around.subarray(4, 36));
    expect(pair.publicKeyHex).toBe(hex(p256.getPublicKey(oddScalar, false)));
  });
});

test('the copies of a scalar that the kit makes are PKCS#8 alone, and wiped once they are used', async () => {
  const { subtle } = crypto;
  const formats = new Set<unknown>();
  const seen: Uint8Array[] = [];
  const spy = watched(subtle, []);
  spy.importKey = (...given: Parameters<SubtleCrypto['importKey']>) => {
    formats.add(given[0]);
    if (given[0] === 'pkcs8') seen.push(given[1] as Uint8Array);
    return subtle.importKey(...given);
  };
  spy.exportKey = async (format: 'pkcs8' | 'raw', key: CryptoKey) => {
    formats.add(format);
    const exported = await subtle.exportKey(format, key);
    if (format === 'pkcs8') seen.push(new Uint8Array(exported));
    return exported;
  };
  await withSubtle(spy, async () => {
    await generateClientKeyPair();
    await importClientKeyPair(oddScalar);
  });
  expect(formats).toEqual(new Set(['pkcs8', 'raw']));
  expect(seen.length).toBeGreaterThanOrEqual(6);
  for (const buffer of seen) expect(hex(buffer)).toBe('00'.repeat(buffer.length));
});

test('without Web Crypto the error says so', async () => {
  await withSubtle(undefined, async () => {
    await expect(generateClientKeyPair()).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
      nextStep: 'configure',
    });
  });
});

test('an engine that fails, as one whose key store is locked, is told by a code of its own', async () => {
  const pair = await generateClientKeyPair({ uses: ['sign'] });
  const locked = { ...watched(crypto.subtle, []), sign: () => Promise.reject(new DOMException('', 'OperationError')) };
  const failed = { code: 'ENGINE_FAILED', nextStep: 'unsupported' };
  await withSubtle(locked, () => expect(stamp('payload', pair)).rejects.toMatchObject(failed));
});

type Import = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/** Puts an engine in place that differs in what it makes of PKCS#8; returns what it was given, in order. */
function engineThatImports(change: Import, changes: Record<string, unknown> = {}): Uint8Array[] {
  const { subtle } = crypto;
  const given: Uint8Array[] = [];
  const importKey = async (
    format: 'pkcs8',
    bytes: Uint8Array<ArrayBuffer>,
    ...rest: [EcKeyImportParams, boolean, KeyUsage[]]
  ) => {
    if (format !== 'pkcs8') return subtle.importKey(format, bytes, ...rest);
    given.push(bytes.slice());
    return subtle.importKey(format, change(bytes), ...rest);
  };
  Object.defineProperty(crypto, 'subtle', {
    configurable: true,
    value: { ...watched(subtle, []), importKey, ...changes },
  });
  return given;
}

const pointOf = (scalar: Uint8Array): Uint8Array => p256.getPublicKey(scalar, false);
const right: Import = (bytes) => encodePkcs8(scalarIn(bytes), pointOf(scalarIn(bytes)));
const refuse = (): never => {
  throw new DOMException('', 'DataError');
};

function scalarIn(pkcs8: Uint8Array): Uint8Array {
  return pkcs8.length === 67 ? pkcs8.slice(35) : pkcs8.slice(36, 68);
}

describe('the public point of a scalar', () => {
  afterEach(() => Reflect.deleteProperty(crypto, 'subtle'));

  test('is computed in an engine that takes no scalar without a point, by the base point in its place', async () => {
    const given = engineThatImports((bytes) => (bytes.length === 67 ? refuse() : right(bytes)));
    expect(await derivePoint(scalarOf(5))).toEqual(pointOf(scalarOf(5)));
    const one = new Uint8Array(32).fill(1, 31);
    expect(given.filter(({ length }) => length !== 67)).toEqual(Array(2).fill(encodePkcs8(scalarOf(5), pointOf(one))));
  });

  test.each<[string, Import, Record<string, unknown>?]>([
    ['refuses it in both forms', refuse],
    [
      'imports another one',
      (bytes) => right(encodePkcs8(scalarOf(6), pointOf(scalarIn(bytes)))),
      {
        sign: () => Promise.resolve(new ArrayBuffer(64)),
      },
    ],
    [
      'agrees on what is no coordinate',
      right,
      { deriveBits: () => Promise.resolve(new Uint8Array(32).fill(255).buffer) },
    ],
    [
      'agrees on the coordinate of another',
      right,
      {
        deriveBits: () => Promise.resolve(pointOf(scalarOf(7)).slice(1, 33).buffer),
      },
    ],
  ])('is computed in JavaScript where the engine %s', async (_what, change, changes) => {
    engineThatImports(change, changes);
    expect(await derivePoint(scalarOf(5))).toEqual(pointOf(scalarOf(5)));
  });

  test('is tried with a scalar of no one before a key is delivered', async () => {
    const given = engineThatImports(right);
    await prepareToDerive();
    expect(given.map(scalarIn)).toEqual([scalarOf, scalarOf].map(() => new Uint8Array(32).fill(1)));
  });
});

async function agree(privateKey: CryptoKey, point: Uint8Array): Promise<string> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const peer = await crypto.subtle.importKey('raw', new Uint8Array(point), algorithm, false, []);
  return hex(new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, 256)));
}
