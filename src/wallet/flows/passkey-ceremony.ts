/** What signing in with a passkey and adding one have in common. */
import type * as Passkeys from '../../passkey/index.ts';
import { TransportError } from '../../transport/index.ts';
import { loadChunk } from '../chunks.ts';

const ceremonyTimeoutMs = 120_000;

/** Loads the ceremonies. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadPasskeys = (): Promise<typeof Passkeys> => loadChunk(() => import('../../passkey/index.ts'));

/**
 * How long a prompt may stay, ms, if its challenge lives for `leftMs`; undefined where nobody has said.
 *
 * @throws TransportError `CHALLENGE_EXPIRED`
 */
export function promptTime(leftMs: number | undefined): number {
  if (leftMs === undefined) return ceremonyTimeoutMs;
  if (leftMs > 0) return Math.min(ceremonyTimeoutMs, leftMs);
  throw new TransportError('CHALLENGE_EXPIRED', 'The passkey waited too long, and nothing was signed. Start again.', {
    nextStep: 'restart',
  });
}
