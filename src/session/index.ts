/** Sessions: what outlives a page, and for how long. The locks are a lazy entry, since they load with the first action. */
export { elapsedSince } from './countdown.ts';
export { onExpiring, type ExpiringOptions, type ExpiringWallet } from './expiring.ts';
export { createIndexedDbStore, type IndexedDbStoreOptions } from './indexed-db-store.ts';
export { createSessionKeeper } from './keeper.ts';
export { createMemoryStore } from './memory-store.ts';
export type { EndReason, LeavingSession, SessionIds } from './record.ts';
export { SessionError, type SessionErrorCode } from './session-error.ts';
export type {
  ActiveSession,
  AdoptOptions,
  Adoption,
  FreshSession,
  ServiceAnswer,
  SessionKeeper,
  SessionKeeperOptions,
  SignOut,
} from './session.ts';
export type { Store } from './store.ts';
export {
  createTabChannel,
  openTabChannel,
  type Announcement,
  type BroadcastChannelLike,
  type TabChannel,
} from './tabs.ts';
export { onWake } from './wake.ts';
export { createSnapshot, loadingState, type SessionState, type WalletState } from './wallet-state.ts';
