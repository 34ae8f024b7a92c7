import { generateClientKeyPair, openSessionSigningKey, type ClientKeyPair } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  executeWith,
  openSession,
  signIn,
  type PlatformClient,
  type SignedIn,
} from './platform-client.ts';
import { outcome, verdict, type Answer } from './reading.ts';

async function refresh(
  platform: PlatformClient,
  { sessionId, key }: SignedIn,
  clientPublicKey: string,
): Promise<Answer> {
  const path = `/auth/sessions/${sessionId}/refresh`;
  const first = await platform.call('POST', path, { clientPublicKey });
  if (first.status !== 202) return first;
  const headers = await platform.stampHeaders(first.body.payloadToSign, key, first.body.requestId);
  return platform.call('POST', path, { clientPublicKey }, headers);
}

async function listed(platform: PlatformClient, accountId: string): Promise<string[]> {
  const { body } = await platform.call('GET', `/auth/sessions?accountId=${accountId}`);
  return body.data.map(({ id }: { id: string }) => id);
}

async function pay(platform: PlatformClient, quote: Answer, key: SignedIn['key']): Promise<number> {
  return (await executeWith(platform, key, quote)).status;
}

describe.each(['spec', 'grid'] as const)('profile %s', (profile) => {
  test('an uncompressed key gets a sealed key, a compressed one becomes the session key', async () => {
    const { platform, holder, session } = await openSession({ profile });
    const client: ClientKeyPair = await generateClientKeyPair();
    const sealed = await refresh(platform, session, client.publicKeyHex);
    expect(sealed.status).toBe(201);
    const key = await openSessionSigningKey(sealed.body.encryptedSessionSigningKey, client);
    expect(await pay(platform, await createQuote(platform, holder), key)).toBe(200);
    const held = await refresh(platform, { sessionId: sealed.body.id, key }, client.compressedPublicKeyHex);
    expect([held.status, 'encryptedSessionSigningKey' in held.body]).toEqual([201, false]);
    expect(await pay(platform, await createQuote(platform, holder), client)).toBe(200);
  });
});

test('the payload of a refresh names the client key', async () => {
  const platform = createPlatformClient();
  const { sessionId } = await signIn(platform, await createHolder(platform));
  const { publicKeyHex } = await generateClientKeyPair();
  const first = await platform.call('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey: publicKeyHex });
  expect('type' in first.body).toBe(false);
  expect(JSON.parse(first.body.payloadToSign)).toMatchObject({
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    parameters: { targetPublicKey: publicKeyHex },
  });
});

test.each([
  ['keep', 2],
  ['revoke', 1],
] as const)('after a refresh the old session: %s', async (afterRefresh, count) => {
  const { platform, holder, session } = await openSession({ afterRefresh });
  const { publicKeyHex } = await generateClientKeyPair();
  expect((await refresh(platform, session, publicKeyHex)).status).toBe(201);
  expect(await listed(platform, holder.accountId)).toHaveLength(count);
});

test('only the current key of a session can refresh it', async () => {
  const { platform, holder, session } = await openSession();
  const other = await signIn(platform, holder);
  const { publicKeyHex } = await generateClientKeyPair();
  const answer = await refresh(platform, { ...session, key: other.key }, publicKeyHex);
  expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});

test('a refresh with another key than on the first leg is a body mismatch', async () => {
  const platform = createPlatformClient();
  const session = await signIn(platform, await createHolder(platform));
  const [one, two] = [await generateClientKeyPair(), await generateClientKeyPair()];
  const path = `/auth/sessions/${session.sessionId}/refresh`;
  const first = await platform.call('POST', path, { clientPublicKey: one.publicKeyHex });
  const headers = await platform.stampHeaders(first.body.payloadToSign, session.key, first.body.requestId);
  const answer = await platform.call('POST', path, { clientPublicKey: two.publicKeyHex }, headers);
  expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
});

test('an expired session is not listed and can not be refreshed, not even on its first leg', async () => {
  const { platform, holder, session } = await openSession();
  await platform.advance(15 * 60_000);
  expect(await listed(platform, holder.accountId)).toEqual([]);
  const answer = await refresh(platform, session, (await generateClientKeyPair()).publicKeyHex);
  expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED', 'Session expired']);
});

test.each(['itself', 'another'])('a session is revoked by %s', async (which) => {
  const { platform, holder, session } = await openSession();
  const { key, sessionId: other } = await signIn(platform, holder);
  const path = `/auth/sessions/${session.sessionId}`;
  const first = await platform.call('DELETE', path);
  expect([first.status, first.body.type]).toEqual([202, 'EMAIL_OTP']);
  const signer = which === 'itself' ? session.key : key;
  const headers = await platform.stampHeaders(first.body.payloadToSign, signer, first.body.requestId);
  expect((await platform.call('DELETE', path, undefined, headers)).status).toBe(204);
  expect(await listed(platform, holder.accountId)).toEqual([other]);
  expect((await platform.call('DELETE', path)).status).toBe(404);
  const quote = await createQuote(platform, holder);
  expect(await pay(platform, quote, session.key)).toBe(401);
});

test.each([
  ['a point off the curve', `04${'11'.repeat(64)}`],
  ['an odd number of digits', '02abc'],
  ['nothing', ''],
])('a refresh with %s is INVALID_INPUT', async (_, clientPublicKey) => {
  const platform = createPlatformClient();
  const { sessionId } = await signIn(platform, await createHolder(platform));
  const answer = await platform.call('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
  expect(verdict(answer)).toEqual([400, 'INVALID_INPUT']);
  expect(answer.body.details.errors[0].field).toBe('clientPublicKey');
});
