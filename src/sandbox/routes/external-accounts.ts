/** External accounts of customers and of the platform. */
import { registrationForBusinessSenders } from '../account-types.ts';
import { mintId } from '../ids.ts';
import { pageOf } from '../paging.ts';
import { invalidInput, notFound, Refusal } from '../refusal.ts';
import { route, type Reply, type Route } from '../route.ts';
import { property, wayOf, type AccountRules } from '../schemas/account-info.ts';
import {
  createExternalAccount,
  externalAccount,
  externalAccountPage,
  externalAccountQuery,
  type CreateExternalAccount,
  type ExternalAccountQuery,
} from '../schemas/external-accounts.ts';
import type { ExternalAccountRecord } from '../state.ts';
import type { World } from '../world.ts';
import { customerOf } from './customers.ts';

/** The routes of external accounts; the profiles differ in what a USD account must have. */
export function externalAccountRoutes(rules: AccountRules): readonly Route[] {
  const ids = { externalAccountId: ['ExternalAccount'] } as const;
  return [
    route({
      method: 'POST',
      path: '/customers/external-accounts',
      body: createExternalAccount(rules),
      answers: { 201: externalAccount },
      idempotent: true,
      handle: ({ world, body }) => ({ status: 201, body: externalAccountAnswer(create(world, body)) }),
    }),
    route({
      method: 'GET',
      path: '/customers/external-accounts',
      query: externalAccountQuery,
      answers: { 200: externalAccountPage },
      handle: ({ world, query }) => ({ status: 200, body: find(world, query) }),
    }),
    route({
      method: 'GET',
      path: '/customers/external-accounts/:externalAccountId',
      ids,
      answers: { 200: externalAccount },
      handle: ({ world, params }) => ({
        status: 200,
        body: externalAccountAnswer(externalAccountOf(world, params['externalAccountId'])),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/customers/external-accounts/:externalAccountId',
      ids,
      answers: { 204: null },
      handle: ({ world, params }) => remove(world, params['externalAccountId']),
    }),
    route({
      method: 'GET',
      path: '/platform/external-accounts',
      answers: { 200: externalAccountPage },
      handle: ({ world }) => ({ status: 200, body: findPlatform(world) }),
    }),
  ];
}

/** An external account by id. @throws Refusal 404 `NOT_FOUND`. */
export function externalAccountOf(world: World, id: string | undefined): ExternalAccountRecord {
  const found = world.state.externalAccounts.get(id ?? '');
  if (found === undefined) throw notFound('external account');
  return found;
}

/** An external account as answered, with the rails that the service chose. */
export function externalAccountAnswer(record: ExternalAccountRecord): unknown {
  const { id, customerId, status, currency, platformAccountId, accountInfo } = record;
  const paymentRails = railsOf(record);
  return {
    id,
    ...(customerId === undefined ? {} : { customerId }),
    status,
    currency,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    accountInfo: paymentRails.length === 0 ? accountInfo : { ...accountInfo, paymentRails },
  };
}

/** The rails that can reach an account; none for crypto. */
export function railsOf({ accountInfo }: ExternalAccountRecord): readonly string[] {
  const rails = wayOf(accountInfo)?.rails ?? [];
  const chosen = property(accountInfo, 'rail');
  return typeof chosen === 'string' ? rails.filter((rail) => rail === chosen) : rails;
}

function remove(world: World, id: string | undefined): Reply {
  const record = externalAccountOf(world, id);
  if (record.trusted) {
    const message = 'The account is a trusted beneficiary: untrust it and confirm that first.';
    throw new Refusal(409, 'BENEFICIARY_TRUSTED', message);
  }
  world.state.externalAccounts.delete(record.id);
  return { status: 204 };
}

function create(world: World, body: CreateExternalAccount): ExternalAccountRecord {
  const { currency, platformAccountId, customerId, accountInfo } = body;
  const sender = customerId === undefined ? undefined : customerOf(world, customerId);
  const business = property(property(accountInfo, 'beneficiary'), 'businessInfo');
  if (
    sender?.customerType === 'BUSINESS' &&
    registrationForBusinessSenders.has(currency) &&
    business !== undefined &&
    property(business, 'registrationNumber') === undefined
  ) {
    const field = 'accountInfo.beneficiary.businessInfo.registrationNumber';
    throw invalidInput([{ field, message: 'This field is required.' }]);
  }
  const record: ExternalAccountRecord = {
    id: mintId(world.random, 'ExternalAccount'),
    ...(customerId === undefined ? {} : { customerId }),
    status: 'ACTIVE',
    currency,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    accountInfo,
    trusted: false,
    createdAt: world.clock.iso(),
  };
  world.state.externalAccounts.set(record.id, record);
  return record;
}

function findPlatform({ state }: World): unknown {
  const found = [...state.externalAccounts.values()].filter((record) => record.customerId === undefined);
  return { data: found.map(externalAccountAnswer), hasMore: false, totalCount: found.length };
}

function find(world: World, query: ExternalAccountQuery): unknown {
  const { customerId, currency } = query;
  const found = [...world.state.externalAccounts.values()].filter(
    (record) =>
      record.customerId !== undefined &&
      (customerId === undefined || record.customerId === customerId) &&
      (currency === undefined || record.currency === currency),
  );
  return pageOf(found, query, externalAccountAnswer);
}
