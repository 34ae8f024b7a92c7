/** The account's active sessions, as the service lists them. */
import type { Answer } from '../transport/index.ts';
import type { AuthSession } from '../wire.ts';
import type { WalletContext } from './context.ts';
import { isWhole, readList, readSession } from './response-readers.ts';
import { request } from './send.ts';

/** Asks the service for its list. @throws TransportError */
export async function readSessions(
  context: WalletContext,
  signal?: AbortSignal,
): Promise<{ readonly answer: Answer; readonly sessions: readonly AuthSession[]; readonly isWhole: boolean }> {
  const { accountId } = context;
  const answer = await request(context, { method: 'GET', path: '/auth/sessions', query: { accountId }, signal });
  const sessions = readList(answer.body, (item) => readSession(item, accountId));
  return { answer, sessions, isWhole: isWhole(answer.body) };
}

/** Asks the service once whether a session of this browser lives; a whole list without it ends it in every tab. False where it can't be told. */
export async function endIfUnlisted(context: WalletContext, sessionId: string): Promise<boolean> {
  try {
    const { sessions, isWhole: isAll } = await readSessions(context);
    if (!isAll || sessions.some(({ id }) => id === sessionId)) return false;
    await context.session.endedAtService(sessionId);
    return true;
  } catch {
    return false;
  }
}
