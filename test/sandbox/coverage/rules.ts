/** The rules of fields, the transitions between states, the events and the limits of the specification. */
import { accountTypes } from '../../../src/sandbox/contracts/spec-accounts.ts';
import { leftOut, shown, type Row } from './row.ts';

const operator = 'an operator makes an external account %s';
const incoming = 'goes through %j, and leaves %i';
const spent = 'an authorization holds, clearings settle in part and in full, a return refunds';
const flow = 'a customer signs in, withdraws and sees the money arrive';
const lost = 'an account number that ends in';
const receipt = 'a receipt is confirmed once the payment is complete';

/** The rules of fields; those of optional ones in answers have a table of their own. */
export const fieldRules: readonly Row[] = [
  ...Object.keys(accountTypes).map((name) =>
    shown(name, 'account-types', 'names each field whose rule is broken, with its constraint'),
  ),
  ...['ARS_ACCOUNT', 'BITCOIN_L1'].map((name) =>
    shown(`${name}: refused, as its fields are not shown`, 'account-types', '%s is refused as not specified'),
  ),
  shown('digits, lengths and prefixes at their ends', 'account-types', '%s.%s is held to its length and prefix'),
  shown(
    'required and optional fields of each type',
    'account-types',
    'asks for each required field, and does without each optional one',
  ),
  shown(
    'the currency of each type; `paymentRails` never sent',
    'account-types',
    'takes no other currency, no unknown field and no paymentRails',
  ),
  shown(
    'exactly one of the fields of `LIGHTNING`',
    'account-types',
    'of the variants of LIGHTNING exactly one is taken',
  ),
  shown('beneficiary, a person, by currency', 'account-types', 'has what a person must have'),
  shown('beneficiary, a business, by currency', 'account-types', 'has what a business must have'),
  shown(
    '`registrationNumber` for business senders',
    'account-types',
    'a business pays a business in GBP only with its registrationNumber',
  ),
  shown(
    '`bankName` from discoveries (PHP, NGN, ZAR)',
    'lists',
    'discoveries give the bank names that an account in their currency takes, and no others',
  ),
  shown('every invalid field at once in `details.errors`', 'account-types', 'every invalid field is named at once'),
  shown(
    'fields of a customer, with their constraints',
    'customers',
    'is refused with every wrong field at once, each with its constraint',
  ),
  shown('a quote locks what leaves, or what arrives', 'payments', 'can lock what arrives'),
  shown(
    'a wallet is funded from another currency',
    'payments',
    'funds a wallet from a platform account of another currency, without a signature',
  ),
  shown(
    '`destination.currency`, `paymentRail`, `immediatelyExecute`',
    'strict',
    'a quote names the currency of its destination, or none',
  ),
  shown('`Idempotency-Key`', 'flow', 'an idempotency key gives the first answer again and moves no money twice'),
  shown('`clientPublicKey`', 'sessions', 'a refresh with %s is INVALID_INPUT'),
  shown('`encryptedOtpBundle`', 'code-refusals', 'with a code that was used'),
  shown('ids of the wrong kind', 'strict', '$name refuses an id of another kind'),
  shown(
    'optional and nullable fields of answers',
    'optional-fields',
    'its optional fields are there exactly when the table says',
  ),
  shown('`receiptDeliveryConfirmedAt`', 'receipts', receipt),
  shown('`UMA_ADDRESS` as the source of an incoming payment', 'receipts', receipt),
  shown(
    '`onChainTransaction` of a destination, for a payout to a crypto wallet',
    'optional-fields',
    'its optional fields are there exactly when the table says',
  ),
  ...leftOut('the specification shows no fields of it', '`counterpartyInformation`'),
  ...leftOut(
    'no tax, purpose or remittance is passed on',
    '`purposeOfPayment`, `remittanceInformation`, `platformFeeOverride`, `lookupId`, `senderCustomerInfo` of a quote',
  ),
];

/** The transitions between states. */
export const stateTransitions: readonly Row[] = [
  shown('quote: none to PENDING to PROCESSING to COMPLETED', 'flow', flow),
  shown('quote: PENDING to EXPIRED', 'refusals', 'once the quote has expired'),
  shown(
    'quote: PENDING to PENDING_AUTHORIZATION to PROCESSING',
    'payments',
    'a code starts the payment; the wrong ones lock it',
  ),
  shown('quote: PENDING_AUTHORIZATION to FAILED', 'payments', 'without a code the payment fails and no money moved'),
  shown(
    'quote: PROCESSING to FAILED',
    'payments',
    'an operator fails an outgoing payment with %s, and the money goes back',
  ),
  shown(
    'quote: COMPLETED to FAILED, when the bank sends it back',
    'payments',
    '005 makes it complete and then come back',
  ),
  shown(
    'outgoing payment: each failure reason',
    'payments',
    'an operator fails an outgoing payment with %s, and the money goes back',
  ),
  shown('outgoing payment: magic endings', 'payments', lost),
  shown(
    "outgoing payment: an agent's, PENDING to PROCESSING by its approval",
    'payments',
    'waits for the approval of its transaction, then settles',
  ),
  shown('incoming payment: CREATED to PENDING to PROCESSING to COMPLETED', 'transactions', incoming),
  shown('incoming payment: to REJECTED, REFUNDED, EXPIRED', 'transactions', incoming),
  shown('incoming payment: each failure reason', 'payments', 'an operator fails an incoming payment with %s'),
  shown('external account: PENDING, ACTIVE, UNDER_REVIEW, INACTIVE', 'lists', operator),
  shown('external account: only ACTIVE is paid', 'payments', 'to an account that is %s is refused'),
  shown('session: none to active', 'flow', flow),
  shown(
    'session: active, refreshed, with a new key',
    'sessions',
    'an uncompressed key gets a sealed key, a compressed one becomes the session key',
  ),
  shown('session: active to revoked', 'sessions', 'a session is revoked by %s'),
  shown(
    'session: active to expired',
    'sessions',
    'an expired session is not listed and can not be refreshed, not even on its first leg',
  ),
  shown('card: none to PROCESSING to ACTIVE', 'cards', 'platformCardId %s becomes %s'),
  shown('card: ACTIVE to FROZEN and back, to CLOSED', 'cards', 'in grid a card is frozen, unfrozen and closed at once'),
  shown('card transaction: AUTHORIZED to PARTIALLY_SETTLED to SETTLED to REFUNDED', 'cards', spent),
  shown(
    'card transaction: AUTHORIZED to SETTLED by its expiry',
    'cards',
    'a clearing of 0 expires the hold; one beyond it pulls more',
  ),
  shown(
    'card transaction: PARTIALLY_SETTLED with a return, to REFUNDED',
    'cards',
    'a return between two clearings leaves the rest of the hold, until it %s',
  ),
  shown('card transaction: AUTHORIZED to EXCEPTION', 'cards', 'a pull that fails after the settlement is an EXCEPTION'),
  shown(
    'trusted beneficiary: trusted, untrusted, deleted',
    'payments',
    'a trusted beneficiary is deleted only after the trust was ended and that was confirmed',
  ),
];

/** Events and limits. */
export const eventsAndLimits: readonly Row[] = [
  shown(
    'events by the names of the specification',
    'events',
    'in spec events have the plain names of the specification, card transactions those of the generic stream',
  ),
  shown(
    '`INCOMING_PAYMENT` when a balance is updated',
    'transactions',
    'is told once in spec, when its money is there',
  ),
  shown(
    '`CARD.FUNDING_SOURCE_CHANGE` at a close too',
    'cards',
    'in %s a closed card tells that it has no funding source left',
  ),
  shown(
    'events by the names of the public service',
    'events',
    'in grid they have the public names, with the status in them',
  ),
  shown(
    'signature over the raw body, header by profile',
    'webhooks',
    'each event is delivered once, in order, signed over its exact body',
  ),
  shown(
    'repetition with back-off',
    'webhooks',
    'a jump of the clock repeats a delivery at each instant at which it falls due, events in between in order',
  ),
  shown('`limit` 1 to 100, default 20', 'transactions', 'has 20 items unless asked otherwise, and at most 100'),
  shown(
    'a session lasts 15 minutes',
    'sessions',
    'an expired session is not listed and can not be refreshed, not even on its first leg',
  ),
  shown('a signed retry is asked for 5 minutes', 'code-refusals', 'with an expired challenge'),
  shown('a code lasts 5 minutes', 'code-refusals', 'with a code that has expired'),
  shown('a quote lasts 5 minutes', 'refusals', 'once the quote has expired'),
  ...leftOut('no exchange-rate path is shown', 'the cache of exchange rates'),
  ...leftOut(
    'no invitation, balance or agent event is shown',
    '`INVITATION.*`, `BULK_UPLOAD.*`, `VERIFICATION.*`, `INTERNAL_ACCOUNT.*`, `AGENT_ACTION.*` events',
  ),
];
