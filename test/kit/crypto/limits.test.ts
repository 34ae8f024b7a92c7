import { expect, test, vi } from 'vitest';
import {
  CryptoError,
  encryptOtp,
  generateClientKeyPair,
  inspectPayload,
  openSessionSigningKey,
  stamp,
  verifyEnclaveBundle,
  verifyStamp,
} from '../../../src/kit/crypto/index.ts';
import { decodeBase58check, encodeBase58check } from '../../../src/kit/crypto/login/base58check.ts';
import { concatBytes, encodeBase64url, encodeDer, encodeHex, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { createTestEnclave, hex, oddScalar, refusal, sealTo } from './enclave.ts';
import { publicHandling, watched, withSubtle } from './watched-engine.ts';

const enclave = await createTestEnclave();
const client = await generateClientKeyPair();
const options = { otpCode: '194837', publicKeyHex: client.publicKeyHex, enclaveKeys: [enclave.quorumHex] };

test('the bytes of a code and of the key that seals it are wiped, and no private key can be exported', async () => {
  const { subtle } = crypto;
  const used: string[] = [];
  const sealed: Uint8Array[] = [];
  const bundle = await enclave.bundle();
  const engine = watched(subtle, used);
  const spy = {
    ...engine,
    importKey(...given: Parameters<SubtleCrypto['importKey']>) {
      if (given[2] === 'AES-GCM') sealed.push(new Uint8Array(given[1] as ArrayBuffer));
      return (engine['importKey'] as SubtleCrypto['importKey'])(...given);
    },
    encrypt(...given: Parameters<SubtleCrypto['encrypt']>) {
      const [, , plaintext] = given;
      sealed.push(plaintext instanceof ArrayBuffer ? new Uint8Array(plaintext) : (plaintext as Uint8Array));
      return subtle.encrypt(...given);
    },
  };
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  await withSubtle(spy, () => encryptOtp(bundle, options));
  const written = encode.mock.calls.flatMap(([text], call) => {
    const result = encode.mock.results[call]?.value as Uint8Array;
    return text?.includes(options.otpCode) ? [result] : [];
  });
  encode.mockRestore();
  // Buffers that were written, and the arguments of WebCrypto.
  const nothing: unknown = expect.stringMatching(/^(00){100,}$/);
  expect([...written, ...sealed].map(hex)).toEqual([nothing, '00'.repeat(32), nothing]);
  expect(new Set(used.filter((call) => /true|export/.test(call)))).toEqual(new Set(publicHandling));
});

test('a sealed key that is longer than any is not opened', async () => {
  const used: string[] = [];
  const sealed = await decodeBase58check(await sealTo(client, oddScalar));
  const longer = await encodeBase58check(concatBytes(sealed, new Uint8Array(9)));
  await withSubtle(watched(crypto.subtle, used), () =>
    expect(openSessionSigningKey(longer, client)).rejects.toThrow(refusal('SEALED_KEY_INVALID')),
  );
  expect(used).toEqual([]);
});

test('a huge stamp is not read', async () => {
  const value = await stamp('payload', client);
  const padded = `${atob(value.replaceAll('-', '+').replaceAll('_', '/'))}${' '.repeat(3000)}`;
  await expect(verifyStamp(encodeBase64url(encodeUtf8(padded)), 'payload')).rejects.toThrow(refusal('STAMP_MALFORMED'));
});

test('a signature out of range is refused before an engine sees it', async () => {
  const used: string[] = [];
  const signature = encodeHex(encodeDer(new Uint8Array(64)));
  const fields = { publicKey: client.compressedPublicKeyHex, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature };
  const value = encodeBase64url(encodeUtf8(JSON.stringify(fields)));
  await withSubtle(watched(crypto.subtle, used), () =>
    expect(verifyStamp(value, 'payload')).rejects.toThrow(refusal('STAMP_INVALID')),
  );
  expect(used).toEqual([]);
});

test('no error repeats a key, a code, a bundle, a stamp or a payload', async () => {
  const mark = 'c0ffee5ec2e7';
  const marks = [mark, mark.toUpperCase(), options.otpCode];
  const bundle = await enclave.bundle({ mark });
  const attempts: (() => unknown)[] = [
    () => verifyEnclaveBundle(`{"data":"${mark}"`, options),
    () => verifyEnclaveBundle(bundle.replace('"data":"', `"data":"${mark}`), options),
    () => verifyEnclaveBundle(bundle, { enclaveKeys: [`04${mark}`] }),
    () => encryptOtp(bundle, { ...options, otpCode: `${options.otpCode}-` }),
    () => encryptOtp(bundle, { ...options, publicKeyHex: mark }),
    () => encryptOtp(`${bundle}${mark}`, options),
    () => openSessionSigningKey(mark, client),
    () => openSessionSigningKey(mark, { ...client, publicKeyHex: mark }),
    () => stamp(`${mark}\uD800`, client),
    () => stamp(mark, { ...client, compressedPublicKeyHex: mark }),
    () => verifyStamp(mark, mark),
    () => inspectPayload(`{"${mark}":`),
    () => inspectPayload(`{"${mark}":1,"${mark}":2,"type":"${mark}"}`),
  ];
  for (const attempt of attempts) {
    const error = await thrownBy(attempt);
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      const said = `${at.message}\n${JSON.stringify(at)}\n${at.message === '' ? '' : at.stack}`;
      for (const secret of marks) expect(said).not.toContain(secret);
    }
    if (error instanceof CryptoError) expect(error.nextStep).not.toBe('');
  }
});

async function thrownBy(attempt: () => unknown): Promise<Error> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was not refused.');
}
