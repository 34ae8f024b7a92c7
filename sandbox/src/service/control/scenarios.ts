/** Named scenarios: a person in a situation that a front-end has to deal with. */
import type { Service } from '../service/service.ts';
import { credentialOf } from '../wallet-auth/credential-routes.ts';
import { startSession } from '../wallet-auth/sessions.ts';
import { createPerson } from './people.ts';
import type { Scenario, ScenarioName } from './person.ts';

const AGO_MS = 1000;

/** Adds a scenario to what is there already. */
export async function addScenario(service: Service, name: ScenarioName): Promise<Scenario> {
  const person = createPerson(service, name === 'with-card' ? { card: 'active' } : {});
  if (name !== 'expired-session') return { name, person };
  const credential = credentialOf(service, person.credentialId);
  const { session } = await startSession(service, credential, service.enclave.publicKeyHex, 'client-held');
  const expiresAt = service.clock.now() - AGO_MS;
  const startedAt = new Date(expiresAt - service.settings.sessionMs).toISOString();
  service.state.sessions.set(session.id, { ...session, expiresAt, createdAt: startedAt, updatedAt: startedAt });
  return { name, person, sessionId: session.id };
}
