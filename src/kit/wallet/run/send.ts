/** Requests of a wallet that carry no stamp, and the list of sessions. */
import {
  createTransport,
  judge,
  toError,
  type Answer,
  type Transport,
  type TransportRequest,
} from '../../transport/index.ts';
import type { AuthSession } from '../../wire.ts';
import type { WalletContext } from '../context.ts';
import type { Note } from '../events/events.ts';
import { noted } from '../events/notes.ts';
import { isWhole, readList, readSession } from '../response-readers.ts';

/** The one transport of this wallet. */
export function transportOf(context: WalletContext): Transport {
  return (context.lazy.transport ??= createTransport(context.transportOptions));
}

/** Sends a request and notes what came of it. @throws as {@link Transport.send} */
export function send(
  context: WalletContext,
  request: TransportRequest,
  leg?: Pick<Note, 'leg' | 'attempt'>,
): Promise<Answer> {
  return noted(context, { step: 'request', request, ...leg }, () => transportOf(context).send(request));
}

/** Sends a request; every answer but a success becomes an error. @throws TransportError */
export async function request(context: WalletContext, what: TransportRequest): Promise<Answer> {
  const answer = await send(context, what);
  if (judge(answer) !== 'success') throw toError(answer);
  return answer;
}

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
