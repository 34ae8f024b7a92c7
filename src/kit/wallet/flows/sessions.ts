/** Listing, refreshing and revoking sessions. */
import { endedAtService } from '../../session/adopt.ts';
import { SessionError, type EndedSession, type ActiveSession, type SessionState } from '../../session/index.ts';
import type { AuthSession } from '../../wire.ts';
import { runAction, type SignedAction } from '../run/action.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { keepSession, makeSessionKey, type AnsweredSession } from './keep-session.ts';
import { track } from '../events/notes.ts';
import { intents } from '../payload/activities.ts';
import type { Intent } from '../payload/intent.ts';
import { isServices, requireEmpty, readSession } from '../response-readers.ts';
import { endIfUnlisted, readSessions, signAsSession } from '../run/session-action.ts';
import { withAccountLock, type AccountLockOptions } from '../run/locks.ts';
import { share, withDeadline, type Flight } from '../run/share.ts';
import { signWithKey, type Signer } from '../run/sign.ts';

/** A session of the account; `current` marks the one whose key this browser holds. */
export interface ListedSession extends AuthSession {
  /** Whether this browser holds its key. */
  readonly current: boolean;
}

/** Lists the account's active sessions. @throws TransportError */
export async function listSessions(context: WalletContext, options?: SignalOptions): Promise<readonly ListedSession[]> {
  const { signal } = readOptions(options, 'session.list', {});
  const { session } = context;
  await session.ready();
  // The list counts for the session that the page had when it asked.
  const currentId = session.state().session?.sessionId;
  const { items, isWhole } = await readSessions(context, signal);
  if (currentId !== undefined && isWhole && !items.some(({ id }) => id === currentId)) {
    // A refresh that is under way may have ended it, and is about to store the next one.
    await withAccountLock(context, () => endedAtService(context.account, currentId), { mode: 'shared', signal });
  }
  return items.map((one) => Object.freeze({ ...one, current: one.id === currentId }));
}

/** Ends another session of the account, signed by the session of this browser. @throws TransportError, SessionError, WalletError */
export async function revokeOther(context: WalletContext, sessionId: string, { signal }: SignalOptions): Promise<void> {
  await context.session.current();
  await revoke(context, sessionId, { signal, cause: 'caller', signer: signAsSession(context) });
}

/** Ends a session with its own key, which is used for this alone. Resolves once it is over at the service. */
export async function revokeByOwnKey(
  context: WalletContext,
  session: EndedSession,
  cause: Intent['cause'],
  signal?: AbortSignal,
): Promise<void> {
  await revoke(context, session.sessionId, { signal, cause, signer: signWithKey(session, session.ids) });
}

/** Time limit for telling the service of a sign-out, and the first pause, ms. */
const longestMs = 30_000;
const firstPauseMs = 2_000;

/** Ends a session by its key, which only this page's memory still holds; retries for 30 s. Settles with the first attempt. */
export async function endFromMemory(context: WalletContext, session: EndedSession): Promise<void> {
  const { clock, transportOptions } = context;
  const limit = new AbortController();
  const stop = clock.schedule(longestMs, () => limit.abort(new SessionError('SIGNED_OUT')));
  const attempt = (): Promise<void> =>
    track(context, 'background.revoke', (own) => revokeByOwnKey(own, session, 'caller', limit.signal));
  const tryAgain = async (pauseMs: number): Promise<void> => {
    await new Promise<void>((resolve) => void clock.schedule(pauseMs, resolve));
    if (!limit.signal.aborted && !transportOptions.life.aborted) await attempt().catch(() => tryAgain(2 * pauseMs));
  };
  const first = attempt();
  void first.catch(() => tryAgain(firstPauseMs)).finally(stop);
  await first;
}

async function revoke(
  context: WalletContext,
  sessionId: string,
  { signer, signal, cause }: SignalOptions & { readonly signer: Signer; readonly cause: Intent['cause'] },
): Promise<void> {
  const action: SignedAction<void> = {
    request: { method: 'DELETE', path: `/auth/sessions/${sessionId}` },
    intent: intents.revoke(sessionId, cause),
    // A "not found" counts only if the service's list lacks the session too.
    notFoundMeansDone: true,
    mayProcess: true,
    readOutcome: requireEmpty,
    async lookUp() {
      const { items, whole } = await readSessions(context);
      if (items.some(({ id }) => id === sessionId)) return { found: 'undone' };
      whole();
      return { found: 'done', outcome: undefined };
    },
    unknown: { message: 'Whether the session was ended is unknown. List the sessions.' },
  };
  await share(context, { key: `${cause} ${sessionId}`, signal, unknown: action.unknown }, (flight) =>
    runAction(context, action, { flight, signer, hold: (run) => withDeadline(context, run) }),
  );
}

const unknown = {
  message: 'The answer was lost. Refresh again, or sign in again.',
  nextStep: 'restart',
} as const;

/**
 * Replaces the current session by a fresh one, once per account over all tabs. Resolves when the new one is stored.
 *
 * @throws SessionError `SESSION_EXPIRED` (an expired session can't be refreshed), `SIGNED_OUT`; TransportError; WalletError
 */
export async function refreshSession(context: WalletContext, options?: SignalOptions): Promise<SessionState> {
  const { signal } = readOptions(options, 'session.refresh', {});
  return refresh(context, await context.session.current(), { signal, onlyIfFree: false });
}

/**
 * Refreshes by itself, unless the stored session ends after `expiresAt`, epoch ms on this device's clock: then another tab
 * has. Delays no action, and asks nothing while one is under way.
 */
export async function refreshInBackground(context: WalletContext, expiresAt: number): Promise<void> {
  const current = await context.session.current();
  if (current.expiresAt <= expiresAt) await refresh(context, current, { signal: undefined, onlyIfFree: true });
}

function refresh(
  context: WalletContext,
  current: ActiveSession,
  { signal, onlyIfFree }: Required<Pick<AccountLockOptions, 'signal' | 'onlyIfFree'>>,
): Promise<SessionState> {
  const { session } = context;
  // A press waits for the locks, an automatic one doesn't: each by itself, as those of two tabs.
  const key = `refresh ${onlyIfFree} ${current.sessionId}`;
  return share(context, { key, signal, unknown }, async (flight) => {
    // A person's press may delay actions for a moment.
    const lock = { onlyIfFree, waitMs: 2_000, signal: flight.signal };
    try {
      if (onlyIfFree) await withAccountLock(context, async () => {}, lock);
      return await refreshNow(context, current, { flight, lock });
    } catch (error) {
      if (isServices(error, 401) || isServices(error, 404)) {
        // Another tab's refresh that is under way may have ended it, and is about to store the next one.
        const look = () => endIfUnlisted(context, current.sessionId);
        await withAccountLock(context, look, { mode: 'shared', signal }).catch(() => false);
      }
      await session.check();
      // Another tab was first: its session serves both.
      const { session: other } = session.state();
      if (other === undefined || other.sessionId === current.sessionId) throw error;
      return other;
    }
  });
}

async function refreshNow(
  context: WalletContext,
  current: ActiveSession,
  { flight, lock }: { readonly flight: Flight; readonly lock: AccountLockOptions },
): Promise<SessionState> {
  const { sessionId, credentialId } = current;
  const { keyPair, clientPublicKey } = await makeSessionKey(context);
  let stored: SessionState | undefined;
  const action: SignedAction<AnsweredSession> = {
    request: {
      method: 'POST',
      path: `/auth/sessions/${sessionId}/refresh`,
      body: JSON.stringify({ clientPublicKey }),
    },
    mayProcess: true,
    intent: intents.refresh(clientPublicKey, context.maxSessionMs),
    readOutcome: (answer) => ({ answer, session: readSession(answer.body, context.accountId) }),
    async store(answered) {
      stored = await keepSession(context, { ...answered, credentialId, keyPair }, { replaces: sessionId });
    },
    unknown,
    // A session that the service doesn't know, or that ended on its clock first, can't be refreshed.
    errors: { gone: 'reauthenticate' },
  };
  await runAction(context, action, {
    flight,
    signer: signAsSession(context, sessionId),
    // Alone: no stamp of this account is on its way meanwhile.
    hold: (run) => withAccountLock(context, () => withDeadline(context, run), lock),
  });
  if (stored === undefined) throw new SessionError('SIGNED_OUT');
  return stored;
}
