/** Credentials and sessions. */
import { generateClientKeyPair } from 'countersign/crypto';
import { createPasskey, passkeyAddition, passkeyLogin } from '../../../sandbox/test/service/authenticator.ts';
import { signIn, type ContractClient } from '../client.ts';
import { openWallet } from './people.ts';

/** Signs in by code, adds and removes credentials, refreshes and revokes sessions. */
export async function logins(client: ContractClient): Promise<void> {
  const { accountId, credentialId, customerId } = await openWallet(client, 2);
  const { key, id } = await signIn(client, credentialId);
  await client.call('GET', `/auth/sessions?accountId=${accountId}`);
  const { body: sms } = await client.signed(key, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  await client.call('POST', `/auth/credentials/${String(sms.id)}/challenge`);
  await client.call('POST', '/auth/credentials', { type: 'EMAIL_OTP', accountId });
  const isGrid = client.sandbox.profile === 'grid';
  const change = { ...(isGrid ? { customerType: 'INDIVIDUAL' } : {}), email: 'another@example.com' };
  await client.signed(key, 'PATCH', `/customers/${customerId}`, change);
  await client.signed(key, 'DELETE', `/auth/credentials/${String(sms.id)}`);
  if (isGrid) {
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    await client.signed(key, 'POST', `/internal-accounts/${accountId}/export`, { clientPublicKey });
    await client.call('POST', `/internal-accounts/${customerId}/export`, { clientPublicKey });
    for (const privateEnabled of [true, false]) {
      await client.signed(key, 'PATCH', `/internal-accounts/${accountId}`, { privateEnabled });
    }
    await client.call('PATCH', `/internal-accounts/${accountId}`, {});
  }
  await client.signed(key, 'DELETE', `/auth/sessions/${id}`);
  await client.call('DELETE', `/auth/sessions/${id}`);
  await client.call('GET', '/auth/credentials?accountId=nothing');
  await refreshes(client, credentialId);
  await refusals(client, credentialId);
}

async function refreshes(client: ContractClient, credentialId: string): Promise<void> {
  const { key, id } = await signIn(client, credentialId);
  const { publicKeyHex, compressedPublicKeyHex } = await generateClientKeyPair();
  for (const clientPublicKey of [publicKeyHex, compressedPublicKeyHex]) {
    await client.signed(key, 'POST', `/auth/sessions/${id}/refresh`, { clientPublicKey });
  }
  await client.call('POST', `/auth/sessions/${id}/refresh`, { clientPublicKey: 'none' });
  await client.advance(20 * 60_000);
  await client.call('POST', `/auth/sessions/${id}/refresh`, { clientPublicKey: publicKeyHex });
}

async function refusals(client: ContractClient, credentialId: string): Promise<void> {
  const path = `/auth/credentials/${credentialId}`;
  await client.call('POST', `${path}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle: 'nothing' });
  await client.call('GET', '/auth/credentials', undefined, { Authorization: 'Basic bm9ib2R5OjE=' });
  await client.call('POST', '/auth/credentials/AuthMethod:00000000-0000-4000-8000-00000000000a/challenge');
  // Codes that are asked for again and again.
  for (let count = 0; count < 12; count += 1) await client.call('POST', `${path}/challenge`);
}

/** Adds a passkey, signs in with it and removes it. */
export async function passkeys(client: ContractClient): Promise<void> {
  const { accountId, credentialId } = await openWallet(client, 3);
  const { key } = await signIn(client, credentialId);
  const passkey = await createPasskey('contract');
  const body = await passkeyAddition(passkey, accountId);
  const { body: credential } = await client.signed(key, 'POST', '/auth/credentials', body);
  const { compressedPublicKeyHex, publicKeyHex } = await generateClientKeyPair();
  for (const clientPublicKey of [compressedPublicKeyHex, publicKeyHex]) {
    const login = await passkeyLogin(client, passkey, String(credential.id), clientPublicKey);
    for (let count = 0; count < 2; count += 1) await client.call(...login);
  }
  await client.call('GET', `/auth/credentials?accountId=${accountId}`);
  await client.signed(key, 'DELETE', `/auth/credentials/${String(credential.id)}`);
}
