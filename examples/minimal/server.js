/** The platform's back-end: the page, the platform's own calls of the payments service, and the relay for those of the wallet. */
import express from 'express';
import { createRelay } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';

// Remove the sandbox before production: the service's address and your credentials take its place.
const sandbox = createSandbox({ settlementMs: 1000 });
const { clientId, clientSecret } = sandbox;
const { url } = await listen(sandbox);
const baseUrl = `${url}/2025-10-13`;

// A customer with 100 dollars and a bank account: a platform makes them when somebody signs up, the sandbox in one call.
const person = { email: 'sample.customer@example.com', bankAccount: 'active' };
const { customerId, accountId, bankAccountId } = await post(`${url}/_sandbox/people`, person);

// Test money, and a quote: it says what leaves the wallet, and where it goes.
const fund = () => post(`${baseUrl}/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 }); // 100.00: USDB has six decimals
const quote = () =>
  post(`${baseUrl}/quotes`, {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
    lockedCurrencySide: 'SENDING', // or RECEIVING
    lockedCurrencyAmount: 25_000_000, // in the smallest unit: 25 USDB with six decimals
  });

// `identify` says who sends a request, from your own session cookie. Here everybody is the one customer.
const identify = async () => ({ userId: 'customer-1', customerId, accountIds: [accountId] });
// Before production set origins, userHandleSecret, store and recentSignInMs, as docs/production.md says.
const relay = createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet' });

// The page of a wallet may run its own files and ask its own server, and nobody may frame it. The icon of this one is a data: URL.
const policy = [
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; font-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
];
const pageHeaders = {
  'Content-Security-Policy': policy.join('; '),
  'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const app = express();
app.use((_request, response, next) => {
  response.set(pageHeaders);
  next();
});
app.use('/wallet', toNodeListener(relay));
app.get('/account', (_request, response) => response.json({ accountId }));
app.post('/fund', async (_request, response) => response.json(await fund()));
app.post('/quote', async (_request, response) => response.json(await quote()));
app.use(express.static('dist'));
const server = app.listen(process.env.PORT ?? 3000, 'localhost', (error) => {
  if (error) throw error;
  console.log(`Open http://localhost:${server.address().port}`);
});

async function post(to, body) {
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
  const response = await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${to} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}
