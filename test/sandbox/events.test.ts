import { expect, test } from 'vitest';
import { execute, issueCard, spend } from './actions.ts';
import { createHolder, createQuote, openDesk, type Desk } from './desk.ts';

/** Everything that has an event happens once; what was told of it, by name. */
async function everyEvent(profile: 'spec' | 'grid'): Promise<{ desk: Desk; names: string[] }> {
  const desk = openDesk({ profile, strongAuthenticationRegions: ['US'] });
  const holder = await createHolder(desk);
  const { customerId, bankAccountId: externalAccountId } = holder;
  const quote = await createQuote(desk, holder);
  await execute(desk, holder, quote);
  await desk.call('POST', `/quotes/${quote.body.id}/authorize`, { code: '123456' });
  await desk.control('POST', '/failures', { transactionId: quote.body.transactionId, failureReason: 'TIMEOUT' });
  await createQuote(desk, holder);
  await desk.advance(5 * 60_000);
  await desk.control('POST', '/external-accounts', { externalAccountId, status: 'UNDER_REVIEW' });
  await desk.control('POST', '/customers', { customerId, kycStatus: 'PENDING' });
  await desk.control('POST', '/customers', { customerId, kycStatus: 'APPROVED' });
  const card = await issueCard(desk, holder);
  const { id } = await spend(desk, card.id, { descriptor: 'EXAMPLE SHOP' });
  const path = `/sandbox/cards/${card.id}/simulate`;
  for (const amount of [400, 600]) await desk.call('POST', `${path}/clearing`, { cardTransactionId: id, amount });
  await desk.call('POST', `${path}/return`, { cardTransactionId: id, amount: 1 });
  const { id: stuck } = await spend(desk, card.id, { descriptor: 'EXAMPLE 006' });
  await desk.call('POST', `${path}/clearing`, { cardTransactionId: stuck, amount: 1000 });
  if (profile === 'grid') {
    await desk.call('PATCH', `/cards/${card.id}`, { fundingSources: [holder.accountId] });
    await desk.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' });
  }
  const { body } = await desk.control('GET', '/webhooks');
  return { desk, names: body.data.map(({ type }: { type: string }) => type) };
}

test('in spec events have the plain names of the specification, card transactions those of the generic stream', async () => {
  const { names } = await everyEvent('spec');
  expect(names).toEqual([
    'INCOMING_PAYMENT',
    ...Array<string>(4).fill('OUTGOING_PAYMENT'),
    ...Array<string>(2).fill('CARD.STATE_CHANGE'),
    ...Array<string>(6).fill('TRANSACTION'),
  ]);
});

test('in grid they have the public names, with the status in them', async () => {
  const { names } = await everyEvent('grid');
  expect(names).toEqual([
    'INCOMING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.FAILED',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
    'OUTGOING_PAYMENT.EXPIRED',
    'EXTERNAL_ACCOUNT.STATUS_UPDATED',
    'CUSTOMER.KYC_PENDING',
    'CUSTOMER.KYC_APPROVED',
    'CARD.STATE_CHANGE',
    'CARD.STATE_CHANGE',
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
    'CARD_TRANSACTION.SETTLED',
    'CARD_TRANSACTION.REFUNDED',
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
  const desk = openDesk();
  await desk.control('POST', '/faults', { status, code });
  const answer = await desk.call('GET', '/transactions');
  expect([answer.status, answer.body]).toEqual([status, { status, code, message: expect.any(String) }]);
});
