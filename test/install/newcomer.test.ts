import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { chromiumForFile } from './chromium.ts';
import { newExample, withdraw, type Example } from './example.ts';

const chromium = chromiumForFile();
const [kit, sandbox] = inject('tarballs');
let app: Example;
let text: string;
/** The document's commands: those that install have run. */
let commands: readonly string[];

beforeAll(() => {
  app = newExample('newcomer');
  text = execFileSync('tar', ['-xzOf', kit.file, 'package/docs/start.md'], { encoding: 'utf8' });
  const [, script = ''] = /```sh\n(npm init[^]*?)```/.exec(text) ?? [];
  const all = script.trim().split('\n');
  commands = all.filter((command) => !command.startsWith('npm '));
  for (const command of all.slice(0, -commands.length)) {
    // Only kit and sandbox come from tarballs.
    const given = command.replace(/ countersign(-sandbox)?(?= |$)/g, (_, tail) => ` ${(tail ? sandbox : kit).file}`);
    execFileSync('sh', ['-c', given], { cwd: app.folder, stdio: 'ignore' });
  }
});

afterAll(() => app?.remove());

/** Saves the files that the document quotes from an example. */
function save(example: string): void {
  const quotes = text.matchAll(/^<!-- quote: ([\w-]+), (\S+) -->\n```\w+(?: \[.+\])?\n([^]*?)\n```$/gm);
  for (const [, from, path = '', content = ''] of quotes)
    if (from === example) writeFileSync(join(app.folder, basename(path)), `${content}\n`);
}

/** Lines that a newcomer writes: neither empty nor a comment. */
function linesOf(name: string): number {
  const lines = readFileSync(join(app.folder, name), 'utf8').split('\n');
  return lines.filter((line) => !/^\s*(?:\/\/.*|\/\*\*.*)?$/.test(line)).length;
}

test.for([
  ['React', ['react'], 'main.tsx'],
  // Its page takes the place of React's; the server is the same.
  ['no framework', ['react', 'minimal'], 'page.js'],
] as const)(
  'a newcomer who follows docs/start.md in an empty folder signs in and pays, with %s',
  async ([, examples, script]) => {
    examples.forEach(save);
    const [build = '', start = ''] = commands;
    execFileSync('sh', ['-c', build], { cwd: app.folder, stdio: 'ignore' });
    const running = await app.start(...(start.split('#')[0] ?? '').trim().split(' '));
    onTestFinished(running.stop);
    await withdraw((await chromium.open(running.url)).page);
    expect(linesOf(script)).toBeLessThanOrEqual(45);
    // Fifteen of them are the content security policy.
    expect(linesOf('server.js')).toBeLessThanOrEqual(45);
  },
);
