/** Refreshing the session before it ends. */
import { SessionError, type ActiveSession, type SessionState } from '../../session/index.ts';
import { runAction, withDeadline, type SignedAction } from '../action.ts';
import { withAccountLock, signAsSession } from '../session-action.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { keepSession, makeSessionKey, type AnsweredSession } from '../keep-session.ts';
import { intents } from '../payload/intents.ts';
import { readSession } from '../response-readers.ts';
import { endIfUnlisted } from '../session-list.ts';
import { share, type Flight } from '../share.ts';

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
  const { signal, isDue } = readOptions(options, 'session.refresh', { isDue: true });
  const { session } = context;
  const pressed = await session.current();
  const { session: shown } = session.state();
  if (isDue?.(pressed.expiresAt) === false && shown !== undefined) return shown;
  return share(context, { key: `refresh ${pressed.sessionId}`, signal, unknown }, async (flight) => {
    try {
      return await refreshNow(context, pressed, flight);
    } catch (error) {
      if (isServices(error, 401) || isServices(error, 404)) {
        // Another tab's refresh that is under way may have ended it, and is about to store the next one.
        const look = () => endIfUnlisted(context, pressed.sessionId);
        await withAccountLock(context, look, { mode: 'shared', signal }).catch(() => false);
      }
      await session.check();
      // Another tab was first: its session serves both.
      const { session: other } = session.state();
      if (other === undefined || other.sessionId === pressed.sessionId) throw error;
      return other;
    }
  });
}

async function refreshNow(context: WalletContext, current: ActiveSession, flight: Flight): Promise<SessionState> {
  const { sessionId, credentialId } = current;
  const { keyPair, clientPublicKey } = await makeSessionKey(context);
  let kept: SessionState | undefined;
  const action: SignedAction<AnsweredSession> = {
    request: {
      method: 'POST',
      path: `/auth/sessions/${sessionId}/refresh`,
      body: JSON.stringify({ clientPublicKey }),
    },
    intent: intents.refresh(clientPublicKey, context.maxSessionMs),
    readOutcome: (answer) => ({ answer, session: readSession(answer.body, context.accountId) }),
    async keep(answered) {
      kept = await keepSession(context, { ...answered, credentialId, keyPair }, { replaces: sessionId });
    },
    unknown,
    // A session that the service no longer knows, or that ended on its clock first, can't be refreshed.
    errors: { gone: 'reauthenticate' },
  };
  await runAction(context, action, {
    flight,
    signer: signAsSession(context, sessionId),
    // Alone: no stamp of this account is on its way meanwhile.
    hold: (run) => withAccountLock(context, () => withDeadline(context, run), { signal: flight.signal }),
  });
  if (kept === undefined) throw new SessionError('SIGNED_OUT');
  return kept;
}
