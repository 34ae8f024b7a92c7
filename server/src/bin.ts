#!/usr/bin/env node
/** The command `countersign-server`, with `relay` and `wallet-page`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { destination, pino } from 'pino';
import { checkParts } from './check.ts';
import { startRelayProcess } from './process.ts';
import { readSettings, settingNames, type ProcessCommand } from './settings.ts';
import { warningsOf } from './warnings.ts';

const commands: Readonly<Record<ProcessCommand, { readonly about: string; readonly guide: string }>> = {
  relay: { about: 'runs the relay beside your back-end', guide: 'docs/relay-process.md' },
  'wallet-page': { about: 'runs a wallet page with its relay on a host of its own', guide: 'docs/wallet-page.md' },
};

/** Commands of the package countersign-sandbox. */
const sandboxCommands: readonly string[] = ['doctor', 'relay-check', 'start'];

const flags = {
  config: { type: 'string', value: 'file', help: 'file with the settings, JSON' },
  check: {
    type: 'boolean',
    default: false,
    value: '',
    help: 'try service, identify and store, say what works, and end',
  },
  json: { type: 'boolean', default: false, value: '', help: 'one line of JSON when ready' },
  help: { type: 'boolean', short: 'h', default: false, value: '', help: 'this text' },
} as const;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (lines: readonly string[]): void => void process.stderr.write(`${lines.join('\n')}\n`);

// Listened for before the ready line is printed, since its reader may stop the relay at once.
const stopped = new Promise<string>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
});

// At once: while Node takes down its listeners, another signal would kill the process and its exit code.
process.exit(await start(process.argv.slice(2)));

async function start([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (Object.hasOwn(commands, name)) return run(name as ProcessCommand, args);
  if (name === '--version' || name === '-v') {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    say((JSON.parse(manifest) as { readonly version: string }).version);
    return 0;
  }
  const isHelp = name === '--help' || name === '-h';
  const elsewhere = sandboxCommands.includes(name) ? ` It is one of the sandbox: npx countersign-sandbox ${name}.` : '';
  const lines = [
    ...(isHelp ? [] : [`There is no command ${JSON.stringify(name)}.${elsewhere}`, '']),
    'Usage: countersign-server <command> [options]',
    '',
    ...Object.entries(commands).map(([known, { about }]) => `  ${known.padEnd(14)}${about}`),
    '',
    'countersign-server <command> --help lists the options of a command. The sandbox is npx countersign-sandbox start.',
  ];
  if (isHelp) say(lines.join('\n'));
  else complain(lines);
  return isHelp ? 0 : 1;
}

function usageOf(command: ProcessCommand): readonly string[] {
  const { about, guide } = commands[command];
  return [
    `Usage: countersign-server ${command} [options]`,
    '',
    `It ${about}. ${guide} says how.`,
    '',
    ...Object.entries(flags).map(([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(24)}${help}`),
    '',
    'Settings, in the file or as variables; a variable that ends in _FILE names a file that holds the value:',
    '',
    ...settingNames(command).map(([name, variable]) => `  ${name.padEnd(24)}${variable}`),
  ];
}

async function run(command: ProcessCommand, args: readonly string[]): Promise<number> {
  const values = parse(args);
  if (typeof values === 'string') {
    complain([values, '', ...usageOf(command)]);
    return 2;
  }
  if (values.help) {
    say(usageOf(command).join('\n'));
    return 0;
  }
  const { settings, mistakes } = readSettings({
    command,
    config: values.config,
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  if (settings === null) {
    complain([`countersign-server ${command}: the settings are wrong:`, ...mistakes.map((mistake) => `  ${mistake}`)]);
    return 2;
  }
  if (values.check) {
    const checks = await checkParts(settings);
    for (const { part, works, says } of checks) say(`${part.padEnd(10)}${works ? 'works' : 'fails'}: ${says}`);
    for (const warning of warningsOf(settings)) say(`warning   ${warning}`);
    return checks.every(({ works }) => works) ? 0 : 1;
  }
  const log = pino({ base: null }, destination({ fd: 2, sync: true }));
  const relay = await startRelayProcess({ settings, log }).catch((error: unknown) => {
    const { code = 'unknown' } = error as { readonly code?: string };
    complain([
      `countersign-server ${command}: a port can't be opened (${code}). Choose another port or operationsPort.`,
    ]);
    return null;
  });
  if (relay === null) return 1;
  const { url, operationsUrl } = relay;
  say(values.json ? JSON.stringify({ url, operationsUrl }) : `url            ${url}\noperationsUrl  ${operationsUrl}`);
  const signal = await stopped;
  log.info({ signal, drainMs: settings.drainMs }, 'ending');
  const cutOff = await relay.close();
  log.info({ cutOff }, 'ended');
  return 0;
}

/** The flags, or the mistake among them without its value: Node's own sentences repeat values, and one may be a secret. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return 'The command takes options alone.';
    const [, name = 'An option'] = /'(?:-\w, )?(--?[A-Za-z-]{1,40})/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${name}.`;
    return message.includes('does not take') ? `${name} takes no value.` : `${name} needs a value.`;
  }
}
