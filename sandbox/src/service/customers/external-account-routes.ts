/** External accounts of customers and of the platform. */
import * as v from 'valibot';
import { currencyCode, id, paging } from '../http/fields.ts';
import { outcomeOf, type OutcomeOf } from '../service/endings.ts';
import { mintId } from '../service/record-ids.ts';
import { pageOf, when } from '../http/paging.ts';
import { invalidInput, unknownRecord, Refusal } from '../http/refusal.ts';
import { route, type Reply, type SandboxRoute } from '../http/route.ts';
import { identifierOf, variantOf, type AccountInfo } from './account-info.ts';
import { property } from './property.ts';
import type { CreateExternalAccount } from './external-account-schemas.ts';
import type { ExternalAccountRecord } from './customer-records.ts';
import type { Service } from '../service/service.ts';
import { customerOf, requirePast } from './customers.ts';

const externalAccountQuery = v.strictObject({
  customerId: v.optional(id('Customer')),
  currency: v.optional(currencyCode),
  ...paging,
});
type ExternalAccountQuery = v.InferOutput<typeof externalAccountQuery>;

/** The routes of customers' external accounts, over the body that creates one. */
export function externalAccountRoutes(body: v.GenericSchema<unknown, CreateExternalAccount>): readonly SandboxRoute[] {
  const ids = { externalAccountId: ['ExternalAccount'] } as const;
  return [
    route({
      method: 'POST',
      path: '/customers/external-accounts',
      body,
      idempotent: true,
      handle: ({ service, body: sent }) => ({
        status: 201,
        body: externalAccountAnswer(service, createExternalAccountRecord(service, sent)),
      }),
    }),
    route({
      method: 'GET',
      path: '/customers/external-accounts',
      query: externalAccountQuery,
      handle: ({ service, query }) => ({ status: 200, body: find(service, query) }),
    }),
    route({
      method: 'GET',
      path: '/customers/external-accounts/:externalAccountId',
      ids,
      handle: ({ service, params }) => ({
        status: 200,
        body: externalAccountAnswer(service, externalAccountOf(service, params['externalAccountId'])),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/customers/external-accounts/:externalAccountId',
      ids,
      handle: ({ service, params }) => remove(service, params['externalAccountId']),
    }),
  ];
}

/** The list of the platform's own accounts in profile `spec` (docs/sandbox.md, "What is different in profile `grid`"). */
export const platformExternalAccountRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/platform/external-accounts',
    handle: ({ service }) => ({ status: 200, body: findPlatform(service) }),
  }),
];

/** An external account by id. @throws Refusal 404 `NOT_FOUND`. */
export function externalAccountOf(service: Service, id: string | undefined): ExternalAccountRecord {
  const found = service.state.externalAccounts.get(id ?? '');
  if (found === undefined) throw unknownRecord('external account');
  return found;
}

/** An external account as answered, with the rails that the service chose. */
export function externalAccountAnswer(service: Service, record: ExternalAccountRecord): unknown {
  const { id, customerId, status, currency, platformAccountId, accountInfo, sent } = record;
  const paymentRails = railsOf(service, record);
  return {
    id,
    ...(customerId === undefined ? {} : { customerId }),
    status,
    currency,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    ...sent,
    accountInfo: paymentRails.length === 0 ? accountInfo : { ...accountInfo, paymentRails },
  };
}

/** The rails that can reach an account; none for crypto. */
export function railsOf({ contract }: Service, { accountInfo }: ExternalAccountRecord): readonly string[] {
  const rails = variantOf(contract.accounts, accountInfo)?.rails ?? [];
  const chosen = rails.filter((rail) => rail === accountInfo['rail']);
  return chosen.length > 0 ? chosen : rails;
}

function remove(service: Service, id: string | undefined): Reply {
  const record = externalAccountOf(service, id);
  if (record.trusted) {
    const message = 'The account is a trusted beneficiary: untrust it and confirm that first.';
    throw new Refusal(409, 'BENEFICIARY_TRUSTED', message);
  }
  service.state.externalAccounts.delete(record.id);
  return { status: 204 };
}

/** Creates an external account. @throws Refusal 404 for an unknown customer, 400 for a business without its `registrationNumber`. */
export function createExternalAccountRecord(service: Service, body: CreateExternalAccount): ExternalAccountRecord {
  const { currency, customerId, accountInfo: given, ownershipType, defaultUmaDepositAccount } = body;
  const { platformAccountId: named, ...accountInfo } = given;
  const platformAccountId = body.platformAccountId ?? (typeof named === 'string' ? named : undefined);
  const sender = customerId === undefined ? undefined : customerOf(service, customerId);
  const business = property(property(accountInfo, 'beneficiary'), 'businessInfo');
  if (
    sender?.customerType === 'BUSINESS' &&
    service.contract.accounts.registrationForBusinessSenders.has(currency) &&
    business !== undefined &&
    property(business, 'registrationNumber') === undefined
  ) {
    const field = 'accountInfo.beneficiary.businessInfo.registrationNumber';
    throw invalidInput([{ field, message: 'This field is required.' }]);
  }
  const beneficiary = 'accountInfo.beneficiary.birthDate';
  requirePast(service, property(property(accountInfo, 'beneficiary'), 'birthDate'), beneficiary);
  requireUnequal(service, body, accountInfo);
  const beneficiaryVerificationStatus = checkName(service, accountInfo);
  const record: ExternalAccountRecord = {
    id: mintId(service.random, 'ExternalAccount'),
    ...(customerId === undefined ? {} : { customerId }),
    status: 'ACTIVE',
    currency,
    ...(platformAccountId === undefined ? {} : { platformAccountId }),
    accountInfo,
    sent: {
      ...(ownershipType === undefined ? {} : { ownershipType }),
      ...(defaultUmaDepositAccount === undefined ? {} : { defaultUmaDepositAccount }),
      ...(beneficiaryVerificationStatus === undefined ? {} : { beneficiaryVerificationStatus }),
    },
    trusted: false,
    createdAt: service.clock.iso(),
  };
  service.state.externalAccounts.set(record.id, record);
  return record;
}

function requireUnequal(
  { contract, state }: Service,
  { customerId, currency }: CreateExternalAccount,
  info: AccountInfo,
): void {
  // The schema has put the fields into one order.
  const text = JSON.stringify(info);
  const isEqual = (other: ExternalAccountRecord): boolean =>
    other.currency === currency && JSON.stringify(other.accountInfo) === text;
  if (contract.checksAccounts && state.externalAccounts.list(customerId ?? 'platform').some(isEqual)) {
    throw new Refusal(409, 'DUPLICATE_EXTERNAL_ACCOUNT', 'There is an equal external account of this owner already.');
  }
}

// Accounts on a chain have no name that could be checked.
function checkName({ contract }: Service, info: AccountInfo): OutcomeOf<'beneficiary'> | 'MATCHED' | undefined {
  const { accounts, checksAccounts } = contract;
  if (!checksAccounts || accounts.types[info.accountType]?.beneficiary !== 'required') return undefined;
  const outcome = outcomeOf('beneficiary', identifierOf(accounts, info));
  if (outcome !== 'INVALID_BANK_ACCOUNT') return outcome ?? 'MATCHED';
  throw new Refusal(400, outcome, 'There is no such account.');
}

function findPlatform(service: Service): unknown {
  const found = service.state.externalAccounts.list('platform');
  const data = found.map((record) => externalAccountAnswer(service, record));
  return { data, hasMore: false, totalCount: found.length };
}

function find(service: Service, query: ExternalAccountQuery): unknown {
  const { customerId, currency } = query;
  const owned = service.state.externalAccounts.list(customerId ?? 'customers');
  const fits = when(currency, (code) => (record: ExternalAccountRecord) => record.currency === code);
  const answer = (record: ExternalAccountRecord): unknown => externalAccountAnswer(service, record);
  return pageOf(owned, query, { answer, fits });
}
