import { describe, expect, test } from 'vitest';
import { sampleCustomer } from '../../../test/sample-customer.ts';
import { createHolder, createPlatformClient, openHolder, signIn } from './platform-client.ts';
import { fieldsOf, verdict } from './reading.ts';

describe('a new customer', () => {
  test('is answered with what was sent, approved, and owns a wallet with a credential for the address', async () => {
    const platform = createPlatformClient();
    const { status, body } = await platform.call('POST', '/customers', sampleCustomer);
    expect([status, body]).toMatchObject([201, { ...sampleCustomer, kycStatus: 'APPROVED' }]);
    expect((await platform.call('GET', `/customers/${body.id}`)).body).toEqual(body);
    const { data } = (await platform.call('GET', `/internal-accounts?customerId=${body.id}&type=EMBEDDED_WALLET`)).body;
    expect(data).toMatchObject([{ balance: { amount: 0, currency: { code: 'USDB', decimals: 6 } } }]);
    const credentials = await platform.call('GET', `/auth/credentials?accountId=${data[0].id}`);
    expect(credentials.body.data).toMatchObject([{ type: 'EMAIL_OTP', nickname: sampleCustomer.email }]);
  });

  test('is refused with every wrong field at once, each with its constraint', async () => {
    const answer = await createPlatformClient().call('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      platformCustomerId: '',
      region: 'ZZ',
      email: 'nobody',
      birthDate: '1990-02-30',
      nationality: 'usa',
      phoneNumber: '0123',
      colour: 'red',
      shoeSize: 44,
      toString: 'x',
    });
    expect(verdict(answer)).toEqual([400, 'INVALID_INPUT']);
    const errors = answer.body.details.errors as { field: string; constraint?: object; message: string }[];
    expect(Object.fromEntries(errors.map(({ field, constraint }) => [field, constraint]))).toStrictEqual({
      fullName: undefined,
      platformCustomerId: { minLength: 1 },
      region: { format: 'iso3166-1-alpha-2' },
      email: { format: 'email' },
      birthDate: { format: 'date' },
      nationality: { format: 'iso3166-1-alpha-2' },
      phoneNumber: { format: 'e.164' },
      colour: undefined,
      shoeSize: undefined,
      toString: undefined,
    });
  });

  test('has a platformCustomerId of its own', async () => {
    const platform = createPlatformClient();
    await platform.call('POST', '/customers', sampleCustomer);
    const again = await platform.call('POST', '/customers', { ...sampleCustomer, email: 'other@example.com' });
    expect(verdict(again)).toEqual([409, 'CONFLICT']);
  });

  test('is a person or a business, each with its own fields', async () => {
    const platform = createPlatformClient();
    const business = { customerType: 'BUSINESS', platformCustomerId: 'b', region: 'US', email: 'b@example.com' };
    expect(fieldsOf(await platform.call('POST', '/customers', business))).toEqual(['businessInfo']);
    const named = { ...business, businessInfo: { legalName: 'Example Ltd' }, fullName: 'x', birthDate: '1990-01-31' };
    expect(fieldsOf(await platform.call('POST', '/customers', named))).toEqual(['fullName', 'birthDate']);
    const robot = await platform.call('POST', '/customers', { ...business, customerType: 'ROBOT' });
    expect(robot.body.details.errors[0]).toMatchObject({
      field: 'customerType',
      constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] },
    });
  });
});

describe('a change of a customer', () => {
  test('of a name takes effect at once', async () => {
    const { platform, customerId } = await openHolder({}, 0);
    const answer = await platform.call('PATCH', `/customers/${customerId}`, { fullName: 'Other Name' });
    expect([answer.status, answer.body.fullName]).toEqual([200, 'Other Name']);
    expect((await platform.call('GET', `/customers/${customerId}`)).body).toEqual(answer.body);
  });

  test('of the address that codes go to is signed, and renames the credential', async () => {
    const { platform, holder } = await openHolder({}, 0);
    const path = `/customers/${holder.customerId}`;
    const { key } = await signIn(platform, holder);
    const first = await platform.call('PATCH', path, { email: 'new@example.com' });
    expect([first.status, JSON.parse(first.body.payloadToSign)]).toMatchObject([
      202,
      { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: 'new@example.com' } },
    ]);
    expect((await platform.call('GET', path)).body.email).toBe('customer@example.com');
    const second = await platform.signed(key, 'PATCH', path, { email: 'new@example.com' });
    expect([second.status, second.body.email]).toEqual([200, 'new@example.com']);
    const { data } = (await platform.call('GET', `/auth/credentials?accountId=${holder.accountId}`)).body;
    expect(data[0].nickname).toBe('new@example.com');
  });

  test.each([
    [{}, 400, 'INVALID_INPUT'],
    [{ email: 'new@example.com', phoneNumber: '+15555550100' }, 400, 'INVALID_INPUT'],
    [{ region: 'US' }, 400, 'INVALID_INPUT'],
    [{ email: 'taken@example.com' }, 409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'],
  ])('to %j is refused', async (body, status, code) => {
    const platform = createPlatformClient();
    await platform.call('POST', '/customers', { ...sampleCustomer, email: 'taken@example.com' });
    const { customerId } = await createHolder(platform, 0);
    expect(verdict(await platform.call('PATCH', `/customers/${customerId}`, body))).toEqual([status, code]);
  });

  test('gives a business no name of a person', async () => {
    const platform = createPlatformClient();
    const { body } = await platform.call('POST', '/customers', {
      customerType: 'BUSINESS',
      platformCustomerId: 'business',
      region: 'US',
      email: 'business@example.com',
      businessInfo: { legalName: 'Example Ltd' },
    });
    const answer = await platform.call('PATCH', `/customers/${body.id}`, { fullName: 'x', nationality: 'US' });
    expect(fieldsOf(answer)).toEqual(['fullName', 'nationality']);
  });
});
