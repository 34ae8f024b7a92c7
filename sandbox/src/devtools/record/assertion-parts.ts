/** Takes the answer of a passkey apart, for showing it: verifying it is the service's. */
import { decodeBase64url, decodeUtf8 } from '../../../../src/kit/encoding/index.ts';

/** The passkey, the data that it signed, and the signature of a sign-in. */
export interface AssertionParts {
  /** The passkey's WebAuthn id, base64url. */
  readonly credentialId: string;
  /** JSON, as the browser wrote it: the challenge, and the origin that asked. */
  readonly clientData: string;
  /** Content of the client data. */
  readonly read: Readonly<Record<string, unknown>>;
  /** base64url. */
  readonly authenticatorData: string;
  /** base64url; DER for ES256. */
  readonly signature: string;
}

/** Reads the body of a sign-in with a passkey (docs/protocol.md, section 7); null for any other. */
export function assertionOf(body: string): AssertionParts | null {
  if (!body.includes('"assertion"')) return null;
  try {
    const { assertion } = JSON.parse(body) as { readonly assertion: Readonly<Record<string, unknown>> };
    const { credentialId, clientDataJson, authenticatorData, signature } = assertion;
    const clientData = decodeUtf8(decodeBase64url(String(clientDataJson)));
    const read = JSON.parse(clientData) as Readonly<Record<string, unknown>>;
    const isWhole = [credentialId, authenticatorData, signature].every((part) => typeof part === 'string');
    return isWhole ? ({ credentialId, clientData, read, authenticatorData, signature } as AssertionParts) : null;
  } catch {
    return null;
  }
}
