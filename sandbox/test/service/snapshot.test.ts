import { importClientKeyPair } from 'countersign/crypto';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { sealCode } from '../../../test/contract/client.ts';
import { eventually } from '../../../test/eventually.ts';
import { atRest, countCryptoCalls } from '../../../test/rest.ts';
import { sampleCustomer } from '../../../test/sample-customer.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  ledgerOf,
  openSession,
  type PlatformClient,
} from './platform-client.ts';
import { payloadOf } from './reading.ts';

beforeAll(countCryptoCalls);

test('a snapshot brings everything back: balances, sessions, quotes, time and the next draws', async () => {
  const { platform, holder, key } = await openSession();
  const quote = await createQuote(platform, holder);
  await platform.advance(1234);
  const snapshot = await platform.control('GET', '/snapshot');
  const before = await ledgerOf(platform, holder);
  const path = `/quotes/${quote.body.id}/execute`;
  const execute = async (): Promise<unknown> =>
    (await platform.call('POST', path, undefined, await platform.stampHeaders(payloadOf(quote), key))).body;
  const executed = await execute();
  const next = await createQuote(platform, holder, 1_000_000);
  expect((await platform.control('PUT', '/snapshot', snapshot.body)).status).toBe(204);
  expect(await ledgerOf(platform, holder)).toEqual(before);
  expect(await execute()).toEqual(executed);
  expect((await createQuote(platform, holder, 1_000_000)).body).toEqual(next.body);
  expect(platform.sandbox.audit()).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['another thing', '{"version":1}'],
  ["another profile's", null],
])('a snapshot that is %s is refused', async (_, text) => {
  const other = text ?? (await createPlatformClient({ profile: 'grid' }).sandbox.snapshot());
  expect((await createPlatformClient().control('PUT', '/snapshot', other)).status).toBe(400);
});

test.each([
  ['holds a part in another form', (state: Record<string, unknown>) => Object.assign(state, { sessions: [] })],
  ['lacks a part', (state: Record<string, unknown>) => Reflect.deleteProperty(state, 'ledger')],
  [
    'sends webhooks to another machine',
    (state: Record<string, unknown>) =>
      Object.assign(state['webhooks'] as object, { endpoint: 'https://elsewhere.example.com/' }),
  ],
] as const)('a snapshot that %s is refused, and the state stays', async (_, change) => {
  const { control, sandbox } = createPlatformClient();
  const before = await sandbox.snapshot();
  const snapshot = JSON.parse(before) as { state: Record<string, unknown> };
  change(snapshot.state);
  await expect(sandbox.restore(JSON.stringify(snapshot))).rejects.toMatchObject({ status: 400 });
  expect((await control('PUT', '/snapshot', JSON.stringify(snapshot))).status).toBe(400);
  expect(await sandbox.snapshot()).toBe(before);
});

/** Calls that touch every kind of draw, with keys that are the same each time. */
async function history(platform: PlatformClient): Promise<string[]> {
  const holder = await createHolder(platform);
  const answers: unknown[] = [];
  const keyPair = await importClientKeyPair(new Uint8Array(32).fill(7));
  const path = `/auth/credentials/${holder.credentialId}`;
  const challenge = await platform.call('POST', `${path}/challenge`);
  answers.push(challenge.body, (await createQuote(platform, holder)).body);
  const { body } = await sealCode(platform, challenge.body, { keyPair });
  const first = await platform.call('POST', `${path}/verify`, body);
  answers.push(first.body);
  const headers = await platform.stampHeaders(first.body.payloadToSign, keyPair, first.body.requestId);
  answers.push((await platform.call('POST', `${path}/verify`, body, headers)).body);
  answers.push((await platform.control('GET', '/webhooks')).body);
  return answers.map((answer) => JSON.stringify(answer));
}

test('the same seed and the same calls give the same bytes', async () => {
  const [one, two, other] = [
    await history(createPlatformClient()),
    await history(createPlatformClient()),
    await history(createPlatformClient({ seed: 'other' })),
  ];
  expect(two).toEqual(one);
  expect(one[3]).toContain('encryptedSessionSigningKey');
  for (const [index, answer] of one.entries()) expect(other[index]).not.toBe(answer);
});

test('a state file carries a sandbox over a restart, and is replaced in one step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const stateFile = join(folder, 'state.json');
  try {
    const body = JSON.stringify(sampleCustomer);
    const headers = {
      Authorization: `Basic ${btoa('sandbox-client:sandbox-secret')}`,
      'Content-Type': 'application/json',
    };
    const one = await listen(createSandbox(), { stateFile });
    const created = await fetch(`${one.url}/2025-10-13/customers`, { method: 'POST', headers, body });
    const { id } = (await created.json()) as { id: string };
    await one.close();
    expect(await readdir(folder)).toEqual(['state.json']);
    const two = await listen(createSandbox(), { stateFile });
    expect((await fetch(`${two.url}/2025-10-13/customers/${id}`, { headers })).status).toBe(200);
    await two.close();
    const whole = await readFile(stateFile, 'utf8');
    expect(whole).toContain(id);
    const refusal = async (options: CreateSandboxOptions, file = stateFile): Promise<string> => {
      const error: unknown = await listen(createSandbox(options), { stateFile: file }).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 'STATE_UNREADABLE' });
      return (error as Error).message.replace(folder, '');
    };
    expect(await refusal({ seed: 'other' })).toMatch(/another seed/);
    expect(await refusal({ profile: 'grid' })).toMatch(/profile spec, and the sandbox has profile grid/);
    await writeFile(stateFile, whole.slice(0, 100));
    expect(await refusal({})).toMatch(/cut off/);
    await writeFile(stateFile, '{}');
    expect(await refusal({})).toMatch(/this version/);
    expect(await refusal({}, folder)).toMatch(/is a folder/);
    expect(await refusal({}, join(folder, 'none', 'state.json'))).toMatch(/folder doesn't exist/);
    expect(await readdir(folder)).toEqual(['state.json']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a request that ends after its sandbox was closed writes no state file, which may be the next one's", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = createSandbox();
  let written = 0;
  let goOn: () => void = () => {};
  const slow: Sandbox = {
    ...sandbox,
    snapshot: () => ((written += 1), sandbox.snapshot()),
    fetch: async (request) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return sandbox.fetch(request);
    },
  };
  try {
    const { url, close } = await listen(slow, { stateFile: join(folder, 'state.json') });
    const late = fetch(`${url}/_sandbox`).catch(() => 'ended');
    const begun = goOn;
    await eventually(() => expect(goOn).not.toBe(begun));
    await close();
    expect([await late, written]).toEqual(['ended', 1]);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    goOn();
    await atRest();
    await vi.runAllTimersAsync();
    expect(written).toBe(1);
  } finally {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  }
});
