#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCommand } from './command/node.ts';

const print = (line: string): void => console.log(line);
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

// Listened for before the ready line is printed: whoever reads it may stop the sandbox at once.
const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
});

try {
  const listening = await runCommand({ args: process.argv.slice(2), print, version });
  if (listening !== null) {
    await stopped;
    await listening.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox could not start.');
  process.exitCode = 1;
}
