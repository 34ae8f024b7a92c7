/** Credentials as they are added and used. */
import * as v from 'valibot';
import type { PasskeyAssertion, PasskeyAttestation } from './passkeys.ts';
import { id, matching, publicKeyHex, text } from '../http/fields.ts';

const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(65_536));

/** Body of `POST /auth/credentials`. */
export type AddCredential =
  | { readonly type: 'EMAIL_OTP' | 'SMS_OTP'; readonly accountId: string }
  | { readonly type: 'OAUTH'; readonly accountId: string; readonly oidcToken: string }
  | {
      readonly type: 'PASSKEY';
      readonly accountId: string;
      readonly nickname: string;
      readonly challenge: string;
      readonly attestation: PasskeyAttestation;
    };

// A compact JWS (RFC 7515, section 7.1); the longest that providers send have some kilobytes.
const oidcToken = v.pipe(
  v.string(),
  v.maxLength(16_384),
  v.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/, 'This is not a signed ID token (JWT).'),
);
const accountId = id('InternalAccount');

/** Schema of {@link AddCredential}. */
export const addCredential: v.GenericSchema<unknown, AddCredential> = v.variant('type', [
  v.strictObject({ type: v.picklist(['EMAIL_OTP', 'SMS_OTP']), accountId }),
  v.strictObject({ type: v.literal('OAUTH'), accountId, oidcToken }),
  v.strictObject({
    type: v.literal('PASSKEY'),
    accountId,
    nickname: v.pipe(matching(/^\s*[\p{L}\p{N} ._\-'()]+\s*$/u), v.trim(), v.minLength(1), v.maxLength(100)),
    challenge: base64url,
    attestation: v.strictObject({
      credentialId: base64url,
      clientDataJson: base64url,
      attestationObject: base64url,
      transports: v.optional(v.array(v.picklist(['usb', 'nfc', 'ble', 'internal', 'hybrid']))),
    }),
  }),
]);

/** Body of a verification. */
export type Verify =
  | { readonly type: 'EMAIL_OTP' | 'SMS_OTP'; readonly encryptedOtpBundle: string }
  | { readonly type: 'OAUTH'; readonly oidcToken: string; readonly clientPublicKey: string }
  | { readonly type: 'PASSKEY'; readonly assertion: PasskeyAssertion };

/** Schema of {@link Verify}. */
export const verifyBody: v.GenericSchema<unknown, Verify> = v.variant('type', [
  v.strictObject({ type: v.picklist(['EMAIL_OTP', 'SMS_OTP']), encryptedOtpBundle: text(4096) }),
  v.strictObject({ type: v.literal('OAUTH'), oidcToken, clientPublicKey: publicKeyHex }),
  v.strictObject({
    type: v.literal('PASSKEY'),
    assertion: v.strictObject({
      credentialId: base64url,
      clientDataJson: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: v.optional(base64url),
    }),
  }),
]);
