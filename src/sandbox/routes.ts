/** The route table of a profile. */
import type { WireProfile } from '../wire.ts';
import type { SandboxRoute } from './http/route.ts';
import { agentApprovalRoutes, authorizationRoutes } from './payments/authorization-routes.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { authorization, gridAuthorization } from './cards/card-schemas.ts';
import { credentialRoutes } from './wallet-auth/credential-routes.ts';
import { customerListRoutes } from './customers/customer-list-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { changeCustomer, createCustomer } from './customers/customer-schemas.ts';
import { changeGridCustomer, createGridCustomer } from './customers/grid-customer-schemas.ts';
import { discoveryRoutes } from './customers/discovery-routes.ts';
import { externalAccountRoutes, platformExternalAccountRoutes } from './customers/external-account-routes.ts';
import { createExternalAccount, createGridAccount } from './customers/external-account-schemas.ts';
import { platformRoutes } from './customers/platform-routes.ts';
import { exchangeRateRoutes } from './payments/exchange-rate-routes.ts';
import { internalAccountRoutes } from './customers/internal-account-routes.ts';
import { incomingRoutes } from './payments/incoming-routes.ts';
import { quoteRoutes } from './payments/quote-routes.ts';
import { createGridQuote, createQuote, executeGridQuote, executeQuoteBody } from './payments/quote-schemas.ts';
import { realtimeFundingRoutes } from './payments/realtime-funding.ts';
import { loginRoutes } from './wallet-auth/login-routes.ts';
import { delegatedKeyRoutes } from './wallet-auth/delegated-key-routes.ts';
import { sessionRoutes } from './wallet-auth/session-routes.ts';
import { gridStrongCode, strongCode } from './payments/strong-authentication.ts';
import { trustRoutes, untrustRoutes } from './payments/trust-routes.ts';
import { transactionRoutes } from './payments/transaction-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Every route that the sandbox has. */
export function routesOf(profile: WireProfile): readonly SandboxRoute[] {
  const isGrid = profile.name === 'grid';
  return [
    ...(isGrid
      ? [...customerRoutes({ create: createGridCustomer, change: changeGridCustomer }), ...customerListRoutes]
      : customerRoutes({ create: createCustomer, change: changeCustomer })),
    ...internalAccountRoutes,
    ...(isGrid
      ? [...externalAccountRoutes(createGridAccount), ...platformRoutes, ...exchangeRateRoutes]
      : [...externalAccountRoutes(createExternalAccount), ...platformExternalAccountRoutes]),
    ...(isGrid
      ? [
          ...quoteRoutes({ create: createGridQuote, execute: executeGridQuote, isWithheld: true }),
          ...realtimeFundingRoutes,
        ]
      : quoteRoutes({ create: createQuote, execute: executeQuoteBody, isWithheld: false })),
    ...transactionRoutes,
    ...credentialRoutes,
    ...loginRoutes,
    ...sessionRoutes,
    ...(isGrid ? delegatedKeyRoutes : []),
    ...cardRoutes(isGrid ? gridAuthorization : authorization),
    ...authorizationRoutes(isGrid ? gridStrongCode : strongCode),
    ...(isGrid ? trustRoutes : untrustRoutes),
    ...(isGrid ? incomingRoutes : agentApprovalRoutes),
    ...discoveryRoutes,
    ...webhookRoutes,
  ];
}
