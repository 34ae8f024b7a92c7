/** The settings of a relay or a wallet page as a process: from a file and from variables, with all mistakes at once. */
import { BlockList, isIP } from 'node:net';
import { createMemoryRelayStore, relayMistakes, relayOptionNames, type CreateRelayOptions } from 'countersign/relay';
import {
  entranceMistakes,
  walletPageMistakes,
  walletPageOptionNames,
  type CreateEntranceOptions,
  type CreateWalletPageOptions,
} from 'countersign/wallet-page';

/** The options of `createRelay` that can stand in a file. */
export type RelaySettings = Omit<
  CreateRelayOptions,
  'audit' | 'clock' | 'fetch' | 'identify' | 'nameAccount' | 'store'
>;

/** The options of `createWalletPage` that can stand in a file, beside those of its relay. */
export type PageSettings = Omit<CreateWalletPageOptions, keyof CreateRelayOptions | 'enter'> & {
  /** A ticket, or the session that the endpoint knows. */
  readonly enter: 'ticket' | 'session';
};

/** The options of `createEntrance` that can stand in a file. */
export type EntranceSettings = Omit<CreateEntranceOptions, 'store' | 'identify'>;

/** The commands that run a process. */
export type ProcessCommand = 'relay' | 'wallet-page';

/** Settings of the process. */
export interface ProcessSettings {
  readonly relay: RelaySettings;
  /** Null for a relay alone. */
  readonly page: PageSettings | null;
  /** The entrance of a wallet page, beside a relay; null where there is none. */
  readonly entrance: EntranceSettings | null;
  /** Address that the routes' port is opened on. */
  readonly host: string;
  /** Address that the port of health and metrics is opened on. */
  readonly operationsHost: string;
  /** Port of the routes; 0 for any that is free. */
  readonly port: number;
  /** Port of health and metrics; 0 for any that is free. */
  readonly operationsPort: number;
  /** The platform's own endpoint that says who sends a request. */
  readonly identify: IdentifySettings | null;
  /** Address of Redis or Valkey; null for this process's memory. */
  readonly redis: string | null;
  /** Prefix of each key in Redis; null for the store's own. */
  readonly redisPrefix: string | null;
  /** Time limit after SIGTERM for requests under way, ms. */
  readonly drainMs: number;
}

/** The endpoint that says who sends a request. */
export interface IdentifySettings {
  /** https, http on loopback, or `unix:/path/of/socket:/path`. */
  readonly url: string;
  /** Sent as `Relay-Secret`; null where there is none. */
  readonly secret: string | null;
}

/** Options of {@link readSettings}. */
export interface ReadSettingsOptions {
  readonly command: ProcessCommand;
  /** Path of the file, if there is one. */
  readonly config: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @throws an error with a `code` when it can't be read. */
  readonly readFile: (path: string) => string;
}

/** The settings, or their mistakes, none of which holds a value. */
export type ReadSettings =
  | { readonly settings: ProcessSettings; readonly mistakes: null }
  | { readonly settings: null; readonly mistakes: readonly string[] };

type Kind = 'text' | 'number' | 'list' | 'json' | 'text-or-json';

/** Kinds of the settings that are no texts. */
const kinds: Readonly<Record<string, Kind>> = {
  origins: 'list',
  relatedOrigins: 'list',
  groups: 'list',
  profile: 'text-or-json',
  limits: 'json',
  timeoutMs: 'number',
  identifyTimeoutMs: 'number',
  recentSignInMs: 'json',
  apps: 'list',
  brand: 'json',
  enclaveKeys: 'list',
  exportKeys: 'list',
  cardKeyPolicies: 'json',
  identityProviders: 'json',
  'entrance.apps': 'list',
  port: 'number',
  operationsPort: 'number',
  drainMs: 'number',
};

type Rule = readonly [isRight: (value: unknown) => boolean, rule: string];

const host: Rule = [isText, 'must be an address or a host name'];
const port: Rule = [(value) => isWhole(value) && value <= 65_535, 'must be an integer from 0 to 65535'];

/** The settings of the process itself. */
const own: Readonly<Record<string, Rule>> = {
  host,
  port,
  operationsHost: host,
  operationsPort: port,
  drainMs: [isWhole, 'must be a number of milliseconds'],
  'identify.url': [
    isIdentifyUrl,
    'must be an https URL, an http URL on loopback, or unix:/path/of/socket:/path, without credentials, query or fragment',
  ],
  'identify.secret': [
    (value) => typeof value === 'string' && /^[\x21-\x7e]{16,1024}$/.test(value),
    'must be 16 to 1024 characters of ASCII without spaces',
  ],
  'store.redis': [isRedisUrl, 'must be a redis:// or rediss:// URL'],
  'store.prefix': [isText, 'must be a text'],
};

/** Options that no file can hold, some of which the process makes itself. */
const made: readonly string[] = ['audit', 'clock', 'fetch', 'identify', 'nameAccount', 'store'];

/** The settings of the entrance, which stands beside a relay. */
const entranceNames = ['origin', 'apps', 'mountPath', 'logIn'].map((name) => `entrance.${name}`);

/** The options of a command that can be set. */
function optionsOf(command: ProcessCommand): readonly string[] {
  const names = command === 'relay' ? relayOptionNames : walletPageOptionNames;
  return names.filter((name) => !made.includes(name));
}

/** The name of each setting and of its variable, which may end in `_FILE` to name a file that holds the value. */
export function settingNames(command: ProcessCommand): readonly (readonly [name: string, variable: string])[] {
  const names = [...optionsOf(command), ...(command === 'relay' ? entranceNames : []), ...Object.keys(own)];
  return names.map((name) => [name, `COUNTERSIGN_${name.replace(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`]);
}

const unixPattern = /^(?:http:\/\/)?unix:(\/[^:?#]+):(\/[^?#]*)$/;

/** Splits the address of an endpoint behind a Unix socket; null for another address. */
export function readUnixUrl(url: string): { readonly socketPath: string; readonly path: string } | null {
  const [, socketPath, path] = unixPattern.exec(url) ?? [];
  return socketPath === undefined || path === undefined ? null : { socketPath, path };
}

/** Reads the settings. A variable counts before the file. */
export function readSettings({ command, config, env, readFile }: ReadSettingsOptions): ReadSettings {
  const mistakes: string[] = [];
  const read = (path: string, what: string): string | null => {
    try {
      return readFile(path);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      mistakes.push(`${what} can't be read (${typeof code === 'string' ? code : 'unknown'})`);
      return null;
    }
  };
  const names = settingNames(command);
  const values =
    config === undefined ? new Map<string, unknown>() : readConfig(read(config, config), { config, names, mistakes });
  if (values === null) return { settings: null, mistakes };
  for (const [name, variable] of names) {
    const file = env[`${variable}_FILE`];
    if (file !== undefined && env[variable] !== undefined) {
      mistakes.push(`${variable} and ${variable}_FILE are both set: set one`);
    }
    const text = env[variable] ?? (file === undefined ? null : read(file, `the file of ${variable}_FILE`));
    if (text === null) continue;
    const value = parse(text.replace(/\r?\n$/, ''), kinds[name]);
    if (value === undefined) mistakes.push(`${variable} must be JSON`);
    else values.set(name, value);
  }
  mistakes.push(...mistakesOf(values, command));
  if (mistakes.length > 0) return { settings: null, mistakes };
  const text = (name: string): string | null => (values.get(name) as string | undefined) ?? null;
  const number = (name: string, standard: number): number => (values.get(name) as number | undefined) ?? standard;
  const { enter = 'session', ...options } = pick(values, optionsOf(command));
  const shared = pick(values, relayOptionNames) as unknown as RelaySettings;
  const settings: ProcessSettings = {
    relay: shared,
    page: command === 'relay' ? null : ({ ...options, enter } as unknown as PageSettings),
    entrance: entranceOf(values) as EntranceSettings | null,
    host: text('host') ?? '127.0.0.1',
    port: number('port', 4700),
    operationsHost: text('operationsHost') ?? text('host') ?? '127.0.0.1',
    operationsPort: number('operationsPort', 4701),
    identify: enter === 'ticket' ? null : { url: text('identify.url') ?? '', secret: text('identify.secret') },
    redis: text('store.redis'),
    redisPrefix: text('store.prefix'),
    drainMs: number('drainMs', 10_000),
  };
  return { settings, mistakes: null };
}

type Names = ReturnType<typeof settingNames>;

interface ReadConfigOptions {
  readonly config: string;
  readonly names: Names;
  readonly mistakes: string[];
}

/** The settings of the file by their names, `identify.url` and the like for those inside others; null where there is no such file. */
function readConfig(text: string | null, { config, names, mistakes }: ReadConfigOptions): Map<string, unknown> | null {
  const values = new Map<string, unknown>();
  if (text === null) return null;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // The engine's own sentence quotes the file, which may hold a secret.
    mistakes.push(`${config} isn't JSON`);
    return null;
  }
  if (!isObject(given)) {
    mistakes.push(`${config} must hold one JSON object`);
    return null;
  }
  for (const [name, value] of Object.entries(given)) {
    const parts = names.flatMap(([known]) => (known.startsWith(`${name}.`) ? [known.slice(name.length + 1)] : []));
    if (parts.length === 0) values.set(name, value);
    else if (!isObject(value)) mistakes.push(`${name} must be an object with ${parts.join(', ')}`);
    else for (const [part, inner] of Object.entries(value)) values.set(`${name}.${part}`, inner);
  }
  return values;
}

function parse(text: string, kind: Kind = 'text'): unknown {
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (kind === 'list') return text.split(',').map((one) => one.trim());
  if (kind === 'text' || (kind === 'text-or-json' && !text.trimStart().startsWith('{'))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function mistakesOf(values: ReadonlyMap<string, unknown>, command: ProcessCommand): readonly string[] {
  const { enter = 'session', ...given } = pick(values, optionsOf(command));
  const known = settingNames(command).map(([name]) => name);
  const mistakes = [...values.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => name.slice(0, 60))
    .map((name) => `options has no "${name}"; pass "${nearestOf(known, name)}", the nearest name, or leave it out`);
  if (command === 'relay') mistakes.push(...relayMistakes({ ...given, identify: () => null }));
  else if (enter === 'session' || enter === 'ticket') {
    mistakes.push(...walletPageMistakes({ ...given, enter: () => null }));
  } else mistakes.push("enter must be 'ticket' or 'session'");
  for (const [name, [isRight, rule]] of Object.entries(own)) {
    const isNeeded = name === 'identify.url' && enter !== 'ticket';
    if ((values.has(name) || isNeeded) && !isRight(values.get(name))) mistakes.push(`${name} ${rule}`);
  }
  const entrance = entranceOf(values);
  if (entrance !== null) {
    const made = { identify: () => null, store: createMemoryRelayStore() };
    mistakes.push(...entranceMistakes({ ...entrance, ...made }).map((mistake) => `entrance.${mistake}`));
    if (!values.has('store.redis')) {
      mistakes.push('store.redis must be set with entrance: it holds the tickets, which the wallet page takes');
    }
  }
  if (enter === 'ticket' && !values.has('store.redis')) {
    mistakes.push("store.redis must be set with enter 'ticket': it holds the tickets");
  }
  return mistakes;
}

/** The name that shares the most pairs of letters with another. */
function nearestOf(known: readonly string[], given: string): string {
  const pairsOf = (name: string): readonly string[] =>
    Array.from(name.toLowerCase(), (_, at) => name.toLowerCase().slice(at, at + 2));
  const likeness = (name: string): number =>
    pairsOf(given).filter((pair) => pairsOf(name).includes(pair)).length / (given.length + name.length);
  return [...known].sort((left, right) => likeness(right) - likeness(left))[0] ?? '';
}

/** The settings of the entrance by their own names; null where none is set. */
function entranceOf(values: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> | null {
  const given = Object.entries(pick(values, entranceNames)).map(([name, value]) => [
    name.slice('entrance.'.length),
    value,
  ]);
  return given.length === 0 ? null : (Object.fromEntries(given) as Readonly<Record<string, unknown>>);
}

/** The values of some names. */
function pick(values: ReadonlyMap<string, unknown>, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...values].filter(([name]) => names.includes(name)));
}

function isIdentifyUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (readUnixUrl(value) !== null) return true;
  if (!URL.canParse(value) || /[?#]/.test(value)) return false;
  const { protocol, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(value));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Detects an address on this very machine: localhost, a name below it, 127.0.0.0/8 or ::1. */
export function isLoopback(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(name);
  return version === 0 ? /^(?:.+\.)?localhost$/i.test(name) : loopback.check(name, version === 6 ? 'ipv6' : 'ipv4');
}

function isRedisUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
