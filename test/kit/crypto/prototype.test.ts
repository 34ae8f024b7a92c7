import { afterEach, describe, expect, test } from 'vitest';
import {
  encryptOtp,
  generateClientKeyPair,
  inspectPayload,
  verifyEnclaveBundle,
} from '../../../src/kit/crypto/index.ts';
import { openOtpBundle } from '../../../src/kit/crypto/service/index.ts';
import { encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { createTestEnclave } from './enclave.ts';

const enclave = await createTestEnclave(1);
const attacker = await createTestEnclave(50);
const polluted: string[] = [];

function pollute(name: string, value: unknown): void {
  polluted.push(name);
  const prototype: object = Object.getPrototypeOf({}) as object;
  Object.defineProperty(prototype, name, { configurable: true, writable: true, value });
}

afterEach(() => {
  for (const name of polluted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
});

describe('a polluted Object.prototype', () => {
  test('lends no field to a payload that lacks it', () => {
    pollute('type', 'ACTIVITY_TYPE_X');
    pollute('parameters', {});
    expect(() => inspectPayload('{"organizationId":"org"}')).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID' }),
    );
    pollute('organizationId', 'theirs');
    expect(Object.keys(inspectPayload('{"type":"T","parameters":{}}'))).not.toContain('organizationId');
  });

  test('lends no algorithm to a token, and no form of key to what it names', () => {
    const part = (json: unknown): string => encodeBase64url(encodeUtf8(JSON.stringify(json)));
    pollute('alg', 'ES256');
    expect(() => inspectPayload(`${part({ typ: 'JWT' })}.${part({})}.AA`)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID' }),
    );
    pollute('kty', 'EC');
    pollute('x', 'AA');
    pollute('y', 'AA');
    expect(inspectPayload(`${part({ alg: 'ES256' })}.${part({ sub: 's' })}.AA`)).toMatchObject({ publicKeys: [] });
  });

  test('lends no trusted key, no expectation and no use to options that lack them', async () => {
    pollute('enclaveKeys', [attacker.quorumHex]);
    await expect(verifyEnclaveBundle(await attacker.bundle(), {} as never)).rejects.toThrow(TypeError);
    pollute('organizationId', 'theirs');
    const bundle = await enclave.bundle({ organizationId: 'ours' });
    await expect(verifyEnclaveBundle(bundle, { enclaveKeys: [enclave.quorumHex] })).resolves.toBeDefined();
    pollute('uses', ['sign']);
    expect(await generateClientKeyPair({})).toHaveProperty('agreementKey');
  });

  test('lends no code and no key of its own to the encryption', async () => {
    const { publicKeyHex } = await generateClientKeyPair({ uses: ['sign'] });
    pollute('otpCode', '999999');
    pollute('publicKeyHex', attacker.target.publicKeyHex);
    const enclaveKeys = [enclave.quorumHex];
    for (const given of [
      { enclaveKeys, publicKeyHex },
      { enclaveKeys, otpCode: '000000' },
    ])
      await expect(encryptOtp(await enclave.bundle(), given as never)).rejects.toThrow(TypeError);
  });

  test('lends no target to a bundle that lacks one, and no key to a seal or its opening', async () => {
    pollute('targetPublic', attacker.target.publicKeyHex);
    pollute('psk', { id: new Uint8Array(1), key: new Uint8Array(32) });
    pollute('senderKey', attacker.target.agreementKey);
    pollute('tagLength', 96);
    const client = await generateClientKeyPair({ uses: ['sign'] });
    const options = { enclaveKeys: [enclave.quorumHex], otpCode: '000000', publicKeyHex: client.publicKeyHex };
    await expect(encryptOtp(await enclave.bundle({ targetPublic: undefined }), options)).rejects.toMatchObject({
      code: 'BUNDLE_MALFORMED',
    });
    const encrypted = await encryptOtp(await enclave.bundle(), options);
    expect(await openOtpBundle(encrypted, enclave.target)).toMatchObject({ otpCode: '000000' });
    for (const name of polluted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
    expect(await openOtpBundle(encrypted, enclave.target)).toMatchObject({ otpCode: '000000' });
  });
});

test('options are read once: a getter that answers twice decides nothing', async () => {
  const client = await generateClientKeyPair({ uses: ['sign'] });
  const answers = [[enclave.quorumHex], [attacker.quorumHex]];
  const options = {
    otpCode: '000000',
    publicKeyHex: client.publicKeyHex,
    get enclaveKeys() {
      return answers.shift() ?? [];
    },
  };
  await expect(encryptOtp(await attacker.bundle(), options)).rejects.toMatchObject({ code: 'BUNDLE_KEY_NOT_PINNED' });
  expect(answers).toHaveLength(1);
});
