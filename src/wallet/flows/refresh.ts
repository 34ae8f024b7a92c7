/** Refreshing the session before it ends (specification, Wallet authentication; wire facts, 2). */
import type { ActiveSession } from '../../session/index.ts';
import { withAccountLock } from '../../session/account-lock.ts';
import { signedRetry } from '../../transport/index.ts';
import { readOptions } from '../arguments.ts';
import { readChallenge, readSession } from '../answers.ts';
import { sendSigned, stampWithSession, transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { keepSession, makeSessionKey } from '../keep-session.ts';
import { intentOf } from '../payload-check.ts';
import { WalletError } from '../wallet-error.ts';
import type { SessionSummary } from './email-otp.ts';
import { revokeAtService } from './session.ts';

/** Options of {@link refreshSession}. */
export interface RefreshOptions extends SignalOptions {
  /** Whether a session that ends then (epoch ms on this device's clock) wants refreshing; every one does by default. */
  readonly isDue?: (expiresAt: number) => boolean;
}

/**
 * Replaces the current session by a fresh one, once per account over all tabs: the new one is stored before the old key goes.
 *
 * @throws SessionError `SESSION_EXPIRED` (an expired session can't be refreshed), `SIGNED_OUT`; TransportError; WalletError
 */
export async function refreshSession(context: WalletContext, options?: RefreshOptions): Promise<SessionSummary> {
  const { signal, isDue } = readOptions(options, 'session.refresh');
  const seen = await context.keeper.current();
  return context.once('refresh', () =>
    withAccountLock(
      context.accountId,
      async () => {
        const current = await context.keeper.current();
        const shown = context.keeper.state().session;
        // Another tab refreshed before this one had the lock: its session serves both.
        const isFresh = current.sessionId !== seen.sessionId || isDue?.(current.expiresAt) === false;
        if (isFresh && shown !== undefined) return shown;
        return refreshNow(context, current, signal).catch(async (error: unknown) => {
          // Where locks are missing, another tab may be first even now; then it did what was asked for.
          const { sessionId } = await context.keeper.current();
          const ahead = context.keeper.state().session;
          if (sessionId === current.sessionId || ahead === undefined) throw error;
          return ahead;
        });
      },
      { locks: context.locks, clock: context.clock, signal },
    ),
  );
}

async function refreshNow(
  context: WalletContext,
  current: ActiveSession,
  signal: AbortSignal | undefined,
): Promise<SessionSummary> {
  const { keyPair, clientPublicKey } = await makeSessionKey(context);
  const request = {
    method: 'POST',
    path: `/auth/sessions/${current.sessionId}/refresh`,
    body: JSON.stringify({ clientPublicKey }),
    signal,
  };
  const intent = intentOf('session.refresh', { publicKeyHex: clientPublicKey });
  const answer = await signedRetry({
    send: (signed) => sendSigned(context, request, signed),
    readChallenge,
    async stamp({ payloadToSign }) {
      const { sessionId } = await context.keeper.current();
      if (sessionId !== current.sessionId) throw superseded();
      return stampWithSession(context, intent, payloadToSign);
    },
    readOutcome: ({ body }) => readSession(body, context.accountId),
    serviceTime: () => transportOf(context).serviceTime(),
    unknown: {
      message: 'The answer to the refresh was lost. Refresh again while the session lives, or sign in again.',
      nextStep: 'restart',
    },
    // A session that the service no longer knows, or that ended on its clock first, can't be refreshed.
    errors: { gone: 'reauthenticate' },
  });
  const session = readSession(answer.body, context.accountId);
  const summary = await keepSession(context, {
    answer,
    session,
    credentialId: current.credentialId,
    keyPair,
    replaces: current.sessionId,
  });
  // The service may leave the replaced session alive, and another tab may have been first: either way one is too many.
  const surplus = summary.sessionId === session.id ? current.sessionId : session.id;
  await revokeAtService(context, surplus, signal).catch(() => undefined);
  return summary;
}

function superseded(): WalletError {
  return new WalletError('BUSY', 'Another tab has refreshed the session, and nothing was signed.', {
    nextStep: 'retry',
  });
}
