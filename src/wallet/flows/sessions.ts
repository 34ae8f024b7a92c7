/** Listing and revoking sessions. */
import { unlessAborted } from '../../abort.ts';
import type { LeavingSession, ServiceAnswer } from '../../session/index.ts';
import { TransportError, type Answer, type Finding } from '../../transport/index.ts';
import type { AuthSession } from '../../wire.ts';
import { requireEmpty } from '../action-readers.ts';
import { readOptions } from '../arguments.ts';
import type { Intent } from '../intent.ts';
import { intents } from '../intents.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { isWhole, readList, readSession, requireWhole } from '../response-readers.ts';
import { runSigned, type SessionFlow } from '../run-signed.ts';
import { request } from '../send.ts';
import { signWithKey, type Signer } from '../sign.ts';

/** A session of the account; `current` marks the one whose key this browser holds. */
export interface ListedSession extends AuthSession {
  /** Whether this browser holds its key. */
  readonly current: boolean;
}

/** Lists the account's active sessions. @throws TransportError */
export async function listSessions(context: WalletContext, options?: SignalOptions): Promise<readonly ListedSession[]> {
  const { signal } = readOptions(options, 'session.list');
  const { keeper } = context;
  await keeper.ready();
  const { answer, sessions } = await readSessions(context, signal);
  const { session } = keeper.state();
  const isListed = sessions.some(({ id }) => id === session?.sessionId);
  if (session !== undefined && !isListed && isWhole(answer.body))
    await unlessAborted(keeper.doubt(session.sessionId), signal);
  return sessions.map((one) => Object.freeze({ ...one, current: one.id === session?.sessionId }));
}

/** Ends another session of the account, signed by the session of this browser. @throws TransportError, SessionError, WalletError */
export function revokeOther(context: WalletContext, sessionId: string, options: SignalOptions): Promise<void> {
  return revoke(context, sessionId, { ...options });
}

/** Ends a session with its own key, which is used for this alone. Resolves once it is over at the service. */
export async function revokeLeaving(
  context: WalletContext,
  session: LeavingSession,
  options: SignalOptions,
): Promise<void> {
  // A session that was replaced lets its stamps arrive first: its end isn't urgent.
  const cause = session.afterStamps ? 'housekeeping' : 'caller';
  await revoke(context, session.sessionId, { ...options, cause, signer: signWithKey(session) });
}

async function revoke(
  context: WalletContext,
  sessionId: string,
  { signer, signal, cause }: SignalOptions & { readonly signer?: Signer; readonly cause?: Intent['cause'] },
): Promise<void> {
  const flow: SessionFlow<void> = {
    request: { method: 'DELETE', path: `/auth/sessions/${sessionId}` },
    intent: intents.revoke(sessionId, cause),
    isRecorded: false,
    // The answer that the session doesn't exist is believed only if the service's list lacks it too.
    goneIsConflict: 'always',
    signer,
    readOutcome: requireEmpty,
    lookUp: async (): Promise<Finding<void>> =>
      (await askForSession(context, sessionId)).session === 'gone'
        ? { found: 'done', outcome: undefined }
        : { found: 'undone' },
    unknown: { message: 'Whether the session was ended is unknown. List the sessions.' },
  };
  await runSigned(context, flow, { signal });
}

/** Whether a request was refused since what its path names doesn't exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'REFUSED' && error.status === 404;
}

/** Whether an error is the service's own answer with this status, and not the relay's. */
export function isServices(error: unknown, status: number): boolean {
  return (
    error instanceof TransportError && error.status === status && error.platformCode?.startsWith('RELAY_') === false
  );
}

/** Asks the service whether it lists a session. @throws TransportError, also for a partial list without it */
export async function askForSession(context: WalletContext, sessionId: string): Promise<ServiceAnswer> {
  const { answer, sessions } = await readSessions(context, undefined);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) requireWhole(answer.body);
  return { session: session ?? 'gone', startedAt: answer.startedAt, date: answer.date };
}

async function readSessions(
  context: WalletContext,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer; sessions: readonly AuthSession[] }> {
  const { accountId } = context;
  const answer = await request(context, { method: 'GET', path: '/auth/sessions', query: { accountId }, signal });
  return { answer, sessions: readList(answer.body, (item) => readSession(item, accountId)) };
}
