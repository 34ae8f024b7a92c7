/** For each code of `CryptoError`, the way in which a caller of `countersign/crypto` meets it. */
import type { CryptoErrorCode } from 'countersign';
import {
  encryptOtp,
  generateClientKeyPair,
  importClientKeyPair,
  inspectPayload,
  openSessionSigningKey,
  stamp,
  verifyEnclaveBundle,
  verifyStamp,
} from 'countersign/crypto';
import { vi } from 'vitest';
import { createTestEnclave } from '../crypto/enclave.ts';
import type { Provocations } from './provocations.ts';

const enclave = await createTestEnclave(1);
const pinned = { enclaveKeys: [enclave.quorumHex] };
const keys = await generateClientKeyPair();

/** A WebCrypto that refuses to sign, as an engine does whose key store is locked. */
async function withoutSigning(run: () => Promise<unknown>): Promise<unknown> {
  const sign = vi.spyOn(crypto.subtle, 'sign').mockRejectedValue(new DOMException('', 'OperationError'));
  return run().finally(() => sign.mockRestore());
}

/** A page without https. */
async function withoutWebCrypto(run: () => Promise<unknown>): Promise<unknown> {
  vi.stubGlobal('crypto', {});
  return run().finally(() => vi.unstubAllGlobals());
}

export const provokeCrypto: Provocations<CryptoErrorCode> = {
  BUNDLE_MALFORMED: () => verifyEnclaveBundle('{}', pinned),
  BUNDLE_KEY_NOT_PINNED: async () => verifyEnclaveBundle(await (await createTestEnclave(5)).bundle(), pinned),
  BUNDLE_SIGNATURE_INVALID: async () => {
    const [bundle, other] = [await enclave.bundle(), await enclave.bundle({ userId: 'other' })];
    const { data } = JSON.parse(other) as { data: string };
    return verifyEnclaveBundle(JSON.stringify({ ...(JSON.parse(bundle) as object), data }), pinned);
  },
  BUNDLE_MISMATCH: async () =>
    verifyEnclaveBundle(await enclave.bundle({ userId: 'other' }), { ...pinned, userId: 'our-user' }),
  OTP_INVALID: async () =>
    encryptOtp(await enclave.bundle(), { ...pinned, otpCode: '!', publicKeyHex: keys.publicKeyHex }),
  POINT_INVALID: async () =>
    encryptOtp(await enclave.bundle(), { ...pinned, otpCode: '000000', publicKeyHex: keys.compressedPublicKeyHex }),
  SCALAR_INVALID: () => importClientKeyPair(new Uint8Array(32)),
  SEALED_KEY_INVALID: () => openSessionSigningKey('sealed', keys),
  STAMP_MALFORMED: () => verifyStamp('stamp', 'payload'),
  STAMP_INVALID: async () => verifyStamp(await stamp('one payload', keys), 'another payload'),
  PAYLOAD_INVALID: async () => inspectPayload(''),
  ENGINE_UNAVAILABLE: () => withoutWebCrypto(() => generateClientKeyPair()),
  ENGINE_FAILED: () => withoutSigning(() => stamp('payload', keys)),
};
