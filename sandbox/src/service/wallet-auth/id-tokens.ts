/** ID tokens of identity providers (OpenID Connect Core, section 3.1.3.7): signature, issuer, audience, age and subject. */
import { compactVerify, createLocalJWKSet, decodeJwt, type JSONWebKeySet } from 'jose';
import * as v from 'valibot';
import { controlBasePath } from '../http/path-pattern.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';
import type { IdentityRecord } from './wallet-auth-records.ts';

const MAX_AGE_S = 60;

/** The path of the built-in identity provider, which names it: its issuer, whatever host name the sandbox is reached by, ends so. */
export const identityPath: string = `${controlBasePath}/identity`;

/** Default audience of the built-in provider's tokens. */
export const sampleAudience = 'countersign-demo';

/** Content of an accepted token. */
export interface ReadIdToken {
  readonly identity: IdentityRecord;
  readonly providerName: string;
  readonly nonce: string | undefined;
  readonly email: string | undefined;
}

const name = v.pipe(v.string(), v.minLength(1));
const seconds = v.pipe(v.number(), v.finite());
const claimsOf = v.object({
  iss: name,
  sub: name,
  aud: v.pipe(
    v.union([name, v.strictTuple([name])]),
    v.transform((audience) => (typeof audience === 'string' ? audience : audience[0])),
  ),
  iat: seconds,
  exp: seconds,
  nonce: v.optional(v.string()),
  email: v.optional(v.string()),
});

interface Provider {
  readonly issuer: string;
  /** Undefined for a provider whose signatures aren't checked. */
  readonly jwks: JSONWebKeySet | undefined;
  /** Undefined where any audience is one. */
  readonly audience: string | undefined;
  readonly name: string;
}

/** Reads a token. @throws Refusal 400 for one that is malformed, 401 for one that isn't accepted; for an unknown issuer as asked. */
export async function readIdToken(
  service: Service,
  token: string,
  { unsupportedIssuer }: { readonly unsupportedIssuer: 400 | 401 },
): Promise<ReadIdToken> {
  const { iss, aud, sub, iat, exp, nonce, email } = claims(token);
  const provider = providerOf(service, iss, aud);
  if (provider === undefined) {
    if (unsupportedIssuer === 401) throw refuseIdToken('issuer not supported');
    const message = 'Its issuer is none of the identity providers: the sandbox has an option identityProviders.';
    throw invalidInput([{ field: 'oidcToken', message }]);
  }
  const { issuer, jwks, audience } = provider;
  if (jwks !== undefined && !(await isSigned(token, jwks))) throw refuseIdToken('signature does not verify');
  if (audience !== undefined && audience !== aud) throw refuseIdToken('audience of another client');
  const now = Math.floor(service.clock.now() / 1000);
  if (now - iat >= MAX_AGE_S) throw refuseIdToken(`older than ${String(MAX_AGE_S)} seconds`);
  if (iat - now >= MAX_AGE_S) throw refuseIdToken('issued in the future');
  if (exp <= now) throw refuseIdToken('expired');
  return { identity: { issuer, audience: aud, subject: sub }, providerName: provider.name, nonce, email };
}

/** 401 for a token that is not accepted. */
export function refuseIdToken(why: string): Refusal {
  const message = 'The ID token was not accepted: ask the identity provider for a new one.';
  return new Refusal(401, 'UNAUTHORIZED', message, { reason: `Invalid OIDC token: ${why}` });
}

/** Compares two identities: issuer, audience and subject. */
export function isSameIdentity(one: IdentityRecord, other: IdentityRecord | undefined): boolean {
  return one.issuer === other?.issuer && one.audience === other.audience && one.subject === other.subject;
}

function claims(token: string): v.InferOutput<typeof claimsOf> {
  try {
    return v.parse(claimsOf, decodeJwt(token));
  } catch {
    const message = 'This is not an ID token: it needs iss, sub, one aud, iat and exp.';
    throw invalidInput([{ field: 'oidcToken', message }]);
  }
}

function providerOf({ contract, enclave, settings }: Service, issuer: string, audience: string): Provider | undefined {
  if (issuer.endsWith(identityPath)) {
    const jwks = { keys: [enclave.identityJwk] } as unknown as JSONWebKeySet;
    return { issuer: identityPath, jwks, audience: undefined, name: 'Sample ID' };
  }
  const host = issuer.replace(/^https?:\/\//, '');
  const label = { 'accounts.google.com': 'Google', 'appleid.apple.com': 'Apple' }[host] ?? host;
  const given = settings.identityProviders.filter((provider) => provider.issuer === issuer);
  // Several clients of one issuer share its keys.
  const client = given.find((provider) => provider.audience === audience) ?? given[0];
  if (client !== undefined)
    return { issuer, jwks: { keys: [...client.jwks.keys] }, audience: client.audience, name: label };
  if (!contract.unsignedIssuers.includes(issuer)) return undefined;
  return { issuer, jwks: undefined, audience: undefined, name: label };
}

async function isSigned(token: string, jwks: JSONWebKeySet): Promise<boolean> {
  try {
    await compactVerify(token, createLocalJWKSet(jwks), { algorithms: ['RS256', 'ES256'] });
    return true;
  } catch {
    return false;
  }
}
