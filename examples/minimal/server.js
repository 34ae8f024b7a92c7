/** The platform's back-end: the page, the platform's own calls of the payments service, and the relay for those of the wallet. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRelay } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox } from 'countersign/sandbox';
import { listen } from 'countersign/sandbox/node';

// The service, here a sandbox of it: with the real one these are its address and your credentials.
const sandbox = createSandbox({ settlementMs: 1000 });
const { clientId, clientSecret } = sandbox;
const baseUrl = `${(await listen(sandbox)).url}/2025-10-13`;

// A customer with a wallet and a bank account: a platform makes them when somebody signs up.
const person = { fullName: 'Sample Customer', birthDate: '1990-01-31', nationality: 'US', region: 'US' };
const { id: customerId } = await service('/customers', {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'customer-1',
  email: 'sample.customer@example.com',
  ...person,
});
const wallets = await service(`/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
const accountId = wallets.data[0].id;
const address = { line1: '1 Sample Street', city: 'Sampleton', postalCode: '00001', country: 'US' };
const bank = await service('/customers/external-accounts', {
  customerId,
  currency: 'USD',
  platformAccountId: 'bank-1',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '123456789',
    routingNumber: '021000021',
    bankAccountType: 'CHECKING',
    bankName: 'Example Bank',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: person.fullName, address },
  },
});

const routes = {
  'GET /account': () => ({ accountId }),
  'POST /fund': () => service(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 100_000_000 }),
  'POST /quote': () =>
    service('/quotes', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bank.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 25_000_000, // 25 USDB: it has six decimals
    }),
};

// `identify` says who sends a request, from your own session cookie. Here everybody is the one customer.
const identify = async () => ({ userId: 'customer-1', customerId, accountIds: [accountId] });
const relay = toNodeListener(createRelay({ baseUrl, clientId, clientSecret, identify, mountPath: '/wallet' }));
const server = createServer(async (request, response) => {
  if (request.url.startsWith('/wallet/')) {
    relay(request, response);
    return;
  }
  try {
    const [type, body] = await answer(request);
    response.writeHead(200, { 'Content-Type': type }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(process.env.PORT ?? 3000, 'localhost', () => {
  console.log(`Open http://localhost:${server.address().port}`);
});

async function answer({ method, url }) {
  const route = routes[`${method} ${url}`];
  if (route) return ['application/json', JSON.stringify(await route())];
  if (/^\/dist\/[\w-]+\.js$/.test(url)) return ['text/javascript', await readFile(`.${url}`)];
  return ['text/html', await readFile('index.html')];
}

async function service(path, body) {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await fetch(baseUrl + path, {
    headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}
