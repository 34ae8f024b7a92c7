/** Schemas of cards, their simulators and their transactions: requests and answers. */
import * as v from 'valibot';
import { contractForms, specForm, type ContractForm, type ContractNames } from '../contracts/contract-form.ts';
import { unknownField } from '../http/validation.ts';
import { amount, country, currencyCode, id, matching, paging, text } from '../http/fields.ts';

/** Body of `POST /cards`, whatever its form calls the fields. */
export interface CreateCard extends Partial<CardLimits> {
  readonly cardholderId: string;
  readonly form: 'VIRTUAL';
  readonly fundingSources: readonly string[];
  readonly platformCardId?: string | undefined;
  readonly threeDSecurePassword?: string | undefined;
}

/** Limits of a card's spending; null for no limit. */
export interface CardLimits {
  readonly maxSpendPerTransaction: number | null | undefined;
  readonly maxSpendPerDay: number | null | undefined;
  readonly maxTransactionsPerDay: number | null | undefined;
}

/** Body of `PATCH /cards/{id}`, likewise. */
export interface ChangeCard extends Partial<CardLimits> {
  readonly state?: 'ACTIVE' | 'FROZEN' | 'CLOSED' | undefined;
  readonly fundingSources?: readonly string[] | undefined;
}

/** Query of `GET /cards`, likewise. */
export interface CardQuery {
  readonly cardholderId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly platformCardId?: string | undefined;
  readonly state?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
}

const count = v.pipe(v.number(), v.safeInteger('This must be an integer.'), v.minValue(0));
/** Funding sources of a card. */
export const fundingSources: v.GenericSchema<unknown, readonly string[]> = v.pipe(
  v.array(id('InternalAccount')),
  v.minLength(1),
);

const limits = {
  maxSpendPerTransaction: v.optional(v.nullable(amount(Number.MAX_SAFE_INTEGER))),
  maxSpendPerDay: v.optional(v.nullable(amount(Number.MAX_SAFE_INTEGER))),
  maxTransactionsPerDay: v.optional(v.nullable(amount(2 ** 31 - 1))),
};
const states = v.picklist(['ACTIVE', 'FROZEN', 'CLOSED']);
const allStates = ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED'];
const substatuses =
  'LOST COMPROMISED DAMAGED END_USER_REQUEST ISSUER_REQUEST NOT_ACTIVE SUSPICIOUS_ACTIVITY INTERNAL_REVIEW EXPIRED UNDELIVERABLE OTHER';

type Fields = Readonly<Record<string, unknown>>;

// Fields whose names are known at run time alone. Of a name that another form has, the error says what it is called in this one.
const strict = (form: ContractForm, entries: v.ObjectEntries): v.GenericSchema<unknown, Fields> =>
  v.strictObject(entries, ({ received }) => {
    const isOther = ([, name]: readonly [string, string]): boolean => JSON.stringify(name) === received;
    for (const { month, names } of form === specForm ? [] : Object.values(contractForms)) {
      const [thing, name] = Object.entries(names).find(isOther) ?? [];
      const own = form.names[thing as keyof ContractNames];
      if (name === undefined || !Object.hasOwn(entries, own)) continue;
      return `This sandbox speaks the contract of ${form.month}, which calls this field ${own}. With contract: '${month}' (--contract) it is ${name}.`;
    }
    return unknownField;
  });

// Gives the fields of a form the names that the sandbox has for them, and leaves out what has no effect.
const renamed = <Output>(names: Readonly<Record<string, keyof Output & string>>, ignored: readonly string[] = []) =>
  v.transform((sent: Fields) => {
    const entries = Object.entries(sent).filter(([name]) => !ignored.includes(name));
    return Object.fromEntries(entries.map(([name, value]) => [names[name] ?? name, value])) as unknown as Output;
  });

const asList = v.pipe(
  id('InternalAccount'),
  v.transform((source) => [source]),
);

/** Schema of {@link CreateCard} in a form. */
export function createCard(form: ContractForm): v.GenericSchema<unknown, CreateCard> {
  const { names, cardSources } = form;
  const isOne = cardSources === 'one';
  return v.pipe(
    strict(form, {
      [names.cardOwner]: id('Customer'),
      form: v.picklist(['VIRTUAL']),
      [names.cardSource]: isOne ? asList : fundingSources,
      platformCardId: v.optional(text()),
      threeDSecurePassword: v.optional(text()),
      ...(isOne ? limits : { maxSpendPerTransaction: v.optional(amount()) }),
    }),
    renamed<CreateCard>({ [names.cardOwner]: 'cardholderId', [names.cardSource]: 'fundingSources' }),
  );
}

/** Schema of {@link ChangeCard} in a form. */
export function changeCard(form: ContractForm): v.GenericSchema<unknown, ChangeCard> {
  const { names, cardSources, statusReasons } = form;
  const isOne = cardSources === 'one';
  const fields = {
    [names.cardStatus]: v.optional(states),
    [names.cardSource]: v.optional(isOne ? asList : fundingSources),
    ...(isOne ? limits : { maxSpendPerTransaction: v.optional(v.nullable(amount())) }),
  };
  const reasons = { substatus: v.optional(v.picklist(substatuses.split(' '))), reason: v.optional(text()) };
  const rename = renamed<ChangeCard>(
    { [names.cardStatus]: 'state', [names.cardSource]: 'fundingSources' },
    Object.keys(reasons),
  );
  if (statusReasons === 'none') return v.pipe(strict(form, fields), rename);
  const needs = (name: string) =>
    v.forward<Fields, v.BaseIssue<unknown>, [string]>(
      v.check((sent) => {
        const named = ['substatus', 'reason'].filter((one) => one in sent);
        const isReasoned = named.length > 0 || (statusReasons === 'required' && names.cardStatus in sent);
        return !isReasoned || name in sent;
      }, 'A status comes with its substatus and its reason.'),
      [name],
    );
  return v.pipe(
    strict(form, { ...fields, ...reasons }),
    needs(names.cardStatus),
    needs('substatus'),
    needs('reason'),
    rename,
  );
}

/** Schema of {@link CardQuery} in a form; a name of another form is ignored, where the profile has several. */
export function cardQuery(form: ContractForm, ignored?: string): v.GenericSchema<unknown, CardQuery> {
  const { names, hasPendingCards } = form;
  return v.pipe(
    strict(form, {
      [names.cardOwner]: v.optional(id('Customer')),
      accountId: v.optional(id('InternalAccount')),
      platformCardId: v.optional(text()),
      [names.cardStatus]: v.optional(v.picklist(hasPendingCards ? [...allStates, 'PENDING'] : allStates)),
      ...paging,
      sortOrder: v.optional(v.picklist(['asc', 'desc']), 'desc'),
      ...(ignored === undefined ? {} : { [ignored]: v.optional(v.string()) }),
    }),
    renamed<CardQuery>(
      { [names.cardOwner]: 'cardholderId', [names.cardStatus]: 'state' },
      ignored === undefined ? [] : [ignored],
    ),
  );
}

/** Schema of a merchant in a form. */
export function merchantOf({ hasEveryRow }: ContractForm): v.GenericSchema<unknown, Authorization['merchant']> {
  const place = { city: v.optional(text()), state: v.optional(text()) };
  const fields = {
    descriptor: text(hasEveryRow ? 25 : 255),
    mcc: v.optional(matching(/^\d{4}$/)),
    country: v.optional(country),
  };
  return hasEveryRow ? v.strictObject({ ...fields, ...place }) : v.strictObject(fields);
}

/** Body of the authorization simulator. */
export interface Authorization {
  readonly amount: number;
  readonly currency: string;
  readonly merchant: {
    readonly descriptor: string;
    readonly mcc?: string | undefined;
    readonly country?: string | undefined;
    readonly city?: string | undefined;
    readonly state?: string | undefined;
  };
}

/** Schema of {@link Authorization} in a form. */
export function authorization(form: ContractForm): v.GenericSchema<unknown, Authorization> {
  return v.strictObject({ amount: amount(1e11), currency: currencyCode, merchant: merchantOf(form) });
}

/** Schema of {@link Authorization} as the public service takes it: the currency is an object; its code counts. */
export function gridAuthorization(form: ContractForm): v.GenericSchema<unknown, Authorization> {
  return v.strictObject({
    amount: amount(1e11),
    currency: v.pipe(
      v.strictObject({
        code: currencyCode,
        name: v.optional(text()),
        symbol: v.optional(v.string()),
        decimals: v.optional(count),
      }),
      v.transform(({ code }) => code),
    ),
    merchant: merchantOf(form),
  });
}
