import { expect, test } from 'vitest';
import { createPlatformClient, openSession } from './platform-client.ts';
import { fieldsOf, verdict } from './reading.ts';

test('a wallet is made private, and public again, by what its owner signs', async () => {
  const { platform, accountId, customerId, key } = await openSession({ profile: 'grid' });
  const path = `/internal-accounts/${accountId}`;
  const listed = async (): Promise<unknown> =>
    (await platform.call('GET', `/customers/internal-accounts?customerId=${customerId}`)).body.data[0].privateEnabled;
  expect(await listed()).toBe(false);
  for (const privateEnabled of [true, false]) {
    const asked = await platform.call('PATCH', path, { privateEnabled });
    expect(asked.status).toBe(202);
    expect(JSON.parse(asked.body.payloadToSign)).toMatchObject({
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      parameters: { payload: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await listed()).toBe(!privateEnabled);
    const { status, body } = await platform.signed(key, 'PATCH', path, { privateEnabled });
    expect([status, body.id, body.privateEnabled]).toEqual([200, accountId, privateEnabled]);
    expect(await listed()).toBe(privateEnabled);
  }
});

test('a change names a field, both legs are the same, and the account is a wallet', async () => {
  const { platform, accountId, key } = await openSession({ profile: 'grid' });
  const path = `/internal-accounts/${accountId}`;
  expect(fieldsOf(await platform.call('PATCH', path, {}))).toEqual(['body']);
  const { body } = await platform.call('PATCH', path, { privateEnabled: true });
  const headers = await platform.stampHeaders(body.payloadToSign, key, body.requestId);
  const other = await platform.call('PATCH', path, { privateEnabled: false }, headers);
  expect(verdict(other)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  const [own] = (await platform.call('GET', '/platform/internal-accounts?currency=USD')).body.data;
  const refused = await platform.call('PATCH', `/internal-accounts/${own.id}`, { privateEnabled: true });
  expect([refused.status, 'privateEnabled' in own]).toEqual([404, false]);
});

test('profile spec shows no such path', async () => {
  const path = '/internal-accounts/InternalAccount:00000000-0000-4000-8000-00000000000a';
  expect((await createPlatformClient().call('PATCH', path, { privateEnabled: true })).status).toBe(404);
});
