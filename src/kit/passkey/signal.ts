/** Telling password managers that a passkey is gone (WebAuthn Level 3, 5.1.10). */
import { checkRelyingParty } from './relying-party.ts';

interface SignalApi {
  readonly signalUnknownCredential?: (passkey: {
    readonly rpId: string;
    readonly credentialId: string;
  }) => Promise<void>;
}

const api = (): SignalApi | undefined => (globalThis as { PublicKeyCredential?: SignalApi }).PublicKeyCredential;

/** Detects support for signals to password managers. */
export function canSignal(): boolean {
  return typeof api()?.signalUnknownCredential === 'function';
}

/**
 * Tells the password manager that a passkey is deleted. Only the service's own word counts: a wrong signal deletes a real one. Best effort.
 */
export async function tellGone(credentialId: string | undefined, relyingPartyId: string | undefined): Promise<void> {
  if (credentialId === undefined || !canSignal()) return;
  try {
    await api()?.signalUnknownCredential?.({ rpId: await checkRelyingParty(relyingPartyId), credentialId });
  } catch {
    // The passkey stays in the list of its password manager, and can be deleted there.
  }
}
