import { describe, expect, test } from 'vitest';
import {
  generateClientKeyPair,
  importClientKeyPair,
  inspectPayload,
  openSessionSigningKey,
  stamp,
  verifyEnclaveBundle,
  verifyStamp,
  encryptOtp,
} from '../../src/crypto/index.ts';
import { openOtpBundle } from '../../src/crypto/service/index.ts';
import * as signing from '../../src/crypto/signing/index.ts';
import { createTestEnclave, evenScalar, oddScalar, sealTo } from './enclave.ts';

describe('an e-mail login', () => {
  test('encrypts the code to the target of a bundle by a pinned key, and the target reads it', async () => {
    const enclave = await createTestEnclave();
    const client = await generateClientKeyPair();
    const bundle = await encryptOtp(await enclave.bundle(), {
      otpCode: '000000',
      publicKeyHex: client.publicKeyHex,
      enclaveKeys: [enclave.quorumHex],
    });
    expect(Object.keys(JSON.parse(bundle) as object)).toEqual(['encappedPublic', 'ciphertext']);
    expect(await openOtpBundle(bundle, enclave.target)).toEqual({
      otpCode: '000000',
      publicKeyHex: client.publicKeyHex,
      compressedPublicKeyHex: client.compressedPublicKeyHex,
    });
  });

  test('returns the signed data of a bundle, frozen', async () => {
    const enclave = await createTestEnclave();
    const data = await verifyEnclaveBundle(await enclave.bundle({ organizationId: 'org' }), {
      enclaveKeys: [enclave.quorumHex],
    });
    expect(data).toEqual({ targetPublic: enclave.target.publicKeyHex, organizationId: 'org' });
    expect(Object.isFrozen(data)).toBe(true);
  });

  test.each([
    ['even', evenScalar],
    ['odd', oddScalar],
  ])('opens a session key sealed to a client key with an %s y, and its stamps verify', async (_parity, scalar) => {
    const client = await importClientKeyPair(scalar);
    const session = await openSessionSigningKey(await sealTo(client, oddScalar), client);
    expect(session.compressedPublicKeyHex).toBe((await importClientKeyPair(oddScalar)).compressedPublicKeyHex);
    expect(session.signingKey.extractable).toBe(false);
    const value = await stamp('payload', session);
    expect(await verifyStamp(value, 'payload')).toEqual({ compressedPublicKeyHex: session.compressedPublicKeyHex });
    await expect(verifyStamp(value, 'payloae')).rejects.toMatchObject({ code: 'STAMP_INVALID' });
  });
});

describe('a key that only signs', () => {
  test('has no agreement half, and its stamps verify', async () => {
    const key = await signing.generateSigningKeyPair();
    expect(new Set(Object.keys(key))).toEqual(new Set(['compressedPublicKeyHex', 'publicKeyHex', 'signingKey']));
    expect(await verifyStamp(await signing.stamp('{}', key), '{}')).toEqual({
      compressedPublicKeyHex: key.compressedPublicKeyHex,
    });
  });
});

test('a payload is read as an activity, as a token or as neither', () => {
  expect(
    inspectPayload('{"type":"ACTIVITY_TYPE_X","timestampMs":"1","organizationId":"o","parameters":{"a":1}}'),
  ).toEqual({
    kind: 'activity',
    activityType: 'ACTIVITY_TYPE_X',
    timestampMs: '1',
    organizationId: 'o',
    parameters: { a: 1 },
    more: {},
  });
  expect(inspectPayload(`${part({ alg: 'ES256' })}.${part({ sub: 's' })}.${'A'.repeat(86)}`)).toMatchObject({
    kind: 'token',
    header: { alg: 'ES256' },
    claims: { sub: 's' },
    publicKeys: [],
  });
  expect(inspectPayload('c29tZXRoaW5nIG9wYXF1ZQ==')).toEqual({ kind: 'opaque' });
});

function part(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}
