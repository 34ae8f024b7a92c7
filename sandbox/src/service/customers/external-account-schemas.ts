/** Schemas of external accounts: requests and answers. */
import * as v from 'valibot';
import { id, text } from '../http/fields.ts';
import { accountEntries, type AccountInfo } from './account-info.ts';
import type { AccountRules } from './account-types.ts';

/** Body of `POST /customers/external-accounts`. */
export interface CreateExternalAccount {
  readonly currency: string;
  readonly platformAccountId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly accountInfo: AccountInfo;
  readonly ownershipType?: string | undefined;
  readonly defaultUmaDepositAccount?: boolean | undefined;
}

type Body = v.GenericSchema<unknown, CreateExternalAccount>;

/** Schema of {@link CreateExternalAccount} in profile `spec` (docs/sandbox-calls.md, "A bank account"). */
export const createExternalAccount = (rules: AccountRules): Body =>
  v.lazy((input: unknown) =>
    v.strictObject({
      platformAccountId: text(),
      customerId: v.optional(id('Customer')),
      ...accountEntries(rules, input),
    }),
  );

const gridFields = {
  platformAccountId: v.optional(text()),
  ownershipType: v.optional(v.picklist(['FIRST_PARTY', 'THIRD_PARTY'])),
};

/** Schema of {@link CreateExternalAccount} as the public service takes it for the platform itself. */
export const createPlatformAccount = (rules: AccountRules): Body =>
  v.lazy((input: unknown) => v.strictObject({ ...gridFields, ...accountEntries(rules, input) }));

/** Schema of {@link CreateExternalAccount} as the public service takes it for a customer. */
export const createGridAccount = (rules: AccountRules): Body =>
  v.lazy((input: unknown) =>
    v.strictObject({
      ...gridFields,
      customerId: v.optional(id('Customer')),
      defaultUmaDepositAccount: v.optional(v.boolean()),
      ...accountEntries(rules, input),
    }),
  );
