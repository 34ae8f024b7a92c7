/** Sessions: list, refresh and revoke. */
import * as v from 'valibot';
import { publicKeyHex } from '../http/fields.ts';
import { activity, deleteApiKeys } from './payloads.ts';
import { requireWalletSignature } from './wallet-signature.ts';
import { unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import { accountQuery } from './credential-schemas.ts';
import { isActive, keysFor, requirePoint, sessionAnswer, startSession } from './sessions.ts';
import type { SessionRecord } from './wallet-auth-records.ts';
import type { Service } from '../service/service.ts';
import { credentialOf } from './credential-routes.ts';

const ids = { sessionId: ['Session'] } as const;

/** The routes of sessions. */
export const sessionRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/auth/sessions',
    query: accountQuery,
    handle: ({ service, query }) => ({
      status: 200,
      body: {
        data: [...service.state.sessions.values()]
          .filter((session) => session.accountId === query.accountId && isActive(service, session))
          .map(sessionAnswer),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/sessions/:sessionId/refresh',
    ids,
    body: v.strictObject({ clientPublicKey: publicKeyHex }),
    handle: refresh,
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/:sessionId',
    ids,
    handle: revoke,
  }),
];

function sessionOf(service: Service, id: string | undefined): SessionRecord {
  const found = service.state.sessions.get(id ?? '');
  if (found === undefined || found.revoked) throw unknownRecord('session');
  return found;
}

async function refresh(call: Call<undefined, { readonly clientPublicKey: string }>): Promise<Reply> {
  const { service, params, body } = call;
  const session = sessionOf(service, params['sessionId']);
  if (!isActive(service, session)) {
    throw new Refusal(401, 'UNAUTHORIZED', 'An expired session can not be refreshed: sign in again.', {
      reason: 'Session expired',
    });
  }
  const { clientPublicKey } = body;
  requirePoint(clientPublicKey);
  const { accountId } = session;
  const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2';
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: activity(service, accountId, type, { targetPublicKey: clientPublicKey }),
  });
  const signers = (): string[] => [session.compressedPublicKeyHex];
  return requireWalletSignature(call, { accountId, ask, signers }, async () => {
    const credential = credentialOf(service, session.credentialId);
    const { answer } = await startSession(service, credential, clientPublicKey, keysFor(clientPublicKey));
    if (service.settings.afterRefresh === 'revoke') session.revoked = true;
    return { status: 201, body: answer };
  });
}

async function revoke(call: Call<undefined, undefined>): Promise<Reply> {
  const { service, params } = call;
  const session = sessionOf(service, params['sessionId']);
  if (!isActive(service, session)) throw unknownRecord('session');
  const { accountId, type, id } = session;
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: deleteApiKeys(service, accountId, id.slice('Session:'.length)),
  });
  return requireWalletSignature(call, { accountId, type, ask }, () => {
    session.revoked = true;
    return { status: 204 };
  });
}
