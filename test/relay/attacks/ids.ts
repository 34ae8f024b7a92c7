/** Attacks with ids that aren't the sender's, in every place where an id can stand. */
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

const quote = (source: unknown, destination: unknown): object => ({
  source,
  destination,
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 100,
});
const from = (accountId: string): unknown => ({ sourceType: 'ACCOUNT', accountId });
const to = (accountId: string): unknown => ({ destinationType: 'ACCOUNT', accountId });

const noRoute = '404 RELAY_ROUTE_NOT_FOUND';
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
    attacks: [
      named('a quote is read', `GET /wallet/quotes/${his.quote}`, [`GET /quotes/${his.quote}`]),
      named('a quote is executed', `POST /wallet/quotes/${his.quote}/execute`, [`GET /quotes/${his.quote}`]),
      named('a payment is authorized', `POST /wallet/quotes/${his.quote}/authorize`, [`GET /quotes/${his.quote}`], {
        code: '123456',
      }),
      named('a code for a payment is sent again', `POST /wallet/quotes/${his.quote}/authorize/resend`, [
        `GET /quotes/${his.quote}`,
      ]),
      named('a transaction is read', `GET /wallet/transactions/${his.transaction}`, [
        `GET /transactions/${his.transaction}`,
      ]),
      named('a card is closed', `PATCH /wallet/cards/${his.card}`, [`GET /cards/${his.card}`], { state: 'CLOSED' }),
      named('a card is read', `GET /wallet/cards/${his.card}`, [`GET /cards/${his.card}`]),
      named('a session is revoked', `DELETE /wallet/auth/sessions/${his.session}`, lookUps('sessions')),
      named('a session is refreshed', `POST /wallet/auth/sessions/${his.session}/refresh`, lookUps('sessions'), {
        clientPublicKey: `02${'ab'.repeat(32)}`,
      }),
      named(
        'a delegated key is revoked',
        `DELETE /wallet/auth/delegated-keys/${his.delegatedKey}`,
        lookUps('delegated-keys'),
      ),
      named('a code is asked for', `POST /wallet/auth/credentials/${his.credential}/challenge`, lookUps('credentials')),
      named('a code is verified', `POST /wallet/auth/credentials/${his.credential}/verify`, lookUps('credentials'), {
        type: 'EMAIL_OTP',
        encryptedOtpBundle: '{"encappedPublic":"04","ciphertext":"00"}',
      }),
      named('a credential is removed', `DELETE /wallet/auth/credentials/${his.credential}`, lookUps('credentials')),
      named('an e-mail is changed', `PATCH /wallet/customers/${bob.customerId}`, [], { email: 'sample@example.com' }),
      named('a bank account is read', `GET /wallet/customers/external-accounts/${his.externalAccount}`, [
        `GET /customers/external-accounts/${his.externalAccount}`,
      ]),
      sent('a wallet is exported', noRoute, `POST /wallet/internal-accounts/${his.account}/export`, {
        body: { clientPublicKey: `04${'ab'.repeat(64)}` },
      }),
      named('a bank account is deleted', `DELETE /wallet/customers/external-accounts/${his.externalAccount}`, [
        `GET /customers/external-accounts/${his.externalAccount}`,
      ]),
    ],
  },
  {
    name: 'other users’ ids in the query',
    attacks: [
      named('credentials are listed', `GET /wallet/auth/credentials?accountId=${his.account}`, []),
      named('sessions are listed', `GET /wallet/auth/sessions?accountId=${his.account}`, []),
      named('delegated keys are listed', `GET /wallet/auth/delegated-keys?accountId=${his.account}`, []),
      sent(
        'delegated keys of a funding source are listed',
        '400 RELAY_QUERY_INVALID',
        `GET /wallet/auth/delegated-keys?accountId=${hers.account}&fundingSourceId=CardFundingSource:1`,
      ),
      named('transactions are listed', `GET /wallet/transactions?customerId=${bob.customerId}`, []),
      named('cards are listed', `GET /wallet/cards?cardholderId=${ada.customerId}&accountId=${his.account}`, []),
      named('bank accounts are listed', `GET /wallet/customers/external-accounts?customerId=${bob.customerId}`, []),
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
      named(
        'a quote takes from a foreign account',
        'POST /wallet/quotes',
        [],
        quote(from(his.account), to(hers.externalAccount)),
      ),
      named(
        'a quote pays a foreign bank account',
        'POST /wallet/quotes',
        [`GET /customers/external-accounts/${his.externalAccount}`],
        quote(from(hers.account), to(his.externalAccount)),
      ),
      named('a credential is added to a foreign account', 'POST /wallet/auth/credentials', [], {
        type: 'EMAIL_OTP',
        accountId: his.account,
      }),
      named('a bank account is created for a foreign customer', addBank, [], {
        customerId: bob.customerId,
        currency: 'USD',
        accountInfo: { accountType: 'USD_ACCOUNT' },
      }),
      named('a key is delegated for a foreign card', delegate, [`GET /cards/${his.card}`], {
        ...delegated,
        cardId: his.card,
      }),
      named('a key is delegated for a foreign account', delegate, [`GET /cards/${hers.card}`], {
        ...delegated,
        internalAccountId: his.account,
      }),
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
