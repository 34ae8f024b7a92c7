/** Control calls that end sessions and delete credentials at the service, as its own staff or another device would. */
import { unknownRecord } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import { isActive } from '../wallet-auth/sessions.ts';
import { deleteCredential } from '../wallet-auth/delete-credential.ts';
import { controlRoute, type ControlRoute } from './control-route.ts';

/** The calls on sessions and credentials. */
export function walletAccessRoutes(service: Service): readonly ControlRoute[] {
  return [
    controlRoute({
      method: 'DELETE',
      path: '/sessions/:sessionId',
      ids: { sessionId: ['Session'] },
      handle({ params }) {
        const session = service.state.sessions.get(params['sessionId'] ?? '');
        if (session === undefined || !isActive(service, session)) throw unknownRecord('active session');
        session.revoked = true;
        return { status: 204 };
      },
    }),
    controlRoute({
      method: 'DELETE',
      path: '/credentials/:credentialId',
      ids: { credentialId: ['AuthMethod'] },
      handle({ params }) {
        const credentialId = params['credentialId'] ?? '';
        if (!service.state.credentials.has(credentialId)) throw unknownRecord('credential');
        deleteCredential(service, credentialId);
        return { status: 204 };
      },
    }),
  ];
}
