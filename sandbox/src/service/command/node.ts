/** The command `countersign-sandbox start`. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { argumentMistake } from '../../argument-mistake.ts';
import { scenarioNames, type Scenario } from '../control/person.ts';
import { contractForms, defaultMonth, type ContractMonth } from '../contracts/contract-form.ts';
import { apiBasePath, controlBasePath } from '../http/path-pattern.ts';
import { requestLines } from './request-line.ts';
import { listen, type ListeningSandbox } from '../node.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

/** Options of {@link runCommand}. */
export interface RunCommandOptions {
  /** The arguments that follow the command's name. */
  readonly args: readonly string[];
  readonly print: (line: string) => void;
  /** The package's version. */
  readonly version: string;
}

const REMOTE =
  'Whoever reaches this port can sign in as anybody, read codes and move money: open it to nobody but your own containers.';

const months = Object.keys(contractForms);

const flags = {
  port: { type: 'string', value: 'number', help: 'port to listen on, 0 for any free one; 4600, with --exec 0' },
  host: { type: 'string', default: '127.0.0.1', value: 'name', help: 'loopback address or localhost; 127.0.0.1' },
  'allow-remote': { type: 'boolean', default: false, value: '', help: 'other addresses too, as a container needs' },
  profile: { type: 'string', default: 'spec', value: 'spec|grid', help: 'names and shapes on the wire; spec' },
  contract: {
    type: 'string',
    value: 'month',
    help: `form of the contract in grid: ${months.join(', ')}; ${defaultMonth}`,
  },
  seed: { type: 'string', value: 'text', help: 'everything random follows from it; countersign' },
  state: { type: 'string', value: 'file', help: 'file to load at the start and to keep the state in' },
  now: { type: 'string', value: 'time', help: 'time to stand at, ISO 8601: only POST /_sandbox/clock moves it' },
  scenario: { type: 'string', value: 'name', help: `what to begin with: ${scenarioNames.join(', ')}` },
  settlement: { type: 'string', value: 'ms', help: 'time from the execution of a quote to its settlement; 5000' },
  'wallet-funding': { type: 'string', value: 'mode', help: 'spendable or book-only; spendable, in grid book-only' },
  lenient: { type: 'boolean', default: false, value: '', help: 'unknown fields are accepted and logged' },
  exec: { type: 'string', value: 'command', help: 'command to run beside it; ends with it, and with its exit code' },
  json: { type: 'boolean', default: false, value: '', help: 'one line of JSON when ready' },
  quiet: { type: 'boolean', default: false, value: '', help: 'no line for each request; so too with --json, --exec' },
  verbose: { type: 'boolean', default: false, value: '', help: 'a line for each request, with its bodies' },
  help: { type: 'boolean', short: 'h', default: false, value: '', help: 'this text' },
  version: { type: 'boolean', short: 'v', default: false, value: '', help: "the package's version" },
} as const satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { value: string; help: string }>;

const usage = [
  'Usage: countersign-sandbox start [options]',
  '       countersign-sandbox relay-check <url> [options]',
  '       countersign-sandbox doctor [options]',
  '',
  'The first starts the payments service on this machine. The second puts the promises of any relay to the test. The third',
  'says whether a real account of the service and this kit speak the same language.',
  '',
  ...Object.entries(flags).map(([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(24)}${help}`),
];

/** A sandbox that the command started, and what is to be run beside it. */
export interface StartedSandbox extends ListeningSandbox {
  readonly exec?: { readonly command: string; readonly env: Readonly<Record<string, string>> };
}

/**
 * Runs the command; resolves once the sandbox listens, with null when there was only something to print.
 *
 * @throws TypeError or RangeError for arguments that it doesn't know, SandboxError when it can't listen.
 */
export async function runCommand({ args, print, version }: RunCommandOptions): Promise<StartedSandbox | null> {
  const { values, positionals } = parse(args);
  if (values.help || values.version) {
    for (const line of values.help ? usage : [version]) print(line);
    return null;
  }
  const [name, more] = positionals;
  if (name !== 'start' || more !== undefined) {
    const unknown = name === 'start' ? `"${String(more)}" is no option.` : `There is no command "${String(name)}".`;
    throw new TypeError([...(name === undefined ? [] : [unknown, '']), ...usage].join('\n'));
  }
  const port = values.port ?? (values.exec === undefined ? '4600' : '0');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new RangeError('--port must be 0 to 65535');
  if (values.profile !== 'spec' && values.profile !== 'grid') throw new RangeError('--profile must be spec or grid');
  const sandbox = createSandbox({
    profile: values.profile,
    ...(values.contract === undefined ? {} : { contract: monthOf(values.contract, values.profile) }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.now === undefined ? {} : { clock: standingClock(values.now) }),
    ...(values.settlement === undefined ? {} : { settlementMs: millisecondsOf(values.settlement) }),
    ...(values['wallet-funding'] === undefined ? {} : { walletFunding: fundingOf(values['wallet-funding']) }),
    ...(values.lenient ? { unknownFields: 'accept' } : {}),
  });
  if (values.scenario !== undefined && values.state !== undefined) {
    throw new RangeError('--scenario needs a fresh sandbox: leave --state out');
  }
  const scenario = values.scenario === undefined ? null : await begin(sandbox, values.scenario);
  const isTold = values.verbose || !(values.quiet || values.json || values.exec !== undefined);
  const listening = await listen(sandbox, {
    port: Number(port),
    host: values.host,
    allowRemote: values['allow-remote'],
    ...(isTold ? { onExchange: (one) => requestLines(one, { withBodies: values.verbose }).forEach(print) } : {}),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  });
  const { clientId, clientSecret, enclavePublicKeyHex, profile, contract } = sandbox;
  const speaks = contract === undefined ? { profile } : { profile, contract };
  const facts = { baseUrl: listening.url + apiBasePath, clientId, clientSecret, enclavePublicKeyHex, ...speaks };
  if (values.json) print(JSON.stringify(scenario === null ? facts : { ...facts, scenario }));
  else if (values.exec === undefined) {
    if (values['allow-remote']) print(REMOTE);
    const { note } = contract === undefined ? {} : contractForms[contract];
    if (note !== undefined) print(note);
    for (const [name, value] of Object.entries({
      ...facts,
      page: `${listening.url}${controlBasePath}/`,
      ...scenario?.person,
    }))
      print(`${name.padEnd(20)}${value}`);
  }
  if (values.exec === undefined) return listening;
  const env = {
    COUNTERSIGN_SANDBOX_URL: listening.url,
    PLATFORM_BASE_URL: facts.baseUrl,
    PLATFORM_CLIENT_ID: clientId,
    PLATFORM_CLIENT_SECRET: clientSecret,
    PLATFORM_ENCLAVE_KEYS: enclavePublicKeyHex,
    PLATFORM_PROFILE: profile,
  };
  return { ...listening, exec: { command: values.exec, env } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags });
  } catch (error) {
    throw new TypeError([argumentMistake(error), '', ...usage].join('\n'), { cause: error });
  }
}

function standingClock(text: string): { now(): number } {
  const now = Date.parse(text);
  if (Number.isNaN(now) || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new RangeError('--now must be a time with its zone, such as 2026-01-15T12:00:00Z');
  }
  return { now: () => now };
}

function millisecondsOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError('--settlement must be a number of milliseconds');
  return Number(text);
}

function monthOf(text: string, profile: string): ContractMonth {
  if (profile !== 'grid') throw new RangeError('--contract needs --profile grid');
  if (!months.includes(text)) throw new RangeError(`--contract must be one of ${months.join(', ')}`);
  return text as ContractMonth;
}

function fundingOf(text: string): 'spendable' | 'book-only' {
  if (text !== 'spendable' && text !== 'book-only')
    throw new RangeError('--wallet-funding must be spendable or book-only');
  return text;
}

async function begin({ fetch }: Sandbox, name: string): Promise<Scenario> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ name }) };
  const answer = await fetch(new Request(`http://localhost${controlBasePath}/scenarios`, init));
  if (answer.status !== 201) throw new RangeError(`--scenario must be one of ${scenarioNames.join(', ')}`);
  return (await answer.json()) as Scenario;
}
