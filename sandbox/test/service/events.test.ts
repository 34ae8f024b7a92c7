import { expect, test } from 'vitest';
import { execute, issueCard, spend } from './actions.ts';
import { createPlatformClient, createQuote, openHolder, type PlatformClient } from './platform-client.ts';

/** Everything that has an event happens once, in `grid` in the form of August; what was told of it, by name. */
async function everyEvent(profile: 'spec' | 'grid'): Promise<{ platform: PlatformClient; names: string[] }> {
  const august = profile === 'grid' ? { contract: '2026-08' as const } : {};
  const { platform, holder } = await openHolder({ profile, ...august, strongAuthenticationRegions: ['US'] });
  const { customerId, bankAccountId: externalAccountId } = holder;
  const quote = await createQuote(platform, holder);
  await execute(platform, holder, quote);
  await platform.call('POST', `/quotes/${quote.body.id}/authorize`, { code: '123456' });
  const failure = { transactionId: quote.body.transactionId, failureReason: 'FUNDING_AMOUNT_MISMATCH' };
  await platform.control('POST', '/failures', failure);
  await createQuote(platform, holder);
  await platform.advance(5 * 60_000);
  await platform.control('POST', '/external-accounts', { externalAccountId, status: 'UNDER_REVIEW' });
  await platform.control('POST', '/customers', { customerId, kycStatus: 'PENDING' });
  await platform.control('POST', '/customers', { customerId, kycStatus: 'APPROVED' });
  const card = await issueCard(platform, holder);
  const { id } = await spend(platform, card.id, { descriptor: 'EXAMPLE SHOP' });
  const path = `/sandbox/cards/${card.id}/simulate`;
  for (const amount of [400, 600]) await platform.call('POST', `${path}/clearing`, { cardTransactionId: id, amount });
  await platform.call('POST', `${path}/return`, { cardTransactionId: id, amount: 1000 });
  const { id: stuck } = await spend(platform, card.id, { descriptor: 'EXAMPLE 006' });
  await platform.call('POST', `${path}/clearing`, { cardTransactionId: stuck, amount: 1000 });
  if (profile === 'grid') {
    await platform.call('PATCH', `/cards/${card.id}`, { fundingSources: [holder.accountId] });
    await platform.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' });
  }
  const { body } = await platform.control('GET', '/webhooks');
  return { platform, names: body.data.map(({ type }: { type: string }) => type) };
}

test('in spec events have the plain names of the specification, card transactions those of the generic stream', async () => {
  const { names } = await everyEvent('spec');
  expect(names).toEqual([
    'INCOMING_PAYMENT',
    ...Array<string>(5).fill('OUTGOING_PAYMENT'),
    ...Array<string>(2).fill('CARD.STATE_CHANGE'),
    ...Array<string>(6).fill('TRANSACTION'),
  ]);
});

test('in grid they have the public names, with the status in them', async () => {
  const { names } = await everyEvent('grid');
  expect(names).toEqual([
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'INCOMING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.FAILED',
    'OUTGOING_PAYMENT.REFUND_PENDING',
    'OUTGOING_PAYMENT.PENDING',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
    'OUTGOING_PAYMENT.EXPIRED',
    'EXTERNAL_ACCOUNT.STATUS_UPDATED',
    'CUSTOMER.KYC_PENDING',
    'CUSTOMER.KYC_APPROVED',
    'CARD.STATE_CHANGE',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'CARD_TRANSACTION.AUTHORIZED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'CARD_TRANSACTION.SETTLED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'CARD_TRANSACTION.REFUNDED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.EXCEPTION',
    'CARD.FUNDING_SOURCE_CHANGE',
    'CARD.STATE_CHANGE',
  ]);
});

test.each([
  ['SERVICE_SWITCH_ERROR', 500],
  ['INTERNAL_ERROR', 500],
  ['QUOTE_REQUEST_FAILED', 400],
])('a fault rule answers %s on demand', async (code, status) => {
  const platform = createPlatformClient();
  await platform.control('POST', '/faults', { status, code });
  const answer = await platform.call('GET', '/transactions');
  expect([answer.status, answer.body]).toEqual([status, { status, code, message: expect.any(String) }]);
});
