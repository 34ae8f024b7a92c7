import { describe, expect, test } from 'vitest';
import { askForCard } from './actions.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  signIn,
  usdAccount,
  type PlatformClient,
} from './platform-client.ts';
import { fieldsOf, idsOf, typesOf, verdict, type Answer } from './reading.ts';

const grid = (): PlatformClient => createPlatformClient({ profile: 'grid' });
const company = {
  customerType: 'BUSINESS',
  businessInfo: { legalName: 'Sample Company', country: 'US', incorporatedOn: '2018-03-14', taxId: '47-1234567' },
};

test('an external account is created once for a customer: an equal one is 409', async () => {
  const platform = grid();
  const [{ customerId }, other] = [await createHolder(platform, 0), await createHolder(platform, 0)];
  const add = (owner: string, accountNumber: string): Promise<Answer> => {
    const accountInfo = { ...usdAccount, accountNumber };
    const body = { customerId: owner, currency: 'USD', platformAccountId: accountNumber, accountInfo };
    return platform.call('POST', '/customers/external-accounts', body);
  };
  const { id } = (await add(customerId, '12345')).body;
  expect(verdict(await add(customerId, '12345'))).toEqual([409, 'DUPLICATE_EXTERNAL_ACCOUNT']);
  expect((await add(customerId, '54321')).status).toBe(201);
  expect((await add(other.customerId, '12345')).status).toBe(201);
  await platform.call('DELETE', `/customers/external-accounts/${id}`);
  expect((await add(customerId, '12345')).status).toBe(201);
});

test('a birthDate in the future is refused, of a customer and of a beneficiary', async () => {
  const platform = grid();
  const [today, tomorrow] = ['2026-01-15', '2026-01-16'];
  const person = { customerType: 'INDIVIDUAL', birthDate: tomorrow };
  expect(fieldsOf(await platform.call('POST', '/customers', person))).toEqual(['birthDate']);
  const { status, body } = await platform.call('POST', '/customers', { ...person, birthDate: today });
  expect(status).toBe(201);
  expect(fieldsOf(await platform.call('PATCH', `/customers/${body.id}`, person))).toEqual(['birthDate']);
  const accountInfo = { ...usdAccount, beneficiary: { ...usdAccount.beneficiary, birthDate: tomorrow } };
  const account = { customerId: body.id, currency: 'USD', accountInfo };
  const refused = await platform.call('POST', '/customers/external-accounts', account);
  expect(fieldsOf(refused)).toEqual(['accountInfo.beneficiary.birthDate']);
});

describe('a customer of the public service', () => {
  test('needs only a type, and is given an id of the platform and an UMA address', async () => {
    const platform = grid();
    const { status, body } = await platform.call('POST', '/customers', { customerType: 'INDIVIDUAL' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kycStatus: 'APPROVED', isDeleted: false });
    expect(body.platformCustomerId).not.toBe('');
    expect(body.umaAddress).toMatch(/^\$[0-9a-f]{12}@/);
    const accounts = await platform.call('GET', `/customers/internal-accounts?customerId=${body.id}`);
    const credentials = await platform.call('GET', `/auth/credentials?accountId=${accounts.body.data[0].id}`);
    expect(credentials.body.data).toEqual([]);
  });

  test('a business is unchecked at first, and what checks it says so as KYB', async () => {
    const platform = grid();
    const { body } = await platform.call('POST', '/customers', company);
    expect([body.kybStatus, body.kycStatus]).toEqual(['UNVERIFIED', undefined]);
    const approved = await platform.control('POST', '/customers', { customerId: body.id, kycStatus: 'APPROVED' });
    expect(approved.body.kybStatus).toBe('APPROVED');
    expect(typesOf(await platform.control('GET', '/webhooks'))).toEqual(['CUSTOMER.KYB_APPROVED']);
    const { legalName: _, ...unnamed } = company.businessInfo;
    const refused = await platform.call('POST', '/customers', { ...company, businessInfo: unnamed });
    expect(fieldsOf(refused)).toEqual(['businessInfo.legalName']);
  });

  test('has an account in each of their currencies, with bank details, and more when they are added', async () => {
    const platform = grid();
    const { body } = await platform.call('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      currencies: ['USD', 'BTC'],
    });
    const list = (): Promise<Answer> => platform.call('GET', `/customers/internal-accounts?customerId=${body.id}`);
    const kinds = ({ body: page }: Answer): string[][] =>
      page.data.map(({ type, balance }: { type: string; balance: { currency: { code: string } } }) => [
        type,
        balance.currency.code,
      ]);
    const [wallet, dollars, bitcoin] = [
      ['EMBEDDED_WALLET', 'USDB'],
      ['INTERNAL_FIAT', 'USD'],
      ['INTERNAL_CRYPTO', 'BTC'],
    ];
    const accounts = await list();
    expect(kinds(accounts)).toEqual([wallet, dollars, bitcoin]);
    expect(accounts.body.data[1].fundingPaymentInstructions).toMatchObject([
      { accountOrWalletInfo: { accountType: 'USD_ACCOUNT' }, isPlatformAccount: false },
    ]);
    const change = { customerType: 'INDIVIDUAL', currencies: ['USD', 'BTC', 'EUR'] };
    await platform.call('PATCH', `/customers/${body.id}`, change);
    expect(kinds(await list())).toEqual([wallet, dollars, bitcoin, ['INTERNAL_FIAT', 'EUR']]);
  });

  test('a business has no account until it is approved', async () => {
    const platform = grid();
    const { body } = await platform.call('POST', '/customers', { ...company, currencies: ['USD'] });
    const count = async (): Promise<number> =>
      (await platform.call('GET', `/customers/internal-accounts?customerId=${body.id}`)).body.totalCount;
    expect(await count()).toBe(0);
    for (const kycStatus of ['PENDING', 'APPROVED', 'REJECTED', 'APPROVED']) {
      await platform.control('POST', '/customers', { customerId: body.id, kycStatus });
    }
    expect(await count()).toBe(2);
  });

  test('an identifier is taken and never answered', async () => {
    const body = { customerType: 'INDIVIDUAL', idType: 'SSN', identifier: '123-45-6789' };
    const answer = await grid().call('POST', '/customers', body);
    expect([answer.status, answer.body.idType, answer.body.identifier]).toEqual([201, 'SSN', undefined]);
  });

  test('a change repeats the type; what a business says anew is joined with what it said', async () => {
    const platform = grid();
    const { body } = await platform.call('POST', '/customers', company);
    const path = `/customers/${body.id}`;
    expect(fieldsOf(await platform.call('PATCH', path, { currencies: ['USD'] }))).toEqual(['customerType']);
    const other = { customerType: 'INDIVIDUAL', currencies: ['USD'] };
    expect(fieldsOf(await platform.call('PATCH', path, other))).toEqual(['customerType']);
    const changes = { customerType: 'BUSINESS', businessInfo: { registrationNumber: '5523041' } };
    const changed = await platform.call('PATCH', path, changes);
    expect(changed.body.businessInfo).toEqual({ ...company.businessInfo, registrationNumber: '5523041' });
  });

  test('two customers do not share an UMA address', async () => {
    const platform = grid();
    const body = { customerType: 'INDIVIDUAL', umaAddress: '$sample@example.com' };
    expect((await platform.call('POST', '/customers', body)).body.umaAddress).toBe('$sample@example.com');
    expect(verdict(await platform.call('POST', '/customers', body))).toEqual([409, 'UMA_ADDRESS_EXISTS']);
  });
});

describe('the list of customers', () => {
  test('is paged and filtered', async () => {
    const platform = grid();
    const one = await platform.call('POST', '/customers', { customerType: 'INDIVIDUAL', region: 'US' });
    await platform.advance(60_000);
    const two = await platform.call('POST', '/customers', { ...company, currencies: ['EUR'], platformCustomerId: 'b' });
    const [first, second] = [String(one.body.id), String(two.body.id)];
    const list = async (query: string): Promise<string[]> => idsOf(await platform.call('GET', `/customers?${query}`));
    expect(await list('')).toEqual([first, second]);
    expect(await list('region=US')).toEqual([first]);
    expect(await list('customerType=BUSINESS')).toEqual([second]);
    expect(await list('currency=EUR')).toEqual([second]);
    expect(await list('platformCustomerId=b')).toEqual([second]);
    expect(await list(`umaAddress=${encodeURIComponent(one.body.umaAddress)}`)).toEqual([first]);
    expect(await list(`createdAfter=${two.body.createdAt}`)).toEqual([second]);
    expect(await list(`updatedBefore=${one.body.updatedAt}`)).toEqual([first]);
    const page = await platform.call('GET', '/customers?limit=1');
    expect([page.body.hasMore, page.body.totalCount]).toEqual([true, 2]);
    expect(await list(`limit=1&cursor=${page.body.nextCursor}`)).toEqual([second]);
  });
});

test('a deleted customer has no sessions and no cards, is listed only where asked for, and is deleted once', async () => {
  const platform = grid();
  const holder = await createHolder(platform);
  await signIn(platform, holder);
  const { body: card } = await askForCard(platform, holder);
  const path = `/customers/${holder.customerId}`;
  const deleted = await platform.call('DELETE', path);
  expect([deleted.status, deleted.body.isDeleted]).toEqual([200, true]);
  expect((await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body.data).toEqual([]);
  expect((await platform.call('GET', `/cards/${card.id}`)).body).toMatchObject({
    status: 'CLOSED',
    statusReason: 'CLOSED_BY_PLATFORM',
  });
  expect(idsOf(await platform.call('GET', '/customers'))).toEqual([]);
  expect(idsOf(await platform.call('GET', '/customers?isIncludingDeleted=true'))).toEqual([holder.customerId]);
  expect((await platform.call('GET', path)).body.isDeleted).toBe(true);
  expect(verdict(await platform.call('DELETE', path))).toEqual([410, 'CUSTOMER_DELETED']);
  expect(verdict(await askForCard(platform, holder))).toEqual([404, 'CUSTOMER_NOT_FOUND']);
});

test('a new customer may have the platformCustomerId and the UMA address of a deleted one', async () => {
  const platform = grid();
  const names = { platformCustomerId: 'customer-1', umaAddress: '$sample@uma.example.com' };
  const body = { customerType: 'INDIVIDUAL', ...names };
  const first = await platform.call('POST', '/customers', body);
  expect((await platform.call('POST', '/customers', body)).body.code).toBe('CONFLICT');
  await platform.call('DELETE', `/customers/${first.body.id}`);
  const second = await platform.call('POST', '/customers', body);
  expect([second.status, second.body]).toMatchObject([201, names]);
  expect(second.body.id).not.toBe(first.body.id);
});

test('a person may have the address of a deleted one', async () => {
  const platform = grid();
  const person = { email: 'person@example.com' };
  const first = await platform.control('POST', '/people', person);
  expect((await platform.control('POST', '/people', person)).status).toBe(409);
  await platform.call('DELETE', `/customers/${first.body.customerId}`);
  expect((await platform.control('POST', '/people', person)).status).toBe(201);
});

test('a deleted customer signs in no more, and their wallet pays nobody', async () => {
  const platform = grid();
  const holder = await createHolder(platform);
  await platform.call('DELETE', `/customers/${holder.customerId}`);
  const challenge = await platform.call('POST', `/auth/credentials/${holder.credentialId}/challenge`);
  expect(verdict(challenge)).toEqual([404, 'NOT_FOUND']);
  expect((await platform.call('GET', `/auth/credentials?accountId=${holder.accountId}`)).body.data).toEqual([]);
  expect(verdict(await createQuote(platform, holder))).toEqual([404, 'CUSTOMER_NOT_FOUND']);
});
