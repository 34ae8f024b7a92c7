/** Loads lazy chunks on first use; each is imported where it is used. */
import type * as Login from '../crypto/login/index.ts';
import { WalletError } from './wallet-error.ts';

/** Loads a lazy chunk. @throws WalletError `CHUNK_UNAVAILABLE` */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (cause) {
    throw new WalletError(
      'CHUNK_UNAVAILABLE',
      'A part of this page did not load: nothing was signed. Try again, or reload the page.',
      { nextStep: 'retry', cause },
    );
  }
}

/** Loads the login cryptography. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadLogin = (): Promise<typeof Login> => loadChunk(() => import('../crypto/login/index.ts'));

/**
 * Loads the same, with everything that this engine needs to open a sealed key. The key is delivered once: a download
 * that fails afterwards would lose it.
 *
 * @throws WalletError `CHUNK_UNAVAILABLE`
 */
export const loadLoginForSealedKey = (): Promise<typeof Login> =>
  loadChunk(async () => {
    const login = await import('../crypto/login/index.ts');
    await login.prepareToDerive();
    return login;
  });
