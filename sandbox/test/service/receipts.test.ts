import { describe, expect, test } from 'vitest';
import { askForCard, execute, platformAccount, quoteBetween, transactionOf } from './actions.ts';
import {
  balanceOf,
  beginWith,
  createHolder,
  createPlatformClient,
  eventsOf,
  executeWith,
  openHolder,
  signIn,
  type Holder,
  type PlatformClient,
} from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

type Transaction = Answer['body'];

async function listOf(platform: PlatformClient, { customerId }: Pick<Holder, 'customerId'>): Promise<Transaction[]> {
  return (await platform.call('GET', `/transactions?customerId=${customerId}&type=INCOMING`)).body.data;
}

/** Pays 5 USDB from one wallet to another and lets it settle. */
const betweenWallets = (profile: 'spec' | 'grid' = 'spec') =>
  beginWith({ profile }, 'between wallets', async (platform) => {
    const [sender, receiver] = [await createHolder(platform), await createHolder(platform, 0)];
    const quote = await quoteBetween(platform, sender.accountId, receiver.accountId, {
      lockedCurrencyAmount: 5_000_000,
      description: 'Rent',
    });
    await execute(platform, sender, quote);
    await platform.advance(5000);
    return { sender, receiver, quote };
  });

describe.each(['spec', 'grid'] as const)('profile %s: the receiver of a payment from another wallet', (profile) => {
  test('has an incoming transaction that credits it, with what was sent', async () => {
    const { platform, sender, receiver, quote } = await betweenWallets(profile);
    const [received, ...others] = await listOf(platform, receiver);
    expect(others).toEqual([]);
    expect(received).toMatchObject({
      status: 'COMPLETED',
      type: 'INCOMING',
      direction: 'CREDIT',
      customerId: receiver.customerId,
      quoteId: quote.body.id,
      source: { sourceType: 'ACCOUNT', accountId: sender.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: receiver.accountId },
      sentAmount: { amount: 5_000_000 },
      receivedAmount: { amount: quote.body.totalReceivingAmount },
      exchangeRate: 1,
      fees: quote.body.feesIncluded,
      description: 'Rent',
    });
    expect(received.id).not.toBe(quote.body.transactionId);
    expect(await balanceOf(platform, receiver)).toBe(quote.body.totalReceivingAmount);
  });

  test('is told of it by an event, and the sender of the payment by others', async () => {
    const { platform, receiver, quote } = await betweenWallets(profile);
    const [received] = await listOf(platform, receiver);
    const events = await eventsOf(platform);
    const kinds = (id: string): string[] => events.filter(({ data }) => data.id === id).map(({ type }) => type);
    expect(kinds(received.id)).toEqual([profile === 'grid' ? 'INCOMING_PAYMENT.COMPLETED' : 'INCOMING_PAYMENT']);
    expect(kinds(quote.body.transactionId).every((type) => type.startsWith('OUTGOING_PAYMENT'))).toBe(true);
  });
});

test('the sender has the outgoing transaction that debits it, and no other', async () => {
  const { platform, sender, quote } = await betweenWallets();
  const { body } = await platform.call('GET', `/transactions?customerId=${sender.customerId}&type=OUTGOING`);
  expect(body.data).toMatchObject([
    { id: quote.body.transactionId, type: 'OUTGOING', direction: 'DEBIT', customerId: sender.customerId },
  ]);
});

test("money from the platform's account is the platform's outgoing payment and the wallet's incoming one", async () => {
  const platform = createPlatformClient();
  const receiver = await createHolder(platform, 0);
  const dollars = await platformAccount(platform, 'USD');
  const quote = await quoteBetween(platform, dollars, receiver.accountId, {
    lockedCurrencyAmount: 1000,
    immediatelyExecute: true,
  });
  await platform.advance(5000);
  const outgoing = await transactionOf(platform, quote.body.transactionId);
  expect(outgoing).toMatchObject({ type: 'OUTGOING', direction: 'DEBIT', status: 'COMPLETED' });
  expect(outgoing.customerId).toMatch(/^Platform:/);
  const [incoming] = await listOf(platform, receiver);
  expect(incoming).toMatchObject({
    direction: 'CREDIT',
    sentAmount: { amount: 1000, currency: { code: 'USD' } },
    receivedAmount: { currency: { code: 'USDB' } },
  });
  expect((await listOf(platform, { customerId: outgoing.customerId })).map(({ quoteId }) => quoteId)).not.toContain(
    quote.body.id,
  );
});

describe('a payment to another wallet that is undone', () => {
  test('refunds what the receiver got, and the money is where it was', async () => {
    const { platform, sender, receiver, quote } = await betweenWallets();
    const { transactionId } = quote.body;
    await platform.control('POST', '/failures', { transactionId, failureReason: 'TIMEOUT' });
    expect(await listOf(platform, receiver)).toMatchObject([{ status: 'REFUNDED', refund: { status: 'COMPLETED' } }]);
    await platform.advance(5000);
    expect([await balanceOf(platform, sender), await balanceOf(platform, receiver)]).toEqual([100_000_000, 0]);
  });

  test('by its receipt fails both sides', async () => {
    const { platform, sender, receiver, quote } = await betweenWallets();
    const [{ id: transactionId }] = await listOf(platform, receiver);
    await platform.control('POST', '/failures', { transactionId, failureReason: 'OFFRAMP_FAILED' });
    expect(await transactionOf(platform, transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'OFFRAMP_FAILED',
    });
    expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject({ status: 'FAILED' });
    await platform.advance(5000);
    expect(await balanceOf(platform, sender)).toBe(100_000_000);
  });

  test('by a refund of its receipt gives the sender its money back', async () => {
    const { platform, sender, receiver } = await betweenWallets();
    const [{ id: transactionId }] = await listOf(platform, receiver);
    await platform.control('POST', '/transactions', { transactionId, status: 'REFUNDED' });
    expect((await transactionOf(platform, transactionId)).status).toBe('REFUNDED');
    await platform.advance(5000);
    expect(await balanceOf(platform, sender)).toBe(100_000_000);
  });

  test('is refused once the receiver has spent the money', async () => {
    const { platform, receiver, quote } = await betweenWallets();
    const { key } = await signIn(platform, receiver);
    const spent = await quoteBetween(platform, receiver.accountId, receiver.bankAccountId, {
      lockedCurrencyAmount: 4_000_000,
    });
    await executeWith(platform, key, spent);
    const { transactionId } = quote.body;
    const refused = await platform.control('POST', '/failures', { transactionId, failureReason: 'TIMEOUT' });
    expect(verdict(refused)).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect((await transactionOf(platform, transactionId)).status).toBe('COMPLETED');
  });
});

test('a receipt is confirmed once the payment is complete', async () => {
  const { platform, holder } = await openHolder();
  const { body } = await platform.control('POST', '/incoming-payments', {
    internalAccountId: holder.accountId,
    amount: 5,
    umaAddress: '$sender@example.com',
    description: 'Rent',
  });
  expect(body).toMatchObject({
    source: { sourceType: 'UMA_ADDRESS', umaAddress: '$sender@example.com' },
    description: 'Rent',
  });
  const early = await platform.control('POST', '/receipts', { transactionId: body.id });
  expect(verdict(early)).toEqual([409, 'INVALID_STATE_TRANSITION']);
  for (const status of ['PENDING', 'PROCESSING', 'COMPLETED']) {
    await platform.control('POST', '/transactions', { transactionId: body.id, status });
  }
  const confirmed = await platform.control('POST', '/receipts', { transactionId: body.id });
  expect(confirmed.body.receiptDeliveryConfirmedAt).toBe('2026-01-15T12:00:00.000Z');
});

test.each(['CHF', 'JPY', 'AUD', 'NZD', 'PLN', 'SEK', 'NOK', 'TRY', 'ILS'])(
  '%s is reached by SWIFT',
  async (currency) => {
    const { platform, holder } = await openHolder();
    const bank = await platform.call('POST', '/customers/external-accounts', {
      currency,
      platformAccountId: currency,
      customerId: holder.customerId,
      accountInfo: {
        accountType: 'SWIFT_ACCOUNT',
        country: 'CH',
        swiftCode: 'EXAMCHZZ',
        bankName: 'Example Bank',
        accountNumber: '123456789',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Sample Customer' },
      },
    });
    expect([bank.status, bank.body.accountInfo.paymentRails]).toEqual([201, ['SWIFT']]);
    const quote = await quoteBetween(platform, holder.accountId, bank.body.id, { lockedCurrencyAmount: 5_000_000 });
    expect([quote.status, quote.body.receivingCurrency.code]).toEqual([201, currency]);
  },
);

test('every account says how it is funded: bank details with a reference, or an address', async () => {
  const platform = createPlatformClient();
  await createHolder(platform);
  const infoOf = ({ fundingPaymentInstructions: [first], balance }: Answer['body']): unknown[] => [
    balance.currency.code,
    Object.keys(first.accountOrWalletInfo),
  ];
  const own = await platform.call('GET', '/platform/internal-accounts');
  expect(own.body.data.map(infoOf)).toEqual([
    ['USD', ['accountType', 'paymentRails', 'accountNumber', 'routingNumber', 'bankName', 'reference']],
    ['EUR', ['accountType', 'paymentRails', 'iban', 'swiftCode', 'bankName', 'reference']],
    ['GBP', ['accountType', 'paymentRails', 'sortCode', 'accountNumber', 'bankName', 'reference']],
    ['MXN', ['accountType', 'paymentRails', 'clabeNumber', 'bankName', 'reference']],
    ['BRL', ['accountType', 'paymentRails', 'pixKey', 'pixKeyType', 'taxId', 'bankName', 'reference']],
    ['BTC', ['accountType', 'assetType', 'address', 'invoice']],
    ['USDC', ['accountType', 'assetType', 'address']],
  ]);
  const wallets = await platform.call('GET', '/internal-accounts');
  expect(infoOf(wallets.body.data[0])).toEqual(['USDB', ['accountType', 'assetType', 'address', 'invoice']]);
});

test.each(['/transactions', '/cards'])('a cursor of %s is refused in the other order', async (path) => {
  const { platform, holder } = await openHolder();
  for (const platformCardId of ['one', 'two']) {
    await platform.control('POST', '/incoming-payments', { internalAccountId: holder.accountId, amount: 5 });
    await askForCard(platform, holder, { platformCardId });
  }
  const { body } = await platform.call('GET', `${path}?limit=1&sortOrder=asc`);
  const next = (order: string): Promise<Answer> =>
    platform.call('GET', `${path}?limit=1&sortOrder=${order}&cursor=${body.nextCursor}`);
  expect((await next('asc')).status).toBe(200);
  const refused = await next('desc');
  expect([refused.status, refused.body.details.errors[0].field]).toEqual([400, 'cursor']);
});
