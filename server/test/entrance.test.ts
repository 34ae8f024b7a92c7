/** The entrance of a wallet page in the process: beside the relay, by the same endpoint. */
import { request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { ada, createFakeService } from '../../test/relay/service.ts';
import { appOrigin, openTestPage, walletOrigin } from '../../test/wallet-page/page.ts';
import { openStore } from '../src/store.ts';
import { identifyAs, runForTest } from './process.ts';
import { startRedis, type RedisServer } from './redis-server.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis?.stop());

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html,*/*' };

/** Runs a relay with an entrance, whose endpoint knows Ada while somebody is in. */
async function run() {
  let isIn = true;
  const { url, operationsUrl } = await runForTest({
    service: createFakeService(),
    identify: identifyAs(() => (isIn ? ada : null)),
    settings: {
      store: { redis: redis.url },
      entrance: { origin: walletOrigin, apps: [appOrigin], mountPath: '/to-wallet', logIn: '/log-in?next=' },
    },
  });
  // The process listens before its store has connected, and answers 503 until then.
  await eventually(async () => expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200));
  const ask = async (path: string, more: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const { port } = new URL(url);
    const headers = { ...navigation, Cookie: 'session=1', Connection: 'close', ...more };
    const sent = send({ port, host: '127.0.0.1', path, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(await text(answer), { status: answer.statusCode ?? 0, headers: given });
  };
  return { ask, logOut: () => (isIn = false) };
}

const locationOf = ({ headers }: Response): string => headers.get('Location') ?? '';

test('an entrance leads who is logged in to the wallet page, which takes the ticket from the same Redis', async () => {
  const { ask } = await run();
  const [address, ticket = ''] = locationOf(await ask('/to-wallet/sessions?locale=de')).split('#ticket=');
  expect(address).toBe(`${walletOrigin}/sessions?locale=de`);
  const { store, connected, close } = openStore(redis.url, { prefix: null, tell: () => undefined, reconnect: true });
  onTestFinished(close);
  await connected;
  expect((await openTestPage({ store }).enter(ticket)).status).toBe(204);
});

test('an entrance makes no ticket once somebody has logged out, not even within the seconds of a cached answer', async () => {
  const { ask, logOut } = await run();
  expect(locationOf(await ask('/to-wallet'))).toContain('#ticket=');
  logOut();
  expect(locationOf(await ask('/to-wallet'))).toBe(`/log-in?next=${encodeURIComponent('/to-wallet')}`);
});

test('an entrance refuses a script, and shows people a page', async () => {
  const { ask } = await run();
  expect((await ask('/to-wallet', { 'Sec-Fetch-Mode': 'cors' })).status).toBe(403);
  const refused = await ask('/to-wallet/<>', { 'Accept-Language': 'de' });
  expect([refused.status, refused.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
});

test('the relay answers all other paths', async () => {
  const { ask } = await run();
  expect((await (await ask('/to-wallets')).json()) as object).toMatchObject({ code: 'RELAY_ROUTE_NOT_FOUND' });
  const refused = await ask('/wallet/<>', { Accept: '*/*' });
  expect((await refused.json()) as object).toMatchObject({ code: 'RELAY_TARGET_INVALID' });
  expect(refused.headers.get('Relay-Refusal')).toBe('not-forwarded');
  expect((await ask(`/wallet/auth/sessions?accountId=${ada.accountIds[0]}`)).status).toBe(200);
});
