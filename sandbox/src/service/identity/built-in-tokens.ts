/** ID tokens of the built-in identity provider, as a test asks for them and as its pages issue them. */
import * as v from 'valibot';
import { email, text } from '../http/fields.ts';
import type { Service } from '../service/service.ts';
import { identityPath, sampleAudience } from '../wallet-auth/id-tokens.ts';
import type { IdTokenOptions } from '../wallet-auth/wallet-auth-records.ts';

const LIFE_S = 3600;

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
