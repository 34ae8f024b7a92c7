/** The session's state for a user interface: a frozen snapshot that stays the same object until something changes. */
import type { CredentialType } from '../wire.ts';
import type { Countdown, EndReason, StoredSession } from './record.ts';

/** The signed-in session, without its key. */
export type SessionState = Readonly<{
  sessionId: string;
  credentialId: string;
  credentialType: CredentialType;
  nickname: string;
  compressedPublicKeyHex: string;
  /** When its life began to count, epoch ms on this device's clock. */
  startedAt: number;
  /** Epoch ms on this device's clock. */
  expiresAt: number;
}>;

/** A snapshot. It has `session` exactly while `status` is `signed-in`. */
export type WalletState = Readonly<
  { storage: 'persistent' | 'memory' } & (
    | { status: 'loading'; session?: never; ended?: never }
    | { status: 'signed-in'; session: SessionState; ended?: never }
    | {
        status: 'signed-out';
        session?: never;
        /** Why the last session ended, once one has ended in this browser. */
        ended?: Readonly<{ reason: EndReason }>;
      }
    | { status: 'closed'; session?: never; ended?: never }
  )
>;

/** The snapshot before the store was read, and on a server that renders the page. */
export const loadingState: WalletState = Object.freeze({ status: 'loading', storage: 'persistent' });

/** The part of an account's record that a page shows. */
export type Shown =
  | { readonly is: 'loading' | 'closed' }
  | { readonly is: 'none'; readonly reason: EndReason | undefined }
  | { readonly is: 'live'; readonly session: StoredSession; readonly countdown: Countdown };

/** The snapshot of what a page shows. */
export function snapshotOf(shown: Shown, storage: WalletState['storage']): WalletState {
  if (shown.is === 'none') {
    const { reason } = shown;
    return { status: 'signed-out', storage, ...(reason !== undefined && { ended: { reason } }) };
  }
  if (shown.is !== 'live') return { status: shown.is, storage };
  const { signingKey: _, lifetimeMs, ...session } = shown.session;
  const expiresAt = session.startedAt + lifetimeMs;
  return { status: 'signed-in', storage, session: Object.freeze({ ...session, expiresAt }) };
}

/** A snapshot with listeners. */
export interface Snapshot<State = WalletState> {
  get(): State;
  set(next: State): void;
  subscribe(listener: () => void): () => void;
  clear(): void;
}

/** Compares plain values. Members come in one order, since one function makes them. */
const isEqual = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Creates a snapshot. Setting an equal state does nothing; a listener that throws doesn't stop the others. */
export function createSnapshot<State extends object = WalletState>(
  initial: State,
  isSame: (left: State, right: State) => boolean = isEqual,
): Snapshot<State> {
  let state = Object.freeze(initial);
  const listeners = new Map<object, () => void>();
  return Object.freeze({
    get: () => state,
    set(next: State) {
      if (isSame(state, next)) return;
      state = Object.freeze(next);
      const all = [...listeners.values()];
      for (const listener of all) {
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
