/** Each endpoint of profile `spec`, and the further ones that the sandbox has. */
import { leftOut, shown, type Row } from './row.ts';

const list = (path: string, title: string): Row => shown(`GET ${path}`, 'lists', title);
const internal = 'internal accounts are listed by customer, type and currency, on both paths';
const external = "external accounts are listed by customer and currency, the platform's own on a path of their own";
const deleted = 'an external account is read until it is deleted, which answers without a body';
const untrusted = 'a trusted beneficiary is deleted only after the trust was ended and that was confirmed';
const spent = 'an authorization holds, clearings settle in part and in full, a return refunds';
const flow = 'a customer signs in, withdraws and sees the money arrive';

/** The rows; their names are those of the route table. */
export const endpoints: readonly Row[] = [
  shown(
    'POST /customers',
    'customers',
    'is answered with what was sent, approved, and owns a wallet with a credential for the address',
  ),
  shown('GET /customers/:customerId', 'customers', 'of one who is not there is CUSTOMER_NOT_FOUND'),
  shown(
    'PATCH /customers/:customerId',
    'customers',
    'of the address that codes go to is signed, and renames the credential',
  ),
  list('/internal-accounts', internal),
  list('/customers/internal-accounts', internal),
  list('/platform/internal-accounts', internal),
  shown(
    'POST /sandbox/internal-accounts/:internalAccountId/fund',
    'strict',
    'an Idempotency-Key has 1 to 255 characters, and serves a day',
  ),
  shown('POST /customers/external-accounts', 'account-types', 'is accepted when every rule is kept'),
  list('/customers/external-accounts', external),
  list('/customers/external-accounts/:externalAccountId', deleted),
  shown('DELETE /customers/external-accounts/:externalAccountId', 'lists', deleted),
  shown('POST /customers/external-accounts/:externalAccountId/untrust', 'payments', untrusted),
  shown('POST /customers/external-accounts/:externalAccountId/untrust/confirm', 'payments', untrusted),
  list('/platform/external-accounts', external),
  shown('POST /quotes', 'payments', 'can lock what arrives'),
  shown('GET /quotes/:quoteId', 'flow', flow),
  shown('POST /quotes/:quoteId/execute', 'flow', flow),
  shown('POST /quotes/:quoteId/authorize', 'payments', 'a code starts the payment; the wrong ones lock it'),
  shown('POST /quotes/:quoteId/authorize/resend', 'payments', 'a code starts the payment; the wrong ones lock it'),
  shown('GET /transactions', 'transactions', 'is filtered by %s'),
  shown('GET /transactions/:transactionId', 'flow', flow),
  shown(
    'POST /transactions/:transactionId/approve',
    'payments',
    'waits for the approval of its transaction, then settles',
  ),
  shown(
    'GET /auth/credentials',
    'customers',
    'is answered with what was sent, approved, and owns a wallet with a credential for the address',
  ),
  shown('POST /auth/credentials', 'credentials', 'a passkey is added, signs in (%s key), and its session pays'),
  shown(
    'DELETE /auth/credentials/:credentialId',
    'credentials',
    'is signed by a session of another one, and ends its sessions',
  ),
  shown('POST /auth/credentials/:credentialId/challenge', 'code-refusals', 'with a bundle of an earlier challenge'),
  shown('POST /auth/credentials/:credentialId/verify', 'flow', flow),
  shown('GET /auth/sessions', 'sessions', 'a session is revoked by %s'),
  shown(
    'POST /auth/sessions/:sessionId/refresh',
    'sessions',
    'an uncompressed key gets a sealed key, a compressed one becomes the session key',
  ),
  shown('DELETE /auth/sessions/:sessionId', 'sessions', 'a session is revoked by %s'),
  shown('POST /cards', 'cards', 'platformCardId %s becomes %s'),
  list('/cards', 'cards are listed by holder, account, own id and state'),
  shown('GET /cards/:cardId', 'cards', 'platformCardId %s becomes %s'),
  shown('PATCH /cards/:cardId', 'cards', 'in spec it takes a signed retry'),
  shown('POST /sandbox/cards/:cardId/simulate/authorization', 'cards', spent),
  shown('POST /sandbox/cards/:cardId/simulate/clearing', 'cards', spent),
  shown('POST /sandbox/cards/:cardId/simulate/return', 'cards', spent),
  list('/discoveries', 'discoveries give the bank names that an account in their currency takes, and no others'),
  shown('POST /sandbox/webhooks/test', 'webhooks', 'sends one TEST and says how it was answered'),
  ...leftOut(
    'the specification names the family and shows no path',
    'agents, invitations, stablecoins, exchange rates, API tokens, platform configuration, contact verification, documents',
    'the agent-credential scheme',
  ),
  ...leftOut('outside the flows of the specification', 'wallet export and privacy, delegated keys, card reveal'),
  ...leftOut('the specification shows three of the ten simulators', 'the seven further card simulators'),
  ...leftOut('no UMA counterparty exists here', '`POST /sandbox/uma/receive`, `UMA_ADDRESS` destinations'),
  ...leftOut(
    'a funding call and the control plane bring money in',
    '`POST /sandbox/send`, `REALTIME_FUNDING` quotes, inbound pulls',
  ),
];
