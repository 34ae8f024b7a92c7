/** External accounts: what is sent and what is answered. */
import * as v from 'valibot';
import { currencyCode, id, page, paging, text } from '../http/fields.ts';
import { accountEntries, type AccountInfo } from './account-info.ts';

/** Body of `POST /customers/external-accounts`. */
export interface CreateExternalAccount {
  readonly currency: string;
  readonly platformAccountId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly accountInfo: AccountInfo;
  readonly ownershipType?: string | undefined;
  readonly defaultUmaDepositAccount?: boolean | undefined;
}

/** Schema of {@link CreateExternalAccount} in profile `spec` (docs/sandbox.md, "A bank account"). */
export const createExternalAccount: v.GenericSchema<unknown, CreateExternalAccount> = v.lazy((input: unknown) =>
  v.strictObject({
    platformAccountId: text(),
    customerId: v.optional(id('Customer')),
    ...accountEntries(input, 'strict'),
  }),
);

const gridFields = {
  platformAccountId: v.optional(text()),
  ownershipType: v.optional(v.picklist(['FIRST_PARTY', 'THIRD_PARTY'])),
};

/** Schema of {@link CreateExternalAccount} as the public service takes it for the platform itself. */
export const createPlatformAccount: v.GenericSchema<unknown, CreateExternalAccount> = v.lazy((input: unknown) =>
  v.strictObject({ ...gridFields, ...accountEntries(input, 'grid') }),
);

/** Schema of {@link CreateExternalAccount} as the public service takes it for a customer. */
export const createGridAccount: v.GenericSchema<unknown, CreateExternalAccount> = v.lazy((input: unknown) =>
  v.strictObject({
    ...gridFields,
    customerId: v.optional(id('Customer')),
    defaultUmaDepositAccount: v.optional(v.boolean()),
    ...accountEntries(input, 'grid'),
  }),
);

/** Query of the list of external accounts. */
export interface ExternalAccountQuery {
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Schema of {@link ExternalAccountQuery}. */
export const externalAccountQuery: v.GenericSchema<unknown, ExternalAccountQuery> = v.strictObject({
  customerId: v.optional(id('Customer')),
  currency: v.optional(currencyCode),
  ...paging,
});

/** An external account as answered. */
export const externalAccount: v.GenericSchema = v.strictObject({
  id: id('ExternalAccount'),
  customerId: v.optional(id('Customer')),
  status: v.picklist(['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE']),
  currency: v.string(),
  platformAccountId: v.optional(v.string()),
  accountInfo: v.looseObject({ accountType: v.string(), paymentRails: v.optional(v.array(v.string())) }),
});

/** A list of external accounts as answered. */
export const externalAccountPage: v.GenericSchema = page(externalAccount);
