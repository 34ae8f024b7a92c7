import { describe, expect, test } from 'vitest';
import { paymentBetween } from '../../../test/sample-customer.ts';
import { execute, transactionOf } from './actions.ts';
import {
  balanceOf,
  beginWith,
  createHolder,
  createPlatformClient,
  createQuote,
  openHolder,
  usdAccount,
  type Holder,
} from './platform-client.ts';
import { verdict } from './reading.ts';
import { specContract } from '../../src/service/contracts/spec.ts';

/** A payment to an account whose number has this ending. */
const payTo = (ending: string) =>
  beginWith({}, `payment to ${ending}`, async (platform) => {
    const holder = await createHolder(platform);
    const accountInfo = { ...usdAccount, accountNumber: `1234567${ending}` };
    const body = { currency: 'USD', platformAccountId: 'magic', customerId: holder.customerId, accountInfo };
    const bank = await platform.call('POST', '/customers/external-accounts', body);
    const quote = await createQuote(platform, { ...holder, bankAccountId: bank.body.id });
    expect((await execute(platform, holder, quote)).status).toBe(200);
    return { holder, quote };
  });

describe('an account number that ends in', () => {
  test.each([
    [
      '002',
      { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED', refund: { status: 'COMPLETED' } },
      100_000_000,
    ],
    ['004', { status: 'FAILED', failureReason: 'COUNTERPARTY_POST_TX_FAILED' }, 100_000_000],
    ['006', { status: 'FAILED', failureReason: 'MANUAL_REFUND', refund: { reason: 'USER_CANCELLATION' } }, 100_000_000],
    [
      '007',
      { status: 'FAILED', failureReason: 'EXECUTION_FAILED_POST_DEBIT', refund: { status: 'FAILED' } },
      95_000_000,
    ],
  ])('%s makes the payment %o', async (ending, outcome, left) => {
    const { platform, holder, quote } = await payTo(ending);
    await platform.advance(5000);
    const refund = { status: 'PENDING' };
    expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject({ status: 'FAILED', refund });
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
    await platform.advance(5000);
    expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject(outcome);
    expect(await balanceOf(platform, holder)).toBe(left);
  });

  test('003 makes it take six minutes', async () => {
    const { platform, quote } = await payTo('003');
    await platform.advance(359_000);
    expect((await transactionOf(platform, quote.body.transactionId)).status).toBe('PROCESSING');
    await platform.advance(1000);
    expect((await transactionOf(platform, quote.body.transactionId)).status).toBe('COMPLETED');
  });

  test('005 makes it complete and then come back', async () => {
    const { platform, holder, quote } = await payTo('005');
    await platform.advance(5000);
    expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject({
      status: 'COMPLETED',
      paymentRail: 'ACH',
      railSelectionMode: 'AUTO',
    });
    await platform.advance(35_000);
    const returned = await transactionOf(platform, quote.body.transactionId);
    expect(returned).toMatchObject({ status: 'FAILED', failureReason: 'SETTLEMENT_FAILED' });
    expect('settledAt' in returned).toBe(false);
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
  });
});

test.each(specContract.outgoingFailures)(
  'an operator fails an outgoing payment with %s, and the money goes back',
  async (failureReason) => {
    const { platform, holder, quote } = await payTo('999');
    const { transactionId } = quote.body;
    const answer = await platform.control('POST', '/failures', { transactionId, failureReason });
    expect(answer.body).toMatchObject({ status: 'FAILED', failureReason });
    await platform.advance(3_600_000);
    expect((await transactionOf(platform, quote.body.transactionId)).status).toBe('FAILED');
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
    expect((await platform.control('POST', '/failures', { transactionId, failureReason })).status).toBe(409);
  },
);

test.each(specContract.incomingFailures)('an operator fails an incoming payment with %s', async (failureReason) => {
  const { platform, holder } = await openHolder();
  const { body } = await platform.call('GET', `/transactions?customerId=${holder.customerId}&type=INCOMING`);
  const answer = await platform.control('POST', '/failures', { transactionId: body.data[0].id, failureReason });
  expect(answer.body).toMatchObject({ status: 'FAILED', failureReason });
  expect(await balanceOf(platform, holder)).toBe(0);
});

describe.each(['spec', 'grid'] as const)('in %s', (profile) => {
  test.each(['UNVERIFIED', 'PENDING', 'REJECTED', 'HOLD'])(
    'a customer who is %s moves no money, until approved',
    async (kycStatus) => {
      const { platform, holder, customerId } = await openHolder({ profile });
      const early = await createQuote(platform, holder);
      await platform.control('POST', '/customers', { customerId, kycStatus });
      expect(verdict(await createQuote(platform, holder))).toEqual([403, 'USER_NOT_READY']);
      expect(verdict(await execute(platform, holder, early))).toEqual([403, 'USER_NOT_READY']);
      expect(await balanceOf(platform, holder)).toBe(100_000_000);
      await platform.control('POST', '/customers', { customerId, kycStatus: 'APPROVED' });
      expect((await execute(platform, holder, early)).status).toBe(200);
    },
  );
});

test('unapprovedPayments: accept lets a customer pay before the check', async () => {
  const { platform, holder, customerId } = await openHolder({ unapprovedPayments: 'accept' });
  await platform.control('POST', '/customers', { customerId, kycStatus: 'PENDING' });
  expect((await execute(platform, holder, await createQuote(platform, holder))).status).toBe(200);
});

describe('a quote', () => {
  test('can lock what arrives', async () => {
    const { platform, holder } = await openHolder();
    const quote = await platform.call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: holder.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: holder.bankAccountId, paymentRail: 'WIRE' },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 1000,
    });
    expect(quote.body).toMatchObject({
      totalReceivingAmount: 1000,
      totalSendingAmount: 10_050_252,
      feesIncluded: 50_252,
    });
    await execute(platform, holder, quote);
    expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject({
      paymentRail: 'WIRE',
      railSelectionMode: 'MANUAL',
    });
    await platform.advance(5000);
    expect(await balanceOf(platform, holder)).toBe(89_949_748);
  });

  test('funds a wallet from a platform account of another currency, without a signature', async () => {
    const { platform, holder } = await openHolder({}, 0);
    const { body } = await platform.call('GET', '/platform/internal-accounts?currency=EUR');
    const source = String(body.data[0].id);
    await platform.call('POST', `/sandbox/internal-accounts/${source}/fund`, { amount: 100_000 });
    const quote = await platform.call('POST', '/quotes', paymentBetween(source, holder.accountId, 92_000));
    expect([quote.body.paymentInstructions, quote.body.totalReceivingAmount]).toEqual([undefined, 995_000_000]);
    expect((await platform.call('POST', `/quotes/${quote.body.id}/execute`, {})).body.status).toBe('PROCESSING');
    await platform.advance(5000);
    expect(await balanceOf(platform, holder)).toBe(995_000_000);
  });

  test.each(['PENDING', 'UNDER_REVIEW', 'INACTIVE'])('to an account that is %s is refused', async (status) => {
    const { platform, holder } = await openHolder();
    await platform.control('POST', '/external-accounts', { externalAccountId: holder.bankAccountId, status });
    expect(verdict(await createQuote(platform, holder))).toEqual([400, 'INVALID_BANK_ACCOUNT']);
  });

  test.each([
    ['itself', (holder: Holder) => holder.accountId, 400, 'SELF_PAYMENT'],
    ['an account that is not there', () => 'ExternalAccount:00000000-0000-4000-8000-00000000000a', 404, 'NOT_FOUND'],
  ])('to %s is refused', async (_, destination, status, code) => {
    const { platform, holder } = await openHolder();
    const quote = await createQuote(platform, { ...holder, bankAccountId: destination(holder) });
    expect(verdict(quote)).toEqual([status, code]);
  });

  test("to another customer's bank account is refused", async () => {
    const { platform, holder } = await openHolder();
    const { bankAccountId } = await createHolder(platform);
    const quote = await createQuote(platform, { ...holder, bankAccountId });
    expect(verdict(quote)).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED']);
  });

  test('too small to arrive is out of range', async () => {
    const platform = createPlatformClient();
    expect(verdict(await createQuote(platform, await createHolder(platform), 1))).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  });
});

describe("an agent's payment", () => {
  test('is refused in grid, whose approvals the sandbox leaves out', async () => {
    const { platform, accountId, bankAccountId } = await openHolder({ profile: 'grid' });
    const answer = await platform.control('POST', '/agent-payments', paymentBetween(accountId, bankAccountId, 1000));
    expect([answer.status, answer.body.details.reason]).toEqual([501, 'approveAgentAction']);
  });

  test('waits for the approval of its transaction, then settles', async () => {
    const { platform, holder } = await openHolder();
    const pending = await platform.control(
      'POST',
      '/agent-payments',
      paymentBetween(holder.accountId, holder.bankAccountId, 1_000_000),
    );
    expect([pending.status, pending.body.status, pending.body.agentId]).toEqual([
      201,
      'PENDING',
      expect.stringMatching(/^Agent:/),
    ]);
    expect(verdict(await platform.call('POST', `/quotes/${pending.body.quoteId}/execute`))).toEqual([409, 'CONFLICT']);
    const path = `/transactions/${pending.body.id}/approve`;
    expect((await platform.call('POST', path)).body.status).toBe('PROCESSING');
    expect(verdict(await platform.call('POST', path))).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    await platform.advance(5000);
    expect((await platform.call('GET', `/transactions/${pending.body.id}`)).body.status).toBe('COMPLETED');
  });
});

describe('strong authentication', () => {
  const european = () =>
    beginWith({ strongAuthenticationRegions: ['US'] }, 'waiting payment', async (platform) => {
      const holder = await createHolder(platform);
      const quote = await createQuote(platform, holder);
      const waiting = { status: 'PENDING_AUTHORIZATION', scaChallenge: { type: 'SMS_OTP' } };
      expect((await execute(platform, holder, quote)).body).toMatchObject(waiting);
      expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject(waiting);
      expect(await balanceOf(platform, holder)).toBe(100_000_000);
      return { holder, quote, path: `/quotes/${quote.body.id}/authorize` };
    });

  test('a code starts the payment; the wrong ones lock it', async () => {
    const { platform, holder, quote, path } = await european();
    const wrong = await platform.call('POST', path, { code: '000000' });
    expect([wrong.status, wrong.body.details.reason]).toEqual([401, 'Invalid SCA code']);
    expect((await platform.call('POST', `${path}/resend`)).status).toBe(204);
    const right = await platform.call('POST', path, { code: '123456' });
    expect([right.status, right.body.status, 'scaChallenge' in right.body]).toEqual([200, 'PROCESSING', false]);
    await platform.advance(5000);
    expect((await transactionOf(platform, quote.body.transactionId)).status).toBe('COMPLETED');
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
    expect(verdict(await platform.call('POST', path, { code: '123456' }))).toEqual([409, 'CONFLICT']);
  });

  test('five wrong codes lock it', async () => {
    const { platform, path } = await european();
    for (let attempt = 0; attempt < 5; attempt += 1) await platform.call('POST', path, { code: '1' });
    expect(verdict(await platform.call('POST', path, { code: '123456' }))).toEqual([423, 'ACCOUNT_LOCKED']);
  });

  test('without a code the payment fails and no money moved', async () => {
    const { platform, holder, quote } = await european();
    await platform.advance(5 * 60_000);
    const failed = await transactionOf(platform, quote.body.transactionId);
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
    expect(['refund' in failed, 'scaChallenge' in failed]).toEqual([false, false]);
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
  });

  test('a customer who is not subject to it gets 409', async () => {
    const { platform, holder } = await openHolder();
    const quote = await createQuote(platform, holder);
    const answer = await platform.call('POST', `/quotes/${quote.body.id}/authorize`, { code: '123456' });
    expect(verdict(answer)).toEqual([409, 'CONFLICT']);
  });

  test('a trusted beneficiary is deleted only after the trust was ended and that was confirmed', async () => {
    const { platform, bankAccountId } = await openHolder({ strongAuthenticationRegions: ['US'] });
    const path = `/customers/external-accounts/${bankAccountId}`;
    await platform.control('POST', '/external-accounts', { externalAccountId: bankAccountId, trusted: true });
    expect(verdict(await platform.call('DELETE', path))).toEqual([409, 'BENEFICIARY_TRUSTED']);
    expect((await platform.call('POST', `${path}/untrust/confirm`, { code: '123456' })).status).toBe(409);
    expect((await platform.call('POST', `${path}/untrust`)).status).toBe(200);
    expect((await platform.call('POST', `${path}/untrust/confirm`, { code: '1' })).status).toBe(401);
    expect((await platform.call('DELETE', path)).status).toBe(409);
    expect((await platform.call('POST', `${path}/untrust/confirm`, { code: '123456' })).status).toBe(200);
    const gone = await platform.call('DELETE', path);
    expect([gone.status, gone.body]).toEqual([204, null]);
    expect((await platform.call('GET', path)).status).toBe(404);
  });

  test('nobody else has a trusted beneficiary', async () => {
    const { platform, bankAccountId } = await openHolder();
    const change = { externalAccountId: bankAccountId, status: 'INACTIVE', trusted: true };
    const refused = await platform.control('POST', '/external-accounts', change);
    expect([refused.status, refused.body.details.errors[0].field]).toEqual([400, 'trusted']);
    const path = `/customers/external-accounts/${bankAccountId}`;
    expect((await platform.call('GET', path)).body.status).toBe('ACTIVE');
    expect((await platform.call('DELETE', path)).status).toBe(204);
  });
});
