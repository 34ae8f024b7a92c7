/** What a user interface sees of a session: a frozen snapshot that stays the same object until something changes. */
import type { CredentialType } from '../wire.ts';

/** The signed-in session, without its key. */
export type SessionState = Readonly<{
  sessionId: string;
  credentialId: string;
  credentialType: CredentialType;
  nickname: string;
  compressedPublicKeyHex: string;
  /** Epoch ms on this device's clock. */
  expiresAt: number;
}>;

/** A snapshot; `session` is there exactly while `status` is `signed-in`. */
export type WalletState = Readonly<{
  status: 'loading' | 'signed-out' | 'signed-in' | 'expired';
  storage: 'persistent' | 'memory';
  session?: SessionState;
}>;

/** The snapshot before the store was read, and on a server that renders the page. */
export const loadingState: WalletState = Object.freeze({ status: 'loading', storage: 'persistent' });

/** A snapshot with listeners. */
export interface Snapshot {
  get(): WalletState;
  set(next: WalletState): void;
  subscribe(listener: () => void): () => void;
  clear(): void;
}

const sameSession = (left: SessionState | undefined, right: SessionState | undefined): boolean => {
  if (left === undefined || right === undefined) return left === right;
  const names = Object.keys(left) as (keyof SessionState)[];
  return names.every((name) => left[name] === right[name]);
};

const same = (left: WalletState, right: WalletState): boolean =>
  left.status === right.status && left.storage === right.storage && sameSession(left.session, right.session);

/** Creates a snapshot. Setting an equal state changes nothing and tells nobody; a listener that throws stops no other. */
export function createSnapshot(initial: WalletState): Snapshot {
  let state = Object.freeze(initial);
  const listeners = new Map<object, () => void>();
  return Object.freeze({
    get: () => state,
    set(next: WalletState) {
      if (same(state, next)) return;
      if (next.session !== undefined) Object.freeze(next.session);
      state = Object.freeze(next);
      const told = [...listeners.values()];
      for (const listener of told) {
        try {
          listener();
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
    subscribe(listener: () => void) {
      if (typeof listener !== 'function') throw new TypeError('subscribe: listener must be a function');
      // The same function may subscribe twice; each subscription ends alone.
      const subscription = {};
      listeners.set(subscription, listener);
      return () => {
        listeners.delete(subscription);
      };
    },
    clear: () => listeners.clear(),
  });
}
