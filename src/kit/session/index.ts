/**
 * Sessions: the state that outlives a page, and its lifetime. Storing a session, locks and refreshes load later, as
 * entries of their own.
 */
export { onExpiring, type ExpiringOptions, type ExpiringWallet } from './expiring.ts';
export { createIndexedDbStore } from './indexed-db-store.ts';
export { createMemoryStore } from './store.ts';
export type { EndReason, EnclaveIds } from './record.ts';
export { SessionError, type SessionErrorCode } from './session-error.ts';
export type { Account, EndedSession, Locks } from './account.ts';
export { createSession, type ActiveSession, type Session } from './session.ts';
export { createSnapshot, loadingState, type SessionState, type WalletState } from './snapshot.ts';
export type { Store } from './store.ts';
export {
  createTabChannel,
  openTabChannel,
  type Announcement,
  type BroadcastChannelLike,
  type TabChannel,
} from './tabs.ts';
