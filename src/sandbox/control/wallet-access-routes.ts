/** Control calls that end sessions and delete credentials at the service, as its own staff or another device would. */
import { unknownRecord } from '../http/refusal.ts';
import { isActive } from '../wallet-auth/sessions.ts';
import { deleteCredential } from '../wallet-auth/delete-credential.ts';
import { route, type SandboxRoute } from '../http/route.ts';

/** The calls on sessions and credentials. */
export const walletAccessRoutes: readonly SandboxRoute[] = [
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
