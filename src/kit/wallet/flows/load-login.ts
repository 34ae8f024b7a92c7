/** Loads the login cryptography, a chunk of its own. */
import type * as Login from '../../crypto/login/index.ts';
import { loadChunk } from '../chunks.ts';

/** Loads the login cryptography. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadLogin = (): Promise<typeof Login> => loadChunk(() => import('../../crypto/login/index.ts'));

/**
 * Loads the same, with everything that this engine needs to open a sealed key. The key is delivered once: a download
 * that fails afterwards would lose it.
 *
 * @throws WalletError `CHUNK_UNAVAILABLE`
 */
export const loadLoginForSealedKey = (): Promise<typeof Login> =>
  loadChunk(async () => {
    const login = await import('../../crypto/login/index.ts');
    await login.prepareToDerive();
    return login;
  });
