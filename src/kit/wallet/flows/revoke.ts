/** `session.revoke`: signing out must work in a page whose other code can no longer be loaded. */
import { unlessAborted } from '../../waiting.ts';
import { maybe } from '../../options.ts';
import { anId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { loadSignedIn } from './load-flows.ts';

/** Options of `session.revoke`. */
export interface RevokeOptions extends SignalOptions {
  /** Another session of the account; this browser's own by default. */
  readonly sessionId?: string | undefined;
}

/** Result of a revocation. */
export interface Revocation {
  /** `revoked`: the service has ended the session, now or before. `not-reached`: it ends by itself, if later attempts fail too. */
  readonly service: 'revoked' | 'not-reached';
  /** Whether the key of this browser's session is deleted from its storage. */
  readonly localKeyDeleted: boolean;
  /** Why one of the halves did not happen. */
  readonly error?: unknown;
}

/** Longest wait of a caller for the service to hear of a sign-out, ms. */
const longestWaitMs = 10_000;

/**
 * Signs out, or ends another session of the account. A sign-out works without the network: it deletes the key before
 * it waits for the service. Then it revokes the session from this page's memory, for 30 s at most.
 *
 * @throws SessionError when signed out; for another session also TransportError, WalletError
 */
export async function revokeSession(context: WalletContext, options?: RevokeOptions): Promise<Revocation> {
  const { signal, sessionId } = readOptions(options, 'session.revoke', { sessionId: maybe(anId('Session')) });
  const { session } = context;
  // At once: what is pressed before a sign-out never outlives it.
  if (sessionId === undefined) return signOut(context, signal);
  await session.ready();
  if (sessionId === session.state().session?.sessionId) return signOut(context, signal);
  const { revokeOther } = await loadSignedIn();
  await revokeOther(context, sessionId, { signal });
  return { service: 'revoked', localKeyDeleted: false };
}

async function signOut(context: WalletContext, signal: AbortSignal | undefined): Promise<Revocation> {
  signal?.throwIfAborted();
  const late = new AbortController();
  const stop = context.clock.schedule(longestWaitMs, () => late.abort(new Error('The service has not answered yet.')));
  try {
    // Beside the storage, which may not answer.
    const { tellings, error } = await context.session.signOut(async (ended) => {
      const { endFromMemory } = await loadSignedIn();
      await endFromMemory(context, ended);
    });
    const localKeyDeleted = error === undefined;
    try {
      await unlessAborted(unlessAborted(Promise.all(tellings), late.signal), signal);
      return { service: 'revoked', localKeyDeleted, ...(error === undefined ? {} : { error }) };
    } catch (cause) {
      return { service: 'not-reached', localKeyDeleted, error: error ?? cause };
    }
  } finally {
    stop();
  }
}
