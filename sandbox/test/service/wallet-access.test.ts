import { expect, test } from 'vitest';
import { addPasskey } from './actions.ts';
import { createPlatformClient, createQuote, executeWith, openSession } from './platform-client.ts';

test('a session that is ended at the service signs nothing any more', async () => {
  const { platform, holder, sessionId, key } = await openSession();
  expect((await platform.control('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
  const quote = await createQuote(platform, holder);
  const { body } = await executeWith(platform, key, quote);
  expect([body.code, body.details.reason]).toEqual(['WALLET_SIGNATURE_INVALID', 'session revoked']);
  expect((await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body.data).toEqual([]);
  expect((await platform.control('DELETE', `/sessions/${sessionId}`)).status).toBe(404);
});

test('a credential that is deleted at the service is unknown, and its sessions end', async () => {
  const { platform, holder, key } = await openSession();
  const { credential } = await addPasskey(platform, key, holder);
  expect((await platform.control('DELETE', `/credentials/${credential.id}`)).status).toBe(204);
  expect((await platform.call('POST', `/auth/credentials/${credential.id}/challenge`, {})).status).toBe(404);
  await platform.control('DELETE', `/credentials/${holder.credentialId}`);
  const refused = await platform.signed(key, 'POST', '/auth/credentials', {
    type: 'EMAIL_OTP',
    accountId: holder.accountId,
  });
  expect(refused.body.code).toBe('WALLET_SIGNATURE_INVALID');
  expect((await platform.control('DELETE', `/credentials/${credential.id}`)).status).toBe(404);
});

test('an id of another kind is refused', async () => {
  const { status, body } = await createPlatformClient().control('DELETE', '/sessions/Card:1');
  expect([status, body.details.errors[0].field]).toEqual([400, 'sessionId']);
});
