import { expect, test } from 'vitest';
import { paymentBetween } from '../../../test/sample-customer.ts';
import { runCommand } from '../../src/service/command/node.ts';

const version = '1.2.3';

async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  expect(await runCommand({ args, print: (line) => lines.push(line), version })).toBe(null);
  return lines.join('\n');
}

test.each([['--help'], ['-h'], ['start', '--help']])('%j prints every option with its default', async (...args) => {
  const text = await printed(...args);
  expect(text).toMatch(/^Usage: countersign-sandbox start \[options\]$/m);
  for (const option of [
    'port',
    'host',
    'allow-remote',
    'profile',
    'contract',
    'seed',
    'state',
    'now',
    'scenario',
    'settlement',
    'wallet-funding',
    'lenient',
    'json',
    'quiet',
    'verbose',
  ]) {
    expect(text).toMatch(new RegExp(`^ {2}--${option} .{10}`, 'm'));
  }
});

test.each(['--version', '-v'])('%s prints the version alone', async (option) => {
  expect(await printed(option)).toBe(version);
});

test('the command prints one JSON line when it is ready', async () => {
  const lines: string[] = [];
  const args = ['start', '--port', '0', '--profile', 'grid', '--json', '--seed', 'another'];
  const listening = await runCommand({ args, print: (line) => lines.push(line), version });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual(await (await fetch(`${listening?.url ?? ''}/_sandbox`)).json());
  await listening?.close();
});

test('with --now the same calls get the same bytes from another process, dates included', async () => {
  const run = async (): Promise<unknown[]> => {
    const args = ['start', '--port', '0', '--json', '--now', '2026-01-15T12:00:00Z', '--scenario', 'with-card'];
    const lines: string[] = [];
    const listening = await runCommand({ args, print: (line) => lines.push(line), version });
    const { scenario } = JSON.parse(lines[0] ?? '') as { scenario: { person: { cardId: string } } };
    const headers = { authorization: `Basic ${btoa('sandbox-client:sandbox-secret')}` };
    const url = `${listening?.url ?? ''}/2025-10-13/cards/${scenario.person.cardId}`;
    const answer = await fetch(url, { headers });
    const seen = [scenario, answer.status, answer.headers.get('Date'), await answer.text()];
    await listening?.close();
    return seen;
  };
  const first = await run();
  expect(first.slice(1, 3)).toEqual([200, 'Thu, 15 Jan 2026 12:00:00 GMT']);
  expect(await run()).toEqual(first);
});

test('with --settlement and --wallet-funding the command sets what they say', async () => {
  const args = ['start', '--port', '0', '--scenario', 'funded', '--settlement', '0', '--wallet-funding', 'book-only'];
  const lines: string[] = [];
  const listening = await runCommand({ args, print: (line) => lines.push(line), version });
  const facts = Object.fromEntries(lines.map((line) => line.split(/ +/) as [string, string]));
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const authorization = `Basic ${btoa(`${facts['clientId'] ?? ''}:${facts['clientSecret'] ?? ''}`)}`;
    const init = { method, headers: { authorization, 'Content-Type': 'application/json' } };
    const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
    return (await (await fetch(`${facts['baseUrl'] ?? ''}${path}`, sent)).json()) as Record<string, unknown>;
  };
  const funded = await call('POST', `/sandbox/internal-accounts/${facts['accountId'] ?? ''}/fund`, { amount: 5 });
  expect(funded).toMatchObject({ balance: { amount: 100_000_000 }, totalBalance: { amount: 100_000_005 } });
  const { data } = await call('GET', '/platform/internal-accounts?currency=USD');
  const [{ id: accountId }] = data as [{ id: string }];
  await call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1000 });
  const quote = await call(
    'POST',
    '/quotes',
    paymentBetween(accountId, facts['accountId'], 1000, { immediatelyExecute: true }),
  );
  expect(await call('GET', `/quotes/${String(quote['id'])}`)).toMatchObject({ status: 'COMPLETED' });
  await listening?.close();
});

test.each([
  [['start', '--port', 'many'], RangeError],
  [['start', '--profile', 'other'], RangeError],
  [['start', '--now', '2026-01-15'], RangeError],
  [['start', '--now', 'noon'], RangeError],
  [['start', '--scenario', 'rich'], RangeError],
  [['start', '--scenario', 'funded', '--state', 'state.json'], RangeError],
  [['start', '--settlement', 'soon'], RangeError],
  [['start', '--wallet-funding', 'none'], RangeError],
  [['start', '--colour'], TypeError],
  [['sandpit'], TypeError],
  [[], TypeError],
])('the command refuses %j', async (args, kind) => {
  await expect(runCommand({ args, print: () => undefined, version })).rejects.toThrow(kind);
});

test.each([
  [['sandbx'], /^There is no command "sandbx"\.\n\nUsage: countersign-sandbox start/],
  [['start', '--prot', '3'], /^There is no option --prot\.\n\nUsage: countersign-sandbox start/],
  [['start', '-x'], /^There is no option -x\.\n\nUsage: countersign-sandbox start/],
  [['start', '--port'], /^--port needs a value\.\n\nUsage: countersign-sandbox start/],
  [['start', '--port', '--json'], /^--port needs a value\.\n\nUsage: countersign-sandbox start/],
  [['start', '--json=yes'], /^--json takes no value\.\n\nUsage: countersign-sandbox start/],
  [['start', 'grid'], /^"grid" is no option\.\n\nUsage: countersign-sandbox start/],
  [[], /^Usage: countersign-sandbox start/],
])('the command says first what it does not know of %j', async (args, text) => {
  await expect(runCommand({ args, print: () => undefined, version })).rejects.toThrow(text);
});

test('--contract chooses the form of grid, and says of one that nothing confirms it', async () => {
  const lines: string[] = [];
  const args = ['start', '--port', '0', '--profile', 'grid', '--contract', '2026-10', '--quiet'];
  const listening = await runCommand({ args, print: (line) => lines.push(line), version });
  expect(lines.filter((line) => line.includes('nothing confirms'))).toHaveLength(1);
  expect(await (await fetch(`${listening?.url ?? ''}/_sandbox`)).json()).toMatchObject({ contract: '2026-10' });
  await listening?.close();
});

test.each([
  [['--profile', 'grid', '--contract', '2026-11'], '--contract must be one of 2026-08, 2026-09, 2026-10'],
  [['--contract', '2026-09'], '--contract needs --profile grid'],
])('%j is refused', async (more, message) => {
  const run = runCommand({ args: ['start', '--port', '0', ...more], print: () => undefined, version });
  await expect(run).rejects.toThrow(message);
});
