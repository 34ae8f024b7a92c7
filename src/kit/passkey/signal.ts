/** Telling password managers that a passkey is gone (WebAuthn Level 3, 5.1.10). A wrong signal deletes a real passkey. */

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

/** A passkey as its password manager knows it. */
export interface GonePasskey {
  /** WebAuthn id, base64url. */
  readonly credentialId: string;
  readonly relyingPartyId: string;
}

/** Says that the service knows the passkey no more. @throws what the browser throws */
export async function signalGone({ credentialId, relyingPartyId }: GonePasskey): Promise<void> {
  await api()?.signalUnknownCredential?.({ rpId: relyingPartyId, credentialId });
}
