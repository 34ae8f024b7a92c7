/** Signing in with a passkey (WebAuthn Level 3, 5.1.4). */
import { bufferToBase64URLString, startAuthentication } from '@simplewebauthn/browser';
import { bare } from '../own-members.ts';
import { holdCeremony, leftOut, type CeremonyOptions } from './ceremony.ts';

/** Options of {@link assertPasskey}. */
export interface AssertPasskeyOptions extends CeremonyOptions {
  /** The service's challenge, a string whose UTF-8 bytes are signed as they stand (docs/protocol.md, section 7). */
  readonly challenge: string;
  /** WebAuthn id of the passkey, base64url. */
  readonly credentialId: string;
  readonly relyingPartyId?: string | undefined;
}

/** The authenticator's assertion, in the service's names (docs/protocol.md, section 7); base64url. */
export interface Assertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Absent, never null or empty, where the authenticator gives none. */
  readonly userHandle?: string;
}

/** Asks a passkey to sign the challenge, with user verification. @throws PasskeyError */
export async function assertPasskey(options: AssertPasskeyOptions): Promise<Assertion> {
  const { id, response } = await holdCeremony(
    'assert',
    () =>
      startAuthentication(
        bare({
          optionsJSON: bare({
            challenge: bufferToBase64URLString(new TextEncoder().encode(options.challenge).buffer),
            allowCredentials: [bare({ id: options.credentialId, type: 'public-key' })],
            userVerification: 'required',
            timeout: options.timeoutMs,
            ...leftOut,
            ...({ rpId: options.relyingPartyId } as object),
          }),
        }),
      ),
    options,
  );
  return Object.freeze({
    credentialId: id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle ? { userHandle: response.userHandle } : {}),
  });
}
