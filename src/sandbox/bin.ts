#!/usr/bin/env node
import { runCommand } from './node.ts';

const print = (line: string): void => console.log(line);

// Listened for before the ready line is printed: whoever reads it may stop the sandbox at once.
const stopped = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
});

try {
  const listening = await runCommand({ args: process.argv.slice(2), print });
  await stopped;
  await listening.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox could not start.');
  process.exitCode = 1;
}
