/** The route table of a profile. */
import type { WireProfile } from '../wire.ts';
import type { Route } from './route.ts';
import { authorizationRoutes } from './routes/authorizations.ts';
import { cardRoutes } from './routes/cards.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { customerRoutes } from './routes/customers.ts';
import { discoveryRoutes } from './routes/discoveries.ts';
import { externalAccountRoutes } from './routes/external-accounts.ts';
import { internalAccountRoutes } from './routes/internal-accounts.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { loginRoutes } from './routes/login.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { transactionRoutes } from './routes/transactions.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route that the sandbox has. */
export function routesOf(profile: WireProfile): readonly Route[] {
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
