/** Cards, and the sandbox's simulators of merchants. */
import * as v from 'valibot';
import { amount, id } from '../http/fields.ts';
import { encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import { contractForms, specForm, type ContractForm } from '../contracts/contract-form.ts';
import {
  authorizeCard,
  cardAnswer,
  clearCard,
  emitCard,
  emitCardSources,
  followKey,
  provisionCard,
  returnCard,
  setCardState,
  waitsForKey,
} from './card-transactions.ts';
import { outcomeOf } from '../service/endings.ts';
import { mintId } from '../service/record-ids.ts';
import { every, pageOf, when } from '../http/paging.ts';
import { requireWalletSignature } from '../wallet-auth/wallet-signature.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Call, type Reply, type SandboxRoute } from '../http/route.ts';
import {
  authorization,
  cardQuery,
  changeCard,
  createCard,
  gridAuthorization,
  type Authorization,
  type CardQuery,
  type ChangeCard,
  type CreateCard,
} from './card-schemas.ts';
import type { CardRecord, CardTransactionRecord } from './card-records.ts';
import type { Service } from '../service/service.ts';
import { customerOf } from '../customers/customers.ts';

/** Bodies and queries in which profiles and forms differ. */
interface CardSchemas {
  readonly create: v.GenericSchema<unknown, CreateCard>;
  readonly change: v.GenericSchema<unknown, ChangeCard>;
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
const routesOf = (forms: CardSchemas): readonly SandboxRoute[] => [
  route({
    method: 'POST',
    path: '/cards',
    body: forms.create,
    idempotent: true,
    handle({ service, body, request }) {
      requireIssueKey(service, request.idempotencyKey);
      return { status: 201, body: cardAnswer(service, createCardRecord(service, body)) };
    },
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
    handle: ({ service, params }) => ({ status: 200, body: cardAnswer(service, cardOf(service, params['cardId'])) }),
  }),
  route({
    method: 'PATCH',
    path: '/cards/:cardId',
    ids,
    body: forms.change,
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
export const cardRoutes: readonly SandboxRoute[] = routesOf({
  create: createCard(specForm),
  change: changeCard(specForm),
  query: cardQuery(specForm),
  authorization: authorization(specForm),
});

/** The routes of cards in a form of profile `grid`. The owner's name in its other forms is ignored, as the public service ignores it. */
export function gridCardRoutes(form: ContractForm): readonly SandboxRoute[] {
  const owners = Object.values(contractForms).map(({ names }) => names.cardOwner);
  const query = cardQuery(
    form,
    owners.find((name) => name !== form.names.cardOwner),
  );
  return routesOf({
    create: createCard(form),
    change: changeCard(form),
    query,
    authorization: gridAuthorization(form),
  });
}

// Its own table says so; elsewhere it is as good as none.
function requireIssueKey({ contract }: Service, key: string | null): void {
  if (!contract.form.needsCardKey || (key !== null && key !== '' && key.length <= 255)) return;
  const message = 'A card is issued with an Idempotency-Key of 1 to 255 characters, one for each card.';
  throw invalidInput([{ field: 'Idempotency-Key', message }]);
}

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
  const { maxSpendPerDay = null, maxTransactionsPerDay = null } = body;
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
  const id = mintId(random, 'Card');
  // With one source the service makes it, and a sent one only steers the outcome.
  const ownId = service.contract.form.cardSources === 'one' ? `card-${id.slice(-12)}` : platformCardId;
  const record: CardRecord = {
    magic,
    card: {
      id,
      cardholderId,
      ...(ownId === undefined ? {} : { platformCardId: ownId }),
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
      maxSpendPerDay,
      maxTransactionsPerDay,
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
  emitCard(service, record);
  if (outcome !== 'PROCESSING') clock.after(delay, 'card.provision', record.card.id);
  return record;
}

function find(service: Service, query: CardQuery): unknown {
  const cards = service.state.cards.list(query.cardholderId).map((record) => ({ id: record.card.id, record }));
  const fits = every<{ readonly record: CardRecord }>(
    when(
      query.accountId,
      (id) =>
        ({ record }) =>
          record.card.fundingSources.includes(id),
    ),
    when(
      query.platformCardId,
      (id) =>
        ({ record }) =>
          record.card.platformCardId === id,
    ),
    when(
      query.state,
      (state) =>
        ({ record }) =>
          record.card.state === state,
    ),
  );
  const { sortOrder } = query;
  return pageOf(cards, query, { answer: ({ record }) => cardAnswer(service, record), sortOrder, fits });
}

async function change(call: Call<undefined, ChangeCard>): Promise<Reply> {
  const { service, params, body } = call;
  const record = cardOf(service, params['cardId']);
  const { card } = record;
  requireChange(service, record, body);
  if (body.fundingSources !== undefined) requireEligible(service, card.cardholderId, body.fundingSources);
  const commit = (): Reply => {
    apply(service, record, body);
    return { status: 200, body: cardAnswer(service, record) };
  };
  if (service.profile.cardChange === 'direct') return commit();
  const ask = (): { payloadToSign: string } => ({
    payloadToSign: encodeBase64url(service.random.draw('opaque payload', 48)),
  });
  return requireWalletSignature(call, { accountId: card.fundingSources[0] ?? '', ask }, commit);
}

function requireChange(service: Service, record: CardRecord, body: ChangeCard): void {
  const { contract } = service;
  const { card } = record;
  const named = Object.keys(body);
  if (named.length === 0) throw invalidInput([{ field: 'body', message: 'Name at least one field to change.' }]);
  if (body.state === 'CLOSED' && named.length > 1) {
    throw invalidInput([{ field: contract.form.names.cardStatus, message: 'CLOSED must be the only field.' }]);
  }
  const byStep = contract.cardRefusals === 'by-step';
  if (card.state === 'CLOSED') {
    let code = 'CARD_ALREADY_CLOSED';
    if (byStep && body.state !== 'CLOSED') code = body.state === undefined ? 'CARD_NOT_MUTABLE' : stepRefused;
    throw new Refusal(409, code, 'A closed card stays closed.');
  }
  const closes = body.state === 'CLOSED' && contract.closableCards === 'open';
  if (!['ACTIVE', 'FROZEN', 'PENDING'].includes(card.state) && !closes) {
    const code = byStep && body.state !== undefined ? stepRefused : 'CARD_NOT_MUTABLE';
    throw new Refusal(409, code, `A card that is ${card.state} can't be changed yet.`);
  }
  if (body.state === card.state) {
    throw new Refusal(409, stepRefused, `The card is ${card.state} already.`);
  }
  if (body.state === 'ACTIVE' && waitsForKey(service, record)) {
    throw new Refusal(409, stepRefused, 'The card has no active delegated key: it stays as it is until it has one.');
  }
}

function apply(service: Service, record: CardRecord, { state, fundingSources, ...limits }: ChangeCard): void {
  const { card } = record;
  Object.assign(card, limits);
  if (fundingSources !== undefined) card.fundingSources = [...fundingSources];
  card.updatedAt = service.clock.iso();
  if (fundingSources !== undefined) emitCardSources(service, record);
  if (state !== undefined) setCardState(service, record, state, state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null);
  else followKey(service, card.id);
}
