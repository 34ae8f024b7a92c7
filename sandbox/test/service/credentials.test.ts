import { generateClientKeyPair, openSessionSigningKey } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import {
  asClientData,
  createPasskey,
  issuedChallenge,
  passkeyAddition,
  passkeyLogin,
  type Ceremony,
  type Passkey,
} from './authenticator.ts';
import { createQuote, executeWith, openSession, type OpenedSession } from './platform-client.ts';
import { idsOf, outcome, typesOf, verdict, type Answer } from './reading.ts';

const signedCall = ({ platform, key }: OpenedSession, method: string, path: string, body?: unknown): Promise<Answer> =>
  platform.signed(key, method, path, body);

const additionOf = ({ holder }: OpenedSession, passkey: Passkey, ceremony?: Ceremony): Promise<object> =>
  passkeyAddition(passkey, holder.accountId, ceremony);

describe.each(['spec', 'grid'] as const)('profile %s', (profile) => {
  test.each(['sealed', 'client-held'] as const)(
    'a passkey is added, signs in (%s key), and its session pays',
    async (keys) => {
      const all = await openSession({ profile });
      const { platform, holder } = all;
      const passkey = await createPasskey('one');
      const added = await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, passkey));
      expect([added.status, added.body.type, added.body.credentialId]).toEqual([201, 'PASSKEY', passkey.credentialId]);
      const client = await generateClientKeyPair();
      const name = keys === 'sealed' ? client.publicKeyHex : client.compressedPublicKeyHex;
      const login = await passkeyLogin(platform, passkey, added.body.id, name);
      const session = await platform.call(...login);
      expect([session.status, session.body.nickname]).toEqual([200, 'My laptop']);
      const key =
        keys === 'sealed' ? await openSessionSigningKey(session.body.encryptedSessionSigningKey, client) : client;
      const quote = await createQuote(platform, holder);
      expect((await executeWith(platform, key, quote)).status).toBe(200);
      const again = await platform.call(...login);
      expect(outcome(again)).toEqual([401, 'INVALID_SIGNATURE', 'Request-Id already used']);
    },
  );
});

test('the payload of a new passkey carries what was submitted', async () => {
  const all = await openSession();
  const body = (await additionOf(all, await createPasskey('one'))) as { attestation: Record<string, unknown> };
  const first = await all.platform.call('POST', '/auth/credentials', body);
  const { transports, ...attestation } = body.attestation;
  expect(JSON.parse(first.body.payloadToSign)).toMatchObject({
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    parameters: {
      authenticators: [{ attestation, authenticatorName: 'My laptop', challenge: issuedChallenge, transports }],
    },
  });
});

test.each([
  ['of another origin', { origin: 'https://attacker.example.com' }],
  ['for another relying party', { relyingParty: 'example.com' }],
  ['without the user', { userPresent: false }],
  ['without verifying the user', { userVerified: false }],
  ['over another challenge', { challenge: asClientData('another') }],
])('a new passkey %s is refused on the first leg', async (_, wrong) => {
  const all = await openSession();
  const body = await additionOf(all, await createPasskey('one'), { challenge: issuedChallenge, ...wrong });
  const answer = await all.platform.call('POST', '/auth/credentials', body);
  expect(outcome(answer)).toEqual([400, 'INVALID_INPUT', 'attestation']);
});

test('a WebAuthn credential id, and a challenge, serve one passkey only', async () => {
  const all = await openSession();
  const passkey = await createPasskey('one');
  await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, passkey));
  const same = await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, passkey));
  expect(verdict(same)).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS']);
  const other = await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, await createPasskey('two')));
  expect([other.status, other.body.details.errors[0].field]).toEqual([400, 'challenge']);
});

describe('an assertion is refused', () => {
  const attempt = async (
    change: (passkey: Passkey, ceremony: Ceremony) => Promise<object>,
    headers?: (requestId: string) => Record<string, string>,
    waitMs = 0,
  ): Promise<Answer> => {
    const all = await openSession();
    const passkey = await createPasskey('one');
    const added = await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, passkey));
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const path = `/auth/credentials/${added.body.id}`;
    const asked = await all.platform.call('POST', `${path}/challenge`, { clientPublicKey });
    const assertion = await change(passkey, { challenge: asClientData(asked.body.challenge) });
    await all.platform.advance(waitMs);
    const sent = headers?.(asked.body.requestId) ?? { 'Request-Id': String(asked.body.requestId) };
    const answer = await all.platform.call('POST', `${path}/verify`, { type: 'PASSKEY', assertion }, sent);
    const sessions = await all.platform.call('GET', `/auth/sessions?accountId=${all.holder.accountId}`);
    expect(sessions.body.data).toHaveLength(1);
    return answer;
  };

  test.each([
    [
      'with the shortcut signature',
      async (p: Passkey, c: Ceremony) => ({ ...(await p.assert(c)), signature: 'sandbox-valid-passkey-signature' }),
    ],
    ['of another origin', (p: Passkey, c: Ceremony) => p.assert({ ...c, origin: 'https://attacker.example.com' })],
    ['for another relying party', (p: Passkey, c: Ceremony) => p.assert({ ...c, relyingParty: 'example.com' })],
    ['without the user', (p: Passkey, c: Ceremony) => p.assert({ ...c, userPresent: false })],
    ['without verifying the user', (p: Passkey, c: Ceremony) => p.assert({ ...c, userVerified: false })],
    ['over the decoded challenge', (p: Passkey, c: Ceremony) => p.assert({ ...c, challenge: asClientData('decoded') })],
    ['by another passkey', async (_: Passkey, c: Ceremony) => (await createPasskey('two')).assert(c)],
    ['by a cloned passkey whose counter lags', (p: Passkey, c: Ceremony) => (p.rewind(0), p.assert(c))],
  ])('%s', async (_, change) => {
    expect(verdict(await attempt(change))).toEqual([401, 'INVALID_SIGNATURE']);
  });

  test('without its Request-Id', async () => {
    const answer = await attempt(
      (passkey, ceremony) => passkey.assert(ceremony),
      () => ({}),
    );
    expect(verdict(answer)).toEqual([401, 'REQUEST_ID_MISSING']);
  });

  test('once its challenge has expired', async () => {
    const answer = await attempt((passkey, ceremony) => passkey.assert(ceremony), undefined, 5 * 60_000);
    expect([answer.status, answer.body.details.reason]).toEqual([401, 'Request-Id expired']);
  });
});

test('an account has one code credential of each kind', async () => {
  const all = await openSession();
  const { accountId } = all.holder;
  const email = await signedCall(all, 'POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
  expect(verdict(email)).toEqual([400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS']);
  const sms = await signedCall(all, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  expect([sms.status, sms.body.details.errors[0].field]).toEqual([400, 'type']);
});

describe('removing a credential', () => {
  test('is signed by a session of another one, and ends its sessions', async () => {
    const all = await openSession();
    const { platform, holder } = all;
    const passkey = await createPasskey('one');
    const added = await signedCall(all, 'POST', '/auth/credentials', await additionOf(all, passkey));
    const path = `/auth/credentials/${holder.credentialId}`;
    expect(verdict(await signedCall(all, 'DELETE', path))).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
    const client = await generateClientKeyPair();
    await platform.call(...(await passkeyLogin(platform, passkey, added.body.id, client.compressedPublicKeyHex)));
    expect((await signedCall({ ...all, key: client }, 'DELETE', path)).status).toBe(204);
    expect(typesOf(await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`))).toEqual(['PASSKEY']);
    const listed = await platform.call('GET', `/auth/credentials?accountId=${holder.accountId}`);
    expect(idsOf(listed)).toEqual([added.body.id]);
  });

  test("is refused for the account's only one", async () => {
    const all = await openSession();
    const answer = await signedCall(all, 'DELETE', `/auth/credentials/${all.holder.credentialId}`);
    expect(verdict(answer)).toEqual([400, 'INVALID_INPUT']);
  });
});
