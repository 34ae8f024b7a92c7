/** Making a passkey (WebAuthn Level 3, 5.1.3). */
import { startRegistration } from '@simplewebauthn/browser';
import { bare } from '../own-members.ts';
import { holdCeremony, leftOut, type CeremonyOptions } from './ceremony.ts';

/** Options of {@link registerPasskey}; every challenge and id is unpadded base64url. */
export interface RegisterPasskeyOptions extends CeremonyOptions {
  readonly challenge: string;
  readonly relyingParty: { readonly name: string; readonly id?: string | undefined };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** WebAuthn ids of the account's passkeys; a device that has one of them makes no second. */
  readonly existing: readonly string[];
}

/** The authenticator's attestation, in the service's names (docs/protocol.md, section 6); base64url. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

// COSE algorithms that the service verifies (docs/protocol.md, section 6): ES256, EdDSA, RS256.
const algorithms = [-7, -8, -257];
const knownTransports: ReadonlySet<string> = new Set(['usb', 'nfc', 'ble', 'internal', 'hybrid']);

/** Asks for a new, discoverable passkey with user verification. @throws PasskeyError */
export async function registerPasskey(options: RegisterPasskeyOptions): Promise<Attestation> {
  const { challenge, relyingParty, user, existing, timeoutMs } = options;
  const registration = await holdCeremony(
    'register',
    () =>
      startRegistration(
        bare({
          optionsJSON: bare({
            challenge,
            rp: bare(relyingParty as typeof relyingParty & { readonly id: string }),
            user,
            pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
            excludeCredentials: existing.map((id) => bare({ id, type: 'public-key' })),
            authenticatorSelection: bare({
              residentKey: 'required',
              requireResidentKey: true,
              userVerification: 'required',
            }),
            attestation: 'none',
            timeout: timeoutMs,
            ...leftOut,
          }),
        }),
      ),
    options,
  );
  const transports: readonly string[] = registration.response.transports ?? [];
  return Object.freeze({
    credentialId: registration.id,
    clientDataJson: registration.response.clientDataJSON,
    attestationObject: registration.response.attestationObject,
    transports: Object.freeze(transports.filter((transport) => knownTransports.has(transport))),
  });
}
