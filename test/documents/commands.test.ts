import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { documents } from './blocks.ts';

/** The commands of the documents' shell blocks that begin so, without their comments. */
const startingWith = (start: string): readonly string[] =>
  documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const lines = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
    return lines.map((line) => line.split(/ +# /)[0] ?? '').filter((line) => line.startsWith(start));
  });

beforeAll(() => buildKit(), 120_000);

describe('the commands of the documents', () => {
  test('start a sandbox that says in one line how to reach it, and answers their calls', async () => {
    const start = startingWith('npx countersign-sandbox start').find((text) => text.includes('--json'));
    const args = (start ?? '').replace('npx countersign-sandbox ', '').replace('--port 4600', '--port 0').split(' ');
    const child = spawn(process.execPath, [join(root, 'sandbox/dist/bin.js'), ...args]);
    try {
      const line = await new Promise<string>(
        (resolve) => void child.stdout.once('data', (chunk) => resolve(String(chunk))),
      );
      const { baseUrl } = JSON.parse(line) as { baseUrl: string };
      const calls = startingWith('curl ');
      expect(calls.length).toBe(3);
      for (const text of calls) {
        const response = await call(text.replace('http://127.0.0.1:4600', new URL(baseUrl).origin));
        expect([text, response.status]).toEqual([text, 201]);
      }
    } finally {
      child.kill();
    }
  });
});

test('the processes are what the command of their package runs', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as { bin: unknown };
  expect(manifest.bin).toEqual({ 'countersign-server': './dist/bin.js' });
  const shown = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    return [...text.matchAll(/npx countersign(-server)? ([a-z-]+)/g)].map(([, server, command]) => [server, command]);
  });
  expect(new Set(shown.map(([server]) => server))).toEqual(new Set(['-server']));
  for (const command of new Set(shown.map(([, name = '']) => name))) {
    const args = [join(root, 'server/dist/bin.js'), command, '--help'];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(
      `Usage: countersign-server ${command}`,
    );
  }
});

test('the sandbox is what the command of its package starts', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'sandbox/package.json'), 'utf8')) as { bin: unknown };
  expect(manifest.bin).toEqual({ 'countersign-sandbox': './dist/bin.js' });
  const args = [join(root, 'sandbox/dist/bin.js'), 'start', '--help'];
  const help = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const text = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
  const [, options = ''] = /Options of the command: ([^]*?)\n\n/.exec(text) ?? [];
  const named = options.match(/--[\w-]+/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((option) => !help.includes(option))).toEqual([]);
});

/** Sends what a curl command says: `-u`, `-H`, `-d` and the address. `{ ... }` stands for the body that the document shows next. */
function call(command: string): Promise<Response> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const headers = new Headers();
  let [url = '', body = ''] = [];
  for (let index = 1; index < words.length; index += 1) {
    const [word = '', next = ''] = words.slice(index);
    if (word.startsWith('http')) url = word;
    else {
      if (word === '-u') headers.set('Authorization', `Basic ${btoa(next)}`);
      else if (word === '-H') headers.set(...(next.split(': ') as [string, string]));
      else if (word === '-d') body = next;
      else throw new Error(`${word} in ${command}`);
      index += 1;
    }
  }
  return fetch(url, { method: 'POST', headers, body: body === '{ ... }' ? customerBody() : body });
}

function customerBody(): string {
  const text = readFileSync(join(root, 'docs/sandbox-calls.md'), 'utf8');
  return /^POST \/2025-10-13\/customers\n(\{[^]*?^\})/m.exec(text)?.[1] ?? '';
}
