/** `session.revoke`: signing out must work in a page whose other code can no longer be loaded. */
import { readOptions } from './arguments.ts';
import { loadChunk } from './chunks.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import { checkId } from './ids.ts';

/** Options of `session.revoke`. */
export interface RevokeOptions extends SignalOptions {
  /** Another session of the account; this browser's own by default. */
  readonly sessionId?: string | undefined;
}

/** What a revocation did. */
export interface Revocation {
  /** `revoked`: the service has ended the session, now or before. `not-reached`: it lives on until it is reached, at most to its own end. */
  readonly service: 'revoked' | 'not-reached';
  /** Whether this browser held the session, and no tab of it can sign with it any more. */
  readonly localKeyDeleted: boolean;
  /** Why one of the halves did not happen. */
  readonly error?: unknown;
}

/**
 * Signs out, or ends another session of the account. Signing out wins whatever the network does: no tab can sign any more when
 * it resolves, unless storage failed too, and the service is reached now or later.
 *
 * @throws SessionError when nobody is signed in; for another session also TransportError, WalletError
 */
export async function revokeSession(context: WalletContext, options?: RevokeOptions): Promise<Revocation> {
  const { signal, sessionId } = readOptions(options, 'session.revoke');
  const { keeper } = context;
  if (sessionId !== undefined) checkId(sessionId, 'Session', 'sessionId');
  // At once: what is pressed before a sign-out never outlives it.
  if (sessionId === undefined) return keeper.signOut({ signal });
  const signInId = keeper.signInId().catch(() => undefined);
  await keeper.ready();
  if (sessionId === keeper.state().session?.sessionId) return keeper.signOut({ signal });
  const { revokeOther } = await loadChunk(() => import('./flows/signed-in.ts'));
  await revokeOther({ ...context, signInId }, sessionId, { signal });
  return { service: 'revoked', localKeyDeleted: false };
}
