/** Transactions that have each of their optional fields, and such that lack it. */
import { addresses } from '../../../test/contract/sample.ts';
import { paymentBetween } from '../../../test/sample-customer.ts';
import { execute, platformAccount, quoteBetween, transactionOf } from './actions.ts';
import { openHolder } from './platform-client.ts';
import type { Answer } from './reading.ts';
import type { Answered } from './coverage/optional-fields.ts';

/** For each field a record that has it and one that lacks it. */
export type Pairs = Readonly<Record<string, readonly [withIt: Answered, withoutIt: Answered]>>;

/** Outgoing transactions. */
export async function outgoingPairs(): Promise<Pairs> {
  const { platform, holder, accountId, bankAccountId, customerId } = await openHolder();
  const more = { lockedCurrencyAmount: 1_000_000, description: 'Rent' };
  const pay = async (destination: object = {}): Promise<Answer['body']> => {
    const to = { destinationType: 'ACCOUNT', accountId: bankAccountId, ...destination };
    const quote = await quoteBetween(platform, accountId, bankAccountId, { ...more, destination: to });
    await execute(platform, holder, quote);
    return transactionOf(platform, quote.body.transactionId);
  };
  const quote = await quoteBetween(platform, accountId, bankAccountId, { lockedCurrencyAmount: 1_000_000 });
  const pending = await transactionOf(platform, quote.body.transactionId);
  const started = await pay();
  const instant = await pay({ paymentRail: 'RTP' });
  await platform.advance(5000);
  const completed = await transactionOf(platform, instant.id);
  const confirmed = await platform.control('POST', '/receipts', { transactionId: instant.id });
  const crypto = await platform.call('POST', '/customers/external-accounts', {
    currency: 'USDC',
    platformAccountId: 'crypto',
    customerId,
    accountInfo: { accountType: 'SOLANA_WALLET', address: addresses.SOLANA_WALLET },
  });
  const onChain = await pay({ accountId: crypto.body.id });
  await platform.advance(5000);
  const usd = await platformAccount(platform, 'USD');
  const inside = await quoteBetween(platform, usd, accountId, { immediatelyExecute: true });
  const agents = await platform.control('POST', '/agent-payments', paymentBetween(accountId, bankAccountId, 1_000_000));
  return {
    agentId: [agents.body, pending],
    description: [started, pending],
    receiptDeliveryConfirmedAt: [confirmed.body, completed],
    paymentInstructions: [pending, started],
    'destination.onChainTransaction': [await transactionOf(platform, onChain.id), completed],
    paymentRail: [started, await transactionOf(platform, inside.body.transactionId)],
    expectedSettlementAt: [started, instant],
    settlementTimelineSeconds: [await transactionOf(platform, inside.body.transactionId), pending],
  };
}

/** Incoming transactions. */
export async function incomingPairs(): Promise<Pairs> {
  const { platform, accountId: internalAccountId, customerId } = await openHolder();
  const { body: created } = await platform.control('POST', '/incoming-payments', { internalAccountId, amount: 5 });
  const usd = await platformAccount(platform, 'USD');
  const paid = { lockedCurrencyAmount: 1000, description: 'Rent' };
  await quoteBetween(platform, usd, internalAccountId, { ...paid, immediatelyExecute: true });
  const { body: agents } = await platform.control(
    'POST',
    '/agent-payments',
    paymentBetween(usd, internalAccountId, 1000),
  );
  await platform.call('POST', `/transactions/${agents.id}/approve`);
  await platform.advance(5000);
  const { data } = (await platform.call('GET', `/transactions?customerId=${customerId}&limit=2`)).body;
  const byAgent = data.find(({ agentId }: Answer['body']) => agentId !== undefined);
  const byQuote = data.find(({ agentId }: Answer['body']) => agentId === undefined);
  const confirmed = await platform.control('POST', '/receipts', { transactionId: byQuote.id });
  return {
    agentId: [byAgent, byQuote],
    receiptDeliveryConfirmedAt: [confirmed.body, created],
    description: [byQuote, created],
    quoteId: [byQuote, created],
  };
}
