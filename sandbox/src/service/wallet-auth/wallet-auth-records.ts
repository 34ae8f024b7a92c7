/** Records of credentials, codes, challenges and sessions. */
import type { AuthMethod, CredentialType, SessionKeys } from 'countersign';

/** The WebAuthn part of a passkey; the COSE key is base64url. */
export interface PasskeyRecord {
  readonly credentialId: string;
  readonly publicKey: string;
  counter: number;
}

/** A person at an identity provider: the claims `iss`, `aud` and `sub` of its tokens. */
export interface IdentityRecord {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/** A credential. */
export interface CredentialRecord {
  readonly method: AuthMethod;
  readonly passkey?: PasskeyRecord;
  readonly identity?: IdentityRecord;
}

/** Claims of a token from the built-in provider. */
export interface IdTokenOptions {
  /** The person: the claim `sub`. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Default `countersign-demo`. */
  readonly audience?: string | undefined;
  /** For a sign-in the lower-case hex SHA-256 of `clientPublicKey`'s text. */
  readonly nonce?: string | undefined;
  /** How long ago it was issued. Default 0. */
  readonly ageMs?: number | undefined;
}

/** A code of the built-in identity provider, until a client exchanges it for a token. */
export interface IdentityCodeRecord {
  readonly token: IdTokenOptions;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly expiresAt: number;
}

/** A passkey's challenge, waiting for its assertion. */
export interface PasskeyChallengeRecord {
  readonly credentialId: string;
  readonly challenge: string;
  readonly clientPublicKeyHex: string;
  readonly expiresAt: number;
  used: boolean;
}

/** The one code that is on its way for a credential. */
export interface OtpRecord {
  readonly code: string;
  /** Label of the draw that made the target key. */
  readonly targetLabel: string;
  /** Labels of earlier challenges, the newest first. */
  readonly olderLabels?: readonly string[];
  readonly expiresAt: number;
  wrongAttempts: number;
}

/** A session; the private half of a sealed key is not kept. */
export interface SessionRecord {
  readonly id: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly type: CredentialType;
  readonly nickname: string;
  readonly compressedPublicKeyHex: string;
  readonly keys: SessionKeys;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: number;
  revoked: boolean;
  /** Finds the key again where the sandbox itself holds it, for a test. */
  heldKey?: string;
}

/** The first leg of a signed retry, waiting for its second. */
export interface ChallengeRecord {
  readonly requestId: string;
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly payloadToSign: string;
  readonly expiresAt: number;
  /** Findings of the first leg for the second. */
  readonly remembered: Readonly<Record<string, string>>;
  used: boolean;
}

/** A key that the service keeps for a card, so that it spends from a wallet. */
export interface DelegatedKeyRecord {
  readonly id: string;
  readonly cardId: string;
  readonly fundingSourceId: string;
  readonly accountId: string;
  /** Hex, compressed. */
  readonly publicKey: string;
  readonly nickname: string;
  status: 'PENDING' | 'ACTIVE' | 'REVOKED';
  readonly createdAt: string;
  updatedAt: string;
}
