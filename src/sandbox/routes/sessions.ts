/** Sessions: list, refresh and revoke. */
import { activity, deleteApiKeys } from '../payloads.ts';
import { protect } from '../protect.ts';
import { notFound, Refusal } from '../refusal.ts';
import { route, type Call, type Reply, type Route } from '../route.ts';
import {
  accountQuery,
  challenge,
  newSession,
  refresh as refreshSchema,
  sessions as sessionsSchema,
} from '../schemas/credentials.ts';
import { isActive, requirePoint, sessionAnswer, startSession } from '../sessions.ts';
import type { SessionRecord } from '../state.ts';
import type { World } from '../world.ts';
import { credentialOf } from './credentials.ts';

const ids = { sessionId: ['Session'] } as const;

/** The routes of sessions. */
export const sessionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/auth/sessions',
    query: accountQuery,
    answers: { 200: sessionsSchema },
    handle: ({ world, query }) => ({
      status: 200,
      body: {
        data: [...world.state.sessions.values()]
          .filter((session) => session.accountId === query.accountId && isActive(world, session))
          .map(sessionAnswer),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/sessions/:sessionId/refresh',
    ids,
    body: refreshSchema,
    answers: { 202: challenge, 201: newSession },
    handle: refresh,
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    ids,
    answers: { 202: challenge, 204: null },
    handle: revoke,
  }),
];

function sessionOf(world: World, id: string | undefined): SessionRecord {
  const found = world.state.sessions.get(id ?? '');
  if (found === undefined || found.revoked) throw notFound('session');
  return found;
}

async function refresh(call: Call<undefined, { readonly clientPublicKey: string }>): Promise<Reply> {
  const { world, params, body } = call;
  const session = sessionOf(world, params['sessionId']);
  if (!isActive(world, session)) {
    throw new Refusal(401, 'UNAUTHORIZED', 'An expired session can not be refreshed: sign in again.', {
      reason: 'Session expired',
    });
  }
  const { clientPublicKey } = body;
  requirePoint(clientPublicKey);
  const { accountId } = session;
  const payloadToSign = (): string =>
    activity(world, accountId, 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: clientPublicKey });
  const ask = (): { payloadToSign: string } => ({ payloadToSign: payloadToSign() });
  const signers = (): string[] => [session.compressedPublicKeyHex];
  return protect(call, { accountId, ask, signers }, async () => {
    // The form of the key selects the flow: an uncompressed one is sealed to, a compressed one signs itself.
    const keys = clientPublicKey.startsWith('04') ? 'sealed' : 'client-held';
    const credential = credentialOf(world, session.credentialId);
    const { answer } = await startSession(world, credential, clientPublicKey, keys);
    if (world.settings.afterRefresh === 'revoke') session.revoked = true;
    return { status: 201, body: answer };
  });
}

async function revoke(call: Call<undefined, undefined>): Promise<Reply> {
  const { world, params } = call;
  const session = sessionOf(world, params['sessionId']);
  if (!isActive(world, session)) throw notFound('session');
  const { accountId, type, id } = session;
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: deleteApiKeys(world, accountId, id.slice('Session:'.length)),
  });
  return protect(call, { accountId, type, ask }, () => {
    session.revoked = true;
    return { status: 204 };
  });
}
