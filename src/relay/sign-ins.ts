/** When a user last signed in to the wallet through this relay. */
import { readMark, setMark } from './marks.ts';
import { RelayError } from './relay-error.ts';
import type { RelayStore } from './store.ts';

/** Sign-ins, as far as a platform wants them to be recent. */
export interface SignIns {
  /** Notes that the service has let this user sign in. */
  note(userId: string): Promise<void>;
  /** @throws RelayError `RELAY_SIGN_IN_REQUIRED` when the last sign-in is too long ago, or was not through this relay. */
  requireRecent(userId: string): Promise<void>;
}

/** Creates the memory of sign-ins; null when any age will do. */
export function createSignIns(store: RelayStore, recentMs: number | null): SignIns {
  const key = (userId: string): string => `sign-in:${userId}`;
  return Object.freeze({
    async note(userId: string) {
      if (recentMs !== null) await setMark(store, key(userId), recentMs);
    },
    async requireRecent(userId: string) {
      if (recentMs === null || (await readMark(store, key(userId))) > 0) return;
      throw new RelayError('RELAY_SIGN_IN_REQUIRED', 'Sign in to the wallet again before changing how you sign in.', {
        status: 403,
      });
    },
  });
}
