/** The end of a credential, whoever brings it about. */
import type { Service } from '../service/service.ts';

/** Deletes a credential, the code that is on its way for it, and its sessions. */
export function deleteCredential({ state }: Service, id: string): void {
  state.credentials.delete(id);
  state.otps.delete(id);
  for (const session of state.sessions.values()) if (session.credentialId === id) session.revoked = true;
}
