/** The export of a wallet, in profile grid. */
import { expect, test } from 'vitest';
import * as login from '../../../src/kit/crypto/login/index.ts';
import { openWalletCredentials } from '../../../src/kit/crypto/login/wallet-credentials.ts';
import { createHolder, createPlatformClient, openSession, signIn, type OpenedSession } from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const agreement = () => login.generateClientKeyPair({ uses: ['agree'] });
const openGrid = (): Promise<OpenedSession> => openSession({ profile: 'grid' });
const pathOf = (accountId: string): string => `/internal-accounts/${accountId}/export`;

async function exported({ platform, key, accountId }: Pick<OpenedSession, 'platform' | 'key' | 'accountId'>) {
  const keyPair = await agreement();
  const body = { clientPublicKey: keyPair.publicKeyHex };
  const { body: challenge } = await platform.call('POST', pathOf(accountId), body);
  const { organizationId, ...activity } = JSON.parse(challenge.payloadToSign);
  const headers = await platform.stampHeaders(challenge.payloadToSign, key, challenge.requestId);
  const answer = await platform.call('POST', pathOf(accountId), body, headers);
  const trust = { enclaveKeys: [platform.sandbox.enclavePublicKeyHex], organizationId, keyPair, isSandbox: false };
  const open = (): Promise<string> => openWalletCredentials(answer.body.encryptedWalletCredentials, trust);
  return { activity, body, headers, answer, open };
}

test('seals the phrase to the key that the signed payload names', async () => {
  const opened = await openGrid();
  const { activity, body, answer, open } = await exported(opened);
  expect([activity.type, Object.keys(activity.parameters), activity.parameters.targetPublicKey]).toEqual([
    'ACTIVITY_TYPE_EXPORT_WALLET',
    ['targetPublicKey', 'walletId'],
    body.clientPublicKey,
  ]);
  expect([answer.status, Object.keys(answer.body), answer.body.id]).toEqual([
    200,
    ['id', 'encryptedWalletCredentials'],
    opened.accountId,
  ]);
  expect((await open()).split(' ')).toHaveLength(12);
});

test('is the same phrase each time, and another of another wallet', async () => {
  const opened = await openGrid();
  const other = await createHolder(opened.platform, 0);
  const { key } = await signIn(opened.platform, other);
  const [one, again, theirs] = await Promise.all([
    (await exported(opened)).open(),
    (await exported(opened)).open(),
    (await exported({ ...opened, key, accountId: other.accountId })).open(),
  ]);
  expect([again === one, theirs === one]).toEqual([true, false]);
});

test('is done once for a challenge, and only with the key that it was asked for', async () => {
  const opened = await openGrid();
  const { platform, accountId } = opened;
  const { body, headers } = await exported(opened);
  expect(verdict(await platform.call('POST', pathOf(accountId), body, headers))).toEqual([
    401,
    'WALLET_SIGNATURE_INVALID',
  ]);
  const first = await platform.call('POST', pathOf(accountId), body);
  const stamped = await platform.stampHeaders(first.body.payloadToSign, opened.key, first.body.requestId);
  const swapped = { clientPublicKey: (await agreement()).publicKeyHex };
  const answer = await platform.call('POST', pathOf(accountId), swapped, stamped);
  expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
});

test('refuses keys that are none, accounts that are no wallet, and the stamp of another wallet', async () => {
  const opened = await openGrid();
  const { platform, accountId } = opened;
  const { publicKeyHex, compressedPublicKeyHex } = await agreement();
  const ask = (clientPublicKey: unknown, id = accountId): Promise<Answer> =>
    platform.call('POST', pathOf(id), { clientPublicKey });
  for (const wrong of [compressedPublicKeyHex, `04${'f'.repeat(128)}`, '', undefined]) {
    expect(verdict(await ask(wrong))).toEqual([400, 'INVALID_INPUT']);
  }
  const { body } = await platform.call('GET', '/platform/internal-accounts?currency=USD');
  expect(verdict(await ask(publicKeyHex, body.data[0].id))).toEqual([404, 'NOT_FOUND']);
  const other = await createHolder(platform, 0);
  const { key } = await signIn(platform, other);
  const answer = await platform.signed(key, 'POST', pathOf(accountId), { clientPublicKey: publicKeyHex });
  expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
});

test('profile spec has none', async () => {
  const id = 'InternalAccount:00000000-0000-4000-8000-00000000000a';
  expect((await createPlatformClient().call('POST', pathOf(id))).status).toBe(404);
});
