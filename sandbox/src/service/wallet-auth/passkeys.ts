/**
 * WebAuthn verification: challenge, origin, relying party, user presence and verification, signature and counter
 * (WebAuthn Level 3, 7.1 and 7.2).
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import type { SandboxSettings } from '../service/settings.ts';
import type { PasskeyRecord } from './wallet-auth-records.ts';

/** Sites that may use the platform's passkeys. */
type PasskeySites = Pick<SandboxSettings, 'relyingParties' | 'relatedOrigins'>;

/** Attestation of a new passkey, base64url as on the wire. */
export interface PasskeyAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports?: readonly string[] | undefined;
}

/** A passkey's answer to a challenge, base64url as on the wire. */
export interface PasskeyAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string | undefined;
}

/** Checks an attestation; null when anything about it is wrong. */
export async function readAttestation(
  attestation: PasskeyAttestation,
  challenge: string,
  sites: PasskeySites,
): Promise<PasskeyRecord | null> {
  const { credentialId, clientDataJson, attestationObject } = attestation;
  const origin = allowedOrigin(clientDataJson, sites);
  if (origin === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential(credentialId),
        response: { clientDataJSON: clientDataJson, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: [...sites.relyingParties],
      requireUserVerification: true,
    });
    if (!verified || registrationInfo.credential.id !== credentialId) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId, publicKey: encodeBase64url(publicKey), counter };
  } catch {
    return null;
  }
}

/** Checks an assertion over the UTF-8 bytes of a challenge; the new counter, or null when anything is wrong. */
export async function readAssertion(
  assertion: PasskeyAssertion,
  challenge: string,
  passkey: PasskeyRecord,
  sites: PasskeySites,
): Promise<number | null> {
  const { credentialId, clientDataJson, authenticatorData, signature, userHandle } = assertion;
  const origin = allowedOrigin(clientDataJson, sites);
  if (origin === null || credentialId !== passkey.credentialId) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential(credentialId),
        response: {
          clientDataJSON: clientDataJson,
          authenticatorData,
          signature,
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      },
      expectedChallenge: encodeBase64url(encodeUtf8(challenge)),
      expectedOrigin: origin,
      expectedRPID: [...sites.relyingParties],
      credential: { id: credentialId, publicKey: decodeBase64url(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

function credential(id: string): {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, never>;
} {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
}

// The origin is a related one, or lies within one of the relying parties; any port will do on a developer's machine.
function allowedOrigin(clientDataJson: string, { relyingParties, relatedOrigins }: PasskeySites): string | null {
  try {
    const { origin } = JSON.parse(decodeUtf8(decodeBase64url(clientDataJson))) as { origin: string };
    const { hostname, protocol } = new URL(origin);
    const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
    const within = relyingParties.some((id) => hostname === id || hostname.endsWith(`.${id}`));
    return (secure && within) || relatedOrigins.includes(origin) ? origin : null;
  } catch {
    return null;
  }
}
