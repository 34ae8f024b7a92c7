/**
 * The published activities, one by one. The second argument of {@link object} has optional names: the enclave vendor's type has
 * them in addition to those of docs/protocol.md; their values are bounded.
 */
import {
  digitsUpTo,
  exactly,
  expected,
  list,
  textLike,
  object,
  pinned,
  publicKey,
  recordId,
  shapeOf,
} from './shapes.ts';
import type { ActivityShape } from './intent.ts';

const userId = pinned('userId');
const label = textLike(/^[\p{L}\p{N} ._\-'():]{1,100}$/u);
/** A proof that an address was verified: a compact JWT. */
const verificationToken = textLike(/^[\w-]{1,2000}\.[\w-]{1,4000}\.[\w-]{1,1000}$/);

/** A session for our key; `expirationSeconds` is no longer than this browser keeps a session. */
export function openSession(publicKeyHex: string, maxSessionMs: number): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    object(
      { targetPublicKey: expected('publicKeyHex', publicKey(publicKeyHex)) },
      {
        userId,
        apiKeyName: label,
        expirationSeconds: digitsUpTo(maxSessionMs / 1000),
        // True would end the sessions of all other browsers.
        invalidateExisting: exactly(false),
      },
    ),
  );
}

/** The end of one session. */
export function deleteSession(sessionId: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_DELETE_API_KEYS',
    object({ apiKeyIds: list(recordId('sessionId', sessionId)), userId }),
  );
}

/** The end of one passkey. */
export function deletePasskey(credentialId: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    object({ authenticatorIds: list(recordId('credentialId', credentialId)), userId }),
  );
}

/** A new passkey as it was submitted. */
export interface SubmittedPasskey {
  readonly attestation: Readonly<Record<'attestationObject' | 'clientDataJson' | 'credentialId', string>>;
  readonly authenticatorName: string;
  readonly challenge: string;
  readonly transports: readonly string[];
}

/** The addition of one passkey. */
export function createPasskey(passkey: SubmittedPasskey): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    object({ authenticators: expected('passkey', exactly([passkey])), userId }),
  );
}

/** The addition of one identity, by the very token that was submitted. */
export function createOAuthProvider(idToken: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
    object({
      oauthProviders: list(object({ oidcToken: exactly(idToken), providerName: textLike(/^\P{C}{1,255}$/u) })),
      userId,
    }),
  );
}

/** A change of the address that codes are sent to. */
export function updateEmail(email: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    object({ userEmail: expected('email', exactly(email)), userId }, { verificationToken }),
  );
}

/** A change of the number that codes are sent to. */
export function updatePhoneNumber(phoneNumber: string): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    object({ userPhoneNumber: expected('phoneNumber', exactly(phoneNumber)), userId }, { verificationToken }),
  );
}

/** A payment. Its transaction is opaque: amounts can't be read. */
export function signTransaction(): ActivityShape {
  return shapeOf(
    'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    object({
      signWith: pinned('walletId'),
      type: textLike(/^TRANSACTION_TYPE_[A-Z0-9_]{1,40}$/),
      unsignedTransaction: textLike(/^(?:0x)?[0-9a-f]{2,65536}$/),
    }),
    object({ generateAppProofs: exactly(true) }),
  );
}

function matchingBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Activities that `signedRetry` may sign: those that sign with the wallet's key and leave everybody's rights as they are. */
export const customActivityTypes: ReadonlySet<string> = new Set([
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD',
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS',
  'ACTIVITY_TYPE_SIGN_TRANSACTION',
  'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
]);

const expectedMembers = (expect: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(expect).map(([name, value]) => [name, expected(name, exactly(value))]));

/** An activity of the general form: exactly what its caller expects, and for the same user. */
export function customActivity(type: string, expect: Readonly<Record<string, unknown>>): ActivityShape {
  return shapeOf(type, object(expectedMembers(expect), { userId }), object({}, { generateAppProofs: matchingBoolean }));
}
