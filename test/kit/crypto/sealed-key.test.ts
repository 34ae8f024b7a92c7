import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke';
import { describe, expect, test } from 'vitest';
import { sealSessionKey } from '../../../src/kit/crypto/service/index.ts';
import {
  type ClientKeyPair,
  generateClientKeyPair,
  importClientKeyPair,
  openSessionSigningKey,
} from '../../../src/kit/crypto/index.ts';
import { compressHex } from '../../../src/kit/crypto/signing/index.ts';
import { decodeBase58check, encodeBase58check } from '../../../src/kit/crypto/login/base58check.ts';
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { evenScalar, hex, oddScalar, refusal, scalarOf, sealTo } from './enclave.ts';
import { publicHandling, watched, withSubtle } from './watched-engine.ts';

const client = await importClientKeyPair(evenScalar);
const sealed = await sealTo(client, oddScalar);
const bytes = await decodeBase58check(sealed);

describe('a sealed session key', () => {
  test.each([
    ['even', evenScalar],
    ['odd', oddScalar],
  ])('opens with a key of an %s y into keys of both parities', async (_parity, scalar) => {
    const recipient = await importClientKeyPair(scalar);
    for (const session of [evenScalar, oddScalar, scalarOf(99)]) {
      const opened = await openSessionSigningKey(await sealTo(recipient, session), recipient);
      expect(opened.compressedPublicKeyHex).toBe((await importClientKeyPair(session)).compressedPublicKeyHex);
    }
  });

  test('opens into a frozen key that only signs and can not be exported', async () => {
    const opened = await openSessionSigningKey(sealed, client);
    expect(Object.isFrozen(opened)).toBe(true);
    expect(Object.keys(opened)).toEqual(['compressedPublicKeyHex', 'signingKey']);
    expect([opened.signingKey.extractable, opened.signingKey.usages]).toEqual([false, ['sign']]);
    await expect(crypto.subtle.exportKey('pkcs8', opened.signingKey)).rejects.toThrow();
  });

  test('is the same text for the same ephemeral key', async () => {
    const ephemeral = await importClientKeyPair(scalarOf(77), { uses: ['agree'] });
    const options = { recipientPublicKeyHex: client.publicKeyHex, ephemeral };
    expect(await sealSessionKey(oddScalar, options)).toBe(await sealSessionKey(oddScalar, options));
  });

  test.each([
    ['empty', ''],
    ['no base58', '0OIl'],
    ['cut off', sealed.slice(0, -1)],
    ['with a character more', `${sealed}1`],
    ['with white space', ` ${sealed}`],
    ['huge', '1'.repeat(1_000_000)],
    ['without a ciphertext', bytes.slice(0, 33)],
    ['with a tag cut off', bytes.slice(0, -1)],
    ['with a byte more', concatBytes(bytes, [0])],
    ['with an encapsulated key off the curve', concatBytes([2], decodeHex('f'.repeat(64)), bytes.subarray(33))],
    ['with the other root of its encapsulated key', concatBytes([(bytes[0] ?? 0) ^ 1], bytes.subarray(1))],
  ])('that is %s is refused with the one error', async (_what, given) => {
    const text = typeof given === 'string' ? given : await encodeBase58check(given);
    await expect(openSessionSigningKey(text, client)).rejects.toThrow(refusal('SEALED_KEY_INVALID'));
  });

  test.each([
    ['0', '0'.repeat(64)],
    ['33 bytes', '01'.repeat(33)],
    ['hex text', hex(encodeUtf8('01'.repeat(32)))],
  ])('that holds %s is refused with the one error, in every engine', async (_what, scalar) => {
    await expect(openSessionSigningKey(await sealTo(client, decodeHex(scalar)), client)).rejects.toThrow(
      refusal('SEALED_KEY_INVALID'),
    );
  });

  test('that is longer than any is not opened', async () => {
    const used: string[] = [];
    const longer = await encodeBase58check(concatBytes(bytes, new Uint8Array(9)));
    await withSubtle(watched(crypto.subtle, used), () =>
      expect(openSessionSigningKey(longer, client)).rejects.toThrow(refusal('SEALED_KEY_INVALID')),
    );
    expect(used).toEqual([]);
  });

  test('for another client is refused with the one error', async () => {
    await expect(openSessionSigningKey(sealed, await generateClientKeyPair())).rejects.toThrow(
      refusal('SEALED_KEY_INVALID'),
    );
  });

  test('is refused for a pair whose public half belongs to another key, in every engine', async () => {
    const other = await generateClientKeyPair();
    const mixed = { ...client, publicKeyHex: other.publicKeyHex, compressedPublicKeyHex: other.compressedPublicKeyHex };
    await expect(openSessionSigningKey(sealed, mixed)).rejects.toThrow(refusal('SEALED_KEY_INVALID'));
    await expect(openSessionSigningKey(await sealTo(other, oddScalar), mixed)).rejects.toThrow(
      refusal('SEALED_KEY_INVALID'),
    );
  });

  test.each([
    ['another info', 'other_hpke', 'full'],
    ['no AAD', 'turnkey_hpke', 'none'],
    ['an AAD of the encapsulated key alone', 'turnkey_hpke', 'enc'],
  ])('that was sealed with %s is refused', async (_what, info, aad) => {
    await expect(openSessionSigningKey(await sealWith(info, aad), client)).rejects.toThrow(
      refusal('SEALED_KEY_INVALID'),
    );
  });

  test('that was sealed with our info and AAD by another use of HPKE opens', async () => {
    await expect(openSessionSigningKey(await sealWith('turnkey_hpke', 'full'), client)).resolves.toBeDefined();
  });

  test('fails with one and the same error, whatever went wrong, and without a cause', async () => {
    const failures = await Promise.all(
      ['', sealed.slice(1), await sealTo(client, new Uint8Array(32)), await encodeBase58check(bytes.slice(0, -1))].map(
        (text) =>
          openSessionSigningKey(text, client).then(
            () => 'opened',
            (error: Error & { code?: string }) => [
              error.name,
              error.code,
              error.message,
              Object.keys(error),
              error.cause,
            ],
          ),
      ),
    );
    for (const failure of failures) expect(failure).toEqual(failures[0]);
    expect(failures[0]).toContain('SEALED_KEY_INVALID');
  });

  test('is wiped once the key is imported', async () => {
    const { subtle } = crypto;
    const opened: Uint8Array[] = [];
    const spy = {
      ...watched(subtle, []),
      async decrypt(...given: Parameters<SubtleCrypto['decrypt']>) {
        const plaintext = await subtle.decrypt(...given);
        opened.push(new Uint8Array(plaintext));
        return plaintext;
      },
    };
    await withSubtle(spy, () => openSessionSigningKey(sealed, client));
    expect(opened.map(hex)).toEqual(['00'.repeat(32)]);
  });

  test('is never extractable, nor is a key on its way, and kept for signing alone', async () => {
    const used: string[] = [];
    await withSubtle(watched(crypto.subtle, used), () => openSessionSigningKey(sealed, client));
    expect(used.findLast((call) => call.startsWith('importKey pkcs8'))).toBe('importKey pkcs8 false sign');
    // Public points alone may come out.
    expect(new Set(used.filter((call) => /true|export/.test(call)))).toEqual(new Set(publicHandling));
  });

  test.each([
    ['encryptedSessionSigningKey', undefined, client],
    ['clientKeyPair', sealed, undefined],
    ['clientKeyPair.agreementKey', sealed, { ...client, agreementKey: client.signingKey }],
    ['clientKeyPair.agreementKey', sealed, { publicKeyHex: client.publicKeyHex }],
    ['clientKeyPair.publicKeyHex', sealed, { ...client, publicKeyHex: client.compressedPublicKeyHex }],
    ['clientKeyPair.publicKeyHex', sealed, { ...client, publicKeyHex: `${client.publicKeyHex}00` }],
    ['clientKeyPair.publicKeyHex', sealed, { ...client, publicKeyHex: `00${client.publicKeyHex}` }],
  ])('names the argument %s when it is wrong', async (argument, text, pair) => {
    await expect(openSessionSigningKey(text as string, pair as ClientKeyPair)).rejects.toThrow(
      new RegExp(`^${argument.replace('.', '\\.')} must`),
    );
  });
});

async function sealWith(info: string, aad: string): Promise<string> {
  const point = decodeHex(client.publicKeyHex);
  const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
  const to = await suite.DeserializePublicKey(point);
  const { encapsulatedSecret: enc, ctx } = await suite.SetupSender(to, { info: encodeUtf8(info) });
  const parts = { none: [], enc: [enc], full: [enc, point] }[aad] ?? [];
  return encodeBase58check(
    concatBytes(decodeHex(compressHex(encodeHex(enc))), await ctx.Seal(oddScalar, concatBytes(...parts))),
  );
}
