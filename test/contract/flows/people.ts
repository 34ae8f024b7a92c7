/** Customers and their accounts. */
import { paymentBetween } from '../../sample-customer.ts';
import type { ContractMonth } from '../../../sandbox/src/service/contracts/contract-form.ts';
import { openClient, signIn, type ClientAnswer, type ContractClient } from '../client.ts';

/** A customer whose wallet has money, with a bank account. */
export interface WalletOwner {
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly bankAccountId: string;
}

/** A postal address that every account type takes. */
export const address = { line1: '1 Sample Street', city: 'Sampleton', postalCode: '00001', country: 'US' } as const;

/** A bank account in dollars, without its customer. */
export const dollarAccount = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '123456789',
  routingNumber: '021000021',
  bankAccountType: 'CHECKING',
  bankName: 'Example Bank',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Sample Customer', address },
} as const;

/** A person as a platform sends it. */
export function person(number: number, more: object = {}): object {
  return {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `customer-${String(number)}`,
    region: 'US',
    email: `customer${String(number)}@example.com`,
    phoneNumber: '+15555550100',
    fullName: 'Sample Customer',
    birthDate: '1990-01-15',
    nationality: 'US',
    address,
    ...more,
  };
}

/** Creates a customer, funds the wallet with 100 USDB and adds a bank account. */
export async function openWallet(client: ContractClient, number: number, more: object = {}): Promise<WalletOwner> {
  const { body: customer } = await client.call('POST', '/customers', person(number, more));
  const customerId = String(customer.id);
  const { body: accounts } = await client.call(
    'GET',
    `${walletsPath(client)}?customerId=${customerId}&type=EMBEDDED_WALLET`,
  );
  const accountId = String(accounts.data[0].id);
  await fundWallet(client, accountId);
  const { body: credentials } = await client.call('GET', `/auth/credentials?accountId=${accountId}`);
  const { body: bank } = await client.call('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    platformAccountId: `bank-${String(number)}`,
    accountInfo: dollarAccount,
  });
  return { customerId, accountId, credentialId: String(credentials.data[0].id), bankAccountId: String(bank.id) };
}

/** A wallet whose owner is signed in and has a card. */
export async function openWithCard(profile: 'spec' | 'grid', contract?: ContractMonth) {
  const options = contract === undefined ? { profile } : { profile, contract };
  const client = openClient({ ...options, fetch: () => Promise.resolve(new Response()) });
  const owner = await openWallet(client, 1);
  const session = await signIn(client, owner.credentialId);
  const { body: card } = await issueCard(client, owner);
  await client.advance(5000);
  return { client, owner, session, cardId: String(card.id) };
}

/** The names and the shape of a card's fields in the form that the sandbox speaks. */
export function cardFields(
  { sandbox }: Pick<ContractClient, 'sandbox'>,
  owner: Pick<WalletOwner, 'customerId' | 'accountId'>,
): object {
  const { customerId, accountId } = owner;
  const isFirst = sandbox.contract === undefined || sandbox.contract === '2026-08';
  return isFirst
    ? { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] }
    : { customerId, form: 'VIRTUAL', fundingSource: accountId };
}

let issued = 0;

/** Asks for a card, with a key of its own. */
export function issueCard(
  client: ContractClient,
  owner: Pick<WalletOwner, 'customerId' | 'accountId'>,
  more: object = {},
): Promise<ClientAnswer> {
  issued += 1;
  const headers = { 'Idempotency-Key': `card-${String(issued)}` };
  return client.call('POST', '/cards', { ...cardFields(client, owner), ...more }, headers);
}

/** The path that lists a customer's internal accounts. */
export function walletsPath({ sandbox }: ContractClient): string {
  return sandbox.profile === 'grid' ? '/customers/internal-accounts' : '/internal-accounts';
}

/** Puts 100 USDB that can be spent into a wallet: by the funding call, and by a quote where that one is book-only. */
export async function fundWallet(client: ContractClient, accountId: string): Promise<void> {
  const amount = 100_000_000;
  await client.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount });
  if (client.sandbox.profile !== 'grid') return;
  const source = await platformAccount(client, 'USD', 1_000_000);
  const { body: quote } = await client.call('POST', '/quotes', payment(source, accountId, { amount: 11_000 }));
  await client.call('POST', `/quotes/${String(quote.id)}/execute`);
  await client.advance(5000);
}

/** A platform account with money. */
export async function platformAccount(client: ContractClient, currency: string, amount: number): Promise<string> {
  const { body } = await client.call('GET', `/platform/internal-accounts?currency=${currency}`);
  const accountId = String(body.data[0].id);
  await client.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount });
  return accountId;
}

/** The body of a quote between two accounts. */
export function payment(from: string, to: string, { amount = 5_000_000, ...more }: { amount?: number } = {}): object {
  return paymentBetween(from, to, amount, more);
}

const business = {
  customerType: 'BUSINESS',
  platformCustomerId: 'business-1',
  region: 'US',
  email: 'business@example.com',
  address,
};

const businessInfo = {
  grid: { legalName: 'Sample Company', country: 'US', incorporatedOn: '2018-03-14', taxId: '47-1234567' },
  spec: { legalName: 'Sample Company', taxId: '47-1234567' },
} as const;

/** Creates, reads, changes and deletes customers of both types and of each state. */
export async function people(client: ContractClient): Promise<void> {
  const isGrid = client.sandbox.profile === 'grid';
  const info = isGrid ? businessInfo.grid : businessInfo.spec;
  const { body: company } = await client.call('POST', '/customers', { ...business, businessInfo: info });
  await client.call('GET', `/customers/${String(company.id)}`);
  for (const [index, fullName] of ['Pending 001', 'Rejected 002', 'Unverified 003'].entries()) {
    await client.call('POST', '/customers', person(100 + index, { fullName }));
  }
  await client.call('POST', '/customers', { customerType: 'NOBODY' });
  await client.call('GET', '/customers/Customer:00000000-0000-4000-8000-00000000000a');
  const type = isGrid ? { customerType: 'INDIVIDUAL' } : {};
  const { body: created } = await client.call('POST', '/customers', person(110));
  await client.call('PATCH', `/customers/${String(created.id)}`, { ...type, fullName: 'Another Customer' });
  await client.call('PATCH', `/customers/${String(created.id)}`, {
    ...type,
    address: { ...address, city: 'Otherton' },
  });
  if (!isGrid) return;
  await client.control('POST', '/customers', { customerId: company.id, kycStatus: 'REJECTED' });
  await client.control('POST', '/customers', { customerId: created.id, kycStatus: 'PENDING' });
  await client.control('POST', '/customers', { customerId: created.id, kycStatus: 'APPROVED' });
  await verifications(client);
  await consents(client);
  await client.call('GET', '/customers?limit=2');
  await client.call('GET', '/customers?customerType=BUSINESS&region=US');
  await client.call('GET', '/customers?platformCustomerId=customer-110&createdAfter=2026-01-01T00:00:00Z');
  await client.call('DELETE', `/customers/${String(created.id)}`);
  await client.call('DELETE', `/customers/${String(created.id)}`);
  await client.call('GET', '/customers?isIncludingDeleted=true');
}

/** Reads the terms, and creates customers who accept them. */
async function consents(client: ContractClient): Promise<void> {
  const { body: terms } = await client.call('GET', '/customers/end-user-terms');
  const consent = {
    acceptedAt: '2026-01-15T11:00:00Z',
    ipAddress: '198.51.100.24',
    termsVersion: terms.version,
    acceptanceMethod: 'CHECKBOX',
  };
  await client.call('POST', '/customers', person(111, { endUserTermsConsent: consent }));
  const unknown = { ...consent, termsVersion: 'none' };
  await client.call('POST', '/customers', person(112, { endUserTermsConsent: unknown }));
  if (client.sandbox.contract === '2026-08') return;
  const { body: documents } = await client.call('GET', '/customers/agreements');
  const [{ type, version }] = documents.data;
  const agreementConsents = [{ ...consent, type, termsVersion: version }];
  await client.call('POST', '/customers', person(113, { agreementConsents }));
  await client.call('POST', '/customers', person(114, { agreementConsents, endUserTermsConsent: consent }));
}

/** Verifies contacts, and then customers whom each decision is made on. */
async function verifications(client: ContractClient): Promise<void> {
  const facts = { identifier: '123-45-6789', birthDate: '1990-01-15', address, phoneNumber: '+4915555550100' };
  for (const [index, fullName] of ['Held 001', 'Poor 003'].entries()) {
    const { body: customer } = await client.call('POST', '/customers', {
      ...person(120 + index, { fullName, ...facts }),
      region: 'DE',
    });
    const customerId = String(customer.id);
    for (const channel of ['email', 'phone']) {
      await client.call('POST', `/customers/${customerId}/verify-${channel}`);
      await client.call('POST', `/customers/${customerId}/verify-${channel}/confirm`, { code: '123456' });
      await client.call('POST', `/customers/${customerId}/verify-${channel}`);
    }
    await client.call('POST', `/customers/${customerId}/kyc-link`, { redirectUri: 'https://example.com/done' });
    const { body: verification } = await client.call('POST', '/verifications', { customerId });
    await client.control('POST', '/customers', { customerId, kycStatus: index === 0 ? 'APPROVED' : 'REJECTED' });
    await client.call('GET', `/verifications/${String(verification.id)}`);
    await client.call('POST', '/verifications', { customerId });
  }
  await client.call('GET', '/verifications?limit=1');
}

/** Lists and pages every kind of account, and adds and deletes external ones. */
export async function accounts(client: ContractClient): Promise<void> {
  const isGrid = client.sandbox.profile === 'grid';
  const { customerId, bankAccountId } = await openWallet(client, 1);
  const external = `/customers/external-accounts`;
  await client.call('GET', `${walletsPath(client)}?customerId=${customerId}`);
  await client.call('GET', `${walletsPath(client)}?currency=USDB&limit=1`);
  await client.call('GET', '/platform/internal-accounts');
  await client.call('GET', `${external}?customerId=${customerId}&limit=1`);
  await client.call('GET', `${external}/${bankAccountId}`);
  await client.call('GET', `${external}/ExternalAccount:00000000-0000-4000-8000-00000000000a`);
  await client.call('POST', external, { customerId, currency: 'USD', accountInfo: { accountType: 'USD_ACCOUNT' } });
  for (const status of ['UNDER_REVIEW', 'INACTIVE', 'PENDING', 'ACTIVE']) {
    await client.control('POST', '/external-accounts', { externalAccountId: bankAccountId, status });
  }
  await client.call('DELETE', `${external}/${bankAccountId}`);
  await client.call('DELETE', `${external}/${bankAccountId}`);
  await client.call('GET', '/discoveries?country=PH&currency=PHP');
  const own = { currency: 'USD', platformAccountId: 'own-1', accountInfo: dollarAccount };
  if (isGrid) {
    const { body: platformOwn } = await client.call('POST', '/platform/external-accounts', own);
    await client.call('GET', `/platform/external-accounts/${String(platformOwn.id)}`);
    await client.call('DELETE', `/platform/external-accounts/${String(platformOwn.id)}`);
    await client.call('GET', '/platform/external-accounts?limit=5');
    await client.call('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=10000');
    await client.call('GET', '/exchange-rates');
    await client.call('GET', '/config');
  } else {
    await client.call('POST', external, own);
    await client.call('GET', '/platform/external-accounts');
  }
}
