import { inspectPayload } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { sealCode } from '../../../test/contract/client.ts';
import { createHolder, openSession, type OpenedSession, type PlatformClient } from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const phoneNumber = '+14155550100';

async function addSms({ platform, accountId, customerId, session }: OpenedSession): Promise<Answer['body']> {
  // The public service wants the customer's type beside what changes.
  const kind = platform.sandbox.profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
  await platform.call('PATCH', `/customers/${customerId}`, { ...kind, phoneNumber });
  const added = await platform.signed(session.key, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  expect(added.status).toBe(201);
  return added.body;
}

/** Signs in with the code that a bundle asks for. */
async function verify(platform: PlatformClient, challenge: Answer['body']): Promise<Answer> {
  const { otpCode } = (await platform.control('GET', `/otp?credentialId=${challenge.id}`)).body;
  const { body, keyPair } = await sealCode(platform, challenge, { otpCode });
  return platform.signed(keyPair, 'POST', `/auth/credentials/${challenge.id}/verify`, body);
}

describe.each(['spec', 'grid'] as const)('profile %s: a credential by SMS', (profile) => {
  test('is signed in with by the code that comes with it, and by one that is asked for later', async () => {
    const all = await openSession({ profile });
    const { platform, accountId } = all;
    const added = await addSms(all);
    expect(added).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber, accountId });
    expect((await verify(platform, added)).body).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber, accountId });
    const challenge = await platform.call('POST', `/auth/credentials/${added.id}/challenge`);
    expect(challenge.body).toMatchObject({ id: added.id, type: 'SMS_OTP' });
    expect((await verify(platform, challenge.body)).status).toBe(200);
    const { body } = await platform.call('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(['EMAIL_OTP', 'SMS_OTP', 'SMS_OTP']);
  });

  test('is added by signing the number that the customer has, its names in alphabetical order', async () => {
    const { platform, accountId, customerId } = await openSession({ profile });
    // The public service wants the customer's type beside what changes.
    const kind = platform.sandbox.profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
    await platform.call('PATCH', `/customers/${customerId}`, { ...kind, phoneNumber });
    const first = await platform.call('POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    expect(first.body.type).toBe('SMS_OTP');
    const { parameters, type } = JSON.parse(first.body.payloadToSign) as { parameters: object; type: string };
    expect(inspectPayload(first.body.payloadToSign).kind).toBe('activity');
    expect(type).toBe('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER');
    expect(Object.entries(parameters)).toEqual([
      ['userId', expect.any(String)],
      ['userPhoneNumber', phoneNumber],
    ]);
  });

  test('keeps its number from other customers, until it is removed', async () => {
    const all = await openSession({ profile });
    const { platform, session } = all;
    const added = await addSms(all);
    const other = await createHolder(platform, 0);
    const kind = profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
    const take = (): Promise<Answer> =>
      platform.call('PATCH', `/customers/${other.customerId}`, { ...kind, phoneNumber });
    expect(verdict(await take())).toEqual([409, 'CONFLICT']);
    await platform.signed(session.key, 'DELETE', `/auth/credentials/${added.id}`);
    expect((await take()).status).toBe(200);
  });

  test('takes no code of another kind', async () => {
    const all = await openSession({ profile });
    const { id } = await addSms(all);
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
    const { status, body: refusal } = await all.platform.call('POST', `/auth/credentials/${id}/verify`, body);
    expect([status, refusal.details.errors[0].constraint]).toEqual([400, { enum: ['SMS_OTP'] }]);
  });

  test('is removed by a session of another credential, and its own sessions end', async () => {
    const all = await openSession({ profile });
    const { platform, accountId, session } = all;
    const added = await addSms(all);
    await verify(platform, added);
    expect((await platform.signed(session.key, 'DELETE', `/auth/credentials/${added.id}`)).status).toBe(204);
    const { body } = await platform.call('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([session.sessionId]);
    expect((await platform.call('POST', `/auth/credentials/${added.id}/challenge`)).status).toBe(404);
  });
});
