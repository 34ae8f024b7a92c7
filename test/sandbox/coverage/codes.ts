/** Each error code: all that profile `spec` lists, and the further ones that the sandbox answers. */
import { leftOut, shown, type Row } from './row.ts';

const uma = 'no UMA or Lightning counterparty is looked up';

/** The 400 codes of the specification, in its order within each reason. */
export const badRequests: readonly Row[] = [
  shown('INVALID_INPUT', 'customers', 'is refused with every wrong field at once, each with its constraint'),
  shown('INVALID_REQUEST_FORMAT', 'strict', '$name refuses a body of another content type'),
  shown('AMOUNT_OUT_OF_RANGE', 'payments', 'too small to arrive is out of range'),
  shown('INVALID_CURRENCY', 'strict', 'a quote names the currency of its destination, or none'),
  shown('INVALID_BANK_ACCOUNT', 'payments', 'to an account that is %s is refused'),
  shown('SELF_PAYMENT', 'payments', 'to %s is refused'),
  shown('WEBHOOK_ENDPOINT_NOT_SET', 'webhooks', 'without an endpoint is WEBHOOK_ENDPOINT_NOT_SET'),
  shown('WEBHOOK_DELIVERY_ERROR', 'webhooks', 'of one that can not be reached is WEBHOOK_DELIVERY_ERROR'),
  shown('EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS', 'credentials', 'an account has one code credential of each kind'),
  shown(
    'SMS_OTP_CREDENTIAL_ALREADY_EXISTS',
    'lists',
    'is added by a signed retry where the customer has a number, once, and follows a change of it',
  ),
  shown(
    'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
    'credentials',
    'a WebAuthn credential id, and a challenge, serve one passkey only',
  ),
  shown('CARDHOLDER_KYC_NOT_APPROVED', 'cards', 'a cardholder without approved KYC gets none'),
  shown('QUOTE_REQUEST_FAILED', 'events', 'a fault rule answers %s on demand'),
  ...leftOut(
    uma,
    'INVALID_UMA_ADDRESS',
    'INVALID_PAYREQ_RESPONSE',
    'INVALID_RECEIVER',
    'PARSE_PAYREQ_RESPONSE_ERROR',
    'CERT_CHAIN_INVALID',
    'CERT_CHAIN_EXPIRED',
    'INVALID_PUBKEY_FORMAT',
    'MISSING_REQUIRED_UMA_PARAMETERS',
    'SENDER_NOT_ACCEPTED',
    'INVALID_TIMESTAMP',
    'INVALID_NONCE',
    'LOOKUP_REQUEST_FAILED',
    'PARSE_LNURLP_RESPONSE_ERROR',
  ),
  ...leftOut('an amount of another kind is a field error: `INVALID_INPUT`', 'INVALID_AMOUNT'),
  ...leftOut('what is missing of a customer is a field error: `INVALID_INPUT`', 'MISSING_MANDATORY_USER_INFO'),
  ...leftOut('no path for end-user terms is shown', 'END_USER_TERMS_VERSION_NOT_FOUND'),
  ...leftOut(
    'no path for invitations is shown',
    'INVITATION_ALREADY_CLAIMED',
    'INVITATIONS_NOT_CONFIGURED',
    'INVITATION_CANCELLED',
  ),
  ...leftOut(
    'no path for documents is shown',
    'LOW_QUALITY',
    'DATA_MISMATCH',
    'EXPIRED',
    'SUSPECTED_FRAUD',
    'UNSUITABLE_DOCUMENT',
    'INCOMPLETE',
  ),
  ...leftOut(
    'no path for stablecoin providers is shown',
    'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
    'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
  ),
];

/** The 401 and 500 codes of the specification: all of them. */
export const refusedAndFailed: readonly Row[] = [
  shown('401 UNAUTHORIZED', 'refusals', 'a call with %s is UNAUTHORIZED'),
  shown('401 INVALID_SIGNATURE', 'credentials', 'a passkey is added, signs in (%s key), and its session pays'),
  shown('401 WALLET_SIGNATURE_MISSING', 'refusals', 'without a signature'),
  shown('401 WALLET_SIGNATURE_MALFORMED', 'refusals', 'with %s'),
  shown('401 WALLET_SIGNATURE_BODY_MISMATCH', 'refusals', 'with the stamp of another quote'),
  shown('401 WALLET_SIGNATURE_INVALID', 'refusals', 'with a stamp by an unknown key'),
  shown('401 REQUEST_ID_MISSING', 'code-refusals', 'without a Request-Id'),
  shown('500 SERVICE_SWITCH_ERROR', 'events', 'a fault rule answers %s on demand'),
  shown('500 INTERNAL_ERROR', 'events', 'a fault rule answers %s on demand'),
];

/** Other statuses. */
export const otherCodes: readonly Row[] = [
  shown('403 FORBIDDEN', 'control-guard', 'is not reset by %s'),
  shown(
    '409 NO_SESSION',
    'other-languages',
    'is told what to do first: there is no such credential, or no session that the sandbox holds a key of',
  ),
  shown('409 EXPECTATION_NOT_MET', 'expectations', 'an expectation that %s fit says what did'),
  shown(
    '409 BENEFICIARY_TRUSTED',
    'payments',
    'a trusted beneficiary is deleted only after the trust was ended and that was confirmed',
  ),
  shown('409 CONFLICT', 'payments', 'a customer who is not subject to it gets 409'),
  shown('404 NOT_FOUND', 'lists', 'an external account is read until it is deleted, which answers without a body'),
  shown('404 CUSTOMER_NOT_FOUND', 'customers', 'of one who is not there is CUSTOMER_NOT_FOUND'),
  shown('404 QUOTE_NOT_FOUND', 'missing', 'what was never there is 404, with the code of its kind'),
  shown('404 TRANSACTION_NOT_FOUND', 'missing', 'what was never there is 404, with the code of its kind'),
  shown('405 METHOD_NOT_ALLOWED', 'strict', 'an unknown path is 404, an unknown method 405 with those that there are'),
  shown('413 INVALID_REQUEST_FORMAT', 'strict', 'a body that is no JSON, and one beyond 1 MiB, are refused'),
  shown('400 INSUFFICIENT_FUNDS', 'refusals', 'when the money went elsewhere in the meantime'),
  shown('400 FUNDING_SOURCE_INELIGIBLE', 'cards', "someone else's account funds no card"),
  shown('403 COUNTERPARTY_NOT_ALLOWED', 'payments', "to another customer's bank account is refused"),
  shown('409 QUOTE_EXPIRED', 'refusals', 'once the quote has expired'),
  shown('409 INVALID_STATE_TRANSITION', 'transactions', 'from %j does not become %s'),
  shown('409 CARD_ALREADY_CLOSED', 'cards', 'in grid a card is frozen, unfrozen and closed at once'),
  shown('409 CARD_NOT_MUTABLE', 'cards', 'a card that is still PROCESSING is not mutable'),
  shown('409 EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'customers', 'to %j is refused'),
  shown(
    '409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    'payments',
    'waits for the approval of its transaction, then settles',
  ),
  shown('409 UMA_ADDRESS_EXISTS', 'grid-customers', 'two customers do not share an UMA address'),
  shown(
    '410 CUSTOMER_DELETED',
    'grid-customers',
    'a deleted customer has no sessions and no cards, is listed only where asked for, and is deleted once',
  ),
  shown('501 NOT_IMPLEMENTED', 'unsupported', 'is answered with 501 and its name, whatever its ids and its body'),
  shown('423 ACCOUNT_LOCKED', 'payments', 'five wrong codes lock it'),
  shown('429 RATE_LIMITED', 'code-refusals', 'after five wrong codes, until a new one is asked for'),
];
