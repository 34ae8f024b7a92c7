/** Sessions: what outlives a page, and for how long. */
export { onExpiring, type ExpiringOptions, type ExpiringWallet } from './expiring.ts';
export { createIndexedDbStore, type IndexedDbStoreOptions } from './indexed-db-store.ts';
export { withLock, type Locks } from './lock.ts';
export { createMemoryStore } from './memory-store.ts';
export type { EndReason, SessionIds, StoredSession } from './record.ts';
export { startAutoRefresh } from './refresh.ts';
export { SessionError, type SessionErrorCode } from './session-error.ts';
export {
  createSession,
  type ActiveSession,
  type FreshSession,
  type RevocationOptions,
  type Session,
  type SessionPlace,
  type SignOut,
} from './session.ts';
export { createSnapshot, loadingState, type SessionState, type WalletState } from './snapshot.ts';
export type { Store } from './store.ts';
export { sentPrefix } from './sweep.ts';
export {
  createTabChannel,
  openTabChannel,
  type Announcement,
  type BroadcastChannelLike,
  type TabChannel,
} from './tabs.ts';
