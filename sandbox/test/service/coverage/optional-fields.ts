/** When each optional or nullable field of an answer is there: the one table behind docs/sandbox-calls.md and the tests. */

/** A record as it is answered. */
export type Answered = Readonly<Record<string, unknown>>;

/** Names of the table's records. */
export type RecordName =
  | 'Outgoing transaction'
  | 'Incoming transaction'
  | 'Card transaction'
  | 'Quote'
  | 'Internal account'
  | 'External account'
  | 'Customer'
  | 'Card'
  | 'Credential'
  | 'Session'
  | 'Challenge (202)'
  | 'List'
  | 'Error';

/** The rule of one field. */
export interface FieldPresence {
  readonly record: RecordName;
  /** Dots lead into objects. */
  readonly field: string;
  /** Value in its place otherwise. */
  readonly otherwise: 'absent' | 'null';
  /** The condition in words; `never` for a field that the sandbox has no occasion for. */
  readonly when: string;
  /** The condition, where the record itself shows whether it holds. */
  readonly holds?: (record: Answered) => boolean;
}

type Condition = readonly [when: string, holds?: (record: Answered) => boolean];

const rows = (
  record: RecordName,
  otherwise: 'absent' | 'null',
  fields: Readonly<Record<string, Condition>>,
): FieldPresence[] =>
  Object.entries(fields).map(([field, [when, holds]]) => ({
    record,
    field,
    otherwise,
    when,
    ...(holds === undefined ? {} : { holds }),
  }));

const is =
  (...statuses: readonly string[]) =>
  ({ status }: Answered): boolean =>
    statuses.includes(String(status));
const never: Condition = ['never', () => false];
const byQuote = ({ quoteId }: Answered): boolean => quoteId !== undefined;
const asSent: Condition = ['it was sent'];

function codeOf(amount: unknown): unknown {
  return (amount as { readonly currency?: { readonly code?: unknown } } | undefined)?.currency?.code;
}

/** Every optional or nullable field of profile `spec`, and the further ones that the sandbox answers. */
export const fieldPresence: readonly FieldPresence[] = [
  ...rows('Outgoing transaction', 'absent', {
    failureReason: ['the status is `FAILED`', is('FAILED')],
    settledAt: ['the status is `COMPLETED`', is('COMPLETED')],
    scaChallenge: ['the status is `PENDING_AUTHORIZATION`', is('PENDING_AUTHORIZATION')],
    refund: [
      'it failed after money had left the source, or was cancelled',
      (record) =>
        (record['status'] === 'FAILED' && record['settlementTimelineSeconds'] !== null) ||
        (record['refund'] as { readonly reason?: string } | undefined)?.reason === 'USER_CANCELLATION',
    ],
    rateDetails: [
      'the two currencies differ',
      ({ sentAmount, receivedAmount }) => codeOf(sentAmount) !== codeOf(receivedAmount),
    ],
    agentId: ['an agent started it'],
    description: ['the quote had one'],
    receiptDeliveryConfirmedAt: ['the platform confirmed the delivery of its receipt'],
    counterpartyInformation: never,
    reconciliationInstructions: [
      'it was executed to an account that a rail reaches',
      (record) => record['paymentRail'] !== null,
    ],
    paymentInstructions: ['the source is a wallet, and the status is `PENDING`'],
    'destination.onChainTransaction': ['it was paid out to a crypto wallet'],
  }),
  ...rows('Outgoing transaction', 'null', {
    paymentRail: [
      'it was executed to an account that a rail reaches',
      (record) => record['railSelectionMode'] !== null,
    ],
    railSelectionMode: ['there is a `paymentRail`', (record) => record['paymentRail'] !== null],
    expectedSettlementAt: ['the rail settles later than it sends'],
    settlementTimelineSeconds: ['it was executed'],
  }),
  ...rows('Incoming transaction', 'absent', {
    failureReason: ['the status is `FAILED`', is('FAILED')],
    settledAt: ['the status is `COMPLETED`', is('COMPLETED')],
    reconciliationInstructions: ['the status is not `CREATED`', (record) => record['status'] !== 'CREATED'],
    refund: ['the status is `REJECTED` or `REFUNDED`', is('REJECTED', 'REFUNDED')],
    agentId: ['it came by a quote that an agent started'],
    description: ['it came by a quote that had one, or was sent with one'],
    quoteId: ['it came by a quote, from another internal account'],
    sentAmount: ['it came by a quote', byQuote],
    exchangeRate: ['it came by a quote', byQuote],
    fees: ['it came by a quote', byQuote],
    receiptDeliveryConfirmedAt: ['the platform confirmed the delivery of its receipt'],
    scaChallenge: never,
    counterpartyInformation: never,
  }),
  ...rows('Card transaction', 'absent', {
    settledAmount: ['a clearing was posted', (record) => record['status'] !== 'AUTHORIZED'],
    settlementSummary: ['a clearing was posted', (record) => record['status'] !== 'AUTHORIZED'],
    refundedAmount: ['a return was posted', (record) => record['refundSummary'] !== undefined],
    refundSummary: ['a return was posted', (record) => record['refundedAmount'] !== undefined],
    lastEventAt: ['a pull, clearing or return came after the authorization'],
    'pullSummary.pendingCount': ['a pull is under way'],
    'merchant.mcc': asSent,
    'merchant.country': asSent,
  }),
  ...rows('Quote', 'absent', {
    paymentInstructions: ['the source is a wallet'],
    scaChallenge: ['the status is `PENDING_AUTHORIZATION`', is('PENDING_AUTHORIZATION')],
    rateDetails: [
      'the two currencies differ',
      (quote) => codeOf({ currency: quote['sendingCurrency'] }) !== codeOf({ currency: quote['receivingCurrency'] }),
    ],
    counterpartyInformation: never,
  }),
  ...rows('Internal account', 'absent', {
    customerId: ["it is a customer's", ({ type }) => type === 'EMBEDDED_WALLET'],
  }),
  ...rows('External account', 'absent', {
    customerId: ["it is a customer's"],
    platformAccountId: asSent,
    'accountInfo.paymentRails': ['a rail reaches it: not for crypto', ({ accountInfo }) => !isCrypto(accountInfo)],
  }),
  ...rows('Customer', 'absent', {
    fullName: ['`customerType` is `INDIVIDUAL`', ({ customerType }) => customerType === 'INDIVIDUAL'],
    businessInfo: ['`customerType` is `BUSINESS`', ({ customerType }) => customerType === 'BUSINESS'],
    phoneNumber: asSent,
    address: asSent,
    birthDate: asSent,
    nationality: asSent,
  }),
  ...rows('Card', 'absent', { platformCardId: asSent }),
  ...rows('Card', 'null', {
    stateReason: ['the state is `CLOSED`', ({ state }) => state === 'CLOSED'],
    maxSpendPerTransaction: asSent,
  }),
  ...rows('Credential', 'absent', {
    credentialId: ['it is a passkey', ({ type }) => type === 'PASSKEY'],
    otpEncryptionTargetBundle: ['a code was just sent'],
    challenge: ["it answers a passkey's challenge"],
    requestId: ["it answers a passkey's challenge", ({ challenge }) => challenge !== undefined],
    expiresAt: ["it answers a passkey's challenge", ({ challenge }) => challenge !== undefined],
  }),
  ...rows('Session', 'absent', {
    encryptedSessionSigningKey: ['it was just started, with a key that the service made'],
  }),
  ...rows('Challenge (202)', 'absent', { type: ['a credential is verified, added or removed, or a session revoked'] }),
  ...rows('List', 'absent', { nextCursor: ['`hasMore` is true', ({ hasMore }) => hasMore === true] }),
  ...rows('Error', 'absent', {
    'details.errors': ['fields of the request are invalid'],
    'details.reason': ['one code has several causes'],
  }),
];

function isCrypto(accountInfo: unknown): boolean {
  const { accountType } = accountInfo as { readonly accountType: string };
  return /_WALLET$|^LIGHTNING$/.test(accountType);
}
