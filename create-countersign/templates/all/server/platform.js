/** Your back-end's own part: the payments service, and the customer who asks. */
import { hasLogin, personOf } from './login.js';

/** Kept beyond a change of this file in development, and shared by all bundles of a server. */
export const service = () => (globalThis.paymentsService ??= connect(process.env));

/** Who asks, for the relay. Without SAMPLE_LOGIN everybody is the first customer: read your own session cookie, and answer null for strangers. */
export async function identify(request) {
  const customer = await customerOf(request);
  if (customer === null) return null;
  const { customerId, accountId } = customer;
  return { userId: customerId, customerId, accountIds: [accountId] };
}

/** The customer of a request; null for strangers. Yours are in your database. */
async function customerOf(request) {
  const { customer, ...credentials } = await service();
  if (!hasLogin()) return customer;
  const person = personOf(request);
  if (person === 'second') return (globalThis.secondCustomer ??= makeCustomer(credentials, 'second'));
  return person === null ? null : customer;
}

/** An answer to the page: 401 where nobody is logged in. */
export const answer = (found) => (found === null ? new Response(null, { status: 401 }) : Response.json(found));

export async function account(request) {
  const { customer: _, ...credentials } = await service();
  const customer = await customerOf(request);
  if (customer === null) return null;
  const { customerId, accountId } = customer;
  const query = new URLSearchParams({ customerId, type: 'EMBEDDED_WALLET' });
  const { data } = await expectAnswer(credentials, 'GET', `internal-accounts?${query}`);
  return { accountId, customerId, balance: data.find(({ id }) => id === accountId).balance };
}

/** Adds test money, in the sandbox alone. */
export async function fund(request) {
  const { customer: _, ...credentials } = await service();
  const customer = await customerOf(request);
  if (customer === null) return null;
  const path = `sandbox/internal-accounts/${customer.accountId}/fund`;
  return expectAnswer(credentials, 'POST', path, { amount: 100_000_000 });
}

/** Asks for a quote; `amount` is in the smallest unit. The page shows a refusal, such as of too little money. */
export async function quote(request, amount) {
  if (!Number.isSafeInteger(amount) || amount <= 0) return { refusal: { status: 400, code: 'INVALID_INPUT' } };
  const { customer: _, ...credentials } = await service();
  const customer = await customerOf(request);
  if (customer === null) return null;
  const { ok, status, body } = await call(credentials, 'POST', 'quotes', {
    source: { sourceType: 'ACCOUNT', accountId: customer.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: customer.bankAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
  });
  return ok ? { quote: body } : { refusal: { status, code: body.code } };
}

async function connect(env) {
  const credentials = env.PLATFORM_BASE_URL ? fromEnvironment(env) : await startSandbox();
  return { ...credentials, customer: await makeCustomer(credentials, 'sample') };
}

/** The sandbox makes a customer with money, a bank account and a card. */
function makeCustomer(credentials, name) {
  const wanted = {
    fullName: name === 'sample' ? 'Sample Customer' : 'Second Customer',
    email: `${name}.customer@example.com`,
    bankAccount: 'active',
    card: 'active',
  };
  return expectAnswer(credentials, 'POST', '/_sandbox/people', wanted);
}

function fromEnvironment({ PLATFORM_BASE_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET }) {
  return { baseUrl: PLATFORM_BASE_URL, clientId: PLATFORM_CLIENT_ID, clientSecret: PLATFORM_CLIENT_SECRET };
}

async function startSandbox() {
  const { createSandbox } = await import('countersign-sandbox');
  const { listen } = await import('countersign-sandbox/node');
  // The hosts that make passkeys; the second is that of a wallet page.
  const sandbox = createSandbox({ relyingParties: ['localhost', 'wallet.localhost'] });
  const { url } = await listen(sandbox);
  console.log(`The sandbox takes the code 000000, and shows what reaches it: ${url}/_sandbox/`);
  return { baseUrl: `${url}/2025-10-13`, clientId: sandbox.clientId, clientSecret: sandbox.clientSecret };
}

async function call({ baseUrl, clientId, clientSecret }, method, path, sent) {
  const headers = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'Content-Type': 'application/json' };
  const url = new URL(path, `${baseUrl}/`);
  const init = { method, headers, body: sent && JSON.stringify(sent), cache: 'no-store' };
  const response = await fetch(url, init);
  return { ok: response.ok, status: response.status, body: await response.json() };
}

async function expectAnswer(credentials, method, path, body) {
  const { ok, status, body: answered } = await call(credentials, method, path, body);
  if (!ok) throw new Error(`${method} ${path} was answered with ${status} ${answered.code}`);
  return answered;
}
