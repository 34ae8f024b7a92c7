/** Creates and ends credentials, for every caller. */
import type { AuthMethod } from 'countersign';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import type { CredentialRecord } from './wallet-auth-records.ts';

/** Creates a credential; what it is proved by is its passkey or its identity, and nothing where codes are sent. */
export function createCredential(
  { clock, random, state }: Pick<Service, 'clock' | 'random' | 'state'>,
  chosen: Pick<AuthMethod, 'accountId' | 'type' | 'nickname'>,
  proof: Pick<CredentialRecord, 'passkey' | 'identity'> = {},
): AuthMethod {
  const [id, now] = [mintId(random, 'AuthMethod'), clock.iso()];
  const passkey = proof.passkey === undefined ? {} : { credentialId: proof.passkey.credentialId };
  const method = { id, ...chosen, createdAt: now, updatedAt: now, ...passkey };
  state.credentials.set(id, { method, ...proof });
  return method;
}

/** Deletes a credential, the code that is on its way for it, and its sessions. */
export function deleteCredential({ state }: Service, id: string): void {
  state.credentials.delete(id);
  state.otps.delete(id);
  for (const session of state.sessions.values()) if (session.credentialId === id) session.revoked = true;
}
