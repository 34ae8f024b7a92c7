/** Refreshing the session before it ends. */
import { withLock, type ActiveSession, type SessionState } from '../../session/index.ts';
import { busy, runAction, withDeadline, type Action } from '../action.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { keepSession, makeSessionKey, type AnsweredSession } from '../keep-session.ts';
import { intents } from '../payload/intents.ts';
import { readSession } from '../response-readers.ts';
import { endIfUnlisted } from '../session-list.ts';
import { share, type Flight } from '../share.ts';
import { signAsSession } from '../sign.ts';
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
  const { session, clock, accountId, transportOptions } = context;
  const pressed = await session.current();
  const key = `refresh ${pressed.epoch}`;
  return share(context, { key, signal, unknown }, (flight) =>
    withLock(
      `countersign:${accountId}`,
      async () => {
        const current = await session.current();
        const { session: shown } = session.state();
        // Another tab refreshed before this one had the lock: its session serves both.
        const isFresh = current.sessionId !== pressed.sessionId || isDue?.(current.expiresAt) === false;
        return isFresh && shown !== undefined ? shown : refreshNow(context, current, flight);
      },
      { locks: session.locks(), clock, signal: flight.signal, waitMs: transportOptions.timeoutMs + 20_000, busy },
    ),
  );
}

async function refreshNow(context: WalletContext, current: ActiveSession, flight: Flight): Promise<SessionState> {
  const { keyPair, clientPublicKey } = await makeSessionKey(context);
  const { sessionId, credentialId } = current;
  const action: Action<AnsweredSession> = {
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
  try {
    const signer = signAsSession(context, sessionId);
    const hold = <Result>(run: (deadline: AbortSignal) => Promise<Result>) => withDeadline(context, run);
    const answered = await runAction(context, action, { flight, signer, hold });
    return await keepSession(context, { ...answered, credentialId, keyPair }, { replaces: sessionId });
  } catch (error) {
    if (isServices(error, 401) || isServices(error, 404)) await endIfUnlisted(context, sessionId);
    throw error;
  }
}
