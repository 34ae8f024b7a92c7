/** The command `countersign-sandbox doctor`. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { runDoctor, type Question } from './node.ts';

async function ask({ text, isHidden = false }: Question): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  // The interface alone echoes what is typed, and begins its line anew.
  if (isHidden) process.stderr.write(text);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await terminal.question(isHidden ? '' : text);
  } finally {
    terminal.close();
    if (isHidden) process.stderr.write('\n');
  }
}

try {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exit(await runDoctor({ args: process.argv.slice(3), env: process.env, print, ask }));
} catch (error) {
  process.stderr.write(`${error instanceof TypeError ? error.message : 'The doctor could not start.'}\n`);
  process.exitCode = 1;
}
