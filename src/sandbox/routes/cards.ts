/** Cards, and the sandbox's simulators of what merchants do with them. */
import { encodeBase64url } from '../../encoding/index.ts';
import { authorizeCard, cardAnswer, clearCard, returnCard, setCardState } from '../cards.ts';
import { mintId } from '../ids.ts';
import { pageOf } from '../paging.ts';
import { protect } from '../protect.ts';
import { invalidInput, notFound, Refusal } from '../refusal.ts';
import { route, type Call, type Reply, type Route } from '../route.ts';
import {
  authorization,
  card as cardSchema,
  cardPage,
  cardQuery,
  cardReturn,
  changeCard,
  clearing,
  createCard,
  simulated,
  type CardQuery,
  type CardTransactionAmount,
  type ChangeCard,
  type CreateCard,
} from '../schemas/cards.ts';
import { challenge } from '../schemas/credentials.ts';
import type { CardRecord, CardTransactionRecord } from '../state.ts';
import { emit } from '../webhooks.ts';
import type { World } from '../world.ts';
import { customerOf } from './customers.ts';

const ids = { cardId: ['Card'] } as const;
const simulator = '/sandbox/cards/:cardId/simulate';

/** The routes of cards; a profile changes them at once or by a signed retry. */
export const cardRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/cards',
    body: createCard,
    answers: { 201: cardSchema },
    idempotent: true,
    handle: ({ world, body }) => ({ status: 201, body: cardAnswer(create(world, body)) }),
  }),
  route({
    method: 'GET',
    path: '/cards',
    query: cardQuery,
    answers: { 200: cardPage },
    handle: ({ world, query }) => ({ status: 200, body: find(world, query) }),
  }),
  route({
    method: 'GET',
    path: '/cards/:cardId',
    ids,
    answers: { 200: cardSchema },
    handle: ({ world, params }) => ({ status: 200, body: cardAnswer(cardOf(world, params['cardId'])) }),
  }),
  route({
    method: 'PATCH',
    path: '/cards/:cardId',
    ids,
    body: changeCard,
    answers: { 202: challenge, 200: cardSchema },
    handle: change,
  }),
  route({
    method: 'POST',
    path: `${simulator}/authorization`,
    ids,
    body: authorization,
    answers: { 202: simulated },
    handle({ world, params, body, note }) {
      const { issuerTransactionToken, declined } = authorizeCard(world, cardOf(world, params['cardId']), body);
      if (declined !== undefined) note.refusal = `declined: ${declined}`;
      return { status: 202, body: { issuerTransactionToken } };
    },
  }),
  ...(
    [
      ['clearing', clearing, clearCard],
      ['return', cardReturn, returnCard],
    ] as const
  ).map(([name, body, apply]) =>
    route({
      method: 'POST',
      path: `${simulator}/${name}`,
      ids,
      body,
      answers: { 202: simulated },
      handle: ({ world, params, body: sent }) => {
        const transaction = transactionOf(world, cardOf(world, params['cardId']), sent);
        apply(world, transaction, sent.amount);
        return { status: 202, body: { issuerTransactionToken: transaction.issuerTransactionToken } };
      },
    }),
  ),
];

function cardOf(world: World, id: string | undefined): CardRecord {
  const found = world.state.cards.get(id ?? '');
  if (found === undefined) throw notFound('card');
  return found;
}

function transactionOf(world: World, { card }: CardRecord, body: CardTransactionAmount): CardTransactionRecord {
  const found = world.state.cardTransactions.get(body.cardTransactionId);
  if (found === undefined || found.cardId !== card.id) throw notFound('card transaction', 'TRANSACTION_NOT_FOUND');
  return found;
}

function requireEligible(world: World, customerId: string, sources: readonly string[]): void {
  for (const source of sources) {
    const account = world.state.internalAccounts.get(source);
    if (account?.customerId !== customerId || account.currency !== 'USDB') {
      throw new Refusal(400, 'FUNDING_SOURCE_INELIGIBLE', "A card is funded by the cardholder's own USDB accounts.");
    }
  }
}

function create(world: World, body: CreateCard): CardRecord {
  const { clock, random, state } = world;
  const { cardholderId, fundingSources, platformCardId, maxSpendPerTransaction = null } = body;
  const holder = customerOf(world, cardholderId);
  if (holder.kycStatus !== 'APPROVED') {
    throw new Refusal(
      400,
      'CARDHOLDER_KYC_NOT_APPROVED',
      'A card is issued to a customer whose kycStatus is APPROVED.',
    );
  }
  requireEligible(world, cardholderId, fundingSources);
  const now = clock.iso();
  const magic = platformCardId ?? cardholderId;
  const digits = 1000 + (((random.draw('last4', 2)[0] ?? 0) * 35 + 7) % 9000);
  const record: CardRecord = {
    magic,
    card: {
      id: mintId(random, 'Card'),
      cardholderId,
      ...(platformCardId === undefined ? {} : { platformCardId }),
      state: 'PROCESSING',
      stateReason: null,
      brand: 'VISA',
      form: 'VIRTUAL',
      last4: String(digits),
      expMonth: 12,
      expYear: new Date(clock.now()).getUTCFullYear() + 3,
      currency: 'USDB',
      fundingSources: [...fundingSources],
      maxSpendPerTransaction,
      createdAt: now,
      updatedAt: now,
    },
  };
  state.cards.set(record.card.id, record);
  emit(world, 'CARD.STATE_CHANGE', null, cardAnswer(record));
  const delay = magic.endsWith('005') ? 30_000 : world.settings.provisionMs;
  if (!magic.endsWith('001')) clock.after(delay, 'card.provision', record.card.id);
  return record;
}

function find(world: World, query: CardQuery): unknown {
  const found: CardRecord['card'][] = [];
  for (const { card } of world.state.cards.values()) {
    if (query.cardholderId !== undefined && card.cardholderId !== query.cardholderId) continue;
    if (query.accountId !== undefined && !card.fundingSources.includes(query.accountId)) continue;
    if (query.platformCardId !== undefined && card.platformCardId !== query.platformCardId) continue;
    if (query.state !== undefined && card.state !== query.state) continue;
    found.splice(query.sortOrder === 'asc' ? found.length : 0, 0, card);
  }
  return pageOf(found, query, (card) => card);
}

async function change(call: Call<undefined, ChangeCard>): Promise<Reply> {
  const { world, params, body } = call;
  const record = cardOf(world, params['cardId']);
  const { card } = record;
  requireChange(record, body);
  if (body.fundingSources !== undefined) requireEligible(world, card.cardholderId, body.fundingSources);
  const commit = (): Reply => {
    apply(world, record, body);
    return { status: 200, body: cardAnswer(record) };
  };
  if (world.profile.cardChange === 'direct') return commit();
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: encodeBase64url(world.random.draw('opaque payload', 48)),
  });
  return protect(call, { accountId: card.fundingSources[0] ?? '', ask }, commit);
}

function requireChange({ card }: CardRecord, body: ChangeCard): void {
  const named = Object.keys(body);
  if (named.length === 0) throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  if (body.state === 'CLOSED' && named.length > 1) {
    throw invalidInput([{ field: 'state', message: 'CLOSED must be the only field.' }]);
  }
  if (card.state === 'CLOSED') throw new Refusal(409, 'CARD_ALREADY_CLOSED', 'A closed card stays closed.');
  if (card.state !== 'ACTIVE' && card.state !== 'FROZEN') {
    throw new Refusal(409, 'CARD_NOT_MUTABLE', `A card that is ${card.state} can't be changed yet.`);
  }
  if (body.state === card.state) {
    throw new Refusal(409, 'INVALID_STATE_TRANSITION', `The card is ${card.state} already.`);
  }
}

function apply(world: World, record: CardRecord, { state, fundingSources, maxSpendPerTransaction }: ChangeCard): void {
  const { card } = record;
  if (maxSpendPerTransaction !== undefined) card.maxSpendPerTransaction = maxSpendPerTransaction;
  if (fundingSources !== undefined) card.fundingSources = [...fundingSources];
  card.updatedAt = world.clock.iso();
  if (fundingSources !== undefined) emit(world, 'CARD.FUNDING_SOURCE_CHANGE', null, cardAnswer(record));
  if (state !== undefined) setCardState(world, record, state, state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null);
}
