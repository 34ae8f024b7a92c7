/** The command `countersign`. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { apiBasePath } from '../http/api.ts';
import { listen, type ListeningSandbox } from '../node.ts';
import { createSandbox } from '../sandbox.ts';

/** Options of {@link runCommand}. */
export interface RunCommandOptions {
  /** What stands behind the command's name. */
  readonly args: readonly string[];
  readonly print: (line: string) => void;
  /** The package's version. */
  readonly version: string;
}

const flags = {
  port: { type: 'string', default: '4600', value: 'number', help: 'port to listen on, 0 for any free one; 4600' },
  host: { type: 'string', default: '127.0.0.1', value: 'name', help: 'loopback address or localhost; 127.0.0.1' },
  profile: { type: 'string', default: 'spec', value: 'spec|grid', help: 'names and shapes on the wire; spec' },
  seed: { type: 'string', value: 'text', help: 'everything random follows from it; countersign' },
  state: { type: 'string', value: 'file', help: 'file to load at the start and to keep the state in' },
  lenient: { type: 'boolean', default: false, value: '', help: 'unknown fields are accepted and logged' },
  json: { type: 'boolean', default: false, value: '', help: 'one line of JSON when ready' },
  help: { type: 'boolean', short: 'h', default: false, value: '', help: 'this text' },
  version: { type: 'boolean', short: 'v', default: false, value: '', help: "the package's version" },
} as const satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { value: string; help: string }>;

const usage = [
  'Usage: countersign sandbox [options]',
  '',
  'Starts the payments service on this machine.',
  '',
  ...Object.entries(flags).map(([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(22)}${help}`),
];

/**
 * Runs the command; resolves once the sandbox listens, with null when there was only something to print.
 *
 * @throws TypeError or RangeError for arguments that it doesn't know, SandboxError when it can't listen.
 */
export async function runCommand({ args, print, version }: RunCommandOptions): Promise<ListeningSandbox | null> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: flags });
  if (values.help || values.version) {
    for (const line of values.help ? usage : [version]) print(line);
    return null;
  }
  if (positionals.length !== 1 || positionals[0] !== 'sandbox') throw new TypeError(usage.join('\n'));
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) throw new RangeError('--port must be 0 to 65535');
  if (values.profile !== 'spec' && values.profile !== 'grid') throw new RangeError('--profile must be spec or grid');
  const sandbox = createSandbox({
    profile: values.profile,
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.lenient ? { unknownFields: 'accept' } : {}),
  });
  const listening = await listen(sandbox, {
    port: Number(values.port),
    host: values.host,
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  });
  const { clientId, clientSecret, enclavePublicKeyHex, profile } = sandbox;
  const facts = { baseUrl: listening.url + apiBasePath, clientId, clientSecret, enclavePublicKeyHex, profile };
  if (values.json) print(JSON.stringify(facts));
  else for (const [name, value] of Object.entries(facts)) print(`${name.padEnd(20)}${value}`);
  return listening;
}
