import { describe, expect, test } from 'vitest';
import { addresses } from '../../../test/contract/sample.ts';
import { namesOf } from '../../../test/contract/flows/cards.ts';
import { endings, type OutcomeOf } from '../../src/service/service/endings.ts';
import {
  askForCard,
  lookUpUma,
  openCard,
  platformAccount,
  quoteBetween,
  receiveByUma,
  spend,
  transactionOf,
} from './actions.ts';
import { createHolder, createPlatformClient, openHolder, usdAccount, type PlatformClient } from './platform-client.ts';
import { verdict, type Answer } from './reading.ts';

const rows = <Subject extends keyof typeof endings>(subject: Subject) =>
  Object.entries(endings[subject]) as [string, OutcomeOf<Subject>][];
const grid = (): PlatformClient => createPlatformClient({ profile: 'grid' });

/** The platform's view after five seconds, and after six minutes. */
const payments: Readonly<Record<OutcomeOf<'destination' | 'umaAddress'>, readonly [string, object]>> = {
  EXECUTION_FAILED: ['FAILED', { failureReason: 'QUOTE_EXECUTION_FAILED', refund: { status: 'COMPLETED' } }],
  LONG: ['PROCESSING', { status: 'COMPLETED' }],
  DELIVERY_FAILED: ['FAILED', { failureReason: 'ACCOUNT_CANNOT_RECEIVE' }],
  RETURNED: ['COMPLETED', { status: 'FAILED', failureReason: 'PAYOUT_RETURNED' }],
  CANCELLED: ['PROCESSING', { status: 'COMPLETED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } }],
  REFUND_FAILED: ['FAILED', { failureReason: 'ACCOUNT_INVALID', refund: { status: 'FAILED' } }],
  COMPLIANCE_REJECTED: ['FAILED', { failureReason: 'COMPLIANCE_REJECTED' }],
};

async function expectPayment(platform: PlatformClient, id: unknown, [soon, late]: readonly [string, object]) {
  await platform.advance(5000);
  expect((await transactionOf(platform, id)).status).toBe(soon);
  await platform.advance(355_000);
  expect(await transactionOf(platform, id)).toMatchObject(late);
}

const pixAccount = (pixKey: string) => ({
  accountType: 'BRL_ACCOUNT',
  pixKey,
  pixKeyType: 'EMAIL',
  taxId: '12345678901',
  beneficiary: usdAccount.beneficiary,
});

async function addAccount(platform: PlatformClient, currency: string, accountInfo: object): Promise<Answer> {
  return platform.call('POST', '/platform/external-accounts', { currency, accountInfo });
}

describe.each(rows('destination'))('an identifier that ends in %s', (ending, outcome) => {
  test.each([
    ['in an account number', 'USD', { ...usdAccount, accountNumber: `1234567${ending}` }],
    ['before the @ of a PIX key', 'BRL', pixAccount(`testuser.${ending}@example.com`)],
  ])(`%s makes its payment ${outcome}`, async (_, currency, accountInfo) => {
    const platform = grid();
    const { body: account } = await addAccount(platform, currency, accountInfo);
    const from = await platformAccount(platform, 'USD');
    const { body: quote } = await quoteBetween(platform, from, account.id, { immediatelyExecute: true });
    await expectPayment(platform, quote.transactionId, payments[outcome]);
  });
});

test('an address in Base58 has twins of these endings, without a zero; other identifiers have not', async () => {
  const platform = grid();
  const from = await platformAccount(platform, 'USD');
  const solana = { accountType: 'SOLANA_WALLET', address: addresses.SOLANA_WALLET.replace(/...$/, '114') };
  const bank = { ...usdAccount, accountNumber: '1234567114' };
  const statuses: unknown[] = [];
  for (const [currency, info] of [
    ['USDC', solana],
    ['USD', bank],
  ] as const) {
    const { body: account } = await addAccount(platform, currency, info);
    const { body: quote } = await quoteBetween(platform, from, account.id, { immediatelyExecute: true });
    await platform.advance(5000);
    const { status, failureReason } = await transactionOf(platform, quote.transactionId);
    statuses.push([status, failureReason]);
  }
  expect(statuses).toEqual([
    ['FAILED', 'ACCOUNT_CANNOT_RECEIVE'],
    ['COMPLETED', undefined],
  ]);
});

describe.each(rows('umaAddress'))('the address %s at sandbox.uma.money', (name, outcome) => {
  test(`makes a payment to it and one from it ${outcome}`, async () => {
    const umaAddress = `${name}@sandbox.uma.money`;
    const { platform, holder } = await openHolder({ profile: 'grid' }, 0);
    const { body: quote } = await quoteBetween(platform, await platformAccount(platform, 'USD'), '', {
      destination: { destinationType: 'UMA_ADDRESS', umaAddress },
      lookupId: await lookUpUma(platform, holder.customerId, umaAddress),
      immediatelyExecute: true,
    });
    await expectPayment(platform, quote.transactionId, payments[outcome]);
    const { body: received } = await receiveByUma(platform, holder, umaAddress);
    await platform.call('POST', `/transactions/${received.id}/approve`, {});
    await expectPayment(platform, received.id, payments[outcome]);
  });
});

test.each([...rows('beneficiary'), ['999', 'MATCHED']])(
  'the name of an account that ends in %s is %s',
  async (ending, outcome) => {
    const { status, body } = await addAccount(grid(), 'BRL', pixAccount(`testuser.${ending}@example.com`));
    expect([status, body.beneficiaryVerificationStatus ?? body.code]).toEqual([
      outcome === 'INVALID_BANK_ACCOUNT' ? 400 : 201,
      outcome,
    ]);
  },
);

test('the name of an account on a chain, and any in spec, is not checked', async () => {
  const chain = await addAccount(grid(), 'USDC', { accountType: 'BASE_WALLET', address: `0x${'0'.repeat(37)}102` });
  const spec = createPlatformClient();
  const { customerId } = await createHolder(spec, 0);
  const accountInfo = { ...usdAccount, accountNumber: '1234567105' };
  const body = { customerId, platformAccountId: 'bank-105', currency: 'USD', accountInfo };
  for (const answer of [chain, await spec.call('POST', '/customers/external-accounts', body)]) {
    expect([answer.status, 'beneficiaryVerificationStatus' in answer.body]).toEqual([201, false]);
  }
});

test.each([...rows('fullName'), ['Customer', 'APPROVED']])(
  'the kycStatus of a customer whose name ends in %s is %s',
  async (ending, outcome) => {
    const platform = createPlatformClient({ profile: 'grid' });
    const customer = { customerType: 'INDIVIDUAL', fullName: `Sample ${ending}` };
    expect((await platform.call('POST', '/customers', customer)).body.kycStatus).toBe(outcome);
  },
);

test.each(['spec', 'grid'] as const)('a card in %s becomes what its ending says', async (profile) => {
  const cards = {
    PROCESSING: ['PROCESSING', 'PROCESSING', undefined],
    ISSUER_REJECTED: ['CLOSED', 'CLOSED', 'ISSUER_REJECTED'],
    LONG: ['PROCESSING', 'ACTIVE', undefined],
    ACTIVE: ['ACTIVE', 'ACTIVE', undefined],
  };
  const { platform, holder } = await openHolder({ profile });
  const { cardStatus, cardReason } = namesOf(platform);
  for (const [ending, outcome] of [...rows('card'), ['999', 'ACTIVE'] as const]) {
    const { id } = (await askForCard(platform, holder, { platformCardId: `card-${ending}` })).body;
    await platform.advance(2000);
    const soon = (await platform.call('GET', `/cards/${id}`)).body[cardStatus];
    await platform.advance(28_000);
    const { body: card } = await platform.call('GET', `/cards/${id}`);
    expect([soon, card[cardStatus], card[cardReason] ?? undefined], ending).toEqual(cards[outcome]);
  }
});

test.each(rows('fundingSource'))(
  'in August an account whose id ends in %s funds no card: %s',
  async (ending, outcome) => {
    const { platform, holder } = await openHolder({ profile: 'grid', contract: '2026-08' });
    const fundingSources = [`InternalAccount:00000000-0000-4000-8000-000000000${ending}`];
    expect(verdict(await askForCard(platform, holder, { fundingSources }))).toEqual([400, outcome]);
  },
);

test.each(rows('merchant'))('a shop whose name ends in %s meets %s', async (ending, outcome) => {
  // August's transactions say how often a card was pulled.
  const { platform, cardId: id } = await openCard({ profile: 'grid', contract: '2026-08' });
  const merchant = { descriptor: `EXAMPLE ${ending}` };
  if (outcome === 'INSUFFICIENT_FUNDS' || outcome === 'CARD_PAUSED') {
    const path = `/sandbox/cards/${id}/simulate/authorization`;
    await platform.call('POST', path, { amount: 1000, currency: { code: 'USD' }, merchant });
    const { body } = await platform.control('GET', '/requests');
    expect(body.data.at(-1).refusal).toBe(`declined: ${outcome}`);
    return;
  }
  const { id: cardTransactionId, pullSummary } = await spend(platform, id, merchant);
  expect(pullSummary.pendingCount).toBe(outcome === 'LONG' ? 1 : undefined);
  await platform.call('POST', `/sandbox/cards/${id}/simulate/clearing`, { cardTransactionId, amount: 1000 });
  const { status } = await transactionOf(platform, cardTransactionId);
  expect(status).toBe(outcome === 'EXCEPTION' ? 'EXCEPTION' : 'SETTLED');
});
