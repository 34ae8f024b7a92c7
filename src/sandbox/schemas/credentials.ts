/** Credentials and sessions: what is sent and what is answered. */
import * as v from 'valibot';
import { dateTime, id, matching, publicKeyHex, text } from './fields.ts';

const type = v.picklist(['OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY']);

/** Query of the lists of credentials and of sessions. */
export const accountQuery: v.GenericSchema<unknown, { readonly accountId: string }> = v.strictObject({
  accountId: id('InternalAccount'),
});

const common = {
  accountId: id('InternalAccount'),
  type,
  nickname: v.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
};

const method = { id: id('AuthMethod'), ...common, credentialId: v.optional(v.string()) };

/** A credential as answered. */
export const authMethod: v.GenericSchema = v.strictObject(method);

/** A list of credentials as answered. */
export const authMethods: v.GenericSchema = v.strictObject({ data: v.array(authMethod) });

/** The answer to a challenge of a one-time code. */
export const otpChallenge: v.GenericSchema = v.strictObject({ ...method, otpEncryptionTargetBundle: v.string() });

/** The answer to a challenge of a passkey. */
export const passkeyChallenge: v.GenericSchema = v.strictObject({
  ...method,
  challenge: matching(/^[0-9a-f]{64}$/),
  requestId: id('Request'),
  expiresAt: dateTime,
});

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

/** Body of the verification of a one-time code. */
export interface VerifyOtp {
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  readonly encryptedOtpBundle: string;
}

/** Schema of {@link VerifyOtp}. */
export const verifyOtp: v.GenericSchema<unknown, VerifyOtp> = v.strictObject({
  type: v.picklist(['EMAIL_OTP', 'SMS_OTP']),
  encryptedOtpBundle: text(4096),
});

/** Body of a refresh. */
export const refresh: v.GenericSchema<unknown, { readonly clientPublicKey: string }> = v.strictObject({
  clientPublicKey: publicKeyHex,
});
