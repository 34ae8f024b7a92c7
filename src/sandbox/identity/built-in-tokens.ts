/** ID tokens of the built-in identity provider, as a test asks for them and as its pages issue them. */
import * as v from 'valibot';
import { email, text } from '../http/fields.ts';
import type { Service } from '../service/service.ts';
import { identityPath, sampleAudience } from '../wallet-auth/id-tokens.ts';

const LIFE_S = 3600;

/** What a token of the built-in provider should say. */
export interface IdTokenOptions {
  /** Whom it speaks of: the claim `sub`. */
  readonly subject: string;
  readonly email?: string | undefined;
  /** Default `countersign-demo`. */
  readonly audience?: string | undefined;
  /** For a sign-in the lower-case hex SHA-256 of `clientPublicKey`'s text. */
  readonly nonce?: string | undefined;
  /** How long ago it was issued. Default 0. */
  readonly ageMs?: number | undefined;
}

/** Schema of {@link IdTokenOptions}. */
export const idTokenOptions: v.GenericSchema<unknown, IdTokenOptions> = v.strictObject({
  subject: text(),
  email: v.optional(email),
  audience: v.optional(text()),
  nonce: v.optional(text()),
  ageMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e12))),
});

/** Issues a token in the name that the provider has at an origin. */
export function issueIdToken({ clock, enclave }: Service, origin: string, options: IdTokenOptions): string {
  const { subject, email: address, audience = sampleAudience, nonce, ageMs = 0 } = options;
  const iat = Math.floor((clock.now() - ageMs) / 1000);
  const claims = {
    iss: origin + identityPath,
    sub: subject,
    aud: audience,
    iat,
    exp: iat + LIFE_S,
    ...(nonce === undefined ? {} : { nonce }),
    ...(address === undefined ? {} : { email: address, email_verified: true }),
  };
  return enclave.token(claims, 'identity provider');
}
