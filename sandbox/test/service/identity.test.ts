import { generateClientKeyPair, openSessionSigningKey } from 'countersign/crypto';
import type { CreateSandboxOptions } from 'countersign-sandbox';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { nonceOf, openOwner, pay, refused, verify, type Owner } from './identities.ts';
import { outcome, typesOf, verdict, type Answer } from './reading.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const google = { issuer: 'https://accounts.google.com', audience: 'sample-client' };
const subject = 'sample-subject';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let rs256: Keys, es256: Keys, providers: NonNullable<CreateSandboxOptions['identityProviders']>;

beforeAll(async () => {
  [rs256, es256] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('ES256')]);
  const keys = [
    { ...(await exportJWK(rs256.publicKey)), kid: 'rsa' },
    { ...(await exportJWK(es256.publicKey)), kid: 'ec' },
  ];
  // Two applications of one provider, which has the same keys for both.
  providers = [
    { ...google, audience: 'other-client', jwks: { keys } },
    { ...google, jwks: { keys } },
  ];
});

type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };

/** A token of the provider whose keys the test has; `claims` replace its own, undefined ones are left out. */
async function tokenOf(nonce: string, claims: Claims = {}, algorithm: 'RS256' | 'ES256' = 'RS256'): Promise<string> {
  const iat = NOW / 1000;
  const all = { iss: google.issuer, aud: google.audience, sub: subject, iat, exp: iat + 300, nonce, ...claims };
  const kid = algorithm === 'RS256' ? 'rsa' : 'ec';
  const { privateKey } = algorithm === 'RS256' ? rs256 : es256;
  return new SignJWT(all as JWTPayload).setProtectedHeader({ alg: algorithm, kid }).sign(privateKey);
}

/** The same without a signature that means anything. */
async function dummyOf(nonce: string, claims: Claims = {}): Promise<string> {
  return `${(await tokenOf(nonce, claims)).split('.').slice(0, 2).join('.')}.c2lnbmF0dXJl`;
}

/** Both legs of the addition of an identity. */
async function link({ platform, person, key }: Owner, oidcToken: string): Promise<Answer> {
  const body = { type: 'OAUTH', accountId: person.accountId, oidcToken };
  const first = await platform.call('POST', '/auth/credentials', body);
  if (first.status !== 202) return first;
  const headers = await platform.stampHeaders(first.body.payloadToSign, key, first.body.requestId);
  return platform.call('POST', '/auth/credentials', body, headers);
}

const sessionsOf = async ({ platform, person }: Owner): Promise<number> =>
  (await platform.call('GET', `/auth/sessions?accountId=${person.accountId}`)).body.data.length;

const open = (options: CreateSandboxOptions = {}): Promise<Owner> =>
  openOwner({ identityProviders: providers, ...options });

describe.each(['spec', 'grid'] as const)('profile %s', (profile) => {
  test.each([
    ['RS256', 'client-held'],
    ['ES256', 'sealed'],
  ] as const)('an identity (%s) is added, signs in (%s key), pays, and is removed', async (algorithm, keys) => {
    const owner = await open({ profile });
    const { platform, person } = owner;
    const added = await link(owner, await tokenOf('any', { email: 'customer@example.com' }, algorithm));
    expect([added.status, added.body.type, added.body.nickname]).toEqual([201, 'OAUTH', 'customer@example.com']);
    expect(added.body).not.toHaveProperty('otpEncryptionTargetBundle');
    const client = await generateClientKeyPair();
    const name = keys === 'sealed' ? client.publicKeyHex : client.compressedPublicKeyHex;
    const session = await verify(platform, added.body.id, await tokenOf(nonceOf(name), {}, algorithm), name);
    expect([session.status, session.body.type, session.body.nickname]).toEqual([200, 'OAUTH', 'customer@example.com']);
    const sealed = session.body.encryptedSessionSigningKey as string | undefined;
    expect(sealed === undefined).toBe(keys === 'client-held');
    expect(await pay(owner, sealed === undefined ? client : await openSessionSigningKey(sealed, client))).toBe(
      'PROCESSING',
    );
    const path = `/auth/credentials/${added.body.id}`;
    expect((await platform.signed(owner.key, 'DELETE', path)).status).toBe(204);
    const listed = await platform.call('GET', `/auth/credentials?accountId=${person.accountId}`);
    expect(typesOf(listed)).toEqual(['EMAIL_OTP']);
  });

  test('its payload names the token, the provider and the user, and nothing else', async () => {
    const { platform, person } = await open({ profile });
    const oidcToken = await tokenOf('any');
    const { accountId } = person;
    const { body } = await platform.call('POST', '/auth/credentials', { type: 'OAUTH', accountId, oidcToken });
    expect([body.type, JSON.parse(body.payloadToSign)]).toEqual([
      'OAUTH',
      {
        organizationId: expect.any(String),
        parameters: { oauthProviders: [{ oidcToken, providerName: 'Google' }], userId: expect.any(String) },
        timestampMs: expect.any(String),
        type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
      },
    ]);
  });

  describe('is refused a sign-in, and there is no session,', () => {
    const seconds = NOW / 1000;
    const malformed = [400, 'INVALID_INPUT', 'oidcToken'];
    test.each<[string, unknown, (nonce: string) => string | Promise<string>]>([
      ['with the nonce of another key', refused('nonce of another key'), () => tokenOf(nonceOf('02'))],
      ['without a nonce', refused('nonce of another key'), () => tokenOf('', { nonce: undefined })],
      ['60 seconds old', refused('older than 60 seconds'), (nonce) => tokenOf(nonce, { iat: seconds - 60 })],
      ['from the future', refused('issued in the future'), (nonce) => tokenOf(nonce, { iat: seconds + 60 })],
      ['that has expired', refused('expired'), (nonce) => tokenOf(nonce, { exp: seconds })],
      ['for another audience', refused('audience of another client'), (nonce) => tokenOf(nonce, { aud: 'other' })],
      [
        'of an unknown issuer',
        refused('issuer not supported'),
        (nonce) => tokenOf(nonce, { iss: 'https://example.com' }),
      ],
      ['of another subject', refused('identity of another credential'), (nonce) => tokenOf(nonce, { sub: 'other' })],
      ['with a dummy signature', refused('signature does not verify'), (nonce) => dummyOf(nonce)],
      ['with the algorithm none', malformed, (nonce) => new UnsecuredJWT({ nonce }).encode()],
      ['whose claims are cut', malformed, async (nonce) => (await tokenOf(nonce)).replace(/\.../, '.')],
      ['without a subject', malformed, (nonce) => tokenOf(nonce, { sub: undefined })],
      ['for two audiences', malformed, (nonce) => tokenOf(nonce, { aud: [google.audience, 'other'] })],
      ['of more than 16 KiB', malformed, (nonce) => tokenOf(nonce, { name: 'x'.repeat(16_384) })],
    ])('by a token %s', async (_, expected, make) => {
      const owner = await open({ profile });
      const { body: added } = await link(owner, await tokenOf('any'));
      const { compressedPublicKeyHex: key } = await generateClientKeyPair();
      const before = await sessionsOf(owner);
      expect(outcome(await verify(owner.platform, added.id, await make(nonceOf(key)), key))).toEqual(expected);
      expect(await sessionsOf(owner)).toBe(before);
      expect((await verify(owner.platform, added.id, await tokenOf(nonceOf(key)), key)).status).toBe(200);
    });

    test('by a stolen token with another key, or with a key that is none', async () => {
      const owner = await open({ profile });
      const { body: added } = await link(owner, await tokenOf('any'));
      const victim = await generateClientKeyPair();
      const thief = await generateClientKeyPair();
      const stolen = await tokenOf(nonceOf(victim.compressedPublicKeyHex));
      for (const key of [thief.compressedPublicKeyHex, thief.publicKeyHex, victim.publicKeyHex]) {
        expect(outcome(await verify(owner.platform, added.id, stolen, key))).toEqual(refused('nonce of another key'));
      }
      const noPoint = `02${'f'.repeat(64)}`;
      const answer = await verify(owner.platform, added.id, await tokenOf(nonceOf(noPoint)), noPoint);
      expect(outcome(answer)).toEqual([400, 'INVALID_INPUT', 'clientPublicKey']);
    });
  });

  test.each<[string, unknown, () => Promise<string>]>([
    ['of an unknown issuer', [400, 'INVALID_INPUT', 'oidcToken'], () => tokenOf('any', { iss: 'https://example.com' })],
    ['that is too old', refused('older than 60 seconds'), () => tokenOf('any', { iat: NOW / 1000 - 61 })],
    ['with a dummy signature', refused('signature does not verify'), () => dummyOf('any')],
  ])('an addition is refused on the first leg by a token %s', async (_, expected, make) => {
    expect(outcome(await link(await open({ profile }), await make()))).toEqual(expected);
  });

  test('an identity is added to an account once, and has no challenge', async () => {
    const owner = await open({ profile });
    const { body: added } = await link(owner, await tokenOf('any'));
    expect(outcome(await link(owner, await tokenOf('again')))).toEqual([400, 'INVALID_INPUT', 'oidcToken']);
    const asked = await owner.platform.call('POST', `/auth/credentials/${added.id}/challenge`, {});
    expect(verdict(asked)).toEqual([400, 'INVALID_INPUT']);
  });
});

test.each(['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com'])(
  'tokens of %s need the keys in spec; in grid any signature is taken until there are keys, and all else is checked',
  async (iss) => {
    const add = async (options: CreateSandboxOptions): Promise<unknown> =>
      outcome(await link(await open({ identityProviders: [], ...options }), await dummyOf('any', { iss })));
    expect(await add({ profile: 'spec' })).toEqual([400, 'INVALID_INPUT', 'oidcToken']);
    expect(await add({ profile: 'grid', identityProviders: [{ ...google, issuer: iss, jwks: { keys: [] } }] })).toEqual(
      refused('signature does not verify'),
    );
    const owner = await open({ profile: 'grid', identityProviders: [] });
    const { body: added } = await link(owner, await dummyOf('any', { iss, aud: ['one'] }));
    const { compressedPublicKeyHex: key } = await generateClientKeyPair();
    const send = async (claims: Claims): Promise<Answer> =>
      verify(owner.platform, added.id, await dummyOf(nonceOf(key), { iss, aud: 'one', ...claims }), key);
    expect(outcome(await send({ aud: 'other' }))).toEqual(refused('identity of another credential'));
    expect(outcome(await send({ nonce: 'other' }))).toEqual(refused('nonce of another key'));
    expect((await send({})).status).toBe(200);
  },
);
