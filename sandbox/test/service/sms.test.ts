import { inspectPayload } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { sealCode } from '../../../test/contract/client.ts';
import { beginWith, createHolder, openSession, signIn, type PlatformClient } from './platform-client.ts';
import { idsOf, typesOf, verdict, type Answer } from './reading.ts';

const phoneNumber = '+14155550100';

// The public service wants the customer's type beside what changes.
const kindIn = (profile: string): object => (profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {});

/** A person who is signed in and has a credential by SMS. */
const withSms = (profile: 'spec' | 'grid') =>
  beginWith({ profile }, 'sms', async (platform) => {
    const holder = await createHolder(platform);
    const session = await signIn(platform, holder);
    const { accountId, customerId } = holder;
    await platform.call('PATCH', `/customers/${customerId}`, { ...kindIn(profile), phoneNumber });
    const { status, body } = await platform.signed(session.key, 'POST', '/auth/credentials', {
      type: 'SMS_OTP',
      accountId,
    });
    expect(status).toBe(201);
    return { ...holder, session, added: body };
  });

/** Signs in with the code that a bundle asks for. */
async function verify(platform: PlatformClient, challenge: Answer['body']): Promise<Answer> {
  const { otpCode } = (await platform.control('GET', `/otp?credentialId=${challenge.id}`)).body;
  const { body, keyPair } = await sealCode(platform, challenge, { otpCode });
  return platform.signed(keyPair, 'POST', `/auth/credentials/${challenge.id}/verify`, body);
}

describe.each(['spec', 'grid'] as const)('profile %s: a credential by SMS', (profile) => {
  test('is signed in with by the code that comes with it, and by one that is asked for later', async () => {
    const { platform, accountId, added } = await withSms(profile);
    expect(added).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber, accountId });
    expect((await verify(platform, added)).body).toMatchObject({ type: 'SMS_OTP', nickname: phoneNumber, accountId });
    const challenge = await platform.call('POST', `/auth/credentials/${added.id}/challenge`);
    expect(challenge.body).toMatchObject({ id: added.id, type: 'SMS_OTP' });
    expect((await verify(platform, challenge.body)).status).toBe(200);
    const sessions = await platform.call('GET', `/auth/sessions?accountId=${accountId}`);
    expect(typesOf(sessions)).toEqual(['EMAIL_OTP', 'SMS_OTP', 'SMS_OTP']);
  });

  test('is added by signing the number that the customer has, its names in alphabetical order', async () => {
    const { platform, accountId, customerId } = await openSession({ profile });
    await platform.call('PATCH', `/customers/${customerId}`, { ...kindIn(profile), phoneNumber });
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

  test('is there once, and follows a change of the number', async () => {
    const { platform, accountId, customerId, session } = await withSms(profile);
    const again = await platform.call('POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
    expect(verdict(again)).toEqual([400, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS']);
    const change = { ...kindIn(profile), phoneNumber: '+15555550101' };
    const changed = await platform.signed(session.key, 'PATCH', `/customers/${customerId}`, change);
    expect([changed.status, changed.body.phoneNumber]).toEqual([200, '+15555550101']);
    const { body } = await platform.call('GET', `/auth/credentials?accountId=${accountId}`);
    expect(body.data[1].nickname).toBe('+15555550101');
  });

  test('keeps its number from other customers, until it is removed', async () => {
    const { platform, session, added } = await withSms(profile);
    const other = await createHolder(platform, 0);
    const take = (): Promise<Answer> =>
      platform.call('PATCH', `/customers/${other.customerId}`, { ...kindIn(profile), phoneNumber });
    expect(verdict(await take())).toEqual([409, 'CONFLICT']);
    await platform.signed(session.key, 'DELETE', `/auth/credentials/${added.id}`);
    expect((await take()).status).toBe(200);
  });

  test('takes no code of another kind', async () => {
    const { platform, added } = await withSms(profile);
    const sent = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
    const { status, body } = await platform.call('POST', `/auth/credentials/${added.id}/verify`, sent);
    expect([status, body.details.errors[0].constraint]).toEqual([400, { enum: ['SMS_OTP'] }]);
  });

  test('is removed by a session of another credential, and its own sessions end', async () => {
    const { platform, accountId, session, added } = await withSms(profile);
    await verify(platform, added);
    expect((await platform.signed(session.key, 'DELETE', `/auth/credentials/${added.id}`)).status).toBe(204);
    const sessions = await platform.call('GET', `/auth/sessions?accountId=${accountId}`);
    expect(idsOf(sessions)).toEqual([session.sessionId]);
    expect((await platform.call('POST', `/auth/credentials/${added.id}/challenge`)).status).toBe(404);
  });
});
