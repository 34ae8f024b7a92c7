import { encryptOtp, generateClientKeyPair, openSessionSigningKey, stamp } from 'countersign/crypto';
import type { ColdLogin } from './cold-login.ts';

/** A first login by this kit. */
export const login: ColdLogin = async ({ bundle, pin }) => {
  const keyPair = await generateClientKeyPair();
  const { publicKeyHex } = keyPair;
  const encryptedOtp = await encryptOtp(bundle, { otpCode: '194837', publicKeyHex, enclaveKeys: [pin] });
  return {
    publicKeyHex,
    encryptedOtp,
    finish: async (sealed, payload) => stamp(payload, await openSessionSigningKey(sealed, keyPair)),
  };
};
