import { afterEach, describe, expect, test } from 'vitest';
import { publicPoint } from '../../src/crypto/login/public-point.ts';
import { derivePoint, prepareToDerive } from '../../src/crypto/login/private-key.ts';
import { scalarOf } from './enclave.ts';

afterEach(() => Reflect.deleteProperty(crypto, 'subtle'));

/** Puts an engine in place that differs in how it imports; returns the lengths of the PKCS#8 it was given. */
function engineThatImports(
  importKey: (format: string, bytes: Uint8Array) => 'as usual' | 'refuses' | 'something else',
): number[] {
  const { subtle } = crypto;
  const given: number[] = [];
  const patched = (
    format: 'pkcs8',
    bytes: Uint8Array<ArrayBuffer>,
    ...rest: [EcKeyImportParams, boolean, KeyUsage[]]
  ) => {
    if (format === 'pkcs8') given.push(bytes.length);
    const outcome = importKey(format, bytes);
    if (outcome === 'refuses') return Promise.reject(new DOMException('', 'DataError'));
    if (outcome === 'as usual') return subtle.importKey(format, bytes, ...rest);
    return subtle
      .generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
      .then(({ privateKey }) => privateKey);
  };
  Object.defineProperty(crypto, 'subtle', {
    configurable: true,
    value: { importKey: patched, exportKey: subtle.exportKey.bind(subtle) },
  });
  return given;
}

describe('the public point of a scalar', () => {
  test('is computed here when the engine refuses a scalar without its point', async () => {
    engineThatImports((format) => (format === 'pkcs8' ? 'refuses' : 'as usual'));
    await prepareToDerive();
    expect(await derivePoint(scalarOf(5))).toEqual(publicPoint(scalarOf(5)));
  });

  test('is computed here when the engine exports another key than it was given', async () => {
    engineThatImports((format) => (format === 'pkcs8' ? 'something else' : 'as usual'));
    expect(await derivePoint(scalarOf(5))).toEqual(publicPoint(scalarOf(5)));
  });

  test('is prepared for with a scalar of no one, without its point', async () => {
    const given = engineThatImports(() => 'as usual');
    await prepareToDerive();
    expect(given).toEqual([67]);
  });
});
