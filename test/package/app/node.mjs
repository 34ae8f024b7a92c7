/** The server of an application, with one use of each entry for Node. Prints how each turned out, and serves until its input ends. */
import { createServer } from 'node:http';

const relayPath = '/wallet';
/** @type {Record<string, unknown>} */
const outcomes = {};

/** @param {string} entry @param {() => unknown} use */
async function record(entry, use) {
  try {
    outcomes[entry] = await use();
  } catch (error) {
    outcomes[entry] = String(error);
  }
}

await record('countersign/crypto', async () => {
  const { generateClientKeyPair, stamp, verifyStamp } = await import('countersign/crypto');
  const key = await generateClientKeyPair({ uses: ['sign'] });
  const value = await stamp('{"amount":1}', key);
  const { compressedPublicKeyHex } = await verifyStamp(value, '{"amount":1}');
  const refusal = await verifyStamp(value, '{"amount":2}').catch(({ code }) => code);
  return [compressedPublicKeyHex === key.compressedPublicKeyHex, refusal];
});

await record('countersign/messages', async () => {
  const { PasskeyError } = await import('countersign');
  const { de, describe } = await import('countersign/messages');
  return describe(new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' }), { locale: de }).title;
});

await record('countersign/wallet-link', async () => {
  const { readWalletReturn, walletLinks } = await import('countersign/wallet-link');
  return [
    walletLinks('https://wallet.example.com').sessions(),
    readWalletReturn({ search: '?wallet-outcome=done' })?.outcome,
  ];
});

await record('countersign/relay/redis', async () => {
  const { createRedisRelayStore } = await import('countersign/relay/redis');
  const client = { eval: async (/** @type {string} */ _script, /** @type {{ keys: string[] }} */ { keys }) => keys[0] };
  return createRedisRelayStore({ client }).take('key');
});

const { createSandbox } = await import('countersign-sandbox');
const sandbox = createSandbox();
await record('countersign-sandbox', async () => (await sandbox.fetch(new Request('http://localhost/health'))).json());

const { listen } = await import('countersign-sandbox/node');
const { url } = await listen(sandbox);
await record('countersign-sandbox/node', async () => (await fetch(`${url}/health`)).json());

const { createFakeWallet, createSandboxControl } = await import('countersign-sandbox/testing');
const control = createSandboxControl(url);
const { enclavePublicKeyHex, profile: _profile, ...service } = await control.info();
const { customerId, accountId, bankAccountId } = await control.seedPerson();
await record('countersign-sandbox/testing', () => createFakeWallet({ state: 'signed-in' }).wallet.state().status);

const { createRelay } = await import('countersign/relay');
const identify = async () => ({ userId: 'sample-customer', customerId, accountIds: [accountId] });
const relay = createRelay({ ...service, mountPath: relayPath, groups: ['wallet', 'payments'], identify });
const credentials = `${relayPath}/auth/credentials?accountId=${accountId}`;
/** @param {Response} answer */
const typeOfFirst = async (answer) => (await answer.json()).data[0].type;
await record('countersign/relay', async () => typeOfFirst(await relay(new Request(`http://localhost${credentials}`))));

await record('countersign/wallet-page', async () => {
  const { createMemoryRelayStore } = await import('countersign/relay');
  const { createTicket, createWalletPage } = await import('countersign/wallet-page');
  const origin = 'http://wallet.demo.localhost';
  const store = createMemoryRelayStore();
  const page = createWalletPage({
    ...service,
    origin,
    apps: ['http://app.demo.localhost'],
    enter: 'ticket',
    store,
    brand: { name: 'Sample' },
    enclaveKeys: [enclavePublicKeyHex],
  });
  const home = await page(new Request(`${origin}/`));
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await home.text()) ?? [];
  const file = await page(new Request(origin + script));
  const ticket = await createTicket({ store, origin, user: await identify() });
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const entered = await page(
    new Request(`${origin}/enter`, { method: 'POST', headers, body: JSON.stringify({ ticket }) }),
  );
  return [home.status, file.headers.get('Content-Type'), entered.status];
});

const { toNodeListener } = await import('countersign/relay/node');
const server = createServer(toNodeListener(relay));
await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(null)));
const address = server.address();
const origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
await record('countersign/relay/node', async () => typeOfFirst(await fetch(origin + credentials)));

const { signInScript } = await import('countersign-sandbox/testing/playwright');
const settings = { relay: relayPath, accountId, enclaveKeys: [enclavePublicKeyHex], environment: 'sandbox' };
console.log(JSON.stringify({ outcomes, origin, settings, bankAccountId, signIn: signInScript({ accountId }) }));
process.stdin.resume().on('end', () => process.exit());
