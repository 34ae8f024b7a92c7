/** Loads lazy chunks on first use; each is imported where it is used. */
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
