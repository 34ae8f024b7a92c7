/**
 * Control calls on sessions and credentials: those of a test that can't sign by itself, and ends that the service's
 * staff or another device bring.
 */
import * as v from 'valibot';
import { email, id, text } from '../http/fields.ts';
import { Refusal, unknownRecord } from '../http/refusal.ts';
import { mintUuid } from '../service/record-ids.ts';
import { isActive, startSession } from '../wallet-auth/sessions.ts';
import { deleteCredential } from '../wallet-auth/credential-records.ts';
import { route, type SandboxRoute } from '../http/route.ts';

/** The calls on sessions and credentials. */
export const walletAccessRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/sign-in',
    body: v.strictObject({ accountId: id('InternalAccount'), email: v.optional(email) }),
    async handle({ service, body: { accountId, email: address } }) {
      const credential = service.state.credentials
        .list(accountId)
        .find(({ method }) => address === undefined || method.nickname === address);
      if (credential === undefined) throw unknownRecord('credential of this account');
      const heldKey = mintUuid(service.random);
      const publicKey = service.enclave.custodiedKeyHex(heldKey);
      const { session, answer } = await startSession(service, credential, publicKey, 'client-held');
      session.heldKey = heldKey;
      return { status: 201, body: { sessionId: session.id, expiresAt: answer['expiresAt'], publicKey } };
    },
  }),
  route({
    method: 'POST',
    path: '/sign',
    body: v.strictObject({ accountId: id('InternalAccount'), payloadToSign: text(65_536) }),
    handle({ service, body: { accountId, payloadToSign } }) {
      const sessions = [...service.state.sessions.values()].filter((one) => one.accountId === accountId);
      const held = sessions.flatMap(({ heldKey }) => heldKey ?? []).at(-1);
      if (held !== undefined)
        return { status: 200, body: { stamp: service.enclave.custodiedStamp(held, payloadToSign) } };
      throw new Refusal(409, 'NO_SESSION', 'Call POST /_sandbox/sign-in for this account first.');
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions/:sessionId',
    ids: { sessionId: ['Session'] },
    handle({ service, params }) {
      const session = service.state.sessions.get(params['sessionId'] ?? '');
      if (session === undefined || !isActive(service, session)) throw unknownRecord('active session');
      session.revoked = true;
      return { status: 204 };
    },
  }),
  route({
    method: 'DELETE',
    path: '/credentials/:credentialId',
    ids: { credentialId: ['AuthMethod'] },
    handle({ service, params }) {
      const credentialId = params['credentialId'] ?? '';
      if (!service.state.credentials.has(credentialId)) throw unknownRecord('credential');
      deleteCredential(service, credentialId);
      return { status: 204 };
    },
  }),
];
