#!/usr/bin/env node
/** The command `countersign`: each of its commands is loaded when it is asked for. */
import { readFileSync } from 'node:fs';

interface Command {
  readonly about: string;
  readonly load: () => Promise<unknown>;
}

const commands: Readonly<Record<string, Command>> = {
  relay: { about: 'runs the relay beside your back-end', load: () => import('./relay/process/bin.ts') },
  'wallet-page': {
    about: 'runs a wallet page with its relay on a host of its own',
    load: () => import('./relay/process/bin.ts'),
  },
};

const [name = '--help'] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command !== undefined) await command.load();
else if (name === '--version' || name === '-v') {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  process.stdout.write(`${(JSON.parse(manifest) as { readonly version: string }).version}\n`);
} else {
  const isHelp = name === '--help' || name === '-h';
  const lines = [
    ...(isHelp ? [] : [`There is no command ${JSON.stringify(name)}.`, '']),
    'Usage: countersign <command> [options]',
    '',
    ...Object.entries(commands).map(([known, { about }]) => `  ${known.padEnd(14)}${about}`),
    '',
    'countersign <command> --help lists the options of a command. The sandbox is npx countersign-sandbox start.',
  ];
  (isHelp ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = isHelp ? 0 : 1;
}
