import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { createSandboxControl } from 'countersign-sandbox/testing';
import { beforeAll, expect, test } from 'vitest';
import { buildKit } from '../../test/package/consumer.ts';
import { runCommand, startCommand } from './command.ts';
import { identifyAs, open } from './process.ts';

beforeAll(() => buildKit(), 120_000);

/** A sandbox with a person, and an endpoint that says it is them. */
async function platform() {
  const sandbox = createSandbox();
  const service = await listen(sandbox);
  const person = await createSandboxControl(service.url).seedPerson();
  const identity = { userId: 'sample', customerId: person.customerId, accountIds: [person.accountId] };
  const endpoint = await open((request, response) =>
    identifyAs(() => (request.headers.cookie === 'session=1' ? identity : null))(request, response),
  );
  const config = {
    baseUrl: `${service.url}/2025-10-13`,
    clientId: sandbox.clientId,
    mountPath: '/wallet',
    port: 0,
    operationsPort: 0,
    identify: { url: `${endpoint.origin}/identify`, secret: '0123456789abcdef' },
    userHandleSecret: 'user handles of the tests, no secret',
  };
  return {
    person,
    config,
    env: { COUNTERSIGN_CLIENT_SECRET: sandbox.clientSecret },
    async close() {
      await service.close();
      await endpoint.close();
    },
  };
}

test('the command prints one line when it is ready, serves, and ends cleanly with SIGTERM', async () => {
  const { person, config, env, close } = await platform();
  const relay = await startCommand({ config, env });
  const path = `/wallet/auth/credentials?accountId=${person.accountId}`;
  const answer = await fetch(relay.url + path, { headers: { Cookie: 'session=1' } });
  expect([answer.status, (await fetch(relay.url + path)).status]).toEqual([200, 401]);
  expect((await fetch(`${relay.operationsUrl}/healthz`)).status).toBe(200);
  const { code, stdout, stderr } = await relay.end('SIGTERM');
  expect([code, stdout.split('\n').length]).toEqual([0, 2]);
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request', 'ending', 'ended']);
  await close();
});

test('wrong settings end the command with code 2, and are all said', async () => {
  const { code, stdout, stderr } = await runCommand([], { config: { port: -1 } });
  expect([code, stdout]).toEqual([2, '']);
  for (const name of ['baseUrl', 'clientId', 'clientSecret', 'identify.url', 'port'])
    expect(stderr).toContain(`  ${name} must`);
});

test('no secret can be given on the command line', async () => {
  for (const args of [['--clientSecret', 'very-secret-secret'], ['--clientSecret=very-secret-secret']]) {
    const { code, stderr } = await runCommand(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^There is no option --clientSecret\.\n\nUsage: /)]);
    expect(stderr).not.toContain('very-secret');
  }
});

test.each([
  [['--config'], '--config needs a value.'],
  [['--check=very-secret'], '--check takes no value.'],
  [['very-secret'], 'The command takes options alone.'],
])('an argument that is wrong is named, without its value: %j', async (args, says) => {
  const { code, stderr } = await runCommand(args);
  expect([code, stderr.split('\n')[0]]).toEqual([2, says]);
  expect(stderr).not.toContain('very-secret');
});

test.each(['relay-check', 'doctor', 'start'])('%s is said to be a command of the sandbox', async (command) => {
  const { code, stderr } = await runCommand([], { command });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`: npx countersign-sandbox ${command}.`)]);
});

test('--check tries each part, and says what works', async () => {
  const { config, env, close } = await platform();
  const good = await runCommand(['--check'], { config, env });
  expect([good.code, good.stdout]).toEqual([
    0,
    `service   works: it takes the credentials
identify  works: it answers 401 to a request without a cookie
store     works: the memory of the process; several instances need store.redis
`,
  ]);
  const wrong = {
    ...config,
    baseUrl: config.baseUrl.replace('2025', '2024'),
    identify: { url: 'http://127.0.0.1:9/identify' },
    store: { redis: 'redis://127.0.0.1:9' },
  };
  const bad = await runCommand(['--check'], { config: wrong, env });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(
    /^service {3}fails: .*baseUrl.*version.*\nidentify {2}fails: .*ECONNREFUSED.*\nstore {5}fails: .*ECONNREFUSED.*\nwarning {3}identify\.secret .*\n$/,
  );
  const { stdout } = await runCommand(['--check'], { config, env: { COUNTERSIGN_CLIENT_SECRET: 'another secret' } });
  expect(stdout).toContain('service   fails: it refuses clientId and clientSecret (401)');
  await close();
});

test('countersign-server wallet-page serves the page, asks the endpoint who comes, and takes requests from its own origin alone', async () => {
  const { person, config, env, close } = await platform();
  const { mountPath: _path, ...shared } = config;
  const page = await startCommand({
    command: 'wallet-page',
    env,
    config: {
      ...shared,
      origin: 'http://wallet.demo.localhost',
      apps: ['http://app.demo.localhost'],
      brand: { name: 'Sample' },
      enclaveKeys: [`04${'ab'.repeat(64)}`],
    },
  });
  const home = await fetch(`${page.url}/?utm=a`);
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await home.text()) ?? [];
  const file = await fetch(page.url + script);
  expect([home.status, file.headers.get('Content-Type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  const me = (headers: Record<string, string>): Promise<Response> => fetch(`${page.url}/relay/me`, { headers });
  expect(await (await me({ Cookie: 'session=1' })).json()).toMatchObject({ accountIds: [person.accountId] });
  expect((await me({ Cookie: 'session=2' })).status).toBe(401);
  expect((await me({ Cookie: 'session=1', Origin: 'http://app.demo.localhost' })).status).toBe(403);
  const { code } = await page.end('SIGTERM');
  expect(code).toBe(0);
  const wrong = await runCommand([], { command: 'wallet-page', config: {} });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^countersign-server wallet-page: .*\n(.*\n)* {2}origin must/),
  ]);
  await close();
});
