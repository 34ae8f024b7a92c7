import { generateClientKeyPair } from 'countersign/crypto';
import { createHash } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { nonceOf, openOwner, pay, refused, verify } from './identities.ts';
import type { PlatformClient } from './platform-client.ts';
import { outcome } from './reading.ts';

const subject = 'sample-subject';
const origin = 'http://127.0.0.1';
const issuer = `${origin}/_sandbox/identity`;
const currentDate = new Date(Date.UTC(2026, 0, 15, 12));

describe('the built-in provider', () => {
  const ask = async ({ sandbox }: PlatformClient, path: string, init?: RequestInit): Promise<Response> =>
    sandbox.fetch(new Request(issuer + path, init));
  const verifier = 'v'.repeat(43);
  const query = {
    client_id: 'countersign-demo',
    redirect_uri: 'http://localhost:3000/back',
    scope: 'openid email',
    state: 'kept',
    nonce: 'tied',
  };
  const flows = {
    id_token: query,
    code: {
      ...query,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  };
  const authorize = (platform: PlatformClient, type: 'id_token' | 'code', more: object = {}): Promise<Response> =>
    ask(platform, `/authorize?${String(new URLSearchParams({ response_type: type, ...flows[type], ...more }))}`);
  const redeem = (platform: PlatformClient, code: string, more: object = {}): Promise<Response> => {
    const { client_id, redirect_uri } = query;
    const body = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: verifier, ...more };
    return ask(platform, '/token', { method: 'POST', body: new URLSearchParams(body) });
  };

  test('signs in a person who was made with an identity, by a token that a call asks for', async () => {
    const owner = await openOwner({ identityProviders: [] }, { identity: { subject } });
    const { platform, person } = owner;
    const client = await generateClientKeyPair();
    const { compressedPublicKeyHex: key } = client;
    const tokens = async (more: object): Promise<string> =>
      (await platform.control('POST', '/id-tokens', { subject, nonce: nonceOf(key), ...more })).body.idToken;
    const send = async (more: object): Promise<unknown> =>
      outcome(await verify(platform, person.oauthCredentialId, await tokens(more), key));
    expect(await send({ ageMs: 61_000 })).toEqual(refused('older than 60 seconds'));
    expect(await send({ audience: 'other' })).toEqual(refused('identity of another credential'));
    expect(await send({ subject: 'other' })).toEqual(refused('identity of another credential'));
    expect((await verify(platform, person.oauthCredentialId, await tokens({}), key)).status).toBe(200);
    expect(await pay(owner, client)).toBe('PROCESSING');
  });

  test('is found by discovery, shows whom it knows, and gives a page its token, tied to the nonce', async () => {
    const { platform } = await openOwner({}, { identity: { subject }, email: '"<b>"@example.com' });
    const found = await (await ask(platform, '/.well-known/openid-configuration')).json();
    expect(found).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks`, authorization_endpoint: `${issuer}/authorize` });
    const page = await authorize(platform, 'id_token');
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).not.toContain('<b>');
    const [, chosen = ''] = /href="([^"]*subject=sample-subject)"/.exec(text) ?? [];
    const back = await platform.sandbox.fetch(new Request(origin + chosen.replaceAll('&amp;', '&')));
    const target = new URL(back.headers.get('Location') ?? '');
    expect([back.status, target.origin + target.pathname]).toEqual([302, query.redirect_uri]);
    const answer = new URLSearchParams(target.hash.slice(1));
    expect(answer.get('state')).toBe('kept');
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
      [customFetch]: (url) => platform.sandbox.fetch(new Request(url)),
    });
    const checks = { issuer, audience: 'countersign-demo', currentDate };
    expect((await jwtVerify(answer.get('id_token') ?? '', keys, checks)).payload).toMatchObject({
      sub: subject,
      nonce: 'tied',
    });
  });

  test('gives a code that its client exchanges once, within a minute, with its verifier', async () => {
    const { platform } = await openOwner();
    const codeOf = async (): Promise<string> => {
      const back = await authorize(platform, 'code', { subject: 'sample-customer' });
      return new URL(back.headers.get('Location') ?? '').searchParams.get('code') ?? '';
    };
    const code = await codeOf();
    const answer = await (await redeem(platform, code)).json();
    const { keys } = await (await ask(platform, '/jwks')).json();
    const checks = { issuer, audience: 'countersign-demo', currentDate };
    const { payload } = await jwtVerify(answer.id_token, createLocalJWKSet({ keys }), checks);
    expect(payload).toMatchObject({ sub: 'sample-customer', nonce: 'tied', email: 'customer@example.com' });
    const wrong = [
      await redeem(platform, code),
      await redeem(platform, await codeOf(), { code_verifier: 'w'.repeat(43) }),
      await redeem(platform, await codeOf(), { client_id: 'other' }),
      await redeem(platform, await codeOf(), { redirect_uri: 'http://localhost:3000/other' }),
    ];
    const late = await codeOf();
    await platform.advance(60_000);
    for (const refusal of [...wrong, await redeem(platform, late)]) {
      expect([refusal.status, await refusal.json()]).toEqual([400, { error: 'invalid_grant' }]);
    }
  });

  test('sends nobody to another machine, and says which parameter is wrong; who cancels comes back', async () => {
    const { platform } = await openOwner();
    for (const redirect_uri of ['https://example.com/back', 'javascript:alert(1)', 'nowhere']) {
      const away = await authorize(platform, 'id_token', { redirect_uri, subject });
      expect([away.status, away.headers.get('Location')]).toEqual([400, null]);
    }
    const wrong = { scope: 'email', nonce: '', response_mode: 'form_post' };
    const bare = await (await authorize(platform, 'id_token', wrong)).json();
    expect(bare.error_description).toMatch(
      /scope: This must contain openid\..*response_mode: This must be one of: fragment\..*nonce:/,
    );
    const back = await authorize(platform, 'code', { subject: '' });
    expect(back.headers.get('Location')).toBe(`${query.redirect_uri}?state=kept&error=access_denied`);
  });
});
