import { expect, test } from 'vitest';
import { encryptOtp, generateClientKeyPair, openSessionSigningKey, stamp } from '../../../src/kit/crypto/index.ts';
import { createTestEnclave, evenScalar, sealTo } from './enclave.ts';
import { countRounds, watched, withSubtle } from './watched-engine.ts';

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

test('each code is sealed with an ephemeral key of its own, made once for it', async () => {
  const bundle = await enclave.bundle();
  const options = { otpCode: '000000', publicKeyHex: client.publicKeyHex, enclaveKeys: [enclave.quorumHex] };
  const used: string[] = [];
  const sealedCodes: string[] = [];
  await withSubtle(watched(crypto.subtle, used), async () => {
    for (let time = 0; time < 3; time += 1) sealedCodes.push(await encryptOtp(bundle, options));
  });
  expect(used.filter((use) => use.startsWith('generateKey'))).toEqual(
    Array.from({ length: 3 }, () => 'generateKey false'),
  );
  const points = sealedCodes.map((code) => (JSON.parse(code) as { readonly encappedPublic: string }).encappedPublic);
  expect(new Set(points).size).toBe(3);
});

test('a sealed key is opened, and stamps, in twenty-two rounds of WebCrypto', async () => {
  expect(await countRounds(async () => stamp('payload', await openSessionSigningKey(sealed, client)))).toBe(22);
});
