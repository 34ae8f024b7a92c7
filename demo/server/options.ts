/** Reads what `npm run demo` was told: the port, and whether to run against a real service instead of the sandbox. */

import type { WireProfileName } from 'countersign';

/** How the platform's back-end reaches the service. The secret stays in this process. */
export interface ServiceAccess {
  /** Ends in the version segment, for example `https://api.example.com/2025-10-13`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Settings of one run of the demo. */
export interface DemoOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly profile: WireProfileName;
  /** Null: the demo starts a sandbox of its own. */
  readonly service: ServiceAccess | null;
  /** Quorum keys that the page pins, hex; empty for the sandbox's own. */
  readonly enclaveKeys: readonly string[];
  /** The key that the service signs its webhooks with: hex or PEM; without it the page asks by itself. */
  readonly webhookKey?: string;
  /** Whether people sign on a wallet page, beside an app that only reads. */
  readonly walletPage?: boolean;
}

const defaultPort = 4700;
const serviceVariables = ['PLATFORM_BASE_URL', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET', 'PLATFORM_ENCLAVE_KEYS'];

/** A setting that can't be used; the message names it and says what would do. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/**
 * Reads the settings from the environment; `--port N` wins over `PORT`, and `--wallet-page` moves what is signed to a host of its own.
 * @throws {OptionError}
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): DemoOptions {
  const profile = readProfile(env['PLATFORM_PROFILE']);
  const port = readPort(args, env['PORT']);
  const given = serviceVariables.filter((name) => env[name]?.trim());
  const sides = args.includes('--wallet-page') ? { walletPage: true } : {};
  if (given.length === 0) return { port, profile, service: null, enclaveKeys: [], ...sides };

  const missing = serviceVariables.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    throw new OptionError(
      `${given.join(', ')} set without ${missing.join(', ')}. Set all four, or none for the sandbox.`,
    );
  }
  const read = (name: string): string => env[name]?.trim() ?? '';
  return {
    port,
    profile,
    service: {
      baseUrl: readBaseUrl(read('PLATFORM_BASE_URL')),
      clientId: read('PLATFORM_CLIENT_ID'),
      clientSecret: read('PLATFORM_CLIENT_SECRET'),
    },
    enclaveKeys: readEnclaveKeys(read('PLATFORM_ENCLAVE_KEYS')),
    ...sides,
    ...(read('PLATFORM_WEBHOOK_KEY') === '' ? {} : { webhookKey: read('PLATFORM_WEBHOOK_KEY') }),
  };
}

function readPort(args: readonly string[], fromEnvironment: string | undefined): number {
  const at = args.findIndex((argument) => argument === '--port' || argument.startsWith('--port='));
  const argument = at < 0 ? undefined : args[at];
  const fromArguments = argument?.startsWith('--port=') === true ? argument.slice('--port='.length) : args[at + 1];
  const text = at < 0 ? fromEnvironment?.trim() : (fromArguments ?? '');
  if (text === undefined || (text === '' && at < 0)) return defaultPort;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new OptionError(`The port must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

function readProfile(text: string | undefined): WireProfileName {
  const name = text?.trim() || 'spec';
  if (name === 'spec' || name === 'grid') return name;
  throw new OptionError('PLATFORM_PROFILE must be spec or grid.');
}

function readBaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new OptionError(
      'PLATFORM_BASE_URL must be a whole URL that ends in the version, like https://host/2025-10-13.',
    );
  }
  return text.replace(/\/+$/, '');
}

function readEnclaveKeys(text: string): readonly string[] {
  const keys = text.split(/[\s,]+/).filter((key) => key !== '');
  if (keys.every((key) => /^04[0-9a-f]{128}$/i.test(key))) return keys.map((key) => key.toLowerCase());
  throw new OptionError('PLATFORM_ENCLAVE_KEYS must be uncompressed P-256 keys in hex (04…, 130 digits), by commas.');
}
