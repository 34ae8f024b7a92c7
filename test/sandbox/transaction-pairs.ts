/** Transactions that have each of their optional fields, and such that lack it. */
import { execute, platformAccount, quoteBetween, transactionOf } from './actions.ts';
import { createQuote, openHolder, usdAccount } from './platform-client.ts';
import type { Answer } from './reading.ts';
import type { Answered } from './coverage/optional-fields.ts';

/** For each field a record that has it and one that lacks it; for a record that never has it, one of its kind. */
export type Pairs = Readonly<Record<string, readonly [withIt: Answered | null, withoutIt: Answered]>>;

/** Outgoing transactions. */
export async function outgoingPairs(): Promise<Pairs> {
  const { platform, holder } = await openHolder({ strongAuthenticationRegions: ['FR'] });
  const { accountId, bankAccountId } = holder;
  const more = { lockedCurrencyAmount: 1_000_000, description: 'Rent' };
  const pay = async (destination: object = {}): Promise<Answer['body']> => {
    const to = { destinationType: 'ACCOUNT', accountId: bankAccountId, ...destination };
    const quote = await quoteBetween(platform, accountId, bankAccountId, { ...more, destination: to });
    await execute(platform, holder, quote);
    return transactionOf(platform, quote.body.transactionId);
  };
  const quote = await createQuote(platform, holder);
  const pending = await transactionOf(platform, quote.body.transactionId);
  const started = await pay();
  const instant = await pay({ paymentRail: 'RTP' });
  const failed = await platform.control('POST', '/failures', { transactionId: started.id, failureReason: 'TIMEOUT' });
  const early = await platform.control('POST', '/failures', { transactionId: pending.id, failureReason: 'TIMEOUT' });
  await platform.advance(5000);
  const completed = await transactionOf(platform, instant.id);
  const confirmed = await platform.control('POST', '/receipts', { transactionId: instant.id });
  const crypto = await platform.call('POST', '/customers/external-accounts', {
    currency: 'USDC',
    platformAccountId: 'crypto',
    customerId: holder.customerId,
    accountInfo: { accountType: 'SOLANA_WALLET', address: 'sample-address' },
  });
  const onChain = await pay({ accountId: crypto.body.id });
  await platform.advance(5000);
  const usd = await platformAccount(platform, 'USD');
  const platformBank = await platform.call('POST', '/customers/external-accounts', {
    currency: 'USD',
    platformAccountId: 'platform-bank',
    accountInfo: usdAccount,
  });
  const unconverted = await quoteBetween(platform, usd, platformBank.body.id);
  const inside = await quoteBetween(platform, usd, accountId, { immediatelyExecute: true });
  const french = await platform.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'french',
    region: 'FR',
    email: 'french@example.com',
    fullName: 'Sample Customer',
  });
  const { data } = (await platform.call('GET', `/internal-accounts?customerId=${french.body.id}`)).body;
  const wallet = String(data[0].id);
  await platform.call('POST', `/sandbox/internal-accounts/${wallet}/fund`, { amount: 9_000_000 });
  const credentials = await platform.call('GET', `/auth/credentials?accountId=${wallet}`);
  const asked = await quoteBetween(platform, wallet, accountId, { lockedCurrencyAmount: 1_000_000 });
  await execute(platform, { ...holder, credentialId: credentials.body.data[0].id }, asked);
  const agents = await platform.control('POST', '/agent-payments', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000_000,
  });
  return {
    failureReason: [failed.body, completed],
    settledAt: [completed, failed.body],
    scaChallenge: [await transactionOf(platform, asked.body.transactionId), pending],
    refund: [failed.body, early.body],
    rateDetails: [pending, await transactionOf(platform, unconverted.body.transactionId)],
    agentId: [agents.body, pending],
    description: [started, pending],
    receiptDeliveryConfirmedAt: [confirmed.body, completed],
    counterpartyInformation: [null, completed],
    reconciliationInstructions: [completed, pending],
    paymentInstructions: [pending, started],
    'destination.onChainTransaction': [await transactionOf(platform, onChain.id), completed],
    paymentRail: [started, await transactionOf(platform, inside.body.transactionId)],
    railSelectionMode: [started, pending],
    expectedSettlementAt: [started, instant],
    settlementTimelineSeconds: [await transactionOf(platform, inside.body.transactionId), pending],
  };
}

/** Incoming transactions. */
export async function incomingPairs(): Promise<Pairs> {
  const { platform, holder } = await openHolder();
  const { accountId: internalAccountId } = holder;
  const open = async (...statuses: string[]): Promise<Answer['body']> => {
    const { body } = await platform.control('POST', '/incoming-payments', { internalAccountId, amount: 5 });
    for (const status of statuses) await platform.control('POST', '/transactions', { transactionId: body.id, status });
    return transactionOf(platform, body.id);
  };
  const created = await open();
  const completed = await open('PENDING', 'PROCESSING', 'COMPLETED');
  const refunded = await open('PENDING', 'PROCESSING', 'COMPLETED', 'REFUNDED');
  const failed = await platform.control('POST', '/failures', {
    transactionId: (await open('PENDING')).id,
    failureReason: 'OFFRAMP_FAILED',
  });
  const usd = await platformAccount(platform, 'USD');
  const paid = { lockedCurrencyAmount: 1000, description: 'Rent' };
  await quoteBetween(platform, usd, internalAccountId, { ...paid, immediatelyExecute: true });
  const { body: agents } = await platform.control('POST', '/agent-payments', {
    source: { sourceType: 'ACCOUNT', accountId: usd },
    destination: { destinationType: 'ACCOUNT', accountId: internalAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1000,
  });
  await platform.call('POST', `/transactions/${agents.id}/approve`);
  await platform.advance(5000);
  const { data } = (await platform.call('GET', `/transactions?customerId=${holder.customerId}&limit=2`)).body;
  const byAgent = data.find(({ agentId }: Answer['body']) => agentId !== undefined);
  const byQuote = data.find(({ agentId }: Answer['body']) => agentId === undefined);
  const confirmed = await platform.control('POST', '/receipts', { transactionId: byQuote.id });
  const quoted = ['description', 'quoteId', 'sentAmount', 'exchangeRate', 'fees'];
  const unused = ['scaChallenge', 'counterpartyInformation'];
  return {
    failureReason: [failed.body, completed],
    settledAt: [completed, refunded],
    reconciliationInstructions: [await open('PENDING'), created],
    refund: [await open('PENDING', 'REJECTED'), completed],
    agentId: [byAgent, byQuote],
    receiptDeliveryConfirmedAt: [confirmed.body, created],
    ...Object.fromEntries(quoted.map((field) => [field, [byQuote, created]])),
    ...Object.fromEntries(unused.map((field) => [field, [null, completed]])),
  };
}
