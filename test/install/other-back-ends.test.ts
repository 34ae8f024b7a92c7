import { execFileSync, spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkUrl } from '../../sandbox/test/relay-check/check-relay.ts';
import { freePort } from '../listen.ts';
import { root } from '../source-tree.ts';
import { pressInView } from '../browser/in-view.ts';
import { chromiumForFile } from './chromium.ts';
import { installForFile } from './installation.ts';
import { createRunning, peopleOf } from './running.ts';

const installation = installForFile(['esbuild@0.28']);
const chromium = chromiumForFile();
/** The files that the packed document shows, by their names. */
let shown: Readonly<Record<string, string>>;
const { folder, start, startRelay, end } = createRunning();

beforeAll(() => void (shown = { ...filesOf('start.md'), ...filesOf('other-back-ends.md') }));

afterAll(end);

function filesOf(document: string): Readonly<Record<string, string>> {
  const text = readFileSync(installation.inModules('countersign/docs', document), 'utf8');
  const blocks = text.matchAll(/^`([\w.]+)`[^\n]*:\n\n(?:<!-- .* -->\n)?```\w+\n([^]*?)^```$/gm);
  const plain = text.matchAll(/^<!-- quote: minimal, elements\/([\w.]+) -->\n```\w+ \[Plain\]\n([^]*?)^```$/gm);
  return Object.fromEntries([...blocks, ...plain].map(([, name = '', content = '']) => [name, content]));
}

/** Writes files of the document, and others, into a new folder. */
function write(name: string, names: readonly string[], others: Readonly<Record<string, string>> = {}): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const file of names) writeFileSync(join(place, file), shown[file] ?? '');
  for (const [file, content] of Object.entries(others)) writeFileSync(join(place, file), content);
  return place;
}

// Both programs listen with the sessions of their first argument, or say what they do with the deliveries of their second one.
const mainOf = (name: string): Record<string, string> => ({
  [name]: readFileSync(join(root, 'test/install/back-ends', name), 'utf8'),
});

/** Command of each language's program; its arguments follow. */
const languages: Readonly<Record<string, () => readonly [program: string, ...args: string[]]>> = {
  Python: () => ['python3', join(write('python', ['identify.py', 'webhook.py'], mainOf('main.py')), 'main.py')],
  Go() {
    const cwd = write('go', ['identify.go', 'webhook.go'], mainOf('main.go'));
    const env = { ...process.env, GO111MODULE: 'off', GOCACHE: join(folder, 'go-cache'), GOFLAGS: '' };
    const files = ['identify.go', 'webhook.go', 'main.go'];
    const formatted = execFileSync('gofmt', ['-l', 'identify.go', 'webhook.go'], { cwd, encoding: 'utf8' });
    expect(formatted, 'files that gofmt would change').toBe('');
    execFileSync('go', ['build', '-o', 'program', ...files], { cwd, env });
    return [join(cwd, 'program')];
  },
};

describe.for(Object.keys(languages))('in %s', (language) => {
  const secret = 'a-secret-of-the-two';
  let command: readonly [string, ...string[]];

  beforeAll(() => {
    command = languages[language]?.() ?? [''];
  });

  test('the endpoint of the document has the relay process keep every promise of relay-check', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${String(port)}`;
    const { code, findings } = await checkUrl(`${origin}/wallet`, {
      async start(facts) {
        const [program, ...args] = command;
        const env = { IDENTIFY_SECRET: secret };
        const endpoint = await start(program, [...args, JSON.stringify(peopleOf(facts))], { env });
        await startRelay(facts, { port, origin, identify: { url: `http://127.0.0.1:${endpoint}/identify`, secret } });
        const unknown = await fetch(`http://127.0.0.1:${endpoint}/identify`, { method: 'POST' });
        expect(unknown.status, 'a caller without the secret').toBe(403);
      },
    });
    expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
    expect(code).toBe(0);
  });

  test("the document's webhook receiver says to each vector what the vectors say", () => {
    const file = installation.inModules('countersign/docs/webhook-vectors.json');
    const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
      vectors: readonly { name: string; refusedAs: string | null }[];
    };
    const [program, ...args] = command;
    const statuses = JSON.parse(execFileSync(program, [...args, '', file], { encoding: 'utf8' })) as readonly number[];
    const expected = vectors.map(({ name, refusedAs }) => {
      const status = refusedAs === null ? 200 : refusedAs.includes('SIGNATURE') ? 401 : 400;
      return `${name}: ${String(status)}`;
    });
    expect(vectors.map(({ name }, index) => `${name}: ${String(statuses[index])}`)).toEqual(expected);
  });
});

test('pytest runs beside a sandbox, and its exit code is that of the command', () => {
  const kit = installation.folder;
  for (const file of ['webhook.py', 'test_webhook.py']) writeFileSync(join(kit, file), shown[file] ?? '');
  const bin = installation.inModules('.bin/countersign-sandbox');
  const run = (more: string) => {
    const command = `python3 -m pytest -q -p no:cacheprovider test_webhook.py ${more}`;
    return spawnSync(bin, ['start', '--exec', command], { cwd: kit, encoding: 'utf8' });
  };
  const passed = run('');
  expect([passed.status, passed.stdout]).toEqual([0, expect.stringMatching(/\d\d passed/)]);
  expect(run('-k no_such_test').status).toBe(5);
});

test('a person signs in and pays in Chromium, with a back-end of Python’s standard library from an empty folder', async () => {
  const [sandboxPort, port, relayPort, operationsPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ].map(String);
  const names = ['index.html', 'page.js', 'identify.py', 'server.py', 'relay.json'];
  const app = write('app', names);
  const ports = { 4600: sandboxPort, 3000: port, 4700: relayPort, 4701: operationsPort };
  for (const name of ['server.py', 'relay.json']) {
    const text = readFileSync(join(app, name), 'utf8');
    writeFileSync(
      join(app, name),
      text.replace(/\b(?:4600|3000|4700|4701)\b/g, (one) => ports[one as unknown as keyof typeof ports] ?? one),
    );
  }
  writeFileSync(join(app, 'package.json'), '{"type":"module"}');
  cpSync(join(installation.folder, 'node_modules'), join(app, 'node_modules'), { recursive: true });
  const options = { cwd: app };
  const build = ['page.js', '--bundle', '--splitting', '--format=esm', '--outdir=dist', '--log-level=warning'];
  execFileSync(join(app, 'node_modules/.bin/esbuild'), build, options);
  const bin = join(app, 'node_modules/.bin');
  await start(join(bin, 'countersign-sandbox'), ['start', '--port', sandboxPort ?? ''], options);
  // Without the packages of the machine: the standard library alone.
  await start('python3', ['-S', 'server.py'], {
    cwd: app,
    env: { IDENTIFY_SECRET: 'a-secret-of-the-two' },
  });
  await start(join(bin, 'countersign-server'), ['relay', '--config', 'relay.json'], {
    cwd: app,
    env: { COUNTERSIGN_IDENTIFY_SECRET: 'a-secret-of-the-two', COUNTERSIGN_CLIENT_SECRET: 'sandbox-secret' },
  });
  expect(existsSync(join(app, 'dist/page.js'))).toBe(true);
  const { page } = await chromium.open(`http://localhost:${port ?? ''}`);
  await page.click('text=E-mail me a code');
  await page.fill('[name=code]', '000000');
  await page.click('text=Add 100 dollars of test money');
  await page.click('text=Withdraw 25 dollars');
  await pressInView(page.getByRole('button', { name: /^Send [\d.]+ USDB/ }));
  await page.getByText(/has arrived$/).waitFor({ timeout: 90_000 });
});

describe('a sandbox that a Python program started ends, and its output too, after the program was killed', () => {
  const sandbox = ['start', '--port', '0', '--json'];
  const python = (command: readonly string[], more: string): ChildProcessByStdio<null, Readable, Readable> => {
    const script = `import subprocess, time\nchild = subprocess.Popen(${JSON.stringify(command)}${more})\ntime.sleep(600)`;
    return spawn('python3', ['-c', script], { cwd: installation.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  };

  test.for([
    ['passed its own standard input on', ['node_modules/.bin/countersign-sandbox'], ''],
    ['holds a pipe to it', ['node_modules/.bin/countersign-sandbox'], ', stdin=subprocess.PIPE'],
    ['has npx in between', ['npx', '--offline', 'countersign-sandbox'], ''],
  ] as const)('where the program %s', async ([, command, more]) => {
    const child = python([...command, ...sandbox], more);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    await expect(fetch(baseUrl)).rejects.toThrow(TypeError);
  });
});
