/** The contract of profile `grid`: the public service's document. */
import { customerListRoutes } from '../customers/customer-list-routes.ts';
import { externalAccountRoutes } from '../customers/external-account-routes.ts';
import { createGridAccount, createPlatformAccount } from '../customers/external-account-schemas.ts';
import { changeGridCustomer, createGridCustomer } from '../customers/grid-customer-schemas.ts';
import { verificationRoutes } from '../customers/verification-routes.ts';
import { cancellationRoutes } from '../payments/cancellation-routes.ts';
import { termsRoutes } from '../customers/end-user-terms.ts';
import { privacyRoutes } from '../wallet-auth/privacy-routes.ts';
import { hostedCheckRoutes } from '../customers/hosted-check.ts';
import { platformRoutes } from '../customers/platform-routes.ts';
import { authorizationRoutes } from '../payments/authorization-routes.ts';
import { exchangeRateRoutes } from '../payments/exchange-rate-routes.ts';
import { incomingRoutes } from '../payments/incoming-routes.ts';
import { createGridQuote, executeGridQuote } from '../payments/quote-schemas.ts';
import { realtimeFundingRoutes } from '../payments/realtime-funding.ts';
import { gridStrongCode } from '../payments/strong-authentication.ts';
import { trustRoutes } from '../payments/trust-routes.ts';
import { delegatedKeyRoutes } from '../wallet-auth/delegated-key-routes.ts';
import { exportRoutes } from '../wallet-auth/export-routes.ts';
import { cardRevealRoutes } from '../cards/card-reveal.ts';
import { gridCardRoutes } from '../cards/card-routes.ts';
import { cardSimulators } from '../cards/card-simulators.ts';
import { customerRoutes } from '../customers/customer-routes.ts';
import { discoveryRoutes } from '../customers/discovery-routes.ts';
import { internalAccountRoutes } from '../customers/internal-account-routes.ts';
import { receiverRoutes } from '../payments/receiver-lookups.ts';
import { quoteRoutes } from '../payments/quote-routes.ts';
import { transactionRoutes } from '../payments/transaction-routes.ts';
import { credentialRoutes } from '../wallet-auth/credential-routes.ts';
import { loginRoutes } from '../wallet-auth/login-routes.ts';
import { sessionRoutes } from '../wallet-auth/session-routes.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import type { SandboxRoute } from '../http/route.ts';
import type { ServiceContract } from './contract.ts';
import { contractForms, type ContractMonth } from './contract-form.ts';
import { gridAccounts } from './grid-accounts.ts';
import { unsupportedOperations } from './grid-unsupported.ts';

/** The contract in a form: its facts, external accounts and routes. */
export function gridContract(month: ContractMonth): ServiceContract & { readonly routes: readonly SandboxRoute[] } {
  const form = contractForms[month];
  return {
    form,
    malformedId: 'unknown',
    codeRefusals: 'alike',
    hasUmaAddresses: true,
    businessStatus: 'kybStatus',
    verifiesContacts: true,
    hasPrivacy: true,
    checksAccounts: true,
    failureReasons: {
      EXECUTION_FAILED: 'QUOTE_EXECUTION_FAILED',
      DELIVERY_FAILED: 'ACCOUNT_CANNOT_RECEIVE',
      RETURNED: 'PAYOUT_RETURNED',
      REFUND_FAILED: 'ACCOUNT_INVALID',
      COMPLIANCE_REJECTED: 'COMPLIANCE_REJECTED',
    },
    cancelledReason: null,
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
    incomingFailures: [
      'LNURLP_FAILED',
      'PAY_REQUEST_FAILED',
      'PAYMENT_APPROVAL_WEBHOOK_ERROR',
      'PAYMENT_APPROVAL_TIMED_OUT',
      'OFFRAMP_FAILED',
      'MISSING_MANDATORY_PAYEE_DATA',
      'QUOTE_EXPIRED',
      'QUOTE_EXECUTION_FAILED',
      'COMPLIANCE_REJECTED',
      'COLLECTION_FAILED',
    ],
    strongChallenge: 'factors-on-quote',
    wrongStrongCode: [400, 'INVALID_INPUT'],
    resentStrongCode: 'same-challenge',
    fundingSource: 'with-currency',
    summaryTotal: 'integer',
    platformAccounts: 'whole',
    testEvent: 'no-data',
    walletCards: 'delegated-key',
    closableCards: 'issued',
    partReturn: 'SETTLED',
    cardRefusals: 'by-step',
    fundingDetails: 'by-currency',
    unsignedIssuers: ['https://accounts.google.com', 'accounts.google.com', 'https://appleid.apple.com'],
    settings: { walletFunding: 'book-only', codesPerMinute: 10, provisionMs: 0 },
    accounts: gridAccounts,
    routes: [
      ...customerRoutes({ create: createGridCustomer(form), change: changeGridCustomer(form) }),
      ...termsRoutes(form),
      ...privacyRoutes,
      ...customerListRoutes,
      ...verificationRoutes,
      ...hostedCheckRoutes,
      ...cancellationRoutes,
      ...internalAccountRoutes,
      ...externalAccountRoutes(createGridAccount(gridAccounts)),
      ...platformRoutes(createPlatformAccount(gridAccounts)),
      ...exchangeRateRoutes,
      ...receiverRoutes,
      ...quoteRoutes({ create: createGridQuote, execute: executeGridQuote }),
      ...realtimeFundingRoutes,
      ...transactionRoutes(form),
      ...credentialRoutes,
      ...loginRoutes,
      ...sessionRoutes,
      ...delegatedKeyRoutes,
      ...exportRoutes,
      ...gridCardRoutes(form),
      ...cardSimulators(form),
      ...cardRevealRoutes,
      ...authorizationRoutes(gridStrongCode),
      ...trustRoutes(['trust', 'untrust'], gridStrongCode),
      ...incomingRoutes,
      ...discoveryRoutes,
      ...webhookRoutes,
    ],
    unsupported: unsupportedOperations,
  };
}
