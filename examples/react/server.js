import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createRelay } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

// Remove the sandbox before production: the service's address and your credentials take its place.
const sandbox = createSandbox();
const { clientId, clientSecret } = sandbox;
// A test brings a sandbox of its own.
const baseUrl = process.env.PLATFORM_BASE_URL ?? `${(await listen(sandbox)).url}/2025-10-13`;
const { origin } = new URL(baseUrl);
const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
const post = async (to, body) => (await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) })).json();

// A person with 100 dollars and a bank account, made by the sandbox in one call.
const { customerId, accountId, bankAccountId } = await post(`${origin}/_sandbox/people`, { bankAccount: 'active' });
const fund = () => post(`${baseUrl}/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 }); // 100.00: USDB has six decimals
const source = { sourceType: 'ACCOUNT', accountId };
const destination = { destinationType: 'ACCOUNT', accountId: bankAccountId };
const amount = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 25_000_000 };
const quote = () => post(`${baseUrl}/quotes`, { source, destination, ...amount });

// Every visitor is that person here. Your app reads its session cookie instead.
const identify = async () => ({ userId: 'person-1', customerId, accountIds: [accountId] });
// Before production set origins, userHandleSecret, store and recentSignInMs, as docs/production.md says.
const relay = createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet' });

// The page of a wallet may run its own files and ask its own server, and nobody may frame it. The icon of this one is a data: URL.
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ['data:'],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
};
const permissionsPolicy = { publickeyCredentialsGet: ['self'], publickeyCredentialsCreate: ['self'] };
const app = new Hono()
  .use(secureHeaders({ contentSecurityPolicy, permissionsPolicy }))
  .all('/wallet/*', (context) => relay(context.req.raw))
  .get('/account', (context) => context.json({ accountId }))
  .post('/fund', async (context) => context.json(await fund()))
  .post('/quote', async (context) => context.json(await quote()))
  .use(serveStatic({ root: 'dist' }));
serve({ fetch: app.fetch, hostname: 'localhost', port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`Open http://localhost:${port}`);
});
