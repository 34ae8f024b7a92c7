/** The closed route table: every request that a browser may send to the service, with its conditions. */
import { cardChangeReason, cardChangeSubstatus, contractNames } from '../../kit/contract-names.ts';
import type { RecordType } from '../ownership/records.ts';
import type { ObjectShape, Shape } from './shape.ts';
import type { RecentSignInSubject } from '../limits/sign-ins.ts';

/**
 * Route groups; `wallet` alone is on unless `groups` says otherwise. `reads`: the lists and records of `wallet` and
 * `payments`, for an app whose wallet page signs. `export`: on a wallet page only.
 */
export type RelayGroup = 'wallet' | 'addresses' | 'payments' | 'authorizations' | 'export' | 'reads';

/** All route groups. */
export const relayGroups: readonly RelayGroup[] = Object.freeze([
  'wallet',
  'addresses',
  'payments',
  'authorizations',
  'export',
  'reads',
]);

/** Allowed values of a query parameter. */
export type QueryRule =
  | {
      readonly kind: 'own';
      readonly type: RecordType;
      /** Its names in the forms of profile `grid`'s contract, where these differ: it goes to the service under each. */
      readonly names?: readonly string[];
    }
  | { readonly kind: 'text'; readonly pattern: RegExp };

/** One route. What isn't said here isn't let through. */
export interface RelayRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the mount path and, the same, below the service's base URL; `{AuthMethod}` stands for such an id. */
  readonly path: string;
  readonly group: RelayGroup;
  /** Allowed query parameters; of those in `scope` at least one must be given. */
  readonly query: Readonly<Record<string, QueryRule>>;
  readonly scope: readonly string[];
  /** Type of the records that the answer lists, each of which must be the user's; null for another answer. */
  readonly rows: RecordType | null;
  /** Whether no body may be sent. */
  readonly emptyBody: boolean;
  /** Shapes a JSON body may have; none: no body. */
  readonly body: readonly ObjectShape[];
  /** How the id in the path is known to be the user's. */
  readonly owner: 'none' | 'identity' | 'look-up' | 'answer';
  /** Whether a request may make the service send a code. */
  readonly sendsCode: boolean;
  /** Whether a request brings a code or another proof for the path's record. For a credential, its 200 is a sign-in. */
  readonly verifies: boolean;
  /** Whether its success may be a payment to the payee of the path's record. */
  readonly pays: boolean;
  /** Whether its success changes the lists of credentials and sessions. */
  readonly changesLists: boolean;
  /**
   * Whether the service wants a stamp before a change is made; `unless-direct`: a profile may have cards changed without one. A change
   * without a stamp has a subject below, or is part of a sign-in, a quote or a payment's own code.
   */
  readonly stamped: boolean | 'unless-direct';
  /** Subject for which a platform may require a recent sign-in, if any. */
  readonly recentSignIn: RecentSignInSubject | null;
  /** The party that answers. */
  readonly answeredBy: 'service' | 'relay';
}

const base64url = (max: number): Shape => ({ kind: 'text', max, pattern: /^[A-Za-z0-9_-]+$/ });
const text = (max: number): Shape => ({ kind: 'text', max });
const is = (...values: string[]): Shape => ({ kind: 'one-of', values });
const own = (...types: RecordType[]): Shape => ({ kind: 'own', types });
const object = (fields: Readonly<Record<string, Shape>>, optional?: Readonly<Record<string, Shape>>): ObjectShape => ({
  kind: 'object',
  fields,
  ...(optional === undefined ? {} : { optional }),
});
const cardState = is('ACTIVE', 'FROZEN', 'CLOSED');
const clientPublicKey: Shape = { kind: 'text', max: 130, pattern: /^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/ };
// RFC 7519, 3: three parts in base64url. Only the service verifies the token.
const oidcToken: Shape = { kind: 'text', max: 8192, pattern: /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/ };

const ownParameter = (type: RecordType): QueryRule => ({ kind: 'own', type });
const word: QueryRule = { kind: 'text', pattern: /^[A-Z][A-Z0-9_]{0,39}$/ };
const moment: QueryRule = { kind: 'text', pattern: /^\d{4}-\d\d-\d\d(T[0-9:.]{5,16}(Z|[+-]\d\d:\d\d))?$/ };
const paging: Readonly<Record<string, QueryRule>> = {
  limit: { kind: 'text', pattern: /^([1-9]\d?|100)$/ },
  cursor: { kind: 'text', pattern: /^[A-Za-z0-9_.:=+/-]{1,512}$/ },
};
const sorting: Readonly<Record<string, QueryRule>> = { sortOrder: { kind: 'text', pattern: /^(asc|desc)$/ } };

type RouteFacts = Pick<RelayRoute, 'owner'> & Partial<Omit<RelayRoute, 'method' | 'path' | 'group'>>;

function route(group: RelayGroup, line: string, facts: RouteFacts): RelayRoute {
  const [method = '', path = ''] = line.split(' ');
  return Object.freeze({
    method: method as RelayRoute['method'],
    path,
    group,
    query: {},
    scope: [],
    rows: null,
    emptyBody: facts.body === undefined,
    body: [],
    sendsCode: false,
    verifies: false,
    pays: false,
    changesLists: false,
    stamped: false,
    recentSignIn: null,
    answeredBy: 'service',
    ...facts,
  });
}

/** A list of what belongs to one owner, who must be named. */
function list(
  rows: RecordType,
  scope: Readonly<Record<string, QueryRule>>,
  more: RouteFacts['query'] = {},
): RouteFacts {
  return { owner: 'none', rows, query: { ...scope, ...more }, scope: Object.keys(scope) };
}

const ofAccount = { accountId: ownParameter('InternalAccount') };
const ofCustomer = { customerId: ownParameter('Customer') };
const cardOwners = Object.values(contractNames).map(({ cardOwner }) => cardOwner);

const walletRoutes: readonly RelayRoute[] = [
  route('wallet', 'GET /auth/credentials', list('AuthMethod', ofAccount)),
  route('wallet', 'POST /auth/credentials', {
    owner: 'none',
    sendsCode: true,
    changesLists: true,
    stamped: true,
    recentSignIn: 'credentials',
    body: [
      object({ type: is('EMAIL_OTP', 'SMS_OTP'), accountId: own('InternalAccount') }),
      object({ type: is('OAUTH'), accountId: own('InternalAccount'), oidcToken }),
      object({
        type: is('PASSKEY'),
        accountId: own('InternalAccount'),
        nickname: text(100),
        challenge: base64url(128),
        attestation: object(
          { credentialId: base64url(2048), clientDataJson: base64url(8192), attestationObject: base64url(32_768) },
          { transports: { kind: 'some-of', values: ['usb', 'nfc', 'ble', 'internal', 'hybrid'] } },
        ),
      }),
    ],
  }),
  route('wallet', 'POST /auth/credentials/{AuthMethod}/challenge', {
    owner: 'look-up',
    sendsCode: true,
    emptyBody: true,
    body: [object({}, { clientPublicKey })],
  }),
  route('wallet', 'POST /auth/credentials/{AuthMethod}/verify', {
    owner: 'look-up',
    verifies: true,
    changesLists: true,
    body: [
      object({ type: is('EMAIL_OTP', 'SMS_OTP'), encryptedOtpBundle: text(4096) }),
      object({ type: is('OAUTH'), oidcToken, clientPublicKey }),
      object({
        type: is('PASSKEY'),
        assertion: object(
          {
            credentialId: base64url(2048),
            clientDataJson: base64url(8192),
            authenticatorData: base64url(8192),
            signature: base64url(2048),
          },
          { userHandle: base64url(128) },
        ),
      }),
    ],
  }),
  route('wallet', 'DELETE /auth/credentials/{AuthMethod}', {
    owner: 'look-up',
    changesLists: true,
    stamped: true,
    recentSignIn: 'credentials',
  }),
  route('wallet', 'GET /auth/sessions', list('Session', ofAccount)),
  route('wallet', 'POST /auth/sessions/{Session}/refresh', {
    owner: 'look-up',
    changesLists: true,
    stamped: true,
    body: [object({ clientPublicKey })],
  }),
  route('wallet', 'DELETE /auth/sessions/{Session}', { owner: 'look-up', changesLists: true, stamped: true }),
  route('wallet', 'GET /quotes/{Quote}', { owner: 'answer' }),
  route('wallet', 'POST /quotes/{Quote}/execute', {
    owner: 'look-up',
    emptyBody: true,
    pays: true,
    stamped: true,
    recentSignIn: 'firstPaymentToPayee',
    body: [object({})],
  }),
  route('wallet', 'GET /customers/external-accounts/{ExternalAccount}', { owner: 'answer' }),
  route('wallet', 'GET /transactions/{Transaction}', { owner: 'answer' }),
  route(
    'wallet',
    'GET /cards',
    list(
      'Card',
      { cardholderId: { kind: 'own', type: 'Customer', names: cardOwners }, ...ofAccount },
      { state: word, ...paging, ...sorting },
    ),
  ),
  route('wallet', 'GET /cards/{Card}', { owner: 'answer' }),
  route('wallet', 'PATCH /cards/{Card}', {
    owner: 'look-up',
    stamped: 'unless-direct',
    // Freezing alone is free.
    recentSignIn: 'credentials',
    // Each form of the contract has one. The reason is shown to an issuer, so that it is no text of a browser.
    body: [
      object({ state: cardState }),
      object({ status: cardState, substatus: is(cardChangeSubstatus), reason: is(cardChangeReason) }),
    ],
  }),
  route('wallet', 'GET /auth/delegated-keys', list('DelegatedKey', ofAccount)),
  route('wallet', 'POST /auth/delegated-keys', {
    owner: 'none',
    changesLists: true,
    stamped: true,
    // The service may pay by such a key while the user is signed out.
    recentSignIn: 'credentials',
    body: [object({ cardId: own('Card'), internalAccountId: own('InternalAccount'), nickname: text(256) })],
  }),
  route('wallet', 'DELETE /auth/delegated-keys/{DelegatedKey}', {
    owner: 'look-up',
    changesLists: true,
    recentSignIn: 'credentials',
  }),
  route('wallet', 'POST /passkey-challenge', {
    owner: 'none',
    recentSignIn: 'credentials',
    body: [object({ accountId: own('InternalAccount') })],
    answeredBy: 'relay',
  }),
];

// The public service wants to hear the customer's type with every change.
const ownType = { customerType: is('INDIVIDUAL', 'BUSINESS') };

const addressRoutes: readonly RelayRoute[] = [
  route('addresses', 'PATCH /customers/{Customer}', {
    owner: 'identity',
    stamped: true,
    recentSignIn: 'credentials',
    body: [
      object({ email: { kind: 'text', max: 254, pattern: /^[^\s@]+@[^\s@]+$/ } }, ownType),
      object({ phoneNumber: { kind: 'text', max: 16, pattern: /^\+[1-9]\d{1,14}$/ } }, ownType),
    ],
  }),
];

const internalAccounts = list('InternalAccount', ofCustomer, { type: word, currency: word, ...paging });

const paymentRoutes: readonly RelayRoute[] = [
  route('payments', 'GET /internal-accounts', internalAccounts),
  route('payments', 'GET /customers/internal-accounts', internalAccounts),
  route(
    'payments',
    'GET /customers/external-accounts',
    list('ExternalAccount', ofCustomer, { currency: word, ...paging }),
  ),
  route('payments', 'POST /customers/external-accounts', {
    owner: 'none',
    recentSignIn: 'newPayees',
    body: [
      object(
        { customerId: own('Customer'), currency: text(10), accountInfo: { kind: 'details' } },
        { platformAccountId: text(255) },
      ),
    ],
  }),
  route('payments', 'DELETE /customers/external-accounts/{ExternalAccount}', {
    owner: 'look-up',
    recentSignIn: 'newPayees',
  }),
  route('payments', 'POST /quotes', {
    owner: 'none',
    body: [
      object(
        {
          source: object(
            { sourceType: is('ACCOUNT'), accountId: own('InternalAccount') },
            { customerId: own('Customer') },
          ),
          destination: object(
            { destinationType: is('ACCOUNT'), accountId: own('InternalAccount', 'ExternalAccount') },
            { currency: text(10), paymentRail: text(40) },
          ),
          lockedCurrencySide: is('SENDING', 'RECEIVING'),
          lockedCurrencyAmount: { kind: 'amount' },
        },
        { description: text(500), remittanceInformation: text(80), purposeOfPayment: text(40) },
      ),
    ],
  }),
  route(
    'payments',
    'GET /transactions',
    list('Transaction', ofCustomer, {
      status: word,
      type: word,
      reference: { kind: 'text', pattern: /^[A-Za-z0-9 _.-]{1,140}$/ },
      startDate: moment,
      endDate: moment,
      ...paging,
      ...sorting,
    }),
  ),
];

/** Strong customer authentication of a payment. */
const authorizationRoutes: readonly RelayRoute[] = [
  route('authorizations', 'POST /quotes/{Quote}/authorize', {
    owner: 'look-up',
    verifies: true,
    pays: true,
    body: [object({ code: { kind: 'text', max: 10, pattern: /^[A-Za-z0-9]{4,10}$/ } })],
  }),
  route('authorizations', 'POST /quotes/{Quote}/authorize/resend', { owner: 'look-up', sendsCode: true }),
];

const exportRoutes: readonly RelayRoute[] = [
  route('export', 'POST /internal-accounts/{InternalAccount}/export', {
    owner: 'identity',
    stamped: true,
    recentSignIn: 'credentials',
    body: [object({ clientPublicKey: { kind: 'text', max: 130, pattern: /^04[0-9a-fA-F]{128}$/ } })],
  }),
];

/** Routes below a wallet page, which the relay answers by itself: whose wallet this is, and that a person has confirmed a payee. */
export const visitorRoutes: readonly RelayRoute[] = Object.freeze([
  route('wallet', 'GET /me', { owner: 'none', answeredBy: 'relay' }),
  route('wallet', 'POST /payees/{ExternalAccount}/confirm', {
    owner: 'look-up',
    recentSignIn: 'newPayees',
    body: [object({})],
    answeredBy: 'relay',
  }),
]);

/** The route of a relay with `nameAccount`: who is paid by a quote, where the platform alone can say it. */
export const nameRoute: RelayRoute = route('wallet', 'GET /quotes/{Quote}/payee', {
  owner: 'look-up',
  answeredBy: 'relay',
});

/** Tells if a group holds a route. `reads` holds nothing of how somebody signs in. */
export function isInGroup({ group, method, path }: RelayRoute, wanted: RelayGroup): boolean {
  return group === wanted || (wanted === 'reads' && method === 'GET' && !path.startsWith('/auth/'));
}

/** Every route of every group, in the order of the documentation. */
export const routes: readonly RelayRoute[] = Object.freeze([
  ...walletRoutes,
  ...addressRoutes,
  ...paymentRoutes,
  ...authorizationRoutes,
  ...exportRoutes,
]);
