import { p256 } from '@noble/curves/nist.js';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import * as turnkey from '@turnkey/crypto';
import * as fc from 'fast-check';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256, type KEM } from 'hpke';
import { describe, expect, test } from 'vitest';
import { openOtpBundle } from '../../../src/kit/crypto/service/index.ts';
import { open, seal, type Sealed } from '../../../src/kit/crypto/login/hpke.ts';
import {
  encryptOtp,
  generateClientKeyPair,
  importClientKeyPair,
  openSessionSigningKey,
  stamp,
  verifyStamp,
} from '../../../src/kit/crypto/index.ts';
import { verifySignature } from '../../../src/kit/crypto/p256.ts';
import { encodeBase58check } from '../../../src/kit/crypto/login/base58check.ts';
import { concatBytes, decodeDer, decodeHex, encodeDer, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { check } from '../../properties.ts';
import { createTestEnclave, hex, oddScalar, sealTo } from './enclave.ts';

const INFO = encodeUtf8('turnkey_hpke');
const scalars = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => new Uint8Array(bytes.map((byte, index) => (index === 0 ? byte >> 1 : byte))))
  .filter((bytes) => bytes.some((byte) => byte !== 0));
const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });

describe('@turnkey/crypto', { timeout: 60_000 }, () => {
  test('opens what we seal, and we open what it seals, for keys of both parities', () =>
    check(
      20,
      fc.asyncProperty(scalars, fc.uint8Array({ minLength: 1, maxLength: 300 }), async (scalar, message) => {
        const plaintext = new Uint8Array(message);
        const recipient = await importClientKeyPair(scalar);
        const point = decodeHex(recipient.publicKeyHex);
        const { enc, ciphertext } = await seal(plaintext, point, await generateClientKeyPair());
        expect(
          hex(turnkey.hpkeDecrypt({ ciphertextBuf: ciphertext, encappedKeyBuf: enc, receiverPriv: hex(scalar) })),
        ).toBe(hex(plaintext));
        const theirs = turnkey.hpkeEncrypt({ plainTextBuf: plaintext, targetKeyBuf: point });
        const sealed = { enc: turnkey.uncompressRawPublicKey(theirs.slice(0, 33)), ciphertext: theirs.slice(33) };
        expect(
          hex(
            await open({ enc: new Uint8Array(sealed.enc), ciphertext: new Uint8Array(sealed.ciphertext) }, recipient),
          ),
        ).toBe(hex(plaintext));
      }),
    ));

  test('opens the session keys that we seal, and we open those that it seals', () =>
    check(
      20,
      fc.asyncProperty(scalars, scalars, async (recipientScalar, session) => {
        const recipient = await importClientKeyPair(recipientScalar);
        expect(turnkey.decryptCredentialBundle(await sealTo(recipient, session), hex(recipientScalar))).toBe(
          hex(session),
        );
        const theirs = turnkey.hpkeEncrypt({ plainTextBuf: session, targetKeyBuf: decodeHex(recipient.publicKeyHex) });
        const opened = await openSessionSigningKey(await encodeBase58check(new Uint8Array(theirs)), recipient);
        expect(opened.compressedPublicKeyHex).toBe(hex(p256.getPublicKey(session, true)));
      }),
    ));

  test('encrypts a code to a bundle of ours that the target reads as it reads our own', async () => {
    const enclave = await createTestEnclave();
    const client = await importClientKeyPair(oddScalar);
    const bundle = await enclave.bundle();
    const theirs = await turnkey.encryptOtpCodeToBundle('000000', bundle, client.publicKeyHex, enclave.quorumHex);
    const ours = await encryptOtp(bundle, {
      otpCode: '000000',
      publicKeyHex: client.publicKeyHex,
      enclaveKeys: [enclave.quorumHex],
    });
    const read = await openOtpBundle(theirs, enclave.target);
    expect(read).toEqual(await openOtpBundle(ours, enclave.target));
    expect(read).toMatchObject({ otpCode: '000000', publicKeyHex: client.publicKeyHex });
    expect(ours.length).toBe(theirs.length);
  });
});

describe('@turnkey/api-key-stamper', { timeout: 60_000 }, () => {
  test('makes stamps that we verify, and ours have the same form', () =>
    check(
      30,
      fc.asyncProperty(scalars, texts, async (scalar, payload) => {
        const key = await importClientKeyPair(scalar);
        const stamper = new ApiKeyStamper({ apiPublicKey: key.compressedPublicKeyHex, apiPrivateKey: hex(scalar) });
        const theirs = await stamper.stamp(payload);
        await expect(verifyStamp(theirs.stampHeaderValue, payload)).resolves.toEqual({
          compressedPublicKeyHex: key.compressedPublicKeyHex,
        });
        const read = (value: string): object =>
          JSON.parse(atob(value.replaceAll('-', '+').replaceAll('_', '/'))) as object;
        expect({ ...read(await stamp(payload, key)), signature: '' }).toEqual({
          ...read(theirs.stampHeaderValue),
          signature: '',
        });
      }),
    ));
});

describe('hpke', { timeout: 60_000 }, () => {
  test('seals to the same bytes with the same ephemeral key, and we open them', () =>
    check(
      20,
      fc.asyncProperty(scalars, scalars, texts, async (scalar, ephemeralScalar, text) => {
        const [recipient, ephemeral] = [await importClientKeyPair(scalar), await importClientKeyPair(ephemeralScalar)];
        const [point, enc] = [decodeHex(recipient.publicKeyHex), decodeHex(ephemeral.publicKeyHex)];
        const message = encodeUtf8(text);
        const kem = KEM_DHKEM_P256_HKDF_SHA256();
        const pair = { privateKey: ephemeral.agreementKey, publicKey: await kem.DeserializePublicKey(enc) };
        const withPair = (): KEM => ({ ...kem, GenerateKeyPair: () => Promise.resolve(pair) });
        const suite = new CipherSuite(withPair, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
        const to = await kem.DeserializePublicKey(point);
        const { encapsulatedSecret, ctx } = await suite.SetupSender(to, { info: INFO });
        const theirs = { enc: encapsulatedSecret, ciphertext: await ctx.Seal(message, concatBytes(enc, point)) };
        expect(await seal(message, point, ephemeral)).toEqual(theirs);
        expect(await open(theirs as Sealed, recipient)).toEqual(message);
      }),
    ));
});

describe('@noble/curves', { timeout: 60_000 }, () => {
  // A short s takes as many tries as it has zero bytes to spare, so the short numbers are made, not waited for.
  const numbers = fc.tuple(scalars, fc.integer({ min: 0, max: 31 })).map(([value, zeros]) => {
    const short = value.slice().fill(0, 0, zeros);
    short[31] = (short[31] ?? 0) | 1;
    return short;
  });

  test('writes and reads DER as we do, short numbers and set high bits included', () =>
    check(
      500,
      fc.property(numbers, numbers, fc.boolean(), (r, s, high) => {
        if (high) r[0] = 0x80;
        const rawSignature = concatBytes(r, s);
        const der = p256.Signature.fromBytes(rawSignature, 'compact').toBytes('der');
        expect(encodeDer(rawSignature)).toEqual(der);
        expect(decodeDer(der)).toEqual(p256.Signature.fromBytes(der, 'der').toBytes('compact'));
      }),
    ));

  test('signs what we verify, low s and high s, and verifies what we sign', () =>
    check(
      50,
      fc.asyncProperty(scalars, texts, async (scalar, payload) => {
        const message = encodeUtf8(payload);
        const key = await importClientKeyPair(scalar);
        const point = decodeHex(key.publicKeyHex);
        for (const lowS of [true, false]) {
          const signature = p256.sign(message, scalar, { lowS, format: 'der' });
          expect(await verifySignature(signature, message, point)).toBe(true);
          expect(await verifySignature(signature, concatBytes(message, [0]), point)).toBe(false);
        }
        const { signature } = JSON.parse(
          atob((await stamp(payload, key)).replaceAll('-', '+').replaceAll('_', '/')),
        ) as { signature: string };
        expect(p256.verify(decodeHex(signature), message, point, { lowS: false, format: 'der' })).toBe(true);
      }),
    ));

  test.each([
    ['x', 1, 379],
    ['y', 33, 43],
  ])('computes the public key of a scalar as we do, leading zeros in scalar and %s included', async (_, at, d) => {
    const scalar = new Uint8Array(32);
    new DataView(scalar.buffer).setUint32(28, d);
    const point = p256.getPublicKey(scalar, false);
    expect(point[at]).toBe(0);
    const recipient = await importClientKeyPair(scalar);
    expect(recipient.publicKeyHex).toBe(hex(point));
    const opened = await openSessionSigningKey(await sealTo(recipient, scalar), recipient);
    expect(opened.compressedPublicKeyHex).toBe(recipient.compressedPublicKeyHex);
  });
});
