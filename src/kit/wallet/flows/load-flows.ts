/** Loads the flows, which are chunks of their own. */
import { loadChunk } from '../chunks.ts';
import type * as Codes from './one-time-code.ts';
import type * as OAuth from './oauth.ts';
import type * as Reads from './reads.ts';
import type * as SignedIn from './signed-in.ts';

/** Loads the flows of signing in with a code. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadCodes = (): Promise<typeof Codes> => loadChunk(() => import('./one-time-code.ts'));

/** Loads the flows that need a session, and those of passkeys. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadSignedIn = (): Promise<typeof SignedIn> => loadChunk(() => import('./signed-in.ts'));

/** Loads the flows of identity providers. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadOAuth = (): Promise<typeof OAuth> => loadChunk(() => import('./oauth.ts'));

/** Loads the reads. @throws WalletError `CHUNK_UNAVAILABLE` */
export const loadReads = (): Promise<typeof Reads> => loadChunk(() => import('./reads.ts'));
