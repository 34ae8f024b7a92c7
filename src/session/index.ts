/** The session room: what outlives a page, and for how long. The account's lock is a door of its own, as it loads with the first refresh. */
export { createSystemClock, readInstant, type Clock, type Instant } from './clock.ts';
export { elapsedSince, lifetimeOf, parseTime } from './expiry.ts';
export { onExpiring, type ExpiringOptions } from './expiring.ts';
export { createIndexedDbStore, type IndexedDbStoreOptions } from './indexed-db-store.ts';
export { createSessionKeeper } from './keeper.ts';
export { createMemoryStore } from './memory-store.ts';
export type { EndReason } from './record.ts';
export { SessionError, type SessionErrorCode } from './session-error.ts';
export type { ActiveSession, FreshSession, ServiceAnswer, SessionKeeper, SessionKeeperOptions } from './session.ts';
export type { Store } from './store.ts';
export { createTabChannel, openTabChannel, type BroadcastChannelLike, type TabChannel } from './tabs.ts';
export { loadingState, type SessionState, type WalletState } from './wallet-state.ts';
