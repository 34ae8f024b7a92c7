import { describe, expect, test } from 'vitest';
import * as login from '../../../src/kit/crypto/login/index.ts';
import { openWalletCredentials } from '../../../src/kit/crypto/login/wallet-credentials.ts';
import { sealWalletCredentials, signEnclaveBundle } from '../../../src/kit/crypto/service/index.ts';
import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { createTestEnclave, refusal } from './enclave.ts';

const enclave = await createTestEnclave(1);
const stranger = await createTestEnclave(50);
const client = await login.generateClientKeyPair({ uses: ['agree'] });
const phrase = 'sample '.repeat(12).trim();
const organizationId = 'sample-organization';
const trust = { enclaveKeys: [enclave.quorumHex], organizationId, keyPair: client, isSandbox: false };
const sealedBy = ({ quorumHex, sign } = enclave, text = phrase, recipientPublicKeyHex = client.publicKeyHex) =>
  sealWalletCredentials(text, { recipientPublicKeyHex, organizationId, enclavePublicKeyHex: quorumHex, sign });
const good = await sealedBy();
const fields = JSON.parse(good) as Readonly<Record<'version' | 'data' | 'dataSignature', string>>;
const data = JSON.parse(decodeUtf8(decodeHex(fields.data))) as Record<string, string>;
const signed = (changes: Readonly<Record<string, unknown>>): Promise<string> =>
  signEnclaveBundle({ ...data, ...changes }, { enclavePublicKeyHex: enclave.quorumHex, sign: enclave.sign });
const unsigned = (changes: object = {}): string =>
  JSON.stringify({ ...fields, dataSignature: '', enclaveQuorumPublic: '', ...changes });

describe('the sealed phrase of a wallet', () => {
  test('opens with the key pair that it was sealed to, once its signature is checked', async () => {
    expect(await openWalletCredentials(good, trust)).toBe(phrase);
    const words = Array.from({ length: 24 }, () => 'word').join(' ');
    expect(await openWalletCredentials(await sealedBy(enclave, words), trust)).toBe(words);
  });

  test('by a key that is not pinned is refused, and so is another signature', async () => {
    const opened = openWalletCredentials(await sealedBy(stranger), trust);
    await expect(opened).rejects.toThrow(refusal('BUNDLE_KEY_NOT_PINNED'));
    const forged = await sealedBy({ ...stranger, quorumHex: enclave.quorumHex });
    await expect(openWalletCredentials(forged, trust)).rejects.toThrow(refusal('BUNDLE_SIGNATURE_INVALID'));
  });

  test.each([
    ['another organization', { organizationId: 'other' }],
    ['no organization', { organizationId: undefined }],
    ['a further name', { userId: 'x' }],
    ['the target of a code', { targetPublic: '04', encappedPublic: undefined, ciphertext: undefined }],
  ])('with %s is refused, though it is signed', async (_what, changes) => {
    const opened = openWalletCredentials(await signed(changes), trust);
    await expect(opened).rejects.toThrow(refusal('BUNDLE_MISMATCH'));
  });

  test.each([
    ['no ciphertext', { ciphertext: '' }],
    ['a ciphertext that was cut off', { ciphertext: String(data['ciphertext']).slice(2) }],
    ['a ciphertext that is no text', { ciphertext: 7 }],
    ['an encapsulated key off the curve', { encappedPublic: `04${'f'.repeat(128)}` }],
    [
      'a compressed encapsulated key',
      { encappedPublic: String(data['encappedPublic']).replace(/^04(.{64}).*/, '02$1') },
    ],
  ])('with %s is refused with the one error', async (_what, changes) => {
    const opened = openWalletCredentials(await signed(changes), trust);
    await expect(opened).rejects.toThrow(refusal('BUNDLE_MALFORMED'));
  });

  test.each(['', 'sample', `${phrase}\n`, phrase.toUpperCase(), `${phrase}  sample`, '<b>'.repeat(12)])(
    'that holds no phrase (%j) is refused with the one error',
    async (text) => {
      const opened = openWalletCredentials(await sealedBy(enclave, text), trust);
      await expect(opened).rejects.toThrow(refusal('BUNDLE_MALFORMED'));
    },
  );

  test('for another key pair is refused, and no error repeats a phrase', async () => {
    const other = await login.generateClientKeyPair({ uses: ['agree'] });
    const error: unknown = await openWalletCredentials(good, { ...trust, keyPair: other }).catch(
      (cause: unknown) => cause,
    );
    expect(error).toEqual(refusal('BUNDLE_MALFORMED'));
    const wrong = await openWalletCredentials(await sealedBy(enclave, 'secret words'), trust).catch(String);
    expect(wrong).not.toContain('secret');
  });

  test('without a signature, as the public sandbox sends it, opens in a sandbox alone', async () => {
    expect(await openWalletCredentials(unsigned(), { ...trust, isSandbox: true })).toBe(phrase);
    const malformed = refusal('BUNDLE_MALFORMED');
    await expect(openWalletCredentials(unsigned(), trust)).rejects.toThrow(malformed);
    for (const half of [{ dataSignature: fields.dataSignature }, { enclaveQuorumPublic: enclave.quorumHex }]) {
      await expect(openWalletCredentials(unsigned(half), { ...trust, isSandbox: true })).rejects.toThrow(malformed);
    }
    const changed = encodeHex(encodeUtf8(JSON.stringify({ ...data, organizationId: 'other' })));
    const opened = openWalletCredentials(unsigned({ data: changed }), { ...trust, isSandbox: true });
    await expect(opened).rejects.toThrow(refusal('BUNDLE_MISMATCH'));
  });

  test('with a signature that is wrong is refused in a sandbox too', async () => {
    const opened = openWalletCredentials(await sealedBy(stranger), { ...trust, isSandbox: true });
    await expect(opened).rejects.toThrow(refusal('BUNDLE_KEY_NOT_PINNED'));
  });
});
