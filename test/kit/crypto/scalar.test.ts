import { p256 } from '@noble/curves/nist.js';
import { afterEach, describe, expect, test } from 'vitest';
import { derivePoint, encodePkcs8, prepareToDerive } from '../../../src/kit/crypto/login/private-key.ts';
import { scalarOf } from './enclave.ts';
import { watched } from './watched-engine.ts';

afterEach(() => Reflect.deleteProperty(crypto, 'subtle'));

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
