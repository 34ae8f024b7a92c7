/** The route table of a profile. */
import type { WireProfile } from '../wire.ts';
import type { SandboxRoute } from './http/route.ts';
import { authorizationRoutes } from './payments/authorization-routes.ts';
import { cardRoutes } from './cards/card-routes.ts';
import { credentialRoutes } from './wallet-auth/credential-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { discoveryRoutes } from './customers/discovery-routes.ts';
import { externalAccountRoutes } from './customers/external-account-routes.ts';
import { internalAccountRoutes } from './customers/internal-account-routes.ts';
import { quoteRoutes } from './payments/quote-routes.ts';
import { loginRoutes } from './wallet-auth/login-routes.ts';
import { sessionRoutes } from './wallet-auth/session-routes.ts';
import { transactionRoutes } from './payments/transaction-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Every route that the sandbox has. */
export function routesOf(profile: WireProfile): readonly SandboxRoute[] {
  return [
    ...customerRoutes,
    ...internalAccountRoutes,
    ...externalAccountRoutes(profile.name === 'grid' ? 'lenient-usd' : 'strict'),
    ...quoteRoutes,
    ...transactionRoutes,
    ...credentialRoutes,
    ...loginRoutes,
    ...sessionRoutes,
    ...cardRoutes,
    ...authorizationRoutes,
    ...discoveryRoutes,
    ...webhookRoutes,
  ];
}
