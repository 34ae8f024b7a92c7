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
const { url } = await listen(sandbox);
const baseUrl = `${url}/2025-10-13`;
const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
const post = async (to, body) => (await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) })).json();

const wanted = { bankAccount: 'active', balance: 1_000_000_000 };
const { customerId, accountId, bankAccountId } = await post(`${url}/_sandbox/people`, wanted);
const source = { sourceType: 'ACCOUNT', accountId };
const destination = { destinationType: 'ACCOUNT', accountId: bankAccountId };
const amount = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 25_000_000 };
const quote = () => post(`${baseUrl}/quotes`, { source, destination, ...amount });
const identify = async () => ({ userId: 'person-1', customerId, accountIds: [accountId] });
const relay = createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet' });

// What the page of a wallet may do: run its own files, and nothing else. The icon of this one is a data: URL.
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ['data:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ["'none'"],
};

// What the inspector asks of the sandbox. The page's origin and headers go along, so that the sandbox refuses other sites' pages here too.
const control = async ({ req }) => {
  const { pathname, search, origin } = new URL(req.url);
  const body = (await req.text()) || undefined;
  const path = `${pathname.slice('/sandbox'.length)}${search}`;
  const { headers } = req.raw;
  return sandbox.fetch(new Request(`${origin}/_sandbox${path}`, { method: req.method, headers, body }));
};

const app = new Hono()
  .use(secureHeaders({ contentSecurityPolicy }))
  .all('/sandbox/*', control)
  .all('/wallet/*', (context) => relay(context.req.raw))
  .get('/account', (context) => context.json({ accountId }))
  .post('/quote', async (context) => context.json(await quote()))
  .use(serveStatic({ root: 'inspected/dist' }));
serve({ fetch: app.fetch, hostname: 'localhost', port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`Open http://localhost:${port}`);
});
