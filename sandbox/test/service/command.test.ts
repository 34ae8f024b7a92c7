import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../../../test/package/consumer.ts';
import { sampleCustomer } from '../../../test/sample-customer.ts';
import { root } from '../../../test/source-tree.ts';

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Content of the one line of JSON. */
  readonly facts: Readonly<Record<string, string>>;
}

const run = (...args: string[]): Running['child'] =>
  spawn(process.execPath, [join(root, 'sandbox/dist/bin.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
const command = (...args: string[]): Running['child'] => run('start', '--port', '0', '--json', ...args);

async function start(...args: string[]): Promise<Running> {
  const child = command(...args);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, facts: JSON.parse(line) as Running['facts'] };
}

/** The exit code of a process that got a signal. */
async function stop({ child }: Running, signal: 'SIGINT' | 'SIGTERM'): Promise<unknown> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function api({ facts }: Running, method: string, path: string, body?: object): Promise<{ id: string }> {
  const authorization = `Basic ${btoa(`${facts['clientId']}:${facts['clientSecret']}`)}`;
  const response = await fetch(`${facts['baseUrl']}${path}`, {
    method,
    headers: { authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as { id: string };
}

beforeAll(() => buildKit(), 120_000);

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('ends the built command cleanly, even while a client keeps its connection, and saves the state first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const state = join(folder, 'state.json');
    try {
      const first = await start('--state', state, '--seed', 'another');
      const { id } = await api(first, 'POST', '/customers', sampleCustomer);
      expect(await stop(first, signal)).toBe(0);
      await expect(fetch(String(first.facts['baseUrl']))).rejects.toThrow(TypeError);
      expect(await readdir(folder)).toEqual(['state.json']);
      expect(await readFile(state, 'utf8')).toContain(id);
      const second = await start('--state', state, '--seed', 'another');
      expect(await api(second, 'GET', `/customers/${id}`)).toMatchObject(sampleCustomer);
      expect(await stop(second, signal)).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 30_000);
});

test("another seed's state file is refused on one line, and left as it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const state = join(folder, 'state.json');
  try {
    expect(await stop(await start('--state', state), 'SIGTERM')).toBe(0);
    const before = await readFile(state, 'utf8');
    const child = command('--state', state, '--seed', 'another');
    const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string];
    const [code] = (await once(child, 'exit')) as [number];
    expect([code, line]).toEqual([1, `The state file ${state} can't be used. This is a snapshot of another seed.`]);
    expect(await readFile(state, 'utf8')).toBe(before);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 30_000);

test("the built command says the package's version, and ends", async () => {
  const child = run('--version');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const [code] = (await once(child, 'exit')) as [number];
  const { version } = JSON.parse(await readFile(join(root, 'sandbox/package.json'), 'utf8')) as { version: string };
  expect([code, line]).toEqual([0, version]);
}, 30_000);

describe('--exec', () => {
  test('runs a command beside a sandbox on a free port, and ends with its exit code', async () => {
    const script = `
      const { COUNTERSIGN_SANDBOX_URL: url, PLATFORM_BASE_URL: base, PLATFORM_ENCLAVE_KEYS: key } = process.env;
      const info = await (await fetch(url + '/_sandbox')).json();
      console.log(info.baseUrl === base && info.enclavePublicKeyHex === key, url);
      process.exitCode = 7;
    `;
    const line = `"${process.execPath}" --input-type=module -e "${script.replaceAll('\n', ' ')}"`;
    const child = run('start', '--exec', line);
    const lines = createInterface({ input: child.stdout });
    const [[said], [code]] = (await Promise.all([once(lines, 'line'), once(child, 'exit')])) as [[string], [number]];
    const [isTold, url = ''] = said.split(' ');
    expect([isTold, code]).toEqual(['true', 7]);
    await expect(fetch(url), 'the port is free again').rejects.toThrow(TypeError);
  });

  test('ends with the exit code of a shell that finds no such command', async () => {
    const [code] = (await once(run('start', '--exec', 'no-such-command-here'), 'exit')) as [number];
    expect(code).toBe(127);
  });

  /** A command that starts a child with the same output, says where the sandbox is, and stays. */
  const family = (): string => {
    const child = 'setInterval(() => {}, 1000)';
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', '${child}'], { stdio: 'inherit' })
        .once('spawn', () => console.log(process.env.COUNTERSIGN_SANDBOX_URL));
      ${child};
    `;
    return `"${process.execPath}" -e "${script.replaceAll('\n', ' ')}"`;
  };

  /** The lines of a sandbox and of all that it started, once each of them has let its output go. */
  const heard = async (child: Running['child']): Promise<readonly string[]> => {
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await once(child, 'close');
    return lines;
  };

  test.for([
    ['SIGINT', 'once'],
    ['SIGTERM', 'once'],
    ['SIGHUP', 'once'],
    ['SIGINT', 'again and again'],
  ] as const)(
    'is stopped by %s, %s, with all that it started, goes on with nothing, and the port is free again',
    async ([signal, times]) => {
      const child = run('start', '--exec', `${family()} && echo first; echo second`);
      const ended = Promise.all([once(child, 'exit'), heard(child)]);
      await once(createInterface({ input: child.stdout }), 'line');
      child.kill(signal);
      const again = times === 'once' ? undefined : setInterval(() => child.kill(signal));
      const [[code], [url = '', ...more]] = (await ended) as [[number], readonly string[]];
      clearInterval(again);
      expect([code, more]).toEqual([143, []]);
      await expect(fetch(url)).rejects.toThrow(TypeError);
    },
  );

  test('ends what its command has left running', async () => {
    const child = run('start', '--exec', `${family()} & sleep 0; exit 3`);
    const [[code]] = (await Promise.all([once(child, 'exit'), heard(child)])) as [[number], unknown];
    expect(code).toBe(3);
  });
});

test('a sandbox ends when whoever started it closes its standard input', async () => {
  const child = spawn(process.execPath, [join(root, 'sandbox/dist/bin.js'), 'start', '--port', '0', '--json'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout }), 'line');
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
