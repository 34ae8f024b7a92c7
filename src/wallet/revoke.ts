/** `session.revoke`: signing out must work in a page whose other code can no longer be loaded. */
import type { SignOut } from '../session/index.ts';
import { checkId, readOptions } from './arguments.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import { loadSignedIn } from './load-flows.ts';

export type { SignOut as Revocation };

/** Options of `session.revoke`. */
export interface RevokeOptions extends SignalOptions {
  /** Another session of the account; this browser's own by default. */
  readonly sessionId?: string | undefined;
}

/**
 * Signs out, or ends another session of the account. Signing out wins whatever the network does: its key is deleted before anything
 * waits for the service, which is told from this page's memory, for 30 s at most.
 *
 * @throws SessionError when nobody is signed in; for another session also TransportError, WalletError
 */
export async function revokeSession(context: WalletContext, options?: RevokeOptions): Promise<SignOut> {
  const { signal, sessionId } = readOptions(options, 'session.revoke');
  const { session } = context;
  if (sessionId !== undefined) checkId(sessionId, 'Session', 'sessionId');
  // At once: what is pressed before a sign-out never outlives it.
  if (sessionId === undefined) return session.signOut({ signal });
  await session.ready();
  if (sessionId === session.state().session?.sessionId) return session.signOut({ signal });
  const { revokeOther } = await loadSignedIn();
  await revokeOther(context, sessionId, { signal });
  return { service: 'revoked', localKeyDeleted: false };
}
