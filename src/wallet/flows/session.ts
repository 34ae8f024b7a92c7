/** Listing and revoking sessions (specification, Wallet authentication; wire facts, 2). */
import type { ServiceAnswer } from '../../session/index.ts';
import { judge, signedRetry, toError, type Answer, type Finding } from '../../transport/index.ts';
import type { AuthSession } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { readChallenge, readList, readSession, requireEmpty, requireWhole } from '../answers.ts';
import { sendSigned, stampWithSession, transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { intentOf } from '../payload-check.ts';

/** A session of the account; `current` marks the one whose key this browser holds. */
export interface ListedSession extends AuthSession {
  readonly current: boolean;
}

/** Lists the account's active sessions. @throws TransportError */
export async function listSessions(context: WalletContext, options?: SignalOptions): Promise<readonly ListedSession[]> {
  const { signal } = readOptions(options, 'session.list');
  await context.keeper.ready();
  const { sessions } = await readSessions(context, signal);
  const current = context.keeper.state().session?.sessionId;
  return sessions.map((session) => Object.freeze({ ...session, current: session.id === current }));
}

/** Signs and sends the end of one session. */
export async function revokeAtService(
  context: WalletContext,
  sessionId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const request = { method: 'DELETE', path: `/auth/sessions/${sessionId}`, signal };
  await signedRetry({
    send: async (signed) => goneIsDone(await sendSigned(context, request, signed)),
    readChallenge,
    stamp: ({ payloadToSign }) => stampWithSession(context, intentOf('session.revoke'), payloadToSign),
    readOutcome: requireEmpty,
    lookUp: () => findSession(context, sessionId),
    // A session that is gone already answers the first leg.
    firstLegCommits: true,
    serviceTime: () => transportOf(context).serviceTime(),
    unknown: { message: 'Whether the session was ended is unknown. List the sessions to find out.', nextStep: 'retry' },
  });
}

/** A session that the service no longer knows is ended (wire facts, 2). */
function goneIsDone(answer: Answer): Answer {
  return answer.status === 404 ? { ...answer, status: 204, body: undefined, empty: true } : answer;
}

async function findSession(context: WalletContext, sessionId: string): Promise<Finding> {
  const { answer, session } = await askForOne(context, sessionId);
  return session === 'gone' ? { found: 'done', answer } : { found: 'undone' };
}

/** Asks the service about one session, for when this device's clocks contradict each other. @throws TransportError */
export async function askForSession(context: WalletContext, sessionId: string): Promise<ServiceAnswer> {
  const { answer, session } = await askForOne(context, sessionId);
  return { session, startedAt: answer.startedAt, date: answer.date };
}

async function askForOne(
  context: WalletContext,
  sessionId: string,
): Promise<{ answer: Answer; session: AuthSession | 'gone' }> {
  const { answer, sessions } = await readSessions(context, undefined);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) requireWhole(answer.body);
  return { answer, session: session ?? 'gone' };
}

async function readSessions(
  context: WalletContext,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer; sessions: readonly AuthSession[] }> {
  const { accountId } = context;
  const answer = await transportOf(context).send({
    method: 'GET',
    path: '/auth/sessions',
    query: { accountId },
    signal,
  });
  if (judge(answer) !== 'success') throw toError(answer);
  return { answer, sessions: readList(answer.body, (item) => readSession(item, accountId)) };
}
