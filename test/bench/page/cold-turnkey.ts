import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptOtpCodeToBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto';
import type { ColdLogin } from './cold-login.ts';

/** A first login by the peer's packages. */
export const login: ColdLogin = async ({ bundle, pin }) => {
  const { privateKey, publicKeyUncompressed: publicKeyHex } = generateP256KeyPair();
  return {
    publicKeyHex,
    encryptedOtp: await encryptOtpCodeToBundle('194837', bundle, publicKeyHex, pin),
    async finish(sealed, payload) {
      const apiPrivateKey = decryptCredentialBundle(sealed, privateKey);
      const point = getPublicKey(apiPrivateKey, true);
      const apiPublicKey = Array.from(point, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return (await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).stamp(payload)).stampHeaderValue;
    },
  };
};
