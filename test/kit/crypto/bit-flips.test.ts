import { describe, expect, test } from 'vitest';
import { openOtpBundle } from '../../../src/kit/crypto/service/index.ts';
import {
  encryptOtp,
  generateClientKeyPair,
  openSessionSigningKey,
  stamp,
  verifyEnclaveBundle,
  verifyStamp,
} from '../../../src/kit/crypto/index.ts';
import { decodeBase58check, encodeBase58check } from '../../../src/kit/crypto/login/base58check.ts';
import { decodeBase64url, decodeHex, encodeBase64url, encodeHex } from '../../../src/kit/encoding/index.ts';
import { isShortRun } from '../../properties.ts';
import { report } from '../../report.ts';
import { createTestEnclave, refusal, scalarOf, sealTo } from './enclave.ts';

/** Browsers, and `npm test` everywhere, flip one bit of each byte, another for each; Node flips them all. */
const isEveryBit = !(isShortRun || 'document' in globalThis);
const enclave = await createTestEnclave();
const client = await generateClientKeyPair();
const pinned = { enclaveKeys: [enclave.quorumHex] };

describe('every single flipped bit is refused', { timeout: 60_000 }, () => {
  test('in the data, the signature and the key of a target bundle', async () => {
    const bundle = JSON.parse(await enclave.bundle()) as Readonly<Record<string, string>>;
    let count = 0;
    for (const field of ['data', 'dataSignature', 'enclaveQuorumPublic']) {
      for (const flipped of flips(decodeHex(bundle[field] ?? ''))) {
        count += 1;
        const text = JSON.stringify({ ...bundle, [field]: encodeHex(flipped) });
        await expect(verifyEnclaveBundle(text, pinned)).rejects.toMatchObject({
          name: 'CryptoError',
          code: expect.stringMatching(/^BUNDLE_/) as string,
        });
      }
    }
    report(`target bundle: ${count} flipped bits refused`);
  });

  test('in the encapsulated key and the ciphertext of an encrypted code, which is not opened', async () => {
    const options = { ...pinned, otpCode: '000000', publicKeyHex: client.publicKeyHex };
    const bundle = JSON.parse(await encryptOtp(await enclave.bundle(), options)) as Readonly<Record<string, string>>;
    let count = 0;
    for (const field of ['encappedPublic', 'ciphertext']) {
      for (const flipped of flips(decodeHex(bundle[field] ?? ''))) {
        count += 1;
        const text = JSON.stringify({ ...bundle, [field]: encodeHex(flipped) });
        expect(await openOtpBundle(text, enclave.target)).toBeNull();
      }
    }
    report(`encrypted code: ${count} flipped bits refused`);
  });

  test('in a sealed session key, always with one error', async () => {
    const sealed = await decodeBase58check(await sealTo(client, scalarOf(3)));
    const messages = new Set<string>();
    let count = 0;
    for (const flipped of flips(sealed)) {
      count += 1;
      await openSessionSigningKey(await encodeBase58check(new Uint8Array(flipped)), client).then(
        () => messages.add('opened'),
        (error: Error & { code?: string }) =>
          messages.add(`${error.name} ${error.code} ${error.message} ${String(error.cause)}`),
      );
    }
    expect([...messages]).toEqual([
      'CryptoError SEALED_KEY_INVALID The sealed session key can not be opened with this key pair. undefined',
    ]);
    expect(count).toBe(81 * (isEveryBit ? 8 : 1));
    report(`sealed session key: ${count} flipped bits refused`);
  });

  test('in a stamp, in its signature and in the payload', async () => {
    const value = await stamp('payload', client);
    let count = 0;
    for (const flipped of flips(decodeBase64url(value))) {
      count += 1;
      await expect(verifyStamp(encodeBase64url(flipped), 'payload')).rejects.toMatchObject({
        name: 'CryptoError',
        code: expect.stringMatching(/^STAMP_/) as string,
      });
    }
    for (const flipped of flips(new TextEncoder().encode('payload'))) {
      // ASCII alone, so that each flip is a text of its own.
      if (flipped.some((byte) => byte > 0x7f)) continue;
      count += 1;
      await expect(verifyStamp(value, new TextDecoder().decode(flipped))).rejects.toThrow(refusal('STAMP_INVALID'));
    }
    report(`stamp: ${count} flipped bits refused`);
  });
});

function* flips(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    if (isEveryBit || (bit >> 3) % 8 === (bit & 7))
      yield bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  }
}
