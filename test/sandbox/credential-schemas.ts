/** Credentials and sessions as the API answers them in profile `spec`. */
import * as v from 'valibot';
import { dateTime, id, matching } from '../../src/sandbox/http/fields.ts';

const type = v.picklist(['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY']);
const common = {
  accountId: id('InternalAccount'),
  type,
  nickname: v.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
};

const method = { id: id('AuthMethod'), ...common, credentialId: v.optional(v.string()) };

/** A credential as answered. */
const authMethod: v.GenericSchema = v.strictObject(method);

/** A list of credentials as answered. */
export const authMethods: v.GenericSchema = v.strictObject({ data: v.array(authMethod) });

/** A credential as answered, with a code on its way where it is a new one of that kind. */
export const addedCredential: v.GenericSchema = v.strictObject({
  ...method,
  otpEncryptionTargetBundle: v.optional(v.string()),
});

/** The answer to a challenge: of a one-time code, or of a passkey. */
export const credentialChallenge: v.GenericSchema = v.union([
  v.strictObject({ ...method, otpEncryptionTargetBundle: v.string() }),
  v.strictObject({
    ...method,
    credentialId: v.string(),
    challenge: matching(/^[0-9a-f]{64}$/),
    requestId: id('Request'),
    expiresAt: dateTime,
  }),
]);

/** The 202 of a signed retry. */
export const challenge: v.GenericSchema = v.strictObject({
  type: v.optional(type),
  payloadToSign: v.pipe(v.string(), v.minLength(1)),
  requestId: id('Request'),
  expiresAt: dateTime,
});

const session = { id: id('Session'), ...common, expiresAt: dateTime };

/** A session with the key that is delivered once. */
export const newSession: v.GenericSchema = v.strictObject({
  ...session,
  encryptedSessionSigningKey: v.optional(v.string()),
});

/** A list of sessions as answered. */
export const sessions: v.GenericSchema = v.strictObject({ data: v.array(v.strictObject(session)) });
