import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKit, run } from '../package/consumer.ts';
import { root } from '../source-tree.ts';
import { documents } from './blocks.ts';

/** A command of a document's shell block, without its comment. */
interface Command {
  readonly document: string;
  readonly text: string;
}

const commands = [...documents, 'CONTRIBUTING.md'].flatMap((document): readonly Command[] => {
  const text = readFileSync(join(root, document), 'utf8');
  const lines = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
  return lines.flatMap((line) => {
    const [command = ''] = line.split(/ +# /);
    return command.split(' && ').map((one) => ({ document, text: one.trim() }));
  });
});
const startingWith = (start: string): readonly Command[] => commands.filter(({ text }) => text.startsWith(start));

beforeAll(() => buildKit(), 120_000);

describe('the commands of the documents', () => {
  test('are of kinds that are tried', () => {
    // `npm init` and what follows it are done in an empty folder, by test/install/newcomer.test.ts and other-back-ends.test.ts.
    const known =
      /^(?:npm (?:ci|test|init|install|pkg|run)\b|node server\.js$|(?:[A-Z_]+=\S+ )*(?:python3 server\.py$|npx (?:vite|esbuild|vitest|countersign)\b)|curl )/;
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter(({ text }) => !known.test(text))).toEqual([]);
  });

  test('run tests that are there', () => {
    const paths = startingWith('npx vitest').flatMap(({ text }) => text.match(/test\/\S+/g) ?? []);
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('give benchmarks and sizes arguments that they take', () => {
    const given = commands.flatMap(({ text }) => {
      const [, name = '', args = ''] = /^npm run (bench|size) -- (.*)$/.exec(text) ?? [];
      return (args.match(/(?:--)?[a-z-]+/g) ?? []).map((word) => ({ name, word }));
    });
    expect(given.length).toBeGreaterThan(4);
    for (const { name, word } of given) {
      const taken = word.startsWith('--') ? `${word.slice(2)}'?` : `wants\\('${word}'\\)`;
      expect(readFileSync(join(root, pathOfScript(name)), 'utf8'), `${name} ${word}`).toMatch(new RegExp(taken));
    }
  });

  test('give the check of the contract the one file that it reads', async () => {
    const given = commands.flatMap(({ text }) => {
      const [, name = '', args = ''] = /^npm run (contract(?::update)?)\b(.*)$/.exec(text) ?? [];
      return name === '' ? [] : [{ name, args: args.trim().split(' ').slice(1) }];
    });
    expect(given.map(({ name }) => name)).toEqual(['contract', 'contract:update']);
    for (const { name, args } of given) {
      expect(args.length, name).toBe(1);
      // There is no such file in this folder: whoever reads it says so.
      const { code, stderr } = await run(process.execPath, [join(root, pathOfScript(name)), ...args], tmpdir());
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`no such file or directory, open '${args[0] ?? ''}'`),
      ]);
    }
  });

  test('start a sandbox that says in one line how to reach it, and answers their calls', async () => {
    const start = startingWith('npx countersign sandbox').find(({ text }) => text.includes('--json'));
    const args = (start?.text ?? '').replace('npx countersign ', '').replace('--port 4600', '--port 0').split(' ');
    const child = spawn(process.execPath, [join(root, 'dist/sandbox/bin.js'), ...args]);
    try {
      const line = await new Promise<string>(
        (resolve) => void child.stdout.once('data', (chunk) => resolve(String(chunk))),
      );
      const { baseUrl } = JSON.parse(line) as { baseUrl: string };
      const calls = startingWith('curl ');
      expect(calls.length).toBe(2);
      for (const { text } of calls) {
        const response = await call(text.replace('http://127.0.0.1:4600', new URL(baseUrl).origin));
        expect([text, response.status]).toEqual([text, 201]);
      }
    } finally {
      child.kill();
    }
  });
});

test('the sandbox is what the command of the package starts', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  expect(bin).toEqual({ countersign: './dist/sandbox/bin.js' });
  const help = execFileSync(process.execPath, [join(root, 'dist/sandbox/bin.js'), '--help'], { encoding: 'utf8' });
  const text = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
  const [, options = ''] = /Options of the command: ([^]*?)\n\n/.exec(text) ?? [];
  const named = options.match(/--[\w-]+/g) ?? [];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((option) => !help.includes(option))).toEqual([]);
});

/** The file that a script of package.json runs. */
function pathOfScript(name: string): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return /test\/\S+$/.exec(scripts[name] ?? '')?.[0] ?? '';
}

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
  const text = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
  return /^POST \/2025-10-13\/customers\n(\{[^]*?^\})/m.exec(text)?.[1] ?? '';
}
