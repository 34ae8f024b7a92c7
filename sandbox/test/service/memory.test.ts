import { generateClientKeyPair } from 'countersign/crypto';
import { expect, test } from 'vitest';
import {
  createHolder,
  createPlatformClient,
  openHolder,
  signIn,
  verifyBody,
  type PlatformClient,
} from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

// Many calls, each without the checks that the client makes.
async function quick(
  { sandbox }: PlatformClient,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer['body']> {
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const headers = { authorization, 'Content-Type': 'application/json', ...more };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await sandbox.fetch(new Request(`http://127.0.0.1/2025-10-13${path}`, init));
  expect(response.status).toBeLessThan(300);
  return response.json();
}

const sizes = async (platform: PlatformClient): Promise<Record<string, number>> => {
  const { state } = JSON.parse(await platform.sandbox.snapshot()) as { state: Record<string, { $map?: unknown[] }> };
  return Object.fromEntries(Object.entries(state).flatMap(([name, { $map }]) => ($map ? [[name, $map.length]] : [])));
};

test('challenges that ran out are forgotten, the oldest first; a late second leg is 401 all the same', async () => {
  const platform = createPlatformClient({ historyLimit: 20 });
  const { sessionId, key } = await signIn(platform, await createHolder(platform));
  const path = `/auth/sessions/${sessionId}`;
  const first = await platform.call('DELETE', path);
  for (let round = 0; round < 60; round += 1) {
    if (round % 30 === 0) await platform.advance(301_000);
    await quick(platform, 'DELETE', path);
  }
  expect((await sizes(platform))['challenges']).toBe(20 + 30);
  const late = await platform.call(
    'DELETE',
    path,
    undefined,
    await platform.stampHeaders(first.body.payloadToSign, key, first.body.requestId),
  );
  expect([late.status, late.body.details.reason]).toEqual([401, 'Request-Id unknown']);
});

test('sessions and codes that ended are forgotten, the oldest first, and those that live are not', async () => {
  const { platform, holder } = await openHolder({ profile: 'grid', historyLimit: 20 });
  const old = await signIn(platform, holder);
  await platform.advance(15 * 60_000);
  let { sessionId, key } = await signIn(platform, holder);
  const living = sessionId;
  const { compressedPublicKeyHex: clientPublicKey } = await generateClientKeyPair();
  for (let round = 0; round < 40; round += 1) {
    const path = `/auth/sessions/${living}/refresh`;
    const first = await quick(platform, 'POST', path, { clientPublicKey });
    const headers = await platform.stampHeaders(first.payloadToSign, key, first.requestId);
    await quick(platform, 'POST', path, { clientPublicKey }, headers);
    if (round === 0)
      expect((await platform.call('POST', `/auth/sessions/${old.sessionId}/refresh`, { clientPublicKey })).status).toBe(
        401,
      );
  }
  expect((await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body.data).toHaveLength(41);
  await platform.advance(15 * 60_000);
  ({ sessionId, key } = await signIn(platform, holder));
  expect((await sizes(platform))['sessions']).toBe(20 + 1);
  const forgotten = await platform.call('POST', `/auth/sessions/${old.sessionId}/refresh`, { clientPublicKey });
  expect(verdict(forgotten)).toEqual([404, 'NOT_FOUND']);
  expect((await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body.data[0].id).toBe(sessionId);
});

test('the request log and the log of webhooks are rings', async () => {
  const { platform, accountId } = await openHolder({ historyLimit: 20 }, 0);
  for (let round = 0; round < 50; round += 1) {
    await quick(platform, 'POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 });
  }
  const { data } = (await platform.control('GET', '/requests')).body;
  expect([data.length, data[0].number, data.at(-1).number]).toEqual([20, 31, 50]);
  expect((await platform.control('GET', '/webhooks')).body.data).toHaveLength(20);
});

test('a reset leaves nothing of what was', async () => {
  const platform = createPlatformClient();
  const fresh = await platform.sandbox.snapshot();
  const holder = await createHolder(platform);
  await signIn(platform, holder);
  await verifyBody(platform, holder.credentialId);
  await platform.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
  await platform.advance(1234);
  expect(await platform.sandbox.snapshot()).not.toBe(fresh);
  await platform.control('POST', '/reset');
  expect(await platform.sandbox.snapshot()).toBe(fresh);
});
