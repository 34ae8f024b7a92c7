/** Cards, and the sandbox's simulators of merchants. */
import * as v from 'valibot';
import { amount, id, paging, text } from '../http/fields.ts';
import { encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import { contractNames } from '../../../../src/kit/contract-names.ts';
import { authorizeCard, cardAnswer, clearCard, provisionCard, returnCard, setCardState } from './card-transactions.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId } from '../service/record-ids.ts';
import { every, pageOf, when } from '../http/paging.ts';
import { requireWalletSignature } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import {
  authorization,
  createCard,
  fundingSources,
  gridAuthorization,
  type Authorization,
  type CreateCard,
} from './card-schemas.ts';
import type { CardRecord, CardTransactionRecord } from './card-records.ts';
import { emitWebhook } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';
import { customerOf } from '../customers/customers.ts';

const changeCardBody = v.strictObject({
  state: v.optional(v.picklist(['ACTIVE', 'FROZEN', 'CLOSED'])),
  fundingSources: v.optional(fundingSources),
  maxSpendPerTransaction: v.optional(v.nullable(amount())),
});
type ChangeCard = v.InferOutput<typeof changeCardBody>;

const cardFilters = {
  cardholderId: v.optional(id('Customer')),
  accountId: v.optional(id('InternalAccount')),
  platformCardId: v.optional(text()),
  state: v.optional(v.picklist(['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'])),
  ...paging,
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
};
const cardQuery = v.strictObject(cardFilters);
type CardQuery = v.InferOutput<typeof cardQuery>;

// The owner's name in the other form of the contract is ignored, as the public service ignores this form's.
const { cardOwner } = contractNames['2026-09'];
const gridCardQuery = v.pipe(
  v.strictObject({ ...cardFilters, [cardOwner]: v.optional(v.string()) }),
  v.transform((query) => Object.fromEntries(Object.entries(query).filter(([name]) => name !== cardOwner)) as CardQuery),
);

/** Parts of the routes in which profiles differ. */
interface CardForms {
  readonly query: v.GenericSchema<unknown, CardQuery>;
  readonly authorization: v.GenericSchema<unknown, Authorization>;
}

// 0 stands for the expiry of the authorization.
const clearing = v.strictObject({
  cardTransactionId: id('CardTransaction'),
  amount: amount(1e11, 0),
});

const cardReturn = v.strictObject({
  cardTransactionId: id('CardTransaction'),
  amount: amount(1e11),
});

const ids = { cardId: ['Card'] } as const;
const stepRefused = 'INVALID_STATE_TRANSITION';
const simulator = '/sandbox/cards/:cardId/simulate';

// A profile changes cards at once or by a signed retry.
const routesOf = (forms: CardForms): readonly SandboxRoute[] => [
  route({
    method: 'POST',
    path: '/cards',
    body: createCard,
    idempotent: true,
    handle: ({ service, body }) => ({ status: 201, body: cardAnswer(createCardRecord(service, body)) }),
  }),
  route({
    method: 'GET',
    path: '/cards',
    query: forms.query,
    handle: ({ service, query }) => ({ status: 200, body: find(service, query) }),
  }),
  route({
    method: 'GET',
    path: '/cards/:cardId',
    ids,
    handle: ({ service, params }) => ({ status: 200, body: cardAnswer(cardOf(service, params['cardId'])) }),
  }),
  route({
    method: 'PATCH',
    path: '/cards/:cardId',
    ids,
    body: changeCardBody,
    handle: change,
  }),
  route({
    method: 'POST',
    path: `${simulator}/authorization`,
    ids,
    body: forms.authorization,
    handle({ service, params, body, note }) {
      const { issuerTransactionToken, declined } = authorizeCard(service, cardOf(service, params['cardId']), body);
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
      handle: ({ service, params, body: sent }) => {
        const transaction = cardTransactionOf(service, cardOf(service, params['cardId']), sent);
        apply(service, transaction, sent.amount);
        return { status: 202, body: { issuerTransactionToken: transaction.issuerTransactionToken } };
      },
    }),
  ),
];

/** The routes of cards in profile `spec`. */
export const cardRoutes: readonly SandboxRoute[] = routesOf({ query: cardQuery, authorization });

/** The routes of cards in profile `grid`. */
export const gridCardRoutes: readonly SandboxRoute[] = routesOf({
  query: gridCardQuery,
  authorization: gridAuthorization,
});

/** A card by id. @throws Refusal 404. */
export function cardOf(service: Service, id: string | undefined): CardRecord {
  const found = service.state.cards.get(id ?? '');
  if (found === undefined) throw unknownRecord('card');
  return found;
}

/** The transaction of a card that a simulator names. @throws Refusal 404 `TRANSACTION_NOT_FOUND`. */
export function cardTransactionOf(
  service: Service,
  { card }: CardRecord,
  body: { readonly cardTransactionId: string },
): CardTransactionRecord {
  const found = service.state.cardTransactions.get(body.cardTransactionId);
  if (found === undefined || found.cardId !== card.id) throw unknownRecord('card transaction', 'TRANSACTION_NOT_FOUND');
  return found;
}

function requireEligible(service: Service, customerId: string, sources: readonly string[]): void {
  for (const source of sources) {
    const account = service.state.internalAccounts.get(source);
    if (account?.customerId !== customerId || account.currency !== 'USDB') {
      throw new Refusal(400, 'FUNDING_SOURCE_INELIGIBLE', "A card is funded by the cardholder's own USDB accounts.");
    }
  }
}

/**
 * Issues a card, PROCESSING until it is provisioned unless that takes no time. @throws Refusal 400 for a cardholder or
 * a funding source that isn't allowed
 */
export function createCardRecord(service: Service, body: CreateCard): CardRecord {
  const { clock, random, state } = service;
  const { cardholderId, fundingSources, platformCardId, maxSpendPerTransaction = null } = body;
  const holder = customerOf(service, cardholderId);
  if (holder.kycStatus !== 'APPROVED') {
    throw new Refusal(
      400,
      'CARDHOLDER_KYC_NOT_APPROVED',
      'A card is issued to a customer whose kycStatus is APPROVED.',
    );
  }
  requireEligible(service, cardholderId, fundingSources);
  const isEuropean = service.settings.strongAuthenticationRegions.includes(holder.region ?? '');
  if (body.threeDSecurePassword !== undefined && !isEuropean) {
    const message = 'Only cards of the EEA have a static password: leave it out.';
    throw invalidInput([{ field: 'threeDSecurePassword', message }]);
  }
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
  const outcome = outcomeOf('card', magic);
  const delay = outcome === 'LONG' ? 30_000 : service.settings.provisionMs;
  if (delay === 0 && outcome !== 'PROCESSING') {
    provisionCard(service, record.card.id);
    return record;
  }
  emitWebhook(service, 'CARD.STATE_CHANGE', null, cardAnswer(record));
  if (outcome !== 'PROCESSING') clock.after(delay, 'card.provision', record.card.id);
  return record;
}

function find({ state }: Service, query: CardQuery): unknown {
  const cards = state.cards.list(query.cardholderId).map(({ card }) => card);
  const fits = every<CardRecord['card']>(
    when(
      query.accountId,
      (id) =>
        ({ fundingSources: sources }) =>
          sources.includes(id),
    ),
    when(query.platformCardId, (id) => (card) => card.platformCardId === id),
    when(query.state, (cardState) => (card) => card.state === cardState),
  );
  return pageOf(cards, query, { answer: (card) => card, sortOrder: query.sortOrder, fits });
}

async function change(call: Call<undefined, ChangeCard>): Promise<Reply> {
  const { service, params, body } = call;
  const record = cardOf(service, params['cardId']);
  const { card } = record;
  requireChange(service, record, body);
  if (body.fundingSources !== undefined) requireEligible(service, card.cardholderId, body.fundingSources);
  const commit = (): Reply => {
    apply(service, record, body);
    return { status: 200, body: cardAnswer(record) };
  };
  if (service.profile.cardChange === 'direct') return commit();
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: encodeBase64url(service.random.draw('opaque payload', 48)),
  });
  return requireWalletSignature(call, { accountId: card.fundingSources[0] ?? '', ask }, commit);
}

function requireChange({ contract }: Service, { card }: CardRecord, body: ChangeCard): void {
  const named = Object.keys(body);
  if (named.length === 0) throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  if (body.state === 'CLOSED' && named.length > 1) {
    throw invalidInput([{ field: 'state', message: 'CLOSED must be the only field.' }]);
  }
  const byStep = contract.cardRefusals === 'by-step';
  if (card.state === 'CLOSED') {
    let code = 'CARD_ALREADY_CLOSED';
    if (byStep && body.state !== 'CLOSED') code = body.state === undefined ? 'CARD_NOT_MUTABLE' : stepRefused;
    throw new Refusal(409, code, 'A closed card stays closed.');
  }
  const closes = body.state === 'CLOSED' && contract.closableCards === 'open';
  if (card.state !== 'ACTIVE' && card.state !== 'FROZEN' && !closes) {
    const code = byStep && body.state !== undefined ? stepRefused : 'CARD_NOT_MUTABLE';
    throw new Refusal(409, code, `A card that is ${card.state} can't be changed yet.`);
  }
  if (body.state === card.state) {
    throw new Refusal(409, stepRefused, `The card is ${card.state} already.`);
  }
}

function apply(
  service: Service,
  record: CardRecord,
  { state, fundingSources, maxSpendPerTransaction }: ChangeCard,
): void {
  const { card } = record;
  if (maxSpendPerTransaction !== undefined) card.maxSpendPerTransaction = maxSpendPerTransaction;
  if (fundingSources !== undefined) card.fundingSources = [...fundingSources];
  card.updatedAt = service.clock.iso();
  if (fundingSources !== undefined) emitWebhook(service, 'CARD.FUNDING_SOURCE_CHANGE', null, cardAnswer(record));
  if (state !== undefined) setCardState(service, record, state, state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null);
}
