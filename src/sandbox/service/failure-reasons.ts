/** Why payments may fail, by contract. */

/** Reasons of payments in both directions. */
export interface FailureReasons {
  readonly outgoingFailures: readonly string[];
  readonly incomingFailures: readonly string[];
}

/** The reasons of profile `spec` (docs/sandbox.md, "What is covered"). */
export const specFailures: FailureReasons = {
  outgoingFailures: [
    'QUOTE_EXPIRED',
    'QUOTE_EXECUTION_FAILED',
    'LIGHTNING_PAYMENT_FAILED',
    'FUNDING_AMOUNT_MISMATCH',
    'COUNTERPARTY_POST_TX_FAILED',
    'SCA_NOT_COMPLETED',
    'EXECUTION_FAILED_POST_DEBIT',
    'SETTLEMENT_FAILED',
    'TIMEOUT',
    'MANUAL_REFUND',
  ],
  incomingFailures: [
    'LNURLP_FAILED',
    'PAY_REQUEST_FAILED',
    'PAYMENT_APPROVAL_WEBHOOK_ERROR',
    'PAYMENT_APPROVAL_TIMED_OUT',
    'OFFRAMP_FAILED',
    'MISSING_MANDATORY_PAYEE_DATA',
    'QUOTE_EXPIRED',
    'QUOTE_EXECUTION_FAILED',
  ],
};

/** The public service's reasons. */
export const gridFailures: FailureReasons = {
  outgoingFailures: [
    'QUOTE_EXPIRED',
    'QUOTE_RATE_UNAVAILABLE',
    'QUOTE_EXECUTION_FAILED',
    'FUNDING_AMOUNT_MISMATCH',
    'SCA_NOT_COMPLETED',
    'PAYOUT_RETURNED',
    'LIMIT_EXCEEDED',
    'ACCOUNT_CANNOT_RECEIVE',
    'ACCOUNT_INVALID',
    'COMPLIANCE_REJECTED',
    'LIGHTNING_PAYMENT_FAILED',
    'COUNTERPARTY_POST_TX_FAILED',
  ],
  incomingFailures: [...specFailures.incomingFailures, 'COMPLIANCE_REJECTED', 'COLLECTION_FAILED'],
};
