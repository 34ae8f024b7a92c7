/** Attacks with ids that aren't the sender's, in every place where an id can stand. */
import { examples, templateOf } from '../examples.ts';
import { ada, bob, id } from '../service.ts';
import { hers, his, sent, type Attack, type AttackClass } from './run-attack.ts';

const accounts = ada.accountIds;
const lookUps = (list: string): readonly string[] =>
  accounts.map((account) => `GET /auth/${list}?accountId=${account}`);
const platformAccount = id('InternalAccount', '5');
const platformDestination = id('ExternalAccount', '5');

const named = (title: string, line: string, allowed: readonly string[], body?: unknown): Attack => ({
  ...sent(title, '404 RELAY_NOT_FOUND', line, { body }),
  allowed,
  hides: [bob.customerId, his.account],
});

const noRoute = '404 RELAY_ROUTE_NOT_FOUND';

/** Bob's records, by their types. */
const foreign: Readonly<Record<string, string>> = {
  AuthMethod: his.credential,
  Card: his.card,
  Customer: bob.customerId,
  DelegatedKey: his.delegatedKey,
  ExternalAccount: his.externalAccount,
  InternalAccount: his.account,
  Quote: his.quote,
  Session: his.session,
  Transaction: his.transaction,
};

/** Requests by which the relay may find out that a record is somebody else's. */
const lookUpsOf = (type: string): readonly string[] => {
  const record = foreign[type] ?? '';
  switch (type) {
    case 'AuthMethod':
      return lookUps('credentials');
    case 'Session':
      return lookUps('sessions');
    case 'DelegatedKey':
      return lookUps('delegated-keys');
    case 'Customer':
    case 'InternalAccount':
      return [];
    case 'ExternalAccount':
      return [`GET /customers/external-accounts/${record}`];
    default:
      return [`GET /${type.toLowerCase()}s/${record}`];
  }
};

const ofId = /(\w+):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Each request of the catalogue with one of its ids swapped for Bob's, in its path, query or body. */
function swapped(place: 'path' | 'query' | 'body'): readonly Attack[] {
  const attacks = examples.flatMap((example): Attack[] => {
    const [wholePath = '', wholeQuery = ''] = example.line.split('?');
    const parts: Record<typeof place, string> = {
      path: wholePath,
      query: wholeQuery,
      body: JSON.stringify(example.body) ?? '',
    };
    return [...parts[place].matchAll(ofId)].map(([own, type = '']) => {
      const swap = (name: typeof place): string =>
        name === place ? parts[name].replace(own, foreign[type] ?? '') : parts[name];
      const [path, query, body] = [swap('path'), swap('query'), swap('body')];
      const line = `${path}${query === '' ? '' : `?${query}`}`.replace(' ', ' /wallet');
      // A card is looked up before the account that pays it is compared.
      const isOfCard = type === 'InternalAccount' && path.endsWith('/delegated-keys');
      const allowed = isOfCard && place === 'body' ? [`GET /cards/${hers.card}`] : lookUpsOf(type);
      const sentBody = body === '' ? undefined : (JSON.parse(body) as unknown);
      const title = `${templateOf(example.line)} with another’s record for ${own.split('-')[0] ?? ''}`;
      return path.endsWith('/export')
        ? sent(title, noRoute, line, { body: sentBody })
        : named(title, line, allowed, sentBody);
    });
  });
  return [...new Map(attacks.map((attack) => [attack.title, attack])).values()];
}

const quote = (source: unknown, destination: unknown): object => ({
  source,
  destination,
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 100,
});
const from = (accountId: string): unknown => ({ sourceType: 'ACCOUNT', accountId });
const to = (accountId: string): unknown => ({ destinationType: 'ACCOUNT', accountId });

const addBank = 'POST /wallet/customers/external-accounts';
const delegate = 'POST /wallet/auth/delegated-keys';
const delegated = { cardId: hers.card, internalAccountId: hers.account, nickname: 'Card spending' };
const hidden = (title: string, accountInfo: object): Attack =>
  sent(title, '400 RELAY_BODY_INVALID', addBank, {
    body: { customerId: ada.customerId, currency: 'USD', accountInfo },
  });

const unscoped = (path: string, query = ''): Attack =>
  sent(
    `GET ${path}${query === '' ? ' without a scope' : ` with ${query}`}`,
    query === '' ? '400 RELAY_SCOPE_REQUIRED' : '400 RELAY_QUERY_INVALID',
    `GET /wallet${path}${query}`,
  );

/** Other users' ids in path, query and body; platform accounts; lists without a scope. */
export const idAttacks: readonly AttackClass[] = [
  {
    name: 'other users’ ids in the path',
    attacks: swapped('path'),
  },
  {
    name: 'other users’ ids in the query',
    attacks: [
      ...swapped('query'),
      sent(
        'delegated keys of a funding source are listed',
        '400 RELAY_QUERY_INVALID',
        `GET /wallet/auth/delegated-keys?accountId=${hers.account}&fundingSourceId=CardFundingSource:1`,
      ),
      named('cards are listed', `GET /wallet/cards?cardholderId=${ada.customerId}&accountId=${his.account}`, []),
      sent(
        'the scope is given twice, the second one foreign',
        '400 RELAY_QUERY_INVALID',
        `GET /wallet/auth/sessions?accountId=${hers.account}&accountId=${his.account}`,
      ),
    ],
  },
  {
    name: 'other users’ ids in the body',
    attacks: [
      ...swapped('body'),
      sent('a foreign id hides in the name of a delegated key', '400 RELAY_BODY_INVALID', delegate, {
        body: { ...delegated, nickname: `for ${his.account}` },
      }),
      ...[{ publicKey: `02${'ab'.repeat(32)}` }, { fundingSourceId: 'CardFundingSource:1' }, { status: 'ACTIVE' }].map(
        (more) =>
          sent(`a delegated key is given ${Object.keys(more).join()}`, '400 RELAY_BODY_INVALID', delegate, {
            body: { ...delegated, ...more },
          }),
      ),
      ...[
        { code: '123' },
        { code: '12345678901' },
        { code: 123456 },
        { code: '12 456' },
        { code: '123456', challengeId: 'ScaChallenge:1' },
        { code: '123456', endUserIpAddress: '192.0.2.1' },
        { passkeyAssertion: {}, origin: 'https://app.example.com' },
        {},
      ].map((body) =>
        sent(
          `a payment is authorized by ${JSON.stringify(body)}`,
          '400 RELAY_BODY_INVALID',
          `POST /wallet/quotes/${hers.quote}/authorize`,
          { body },
        ),
      ),
      hidden('a foreign id hides in the details of a bank account', {
        accountType: 'USD_ACCOUNT',
        beneficiary: { owner: [bob.customerId.toUpperCase()] },
      }),
      ...[
        `see ${bob.customerId} for it`,
        `owner=${his.account}\u0000`,
        bob.customerId.replace(':', '\uff1a'),
        bob.customerId.replace(':', '%3A'),
        `Cus\u200btomer\u2060${bob.customerId.slice(8)}`,
        `x${his.card}x`,
        `Customer : ${bob.customerId.slice(9).replaceAll('-', '')}`,
        bob.customerId.replaceAll('-', '%2D'),
        bob.customerId.replace('8', '%38'),
        bob.customerId.replace(':', '%25253A'),
        bob.customerId.replace(':', '\uff05253A'),
        bob.customerId.replace(':', '&#58;'),
        bob.customerId.replace(':', '\\u003a'),
        bob.customerId.replace('-', '-\ufe0f'),
        bob.customerId.replace(':', '\u034f:'),
        bob.customerId.replace('8', '8\u0308'),
        bob.customerId.replaceAll('-', '\u2011'),
        bob.customerId.replaceAll('-', '\u2212'),
      ].map((fullName, index) =>
        hidden(`a foreign id within longer text (${index + 1})`, { beneficiary: { fullName } }),
      ),
      hidden('a foreign id as a name', { [`note ${bob.customerId}`]: true }),
      sent('a bank account is created without saying whose', '400 RELAY_BODY_INVALID', addBank, {
        body: { currency: 'USD', accountInfo: {} },
      }),
      sent('a quote executes itself', '400 RELAY_BODY_INVALID', 'POST /wallet/quotes', {
        body: { ...quote(from(hers.account), to(hers.externalAccount)), immediatelyExecute: true },
      }),
    ],
  },
  {
    name: 'platform accounts',
    attacks: [
      named(
        'a quote takes from the platform',
        'POST /wallet/quotes',
        [],
        quote(from(platformAccount), to(hers.externalAccount)),
      ),
      named(
        'a quote pays to a bank account of the platform',
        'POST /wallet/quotes',
        [`GET /customers/external-accounts/${platformDestination}`],
        quote(from(hers.account), to(platformDestination)),
      ),
      named(
        'a bank account of the platform is deleted',
        `DELETE /wallet/customers/external-accounts/${platformDestination}`,
        [`GET /customers/external-accounts/${platformDestination}`],
      ),
      sent('the platform’s bank accounts are listed', noRoute, 'GET /wallet/platform/external-accounts'),
      sent('a wallet is funded from nothing', noRoute, `POST /wallet/sandbox/internal-accounts/${hers.account}/fund`, {
        body: { amount: 100 },
      }),
      sent('a customer is created', noRoute, 'POST /wallet/customers', { body: { customerType: 'INDIVIDUAL' } }),
    ],
  },
  {
    name: 'lists without a scope',
    attacks: [
      unscoped('/auth/credentials'),
      unscoped('/auth/sessions'),
      unscoped('/auth/delegated-keys'),
      unscoped('/transactions'),
      unscoped('/cards'),
      unscoped('/internal-accounts'),
      unscoped('/customers/internal-accounts'),
      unscoped('/customers/external-accounts'),
      unscoped('/cards', '?cardholderId='),
      unscoped('/transactions', `?customerId=${ada.customerId}&platformCustomerId=other`),
      unscoped('/auth/sessions', `?accountId[]=${hers.account}`),
    ],
  },
];
