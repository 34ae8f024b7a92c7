import { expect, test } from 'vitest';
import { encryptOtp, generateClientKeyPair, openSessionSigningKey, stamp } from '../../../src/kit/crypto/index.ts';
import { createTestEnclave, evenScalar, sealTo } from './enclave.ts';
import { countRounds } from './watched-engine.ts';

const enclave = await createTestEnclave();
const client = await generateClientKeyPair();
const sealed = await sealTo(client, evenScalar);

test('a key pair takes three rounds of WebCrypto', async () => {
  expect(await countRounds(() => generateClientKeyPair())).toBe(3);
});

test('a code is encrypted in seventeen rounds of WebCrypto, the ephemeral key being made while the bundle is checked, and the next in twelve', async () => {
  const bundle = await enclave.bundle();
  const { publicKeyHex } = client;
  const options = { otpCode: '000000', publicKeyHex, enclaveKeys: [enclave.quorumHex] };
  expect(await countRounds(() => encryptOtp(bundle, options))).toBe(17);
  const both = async () => [await encryptOtp(bundle, options), await encryptOtp(bundle, options)];
  expect(await countRounds(both)).toBe(29);
});

test('a sealed key is opened, and stamps, in twenty-two rounds of WebCrypto', async () => {
  expect(await countRounds(async () => stamp('payload', await openSessionSigningKey(sealed, client)))).toBe(22);
});
