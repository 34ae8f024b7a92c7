/** The contract of profile `spec`. */
import { changeCustomer, createCustomer } from '../customers/customer-schemas.ts';
import { externalAccountRoutes, platformExternalAccountRoutes } from '../customers/external-account-routes.ts';
import { createExternalAccount } from '../customers/external-account-schemas.ts';
import { agentApprovalRoutes, authorizationRoutes } from '../payments/authorization-routes.ts';
import { createQuote, executeQuoteBody } from '../payments/quote-schemas.ts';
import { strongCode } from '../payments/strong-authentication.ts';
import { trustRoutes } from '../payments/trust-routes.ts';
import { cardRoutes } from '../cards/card-routes.ts';
import { customerRoutes } from '../customers/customer-routes.ts';
import { discoveryRoutes } from '../customers/discovery-routes.ts';
import { internalAccountRoutes } from '../customers/internal-account-routes.ts';
import { quoteRoutes } from '../payments/quote-routes.ts';
import { transactionRoutes } from '../payments/transaction-routes.ts';
import { credentialRoutes } from '../wallet-auth/credential-routes.ts';
import { loginRoutes } from '../wallet-auth/login-routes.ts';
import { sessionRoutes } from '../wallet-auth/session-routes.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import type { SandboxRoute } from '../http/route.ts';
import type { ServiceContract } from './contract.ts';
import { specForm } from './contract-form.ts';
import { specAccounts } from './spec-accounts.ts';

/** The contract: its facts, external accounts and routes. */
export const specContract: ServiceContract & { readonly routes: readonly SandboxRoute[] } = {
  form: specForm,
  malformedId: 'invalid',
  codeRefusals: 'distinct',
  hasUmaAddresses: false,
  businessStatus: 'kycStatus',
  verifiesContacts: false,
  hasPrivacy: false,
  checksAccounts: false,
  failureReasons: {
    EXECUTION_FAILED: 'QUOTE_EXECUTION_FAILED',
    DELIVERY_FAILED: 'COUNTERPARTY_POST_TX_FAILED',
    RETURNED: 'SETTLEMENT_FAILED',
    REFUND_FAILED: 'EXECUTION_FAILED_POST_DEBIT',
    COMPLIANCE_REJECTED: 'COMPLIANCE_REJECTED',
  },
  cancelledReason: 'MANUAL_REFUND',
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
  strongChallenge: 'type-on-both',
  wrongStrongCode: [401, 'UNAUTHORIZED'],
  resentStrongCode: 'new-challenge',
  fundingSource: 'bare',
  summaryTotal: 'amount',
  platformAccounts: 'paged',
  testEvent: 'empty-data',
  walletCards: 'card',
  closableCards: 'open',
  partReturn: 'REFUNDED',
  cardRefusals: 'by-state',
  fundingDetails: 'uniform',
  unsignedIssuers: [],
  settings: {},
  accounts: specAccounts,
  routes: [
    ...customerRoutes({ create: createCustomer, change: changeCustomer }),
    ...internalAccountRoutes,
    ...externalAccountRoutes(createExternalAccount(specAccounts)),
    ...platformExternalAccountRoutes,
    ...quoteRoutes({ create: createQuote, execute: executeQuoteBody }),
    ...transactionRoutes(specForm),
    ...credentialRoutes,
    ...loginRoutes,
    ...sessionRoutes,
    ...cardRoutes,
    ...authorizationRoutes(strongCode),
    ...trustRoutes(['untrust'], strongCode),
    ...agentApprovalRoutes,
    ...discoveryRoutes,
    ...webhookRoutes,
  ],
  unsupported: [],
};
