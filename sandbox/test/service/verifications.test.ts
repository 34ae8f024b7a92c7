import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../src/service/service/endings.ts';
import { execute, quoteBetween, transactionOf } from './actions.ts';
import {
  balanceOf,
  createPlatformClient,
  createQuote,
  eventsOf,
  openHolder,
  type PlatformClient,
} from './platform-client.ts';
import { idsOf, verdict, type Answer } from './reading.ts';

const grid = (): PlatformClient => createPlatformClient({ profile: 'grid' });
const address = { line1: '1 Sample Street', postalCode: '00001', country: 'US' };
const facts = { birthDate: '1990-01-15', identifier: '123-45-6789', address };
const businessInfo = {
  legalName: 'Sample Company',
  country: 'US',
  incorporatedOn: '2018-03-14',
  taxId: '47-1234567',
  countriesOfOperation: ['US'],
};

const create = async (platform: PlatformClient, body: object): Promise<string> =>
  (await platform.call('POST', '/customers', { customerType: 'INDIVIDUAL', ...body })).body.id;
const verify = (platform: PlatformClient, customerId: string): Promise<Answer> =>
  platform.call('POST', '/verifications', { customerId });
const readOf = async (platform: PlatformClient, id: string): Promise<Answer['body']> =>
  (await platform.call('GET', `/customers/${id}`)).body;
const toldOf = async (platform: PlatformClient): Promise<string[]> =>
  (await eventsOf(platform)).map(({ type }) => type).filter((type) => /^(CUSTOMER|VERIFICATION)/.test(type));

describe('a verification', () => {
  test('names what is missing, goes on when it is there, and ends with the decision of a review', async () => {
    const platform = grid();
    const id = await create(platform, { fullName: 'Sample 001', birthDate: '1990-01-15' });
    const first = await verify(platform, id);
    expect(first.body).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS', customerId: id });
    expect(first.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'customer.address.line1',
      'customer.identifier',
    ]);
    await platform.call('PATCH', `/customers/${id}`, { customerType: 'INDIVIDUAL', ...facts });
    const second = await verify(platform, id);
    expect(second.body).toMatchObject({ id: first.body.id, verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    await platform.control('POST', '/customers', { customerId: id, kycStatus: 'APPROVED' });
    const { body } = await platform.call('GET', `/verifications/${first.body.id}`);
    expect([body.verificationStatus, (await readOf(platform, id)).kycStatus]).toEqual(['APPROVED', 'APPROVED']);
    expect(await toldOf(platform)).toEqual([
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.PENDING_MANUAL_REVIEW',
      'CUSTOMER.KYC_PENDING',
      'VERIFICATION.APPROVED',
      'CUSTOMER.KYC_APPROVED',
    ]);
    expect(verdict(await verify(platform, id))).toEqual([400, 'INVALID_INPUT']);
  });

  test('of a customer whose name ends in 003 finds a document of poor quality', async () => {
    const platform = grid();
    const { body } = await verify(platform, await create(platform, { fullName: 'Sample 003', ...facts }));
    expect(body).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS', errors: [{ type: 'POOR_QUALITY_DOCUMENT' }] });
  });

  test('is the way out for a customer who was held: it approves, and money moves', async () => {
    const { platform, holder, customerId } = await openHolder({ profile: 'grid' });
    await platform.call('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', ...facts });
    await platform.control('POST', '/customers', { customerId, kycStatus: 'HOLD' });
    expect((await verify(platform, customerId)).body.verificationStatus).toBe('APPROVED');
    expect((await createQuote(platform, holder)).status).toBe(201);
  });

  test.each(['001', '002', '003', '999'])('decides on a business by its registrationNumber: %s', async (ending) => {
    const platform = grid();
    const body = { customerType: 'BUSINESS', address, businessInfo };
    const id = await create(platform, {
      ...body,
      businessInfo: { ...businessInfo, registrationNumber: `HRB ${ending}` },
    });
    const expected = outcomeOf('registrationNumber', ending) ?? 'APPROVED';
    expect((await verify(platform, id)).body.verificationStatus).toBe(expected);
    const { kybStatus } = await readOf(platform, id);
    expect(kybStatus).toBe(expected === 'IN_PROGRESS' ? 'PENDING' : expected);
    expect(await toldOf(platform)).toEqual([`VERIFICATION.${expected}`, `CUSTOMER.KYB_${kybStatus}`]);
  });

  test('is listed by customer and status, and an unknown one is 404', async () => {
    const platform = grid();
    const [one, two] = [
      await create(platform, { fullName: 'A 001', ...facts }),
      await create(platform, { fullName: 'B 003' }),
    ];
    const [first, second] = [await verify(platform, one), await verify(platform, two)];
    const list = async (query: string): Promise<unknown> => idsOf(await platform.call('GET', `/verifications${query}`));
    expect(await list('')).toEqual([first.body.id, second.body.id]);
    expect(await list(`?customerId=${two}`)).toEqual([second.body.id]);
    expect(await list('?verificationStatus=PENDING_MANUAL_REVIEW')).toEqual([first.body.id]);
    const unknown = '00000000-0000-4000-8000-00000000000a';
    expect((await platform.call('GET', `/verifications/Verification:${unknown}`)).status).toBe(404);
    expect((await verify(platform, `Customer:${unknown}`)).status).toBe(404);
  });
});

describe('a link to a hosted check', () => {
  const linkFor = async (platform: PlatformClient, id: string, body?: object): Promise<Answer> =>
    platform.call('POST', `/customers/${id}/kyc-link`, body);
  const open = ({ sandbox }: PlatformClient, { body }: Answer): Promise<Response> =>
    sandbox.fetch(new Request(body.kycUrl));

  test('decides once as the ending says, tells the platform, and leads back to it', async () => {
    const platform = grid();
    const id = await create(platform, { fullName: 'Sample Customer' });
    await platform.control('POST', '/customers', { customerId: id, kycStatus: 'UNVERIFIED' });
    const redirectUri = 'http://localhost:3000/done';
    const [link, other] = [await linkFor(platform, id, { redirectUri }), await linkFor(platform, id)];
    expect(link.body).toMatchObject({ provider: 'SUMSUB', expiresAt: '2026-01-16T12:00:00.000Z' });
    expect((await readOf(platform, id)).kycStatus).toBe('UNVERIFIED');
    const opened = await open(platform, link);
    expect([opened.status, opened.headers.get('Location')]).toEqual([302, redirectUri]);
    expect((await readOf(platform, id)).kycStatus).toBe('APPROVED');
    expect([(await open(platform, link)).status, (await open(platform, other)).status]).toEqual([410, 200]);
    expect(await toldOf(platform)).toEqual(['CUSTOMER.KYC_APPROVED']);
  });

  test('leaves who fails it unverified, and expires after a day', async () => {
    const platform = grid();
    const id = await create(platform, { fullName: 'Sample 003' });
    expect((await open(platform, await linkFor(platform, id))).status).toBe(200);
    expect((await readOf(platform, id)).kycStatus).toBe('UNVERIFIED');
    const late = await linkFor(platform, id);
    await platform.advance(24 * 3_600_000);
    expect((await open(platform, late)).status).toBe(410);
  });

  test('needs verified contacts where they are asked for, and a page that is https or local', async () => {
    const platform = grid();
    const [german, american] = [await create(platform, { region: 'DE' }), await create(platform, { region: 'US' })];
    expect(verdict(await linkFor(platform, german))).toEqual([409, 'CONFLICT']);
    const redirectUri = 'http://example.com/';
    expect(verdict(await linkFor(platform, american, { redirectUri }))).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the contacts of a customer', () => {
  test('in the EEA are verified by code before the check, and anew when they change', async () => {
    const platform = grid();
    const contacts = { region: 'DE', email: 'sample@example.com', phoneNumber: '+4915555550100' };
    const id = await create(platform, { fullName: 'Sample 001', ...facts, ...contacts });
    const call = (path: string, body?: object): Promise<Answer> =>
      platform.call('POST', `/customers/${id}/verify-${path}`, body);
    expect((await readOf(platform, id)).contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
    expect(verdict(await verify(platform, id))).toEqual([400, 'INVALID_INPUT']);
    const code = { code: '123456' };
    expect(verdict(await call('email/confirm', code))).toEqual([400, 'INVALID_INPUT']);
    expect((await call('email')).status).toBe(204);
    expect(verdict(await call('email/confirm', { code: '000000' }))).toEqual([400, 'INVALID_INPUT']);
    await platform.advance(5 * 60_000);
    expect(verdict(await call('email/confirm', code))).toEqual([400, 'INVALID_INPUT']);
    for (const channel of ['email', 'phone']) {
      await call(channel);
      expect((await call(`${channel}/confirm`, code)).body.contactVerification[channel]).toBe('VERIFIED');
    }
    expect(verdict(await call('phone'))).toEqual([409, 'CONFLICT']);
    expect((await verify(platform, id)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    const change = { customerType: 'INDIVIDUAL', phoneNumber: '+4915555550101' };
    const { body } = await platform.call('PATCH', `/customers/${id}`, change);
    expect(body.contactVerification).toEqual({ email: 'VERIFIED', phone: 'PENDING' });
  });

  test('elsewhere, and one that is not there, are not waited for', async () => {
    const platform = grid();
    const american = await create(platform, { region: 'US', email: 'sample@example.com' });
    const german = await create(platform, { region: 'DE' });
    for (const id of [american, german]) {
      expect(verdict(await platform.call('POST', `/customers/${id}/verify-email`))).toEqual([409, 'CONFLICT']);
    }
  });
});

test('a bank transfer is cancelled until it has settled, and its money goes back', async () => {
  const { platform, holder, accountId, bankAccountId } = await openHolder({ profile: 'grid' });
  const cancel = (id: unknown): Promise<Answer> => platform.call('POST', `/transactions/${String(id)}/cancel`, {});
  const quote = await createQuote(platform, holder);
  const { transactionId } = quote.body;
  expect(verdict(await cancel(transactionId))).toEqual([400, 'INVALID_INPUT']);
  await execute(platform, holder, quote);
  const { status, body } = await cancel(transactionId);
  const refund = { status: 'PENDING', reason: 'USER_CANCELLATION' };
  expect([status, body]).toMatchObject([200, { status: 'PROCESSING', refund }]);
  expect(verdict(await cancel(transactionId))).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE']);
  const failure = { transactionId, failureReason: 'PAYOUT_RETURNED' };
  expect((await platform.control('POST', '/failures', failure)).status).toBe(409);
  const instant = await quoteBetween(platform, accountId, bankAccountId, {
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId, paymentRail: 'RTP' },
    lockedCurrencyAmount: 1_000_000,
  });
  await execute(platform, holder, instant);
  expect(verdict(await cancel(instant.body.transactionId))).toEqual([400, 'INVALID_INPUT']);
  await platform.advance(5000);
  const ended = { status: 'COMPLETED', refund: { status: 'COMPLETED' } };
  expect(await transactionOf(platform, transactionId)).toMatchObject(ended);
  expect(await balanceOf(platform, holder)).toBe(99_000_000);
  expect((await platform.control('POST', '/failures', failure)).status).toBe(409);
  const unknown = 'Transaction:00000000-0000-4000-8000-00000000000a';
  expect(verdict(await cancel(unknown))).toEqual([404, 'TRANSACTION_NOT_FOUND']);
});
