/** Requests of the kit and the demo: at least one for each route. */
import { paymentBetween } from '../sample-customer.ts';
import { ada, id } from './service.ts';

const [account = ''] = ada.accountIds;
const compressed = `02${'ab'.repeat(32)}`;
const own = {
  AuthMethod: id('AuthMethod', '1'),
  Card: id('Card', '1'),
  Customer: ada.customerId,
  DelegatedKey: id('DelegatedKey', '1'),
  ExternalAccount: id('ExternalAccount', '1'),
  Quote: id('Quote', '1'),
  Session: id('Session', '1'),
  Transaction: id('Transaction', '1'),
};
const quote = paymentBetween(account, own.ExternalAccount, 250_000, { description: 'Withdrawal to my bank' });
const accountInfo = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '123456789',
  routingNumber: '021000021',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Sample Customer', address: { line1: '1 Sample Street' } },
};
/** A token of the form that an identity provider signs. */
export const oidcToken = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzYW1wbGUifQ.c2lnbmF0dXJl';
const assertion = { credentialId: 'AAAA', clientDataJson: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };

/** One request. */
export interface Example {
  readonly line: string;
  readonly body?: unknown;
}

const requests: readonly (readonly [string, unknown?])[] = [
  [`GET /auth/credentials?accountId=${account}`],
  ['POST /auth/credentials', { type: 'EMAIL_OTP', accountId: account }],
  ['POST /auth/credentials', { type: 'SMS_OTP', accountId: account }],
  ['POST /auth/credentials', { type: 'OAUTH', accountId: account, oidcToken }],
  [`POST /auth/credentials/${own.AuthMethod}/challenge`],
  [`POST /auth/credentials/${own.AuthMethod}/challenge`, {}],
  [`POST /auth/credentials/${own.AuthMethod}/challenge`, { clientPublicKey: compressed }],
  [`POST /auth/credentials/${own.AuthMethod}/challenge`, { clientPublicKey: `04${'ab'.repeat(64)}` }],
  [
    `POST /auth/credentials/${own.AuthMethod}/verify`,
    { type: 'EMAIL_OTP', encryptedOtpBundle: '{"encappedPublic":"04","ciphertext":"00"}' },
  ],
  [
    `POST /auth/credentials/${own.AuthMethod}/verify`,
    { type: 'SMS_OTP', encryptedOtpBundle: '{"encappedPublic":"04","ciphertext":"00"}' },
  ],
  [`POST /auth/credentials/${own.AuthMethod}/verify`, { type: 'PASSKEY', assertion }],
  [
    `POST /auth/credentials/${own.AuthMethod}/verify`,
    { type: 'PASSKEY', assertion: { ...assertion, userHandle: 'AAAA' } },
  ],
  [`POST /auth/credentials/${own.AuthMethod}/verify`, { type: 'OAUTH', oidcToken, clientPublicKey: compressed }],
  [`DELETE /auth/credentials/${own.AuthMethod}`],
  [`GET /auth/sessions?accountId=${account}`],
  [`POST /auth/sessions/${own.Session}/refresh`, { clientPublicKey: compressed }],
  [`DELETE /auth/sessions/${own.Session}`],
  [`GET /auth/delegated-keys?accountId=${account}`],
  ['POST /auth/delegated-keys', { cardId: own.Card, internalAccountId: account, nickname: 'Card spending' }],
  [`DELETE /auth/delegated-keys/${own.DelegatedKey}`],
  [`GET /quotes/${own.Quote}`],
  [`POST /quotes/${own.Quote}/execute`],
  [`POST /quotes/${own.Quote}/execute`, {}],
  [`GET /transactions/${own.Transaction}`],
  [`GET /cards?cardholderId=${ada.customerId}`],
  [`GET /cards?accountId=${account}&state=ACTIVE&limit=100&cursor=abc=&sortOrder=desc`],
  [`GET /cards/${own.Card}`],
  [`PATCH /cards/${own.Card}`, { state: 'FROZEN' }],
  [`PATCH /customers/${own.Customer}`, { email: 'sample+tag@example.com' }],
  [`PATCH /customers/${own.Customer}`, { phoneNumber: '+14155550123' }],
  [`GET /internal-accounts?customerId=${ada.customerId}&type=EMBEDDED_WALLET`],
  [`GET /customers/internal-accounts?customerId=${ada.customerId}&type=EMBEDDED_WALLET&currency=USDB`],
  [`GET /customers/external-accounts?customerId=${ada.customerId}`],
  [
    'POST /customers/external-accounts',
    { customerId: ada.customerId, currency: 'USD', platformAccountId: '1', accountInfo },
  ],
  [`GET /customers/external-accounts/${own.ExternalAccount}`],
  [`DELETE /customers/external-accounts/${own.ExternalAccount}`],
  [`POST /quotes/${own.Quote}/authorize`, { code: '123456' }],
  [`POST /quotes/${own.Quote}/authorize/resend`],
  ['POST /quotes', quote],
  ['POST /quotes', { ...quote, destination: { destinationType: 'ACCOUNT', accountId: ada.accountIds[1] } }],
  [`GET /transactions?customerId=${ada.customerId}&type=OUTGOING&startDate=2027-01-01T00:00:00Z&limit=20`],
  [`POST /internal-accounts/${account}/export`, { clientPublicKey: `04${'ab'.repeat(64)}` }],
];

export const examples: readonly Example[] = requests.map(([line, body]) => ({ line, body }));

/** Replaces each id in a path by its placeholder. */
export const templateOf = (line: string): string =>
  (line.split('?')[0] ?? '').replace(/(\w+):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{$1}');
