import { describe, expect, test } from 'vitest';
import { incomingFailures, outgoingFailures } from '../../src/sandbox/control-operator.ts';
import {
  createHolder,
  createQuote,
  openDesk,
  payloadOf,
  signIn,
  usdAccount,
  type Answer,
  type Desk,
  type Holder,
} from './desk.ts';

async function execute(desk: Desk, holder: Holder, quote: Answer): Promise<Answer> {
  const { key } = await signIn(desk, holder);
  const headers = await desk.signed(payloadOf(quote), key);
  return desk.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
}

const transactionOf = async (desk: Desk, quote: Answer): Promise<Answer['body']> =>
  (await desk.call('GET', `/transactions/${quote.body.transactionId}`)).body;

async function balance(desk: Desk, holder: Holder): Promise<number> {
  const { body } = await desk.call('GET', `/internal-accounts?customerId=${holder.customerId}`);
  expect(desk.sandbox.audit()).toEqual([]);
  return body.data[0].balance.amount;
}

async function payTo(ending: string): Promise<{ desk: Desk; holder: Holder; quote: Answer }> {
  const desk = openDesk();
  const holder = await createHolder(desk);
  const accountInfo = { ...usdAccount, accountNumber: `1234567${ending}` };
  const body = { currency: 'USD', platformAccountId: 'magic', customerId: holder.customerId, accountInfo };
  const bank = await desk.call('POST', '/customers/external-accounts', body);
  const quote = await createQuote(desk, { ...holder, bankAccountId: bank.body.id });
  expect((await execute(desk, holder, quote)).status).toBe(200);
  return { desk, holder, quote };
}

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
    const { desk, holder, quote } = await payTo(ending);
    await desk.advance(5000);
    expect(await transactionOf(desk, quote)).toMatchObject(outcome);
    expect(await balance(desk, holder)).toBe(left);
  });

  test('003 makes it take six minutes', async () => {
    const { desk, quote } = await payTo('003');
    await desk.advance(359_000);
    expect((await transactionOf(desk, quote)).status).toBe('PROCESSING');
    await desk.advance(1000);
    expect((await transactionOf(desk, quote)).status).toBe('COMPLETED');
  });

  test('005 makes it complete and then come back', async () => {
    const { desk, holder, quote } = await payTo('005');
    await desk.advance(5000);
    expect(await transactionOf(desk, quote)).toMatchObject({
      status: 'COMPLETED',
      paymentRail: 'ACH',
      railSelectionMode: 'AUTO',
    });
    await desk.advance(30_000);
    const returned = await transactionOf(desk, quote);
    expect(returned).toMatchObject({ status: 'FAILED', failureReason: 'SETTLEMENT_FAILED' });
    expect('settledAt' in returned).toBe(false);
    expect(await balance(desk, holder)).toBe(100_000_000);
  });
});

test.each(outgoingFailures)(
  'an operator fails an outgoing payment with %s, and the money goes back',
  async (failureReason) => {
    const { desk, holder, quote } = await payTo('999');
    const { transactionId } = quote.body;
    const answer = await desk.control('POST', '/failures', { transactionId, failureReason });
    expect(answer.body).toMatchObject({ status: 'FAILED', failureReason });
    await desk.advance(3_600_000);
    expect((await transactionOf(desk, quote)).status).toBe('FAILED');
    expect(await balance(desk, holder)).toBe(100_000_000);
    expect((await desk.control('POST', '/failures', { transactionId, failureReason })).status).toBe(409);
  },
);

test.each(incomingFailures)('an operator fails an incoming payment with %s', async (failureReason) => {
  const desk = openDesk();
  const holder = await createHolder(desk);
  const { body } = await desk.call('GET', `/transactions?customerId=${holder.customerId}&type=INCOMING`);
  const answer = await desk.control('POST', '/failures', { transactionId: body.data[0].id, failureReason });
  expect(answer.body).toMatchObject({ status: 'FAILED', failureReason });
  expect(await balance(desk, holder)).toBe(0);
});

describe('a quote', () => {
  test('can lock what arrives', async () => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const quote = await desk.call('POST', '/quotes', {
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
    await execute(desk, holder, quote);
    expect(await transactionOf(desk, quote)).toMatchObject({ paymentRail: 'WIRE', railSelectionMode: 'MANUAL' });
    await desk.advance(5000);
    expect(await balance(desk, holder)).toBe(89_949_748);
  });

  test('funds a wallet from a platform account of another currency, without a signature', async () => {
    const desk = openDesk();
    const holder = await createHolder(desk, 0);
    const { body } = await desk.call('GET', '/platform/internal-accounts?currency=EUR');
    const source = String(body.data[0].id);
    await desk.call('POST', `/sandbox/internal-accounts/${source}/fund`, { amount: 100_000 });
    const quote = await desk.call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: holder.accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 92_000,
    });
    expect([quote.body.paymentInstructions, quote.body.totalReceivingAmount]).toEqual([undefined, 995_000_000]);
    expect((await desk.call('POST', `/quotes/${quote.body.id}/execute`, {})).body.status).toBe('PROCESSING');
    await desk.advance(5000);
    expect(await balance(desk, holder)).toBe(995_000_000);
  });

  test.each(['PENDING', 'UNDER_REVIEW', 'INACTIVE'])('to an account that is %s is refused', async (status) => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    await desk.control('POST', '/external-accounts', { externalAccountId: holder.bankAccountId, status });
    const quote = await createQuote(desk, holder);
    expect([quote.status, quote.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT']);
  });

  test.each([
    ['itself', (holder: Holder) => holder.accountId, 400, 'SELF_PAYMENT'],
    ['an account that is not there', () => 'ExternalAccount:00000000-0000-4000-8000-00000000000a', 404, 'NOT_FOUND'],
  ])('to %s is refused', async (_, destination, status, code) => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const quote = await createQuote(desk, { ...holder, bankAccountId: destination(holder) });
    expect([quote.status, quote.body.code]).toEqual([status, code]);
  });

  test("to another customer's bank account is refused", async () => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const { bankAccountId } = await createHolder(desk);
    const quote = await createQuote(desk, { ...holder, bankAccountId });
    expect([quote.status, quote.body.code]).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED']);
  });

  test('too small to arrive is out of range', async () => {
    const desk = openDesk();
    const quote = await createQuote(desk, await createHolder(desk), 1);
    expect([quote.status, quote.body.code]).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  });
});

describe("an agent's payment", () => {
  test('waits for the approval of its transaction, then settles', async () => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const pending = await desk.control('POST', '/agent-payments', {
      source: { sourceType: 'ACCOUNT', accountId: holder.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: holder.bankAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    });
    expect([pending.status, pending.body.status, pending.body.agentId]).toEqual([
      201,
      'PENDING',
      expect.stringMatching(/^Agent:/),
    ]);
    const execution = await desk.call('POST', `/quotes/${pending.body.quoteId}/execute`);
    expect([execution.status, execution.body.code]).toEqual([409, 'CONFLICT']);
    const path = `/transactions/${pending.body.id}/approve`;
    expect((await desk.call('POST', path)).body.status).toBe('PROCESSING');
    const again = await desk.call('POST', path);
    expect([again.status, again.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    await desk.advance(5000);
    expect((await desk.call('GET', `/transactions/${pending.body.id}`)).body.status).toBe('COMPLETED');
  });
});

describe('strong authentication', () => {
  async function european(): Promise<{ desk: Desk; holder: Holder; quote: Answer; path: string }> {
    const desk = openDesk({ strongAuthenticationRegions: ['US'] });
    const holder = await createHolder(desk);
    const quote = await createQuote(desk, holder);
    const executed = await execute(desk, holder, quote);
    expect(executed.body).toMatchObject({ status: 'PENDING_AUTHORIZATION', scaChallenge: { type: 'SMS_OTP' } });
    expect(await transactionOf(desk, quote)).toMatchObject({
      status: 'PENDING_AUTHORIZATION',
      scaChallenge: { type: 'SMS_OTP' },
    });
    expect(await balance(desk, holder)).toBe(100_000_000);
    return { desk, holder, quote, path: `/quotes/${quote.body.id}/authorize` };
  }

  test('a code starts the payment; the wrong ones lock it', async () => {
    const { desk, holder, quote, path } = await european();
    const wrong = await desk.call('POST', path, { code: '000000' });
    expect([wrong.status, wrong.body.details.reason]).toEqual([401, 'Invalid SCA code']);
    expect((await desk.call('POST', `${path}/resend`)).status).toBe(204);
    const right = await desk.call('POST', path, { code: '123456' });
    expect([right.status, right.body.status, 'scaChallenge' in right.body]).toEqual([200, 'PROCESSING', false]);
    await desk.advance(5000);
    expect((await transactionOf(desk, quote)).status).toBe('COMPLETED');
    expect(await balance(desk, holder)).toBe(95_000_000);
    const late = await desk.call('POST', path, { code: '123456' });
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('five wrong codes lock it', async () => {
    const { desk, path } = await european();
    for (let attempt = 0; attempt < 5; attempt += 1) await desk.call('POST', path, { code: '1' });
    const answer = await desk.call('POST', path, { code: '123456' });
    expect([answer.status, answer.body.code]).toEqual([423, 'ACCOUNT_LOCKED']);
  });

  test('without a code the payment fails and no money moved', async () => {
    const { desk, holder, quote } = await european();
    await desk.advance(5 * 60_000);
    const failed = await transactionOf(desk, quote);
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
    expect(['refund' in failed, 'scaChallenge' in failed]).toEqual([false, false]);
    expect(await balance(desk, holder)).toBe(100_000_000);
  });

  test('a customer who is not subject to it gets 409', async () => {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const quote = await createQuote(desk, holder);
    const answer = await desk.call('POST', `/quotes/${quote.body.id}/authorize`, { code: '123456' });
    expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('a trusted beneficiary is deleted only after the trust was ended and that was confirmed', async () => {
    const desk = openDesk({ strongAuthenticationRegions: ['US'] });
    const { bankAccountId } = await createHolder(desk);
    const path = `/customers/external-accounts/${bankAccountId}`;
    await desk.control('POST', '/external-accounts', { externalAccountId: bankAccountId, trusted: true });
    const trusted = await desk.call('DELETE', path);
    expect([trusted.status, trusted.body.code]).toEqual([409, 'BENEFICIARY_TRUSTED']);
    expect((await desk.call('POST', `${path}/untrust/confirm`, { code: '123456' })).status).toBe(409);
    expect((await desk.call('POST', `${path}/untrust`)).status).toBe(200);
    expect((await desk.call('POST', `${path}/untrust/confirm`, { code: '1' })).status).toBe(401);
    expect((await desk.call('DELETE', path)).status).toBe(409);
    expect((await desk.call('POST', `${path}/untrust/confirm`, { code: '123456' })).status).toBe(200);
    const gone = await desk.call('DELETE', path);
    expect([gone.status, gone.body]).toEqual([204, null]);
    expect((await desk.call('GET', path)).status).toBe(404);
  });
});
