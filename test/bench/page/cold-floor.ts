import type { ColdLogin } from './cold-login.ts';
import * as floor from './floor.ts';

/** A first login by the floor. */
export const login: ColdLogin = async ({ bundle, pin }) => {
  const keyPair = await floor.generate();
  const { publicKeyHex } = keyPair;
  return {
    publicKeyHex,
    encryptedOtp: await floor.encryptOtp(bundle, '194837', publicKeyHex, pin),
    async finish(sealed, payload) {
      const { compressedPublicKeyHex, signingKey } = await floor.openSealed(sealed, keyPair);
      return floor.stamp(payload, compressedPublicKeyHex, signingKey);
    },
  };
};
