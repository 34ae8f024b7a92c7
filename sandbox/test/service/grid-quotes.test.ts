import { describe, expect, test } from 'vitest';
import { lookUpUma, platformAccount, quoteBetween, quoteFromOutside } from './actions.ts';
import {
  beginWith,
  createHolder,
  createPlatformClient,
  eventsOf,
  usdAccount,
  type PlatformClient,
} from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const grid = (): PlatformClient => createPlatformClient({ profile: 'grid' });
const uma = { destinationType: 'UMA_ADDRESS', umaAddress: '$receiver@example.com', currency: 'EUR' };

/** Accounts of the platform in dollars and in euros. */
const twoAccounts = () =>
  beginWith({ profile: 'grid' }, 'two accounts', async (platform) => ({
    from: await platformAccount(platform, 'USD'),
    to: await platformAccount(platform, 'EUR'),
  }));

const statusOf = async (platform: PlatformClient, { body }: Answer): Promise<string> =>
  (await platform.call('GET', `/transactions/${body.transactionId}`)).body.status;

describe('a quote that money from outside pays', () => {
  test('says how to send it, is not executed, and starts when the money comes', async () => {
    const platform = grid();
    const { quote } = await quoteFromOutside(platform, { immediatelyExecute: true });
    expect(quote.body.paymentInstructions).toMatchObject([{ accountOrWalletInfo: { accountType: 'USD_ACCOUNT' } }]);
    expect(verdict(await platform.call('POST', `/quotes/${quote.body.id}/execute`))).toEqual([400, 'INVALID_INPUT']);
    const sent = await platform.call('POST', '/sandbox/send', { quoteId: quote.body.id, currencyCode: 'USD' });
    expect([sent.status, sent.body.status]).toEqual([200, 'PROCESSING']);
    await platform.advance(5000);
    expect(await statusOf(platform, quote)).toBe('COMPLETED');
    const again = await platform.call('POST', '/sandbox/send', { quoteId: quote.body.id, currencyCode: 'USD' });
    expect(again.status).toBe(400);
  });

  test('fails for another amount, and takes no other currency', async () => {
    const platform = grid();
    const { quote } = await quoteFromOutside(platform);
    const send = { quoteId: quote.body.id, currencyAmount: 1 };
    const other = await platform.call('POST', '/sandbox/send', { ...send, currencyCode: 'EUR' });
    expect(verdict(other)).toEqual([400, 'INVALID_CURRENCY']);
    const short = await platform.call('POST', '/sandbox/send', { ...send, currencyCode: 'USD' });
    expect(short.body).toMatchObject({ status: 'FAILED', failureReason: 'FUNDING_AMOUNT_MISMATCH' });
  });

  test('needs a currency that the service has an account in, and another kind of quote takes no such money', async () => {
    const platform = grid();
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'KES' };
    const { customerId } = await createHolder(platform, 0);
    const lookupId = await lookUpUma(platform, customerId, uma.umaAddress);
    const paid = await quoteFromOutside(platform, { lookupId, source, destination: uma });
    expect(verdict(paid.quote)).toEqual([400, 'INVALID_CURRENCY']);
    const { body } = await platform.call('GET', '/platform/internal-accounts?currency=EUR');
    const quote = await quoteBetween(platform, await platformAccount(platform, 'USD'), body.data[0].id);
    const sent = await platform.call('POST', '/sandbox/send', { quoteId: quote.body.id, currencyCode: 'USD' });
    expect(verdict(sent)).toEqual([400, 'INVALID_INPUT']);
  });
});

test("money from the customer's own bank account is quoted, not executed, and comes when it is sent", async () => {
  const platform = grid();
  const { customerId, accountId, bankAccountId } = await createHolder(platform, 0);
  const quote = await quoteBetween(platform, bankAccountId, accountId);
  expect([quote.status, quote.body.status, quote.body.source]).toEqual([
    201,
    'PENDING',
    { sourceType: 'ACCOUNT', accountId: bankAccountId },
  ]);
  expect(quote.body.paymentInstructions).toMatchObject([{ accountOrWalletInfo: { accountType: 'USD_ACCOUNT' } }]);
  expect(verdict(await platform.call('POST', `/quotes/${quote.body.id}/execute`, {}))).toEqual([400, 'INVALID_INPUT']);
  const sent = await platform.call('POST', '/sandbox/send', {
    quoteId: quote.body.id,
    currencyCode: 'USD',
    currencyAmount: quote.body.totalSendingAmount,
  });
  expect([sent.status, sent.body.status, sent.body.source.accountId]).toEqual([200, 'PROCESSING', bankAccountId]);
  await platform.advance(5000);
  expect(await statusOf(platform, quote)).toBe('COMPLETED');
  const wallets = await platform.call('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USDB`);
  expect(wallets.body.data[0].balance.amount).toBe(quote.body.totalReceivingAmount);
});

test('a bank account pays only as an ACTIVE account of its customer, and not itself', async () => {
  const platform = grid();
  const { accountId, bankAccountId } = await createHolder(platform, 0);
  expect(verdict(await quoteBetween(platform, bankAccountId, bankAccountId))).toEqual([400, 'SELF_PAYMENT']);
  await platform.control('POST', '/external-accounts', { externalAccountId: bankAccountId, status: 'INACTIVE' });
  expect(verdict(await quoteBetween(platform, bankAccountId, accountId))).toEqual([400, 'INVALID_BANK_ACCOUNT']);
});

test('a payment goes to an UMA address, in the currency that it names', async () => {
  const platform = grid();
  const from = await platformAccount(platform, 'USD');
  const { customerId } = await createHolder(platform, 0);
  const quote = await platform.call('POST', '/quotes', {
    lookupId: await lookUpUma(platform, customerId, uma.umaAddress),
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: uma,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1000,
  });
  expect(quote.body).toMatchObject({ destination: uma, receivingCurrency: { code: 'EUR' } });
  await platform.call('POST', `/quotes/${quote.body.id}/execute`, { scaFactor: 'SMS_OTP' });
  await platform.advance(5000);
  expect(await statusOf(platform, quote)).toBe('COMPLETED');
});

test('an account of the platform is made, listed and deleted on its own path, and a customer has none there', async () => {
  const platform = grid();
  const { bankAccountId } = await createHolder(platform, 0);
  const accountInfo = { ...usdAccount, platformAccountId: 'own-1' };
  const created = await platform.call('POST', '/platform/external-accounts', { currency: 'USD', accountInfo });
  expect(created.body).toMatchObject({ platformAccountId: 'own-1', accountInfo: usdAccount });
  const path = `/platform/external-accounts/${created.body.id}`;
  const listed = await platform.call('GET', '/platform/external-accounts?currency=USD');
  expect(listed.body.data).toEqual([created.body]);
  expect((await platform.call('GET', `/platform/external-accounts/${bankAccountId}`)).status).toBe(404);
  expect((await platform.call('DELETE', path)).status).toBe(204);
  expect((await platform.call('GET', path)).status).toBe(404);
});

describe('a quote that names the customer whom it is for', () => {
  const stranger = 'Customer:00000000-0000-4000-8000-00000000000a';

  test('pays them from an account of the platform, and is theirs', async () => {
    const platform = grid();
    const { customerId, bankAccountId } = await createHolder(platform, 0);
    const accountId = await platformAccount(platform, 'USD');
    const source = { sourceType: 'ACCOUNT', accountId, customerId };
    const quote = await quoteBetween(platform, accountId, bankAccountId, { source, immediatelyExecute: true });
    expect([quote.status, quote.body.status, quote.body.source]).toEqual([201, 'PROCESSING', source]);
    const { body } = await platform.call('GET', `/transactions?customerId=${customerId}`);
    expect(body.data).toMatchObject([{ id: quote.body.transactionId, customerId, platformCustomerId: 'customer-1' }]);
  });

  test("is refused for another customer than the account's, and for one who is not there", async () => {
    const platform = grid();
    const { accountId, bankAccountId } = await createHolder(platform);
    const source = { sourceType: 'ACCOUNT', accountId, customerId: stranger };
    const other = await quoteBetween(platform, accountId, bankAccountId, { source });
    expect([other.status, other.body.details.errors[0].field]).toEqual([400, 'source.customerId']);
    const outside = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: stranger };
    const unknown = await quoteBetween(platform, accountId, accountId, { source: outside });
    expect(verdict(unknown)).toEqual([404, 'CUSTOMER_NOT_FOUND']);
  });
});

test('exchange rates are those of a quote of the same amount', async () => {
  const { platform, from, to } = await twoAccounts();
  const path = '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=1000';
  const [rate] = (await platform.call('GET', path)).body.data;
  const quote = await quoteBetween(platform, from, to);
  expect([rate.receivingAmount, rate.fees.total, rate.exchangeRate]).toEqual([
    quote.body.totalReceivingAmount,
    quote.body.feesIncluded,
    quote.body.exchangeRate,
  ]);
  const all = await platform.call('GET', '/exchange-rates');
  expect(all.body.data.length).toBeGreaterThan(30);
});

test('exchange rates are asked for one destination currency or several', async () => {
  const platform = grid();
  const codes = async (query: string): Promise<string[]> =>
    (await platform.call('GET', `/exchange-rates?${query}`)).body.data.map(
      (rate: Answer['body']) => rate.destinationCurrency.code,
    );
  expect(await codes('destinationCurrency=INR')).toEqual(['INR']);
  const both = await codes('destinationCurrency=INR&destinationCurrency=GBP');
  expect(both.toSorted()).toEqual(['GBP', 'INR']);
  const unknown = await platform.call('GET', '/exchange-rates?destinationCurrency=INR&destinationCurrency=XYZ');
  expect([unknown.status, unknown.body.details.errors[0].field]).toEqual([400, 'destinationCurrency.1']);
  const twice = await platform.call('GET', '/exchange-rates?sourceCurrency=USD&sourceCurrency=EUR');
  expect([twice.status, twice.body.details.errors[0].field]).toEqual([400, 'sourceCurrency']);
});

test('the configuration keeps what it is given, sends a TEST to a new endpoint, and says how long a code lives', async () => {
  const calls: string[] = [];
  const platform = createPlatformClient({
    profile: 'grid',
    async fetch(request) {
      calls.push(((await request.json()) as { type: string }).type);
      return new Response();
    },
  });
  const webhookEndpoint = 'http://127.0.0.1:4999/webhooks';
  const config = { umaDomain: 'uma.example.com', webhookEndpoint, embeddedWalletConfig: { expirationSeconds: 60 } };
  expect((await platform.call('PATCH', '/config', config)).body).toMatchObject(config);
  await platform.sandbox.tick();
  expect(calls).toEqual(['TEST']);
  await platform.call('PATCH', '/config', { embeddedWalletConfig: { otpLength: 6 } });
  const { body } = await platform.call('GET', '/config');
  expect(body.embeddedWalletConfig).toEqual({ expirationSeconds: 60, otpLength: 6 });
  const away = await platform.call('PATCH', '/config', { webhookEndpoint: 'https://example.com/webhooks' });
  expect([away.status, away.body.details.errors[0].field]).toEqual([400, 'webhookEndpoint']);
  const { customerId, credentialId } = await createHolder(platform, 0);
  expect((await platform.call('GET', `/customers/${customerId}`)).body.umaAddress).toMatch(/@uma\.example\.com$/);
  await platform.call('POST', `/auth/credentials/${credentialId}/challenge`);
  const { body: code } = await platform.control('GET', `/otp?credentialId=${credentialId}`);
  expect(code.expiresAt).toBe('2026-01-15T12:01:00.000Z');
});

test("a platform's fee is part of a quote: as configured for a conversion, or as the quote says", async () => {
  const { platform, from, to } = await twoAccounts();
  const feesOf = ({ body }: Answer): number[] => [body.feesIncluded, body.platformFeesIncluded];
  expect(feesOf(await quoteBetween(platform, from, to))).toEqual([5, 0]);
  const fixedFee = { amount: 7, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 100, fixedFee };
  await platform.call('PATCH', '/config', { feeConfigs: [fee] });
  expect(feesOf(await quoteBetween(platform, from, to))).toEqual([22, 17]);
  const platformFeeOverride = { platformFixedFee: { amount: 30, currency: 'USD' }, platformVariableFeeBps: 200 };
  const quote = await quoteBetween(platform, from, to, { platformFeeOverride });
  expect(feesOf(quote)).toEqual([55, 50]);
  const transaction = await platform.call('GET', `/transactions/${quote.body.transactionId}`);
  expect([transaction.body.fees, transaction.body.platformFees]).toEqual([55, 50]);
  const received = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: quote.body.totalReceivingAmount };
  const reverse = await quoteBetween(platform, from, to, { ...received, platformFeeOverride });
  expect([reverse.body.totalSendingAmount, ...feesOf(reverse)]).toEqual([1000, 55, 50]);
  await platform.call('POST', `/quotes/${quote.body.id}/execute`, {});
  await platform.advance(5000);
  expect(platform.sandbox.audit()).toEqual([]);
});

test('a fee that leaves nothing, and one that is not in dollars, are refused by name', async () => {
  const { platform, from, to } = await twoAccounts();
  const whole = { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 10_000 };
  for (const lockedCurrencySide of ['SENDING', 'RECEIVING']) {
    const quote = await quoteBetween(platform, from, to, { lockedCurrencySide, platformFeeOverride: whole });
    expect(verdict(quote)).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  }
  const other = { platformFixedFee: { amount: 1, currency: 'EUR' }, platformVariableFeeBps: 0 };
  const { body } = await quoteBetween(platform, from, to, { platformFeeOverride: other });
  expect(body.details.errors[0].field).toBe('platformFeeOverride');
});

test('the configuration has the currencies of the platform from the start, and their limits hold', async () => {
  const { platform, from, to } = await twoAccounts();
  const { body: config } = await platform.call('GET', '/config');
  const codes = config.supportedCurrencies.map(({ currencyCode }: { currencyCode: string }) => currencyCode);
  expect(codes).toEqual(['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'BTC', 'USDC']);
  const limit = async (change: object): Promise<unknown> => {
    const dollars = { ...config.supportedCurrencies[0], ...change };
    await platform.call('PATCH', '/config', { supportedCurrencies: [dollars] });
    const { status, body } = await quoteBetween(platform, from, to);
    return [status, body.code];
  };
  expect(await limit({ minAmount: 1000, maxAmount: 1000 })).toEqual([201, undefined]);
  expect(await limit({ minAmount: 1001 })).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  expect(await limit({ maxAmount: 999 })).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  expect(await limit({ enabledTransactionTypes: ['INCOMING'] })).toEqual([400, 'INVALID_CURRENCY']);
});

test("each change of an account's balance is told with the account", async () => {
  const platform = grid();
  await platformAccount(platform, 'USD');
  const [event] = await eventsOf(platform);
  expect(event).toMatchObject({
    type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    data: { type: 'INTERNAL_FIAT', balance: { currency: { code: 'USD' } } },
  });
  expect(event?.data.balance.amount).toBeGreaterThan(0);
});
