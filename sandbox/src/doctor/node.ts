/** `countersign-sandbox doctor`: tells whether an account of the service and this kit speak the same language. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { wireProfiles } from '../../../src/kit/wire.ts';
import { isKitError } from 'countersign';
import { relayMistakes } from 'countersign/relay';
import { argumentMistake } from '../argument-mistake.ts';
import { createReport } from './report.ts';
import { amountInWords, doctorSteps, Skipped, Stopped, type DoctorSettings } from './steps.ts';
import { createWatch } from './watch.ts';

/** A question at the terminal. */
export interface Question {
  readonly text: string;
  /** Whether the answer is a secret, which is not shown. */
  readonly isHidden?: boolean;
}

/** Options of {@link runDoctor}. */
export interface RunDoctorOptions {
  /** The arguments that follow `doctor`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** Asks a question; resolves with null where nobody is there. */
  readonly ask: (question: Question) => Promise<string | null>;
  /** Reaches the service; the runtime's own `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits; the system's timer by default. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const flags = {
  'base-url': { type: 'string', value: 'url', help: 'the service with its version; PLATFORM_BASE_URL' },
  'client-id': { type: 'string', value: 'id', help: 'of the API client; PLATFORM_CLIENT_ID' },
  'enclave-key': { type: 'string', value: 'hex', help: 'quorum keys, by commas; PLATFORM_ENCLAVE_KEYS' },
  profile: { type: 'string', value: 'spec|grid', help: 'names and shapes on the wire; PLATFORM_PROFILE, or spec' },
  email: { type: 'string', value: 'address', help: 'who is sent the code; a sandbox has 000000' },
  'webhook-url': { type: 'string', value: 'url', help: 'where a test event is sent; profile grid' },
  spend: { type: 'boolean', default: false, value: '', help: "create and pay what is named, and don't ask" },
  json: { type: 'boolean', default: false, value: '', help: 'lines of JSON; only reads without --spend' },
  help: { type: 'boolean', short: 'h', default: false, value: '', help: 'this text' },
} as const satisfies Record<string, NonNullable<ParseArgsConfig['options']>[string] & { value: string; help: string }>;

const usage = [
  'Usage: countersign-sandbox doctor [options]',
  '',
  'Goes through the service as a page does, and says whether its answers fit this kit. The client secret comes from',
  'PLATFORM_CLIENT_SECRET or is asked for, the rights of card keys from PLATFORM_CARD_KEY_POLICIES, as JSON. Exit code 1',
  'says that something does not fit, or could not be tried.',
  '',
  ...Object.entries(flags).map(([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(24)}${help}`),
].join('\n');

interface Arguments extends DoctorSettings {
  readonly isJson: boolean;
  readonly spends: boolean;
}

/**
 * Runs the doctor; resolves with the exit code of the command.
 *
 * @throws TypeError for arguments that it doesn't know or that are missing. No value is in its message.
 */
export async function runDoctor(options: RunDoctorOptions): Promise<0 | 1> {
  const { print, ask, fetch = globalThis.fetch, wait = (milliseconds) => delay(milliseconds) } = options;
  const settings = await readSettings(options);
  if (settings === null) {
    print(usage);
    return 0;
  }
  const { isJson, spends, profile } = settings;
  const report = createReport({ print, isJson, profile });
  const says = async (text: string): Promise<boolean> =>
    spends || (!isJson && /^y(?:es)?$/i.test((await ask({ text: `${text} [y/N] ` })) ?? ''));
  const { signatureHeader } = wireProfiles[profile];
  const watch = createWatch({ baseUrl: settings.baseUrl, profile, signatureHeader, fetch });
  const name = `doctor-${crypto.randomUUID().slice(0, 8)}`;
  const [first, ...rest] = doctorSteps(settings, name, {
    fetch: watch.fetch,
    wait,
    mayPay: () => says(`Pay ${amountInWords} from that wallet to that external account?`),
    askForCode: () => (isJson ? Promise.resolve(null) : ask({ text: 'The code of the e-mail: ', isHidden: true })),
  });
  if (first === undefined) return 1;
  const tryStep = async ({ name: step, run }: typeof first): Promise<boolean> => {
    try {
      await run();
      return report.step(step, watch.takeCalls());
    } catch (error) {
      return report.step(step, watch.takeCalls(), { isSkipped: error instanceof Skipped, why: inWords(error) });
    }
  };
  if (!(await tryStep(first))) return report.end();
  report.plan(rest.flatMap(({ creates }) => creates ?? []));
  if (!(await says('Create these?'))) return report.end({ isReadOnly: true });
  for (const step of rest) {
    if (!(await tryStep(step)) && step.isNeeded === true) break;
  }
  return report.end();
}

/** An error without what a message could hold. */
function inWords(error: unknown): string {
  if (error instanceof Skipped || error instanceof Stopped) return error.message;
  if (!isKitError(error)) return error instanceof Error ? `an unexpected ${error.name}` : 'an unexpected error';
  const platformCode: unknown = Reflect.get(error, 'platformCode');
  const isCode = typeof platformCode === 'string' && /^[A-Z][A-Z0-9_]{0,60}$/.test(platformCode);
  return `the kit says ${error.code}${isCode ? `, the service ${platformCode}` : ''}`;
}

async function readSettings({ args, env, ask }: RunDoctorOptions): Promise<Arguments | null> {
  const values = parse(args);
  if (values.help) return null;
  const read = (flag: 'base-url' | 'client-id' | 'enclave-key' | 'profile', variable: string): string =>
    (values[flag] ?? env[variable] ?? '').trim();
  const profile = profileOf(read('profile', 'PLATFORM_PROFILE'));
  const baseUrl = read('base-url', 'PLATFORM_BASE_URL');
  const clientId = read('client-id', 'PLATFORM_CLIENT_ID');
  const enclaveKeys = read('enclave-key', 'PLATFORM_ENCLAVE_KEYS').split(/[\s,]+/);
  for (const [flag, value] of [
    ['--base-url', baseUrl],
    ['--client-id', clientId],
    ['--enclave-key', enclaveKeys.join('')],
  ] as const) {
    if (value === '') throw new TypeError(`${flag} is missing.`);
  }
  if (!enclaveKeys.every((key) => /^04[0-9a-f]{128}$/i.test(key))) {
    throw new TypeError('--enclave-key must be uncompressed P-256 keys in hex (04…, 130 digits), by commas.');
  }
  const { email, 'webhook-url': webhookUrl } = values;
  if (webhookUrl !== undefined && (profile === 'spec' || !URL.canParse(webhookUrl))) {
    throw new TypeError('--webhook-url must be a whole URL, in profile grid.');
  }
  const clientSecret =
    env['PLATFORM_CLIENT_SECRET']?.trim() || (await ask({ text: 'Client secret: ', isHidden: true }))?.trim() || '';
  if (clientSecret === '') throw new TypeError('Set PLATFORM_CLIENT_SECRET: nobody is here to be asked for it.');
  const service = { baseUrl, clientId, clientSecret, profile } as const;
  const [mistake] = relayMistakes({ ...service, identify: () => null });
  if (mistake !== undefined) throw new TypeError(`${mistake}.`);
  const policies = env['PLATFORM_CARD_KEY_POLICIES'];
  const cardKeyPolicies = policies === undefined ? {} : policiesOf(policies);
  return {
    ...service,
    ...cardKeyPolicies,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    enclaveKeys: enclaveKeys.map((key) => key.toLowerCase()),
    ...(email === undefined ? {} : { email }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    isJson: values.json,
    spends: values.spend,
  };
}

/** The wallet checks what is in it. */
function policiesOf(text: string): Pick<DoctorSettings, 'cardKeyPolicies'> {
  try {
    return { cardKeyPolicies: JSON.parse(text) as NonNullable<DoctorSettings['cardKeyPolicies']> };
  } catch {
    throw new TypeError('PLATFORM_CARD_KEY_POLICIES must be JSON.');
  }
}

function profileOf(name: string): 'grid' | 'spec' {
  if (name === 'grid' || name === 'spec') return name;
  if (name === '') return 'spec';
  throw new TypeError('--profile must be spec or grid.');
}

function parse(args: readonly string[]) {
  let mistake: string;
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    mistake = argumentMistake(error);
  }
  // Node's own error is no cause of it, since it holds the argument, which may be the secret.
  throw new TypeError(`${mistake} The secret comes from PLATFORM_CLIENT_SECRET, or is asked for: see --help.`);
}
