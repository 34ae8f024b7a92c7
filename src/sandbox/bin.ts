#!/usr/bin/env node
import { runCommand } from './node.ts';

const print = (line: string): void => console.log(line);

try {
  const listening = await runCommand({ args: process.argv.slice(2), print });
  const stop = (): void => void listening.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The sandbox could not start.');
  process.exitCode = 1;
}
