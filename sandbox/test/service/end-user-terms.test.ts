import { describe, expect, test } from 'vitest';
import { createSandbox } from 'countersign-sandbox';
import { platformAccount, quoteBetween } from './actions.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  executeWith,
  openSession,
  type PlatformClient,
} from './platform-client.ts';
import { fieldsOf, verdict, type Answer } from './reading.ts';

const consent = {
  acceptedAt: '2026-01-15T11:59:00Z',
  ipAddress: '198.51.100.24',
  termsVersion: 'V1',
  acceptanceMethod: 'CHECKBOX',
};
const agreement = { ...consent, type: 'LIGHTSPARK_END_USER_TERMS' };

const required = (contract: '2026-08' | '2026-09' = '2026-09'): PlatformClient =>
  createPlatformClient({ profile: 'grid', contract, endUserTerms: 'required' });
const accept = (platform: PlatformClient, customerId: string, fields: object): Promise<Answer> =>
  platform.call('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', ...fields });

describe('where the terms are asked for', () => {
  test.each([
    ['2026-08', { endUserTermsConsent: consent }],
    ['2026-09', { endUserTermsConsent: consent }],
    ['2026-09', { agreementConsents: [agreement] }],
  ] as const)('a customer of %s pays once they consented by %j', async (month, fields) => {
    const platform = required(month);
    const holder = await createHolder(platform);
    expect(verdict(await createQuote(platform, holder))).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
    expect((await accept(platform, holder.customerId, fields)).status).toBe(200);
    expect((await createQuote(platform, holder)).status).toBe(201);
  });

  test('consent to another agreement is not enough', async () => {
    const platform = required();
    const holder = await createHolder(platform);
    await accept(platform, holder.customerId, { agreementConsents: [{ ...agreement, type: 'LEAD_PRIVACY_POLICY' }] });
    expect(verdict(await createQuote(platform, holder))).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
  });

  test('the platform pays from its own account, and people whom a test asks for have consented', async () => {
    const platform = required();
    const { body: person } = await platform.control('POST', '/people', {});
    expect((await createQuote(platform, person)).status).toBe(201);
    const own = await platformAccount(platform, 'USD');
    const [other] = (await platform.call('GET', '/platform/internal-accounts?currency=EUR')).body.data;
    expect((await quoteBetween(platform, own, other.id)).status).toBe(201);
  });
});

test('without the option nobody is asked', async () => {
  const { platform, holder, key } = await openSession({ profile: 'grid' });
  expect((await executeWith(platform, key, await createQuote(platform, holder))).status).toBe(200);
  expect(() => createSandbox({ endUserTerms: 'required' })).toThrow('endUserTerms is an option of profile grid');
});

test('the terms and the agreements are listed with their versions, the agreements since September', async () => {
  const platform = required();
  const { body: terms } = await platform.call('GET', '/customers/end-user-terms');
  const { body: agreements } = await platform.call('GET', '/customers/agreements');
  expect(agreements.data[0]).toEqual({ type: agreement.type, ...terms });
  expect(agreements.data).toHaveLength(7);
  expect((await required('2026-08').call('GET', '/customers/agreements')).status).toBe(404);
});

test.each([
  [{ endUserTermsConsent: consent, agreementConsents: [agreement] }, 'INVALID_INPUT'],
  [{ endUserTermsConsent: { ...consent, termsVersion: 'V0' } }, 'END_USER_TERMS_VERSION_NOT_FOUND'],
  [{ agreementConsents: [{ ...agreement, acceptedAt: '2026-01-15T12:00:01Z' }] }, 'INVALID_INPUT'],
  [{ agreementConsents: [] }, 'INVALID_INPUT'],
])('consent by %j is refused as %s', async (fields, code) => {
  const platform = required();
  const customer = { customerType: 'INDIVIDUAL', fullName: 'Sample Customer', ...fields };
  expect(verdict(await platform.call('POST', '/customers', customer))).toEqual([400, code]);
});

test('agreements are an unknown field in August', async () => {
  const customer = { customerType: 'INDIVIDUAL', agreementConsents: [agreement] };
  const answer = await required('2026-08').call('POST', '/customers', customer);
  expect(fieldsOf(answer)).toEqual(['agreementConsents']);
  expect(answer.body.details.errors[0].message).toContain('not known here');
});
