/** Refreshing the session before it ends. */
import { refreshLock, withLock } from '../../session/lock.ts';
import type { ActiveSession, SessionState } from '../../session/index.ts';
import { TransportError } from '../../transport/index.ts';
import { readOptions } from '../arguments.ts';
import { intents } from '../intents.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { keepSession, makeSessionKey, type AnsweredSession } from '../keep-session.ts';
import { readSession } from '../response-readers.ts';
import { runFlow, type SignedFlow } from '../run-flow.ts';
import { signAsSession } from '../sign.ts';
import { shareFlight, type Flight } from '../single-flight.ts';
import { isServices } from './sessions.ts';

/** Options of {@link refreshSession}. */
export interface RefreshOptions extends SignalOptions {
  /** Whether a session that ends then (epoch ms on this device's clock) wants refreshing; every one does by default. */
  readonly isDue?: (expiresAt: number) => boolean;
}

const unknown = {
  message: 'The answer was lost. Refresh again, or sign in again.',
  nextStep: 'restart',
} as const;

/**
 * Replaces the current session by a fresh one, once per account over all tabs; resolves when the new one is stored.
 *
 * @throws SessionError `SESSION_EXPIRED` (an expired session can't be refreshed), `SIGNED_OUT`; TransportError; WalletError
 */
export async function refreshSession(context: WalletContext, options?: RefreshOptions): Promise<SessionState> {
  const { signal, isDue } = readOptions(options, 'session.refresh');
  const { keeper, locks, clock } = context;
  // A later sign-in's session is refreshed by a run of its own.
  const key = `${await keeper.signInId()}`;
  return shareFlight(context, { resource: 'refresh', key, signal, unknown }, async (flight) => {
    const seen = await keeper.current();
    let current = seen;
    const refreshOnce = async (): Promise<SessionState> => {
      current = await keeper.current();
      const shown = keeper.state().session;
      // Another tab refreshed before this one had the lock: its session serves both.
      const isFresh = current.sessionId !== seen.sessionId || isDue?.(current.expiresAt) === false;
      return isFresh && shown !== undefined ? shown : refreshNow(context, current, flight);
    };
    try {
      return await withLock(refreshLock(context.accountId), refreshOnce, { locks, clock, signal: flight.signal });
    } catch (error) {
      const { sessionId } = current;
      // If the wallet was closed meanwhile, nothing is asked, and the caller gets the refresh's own error.
      const asked = (): Promise<unknown> => keeper.doubt(sessionId).catch(() => undefined);
      if (isServices(error, 401) || isServices(error, 404)) await asked();
      // The service may have replaced the session while the new key was lost: then the session here is over.
      else if (error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN') void asked();
      // Where locks are missing, another tab may be first even now; then it did what was asked for.
      const now = await keeper.current().catch(() => undefined);
      const ahead = keeper.state().session;
      if (now === undefined || now.sessionId === sessionId || ahead === undefined) throw error;
      return ahead;
    }
  });
}

async function refreshNow(context: WalletContext, current: ActiveSession, flight: Flight): Promise<SessionState> {
  const { keyPair, clientPublicKey } = await makeSessionKey(context);
  const { sessionId, credentialId, signInId } = current;
  const flow: SignedFlow<AnsweredSession> = {
    request: {
      method: 'POST',
      path: `/auth/sessions/${sessionId}/refresh`,
      body: JSON.stringify({ clientPublicKey }),
    },
    intent: intents.refresh(clientPublicKey, context.maxSessionMs),
    readOutcome: (answer) => ({ answer, session: readSession(answer.body, context.accountId) }),
    unknown,
    // A session that the service no longer knows, or that ended on its clock first, can't be refreshed.
    errors: { gone: 'reauthenticate' },
  };
  const signer = signAsSession(context, (session) => session.sessionId === sessionId);
  const answered = await runFlow(context, flow, { flight, signer });
  return keepSession(context, { ...answered, credentialId, keyPair, signInId }, { replaces: sessionId });
}
