/** The login cryptography, loaded when first needed. */
import type * as Login from '../crypto/login/index.ts';
import { loadChunk } from './chunks.ts';

/** Loads the login cryptography. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadLogin = (): Promise<typeof Login> => loadChunk(() => import('../crypto/login/index.ts'));

/**
 * Loads the same and tries what opening a sealed key takes of this engine: the key is delivered once, so that a failure afterwards
 * would lose it.
 *
 * @throws WalletError `CHUNK_UNAVAILABLE`, CryptoError `ENGINE_FAILED`
 */
export async function loadLoginForSealedKey(): Promise<typeof Login> {
  const login = await loadLogin();
  await login.requireDerivation();
  return login;
}
