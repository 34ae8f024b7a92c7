/** The settings of a relay or a wallet page as a process: from a file and from variables, with all mistakes at once. */
import { checkOptionNames } from '../../kit/known-options.ts';
import type { CreateRelayOptions } from '../index.ts';
import { appGroups, checkRelayOptions } from '../options.ts';
import { relayGroups } from '../routes.ts';
import { checkWalletPageOptions, type CreateWalletPageOptions } from '../../wallet-page/options.ts';
import { loopbackPattern } from '../../kit/wire.ts';

/** The options of `createRelay` that can stand in a file. */
export type RelaySettings = Omit<CreateRelayOptions, 'audit' | 'clock' | 'fetch' | 'identify' | 'store'>;

/** The options of `createWalletPage` that can stand in a file, beside those of its relay. */
export type PageSettings = Omit<CreateWalletPageOptions, keyof CreateRelayOptions | 'enter'> & {
  /** A ticket, or the session that the endpoint knows. */
  readonly enter: 'ticket' | 'session';
};

/** The commands that run a process. */
export type ProcessCommand = 'relay' | 'wallet-page';

/** Settings of the process. */
export interface ProcessSettings {
  readonly relay: RelaySettings;
  /** Null for a relay alone. */
  readonly page: PageSettings | null;
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

const relayKinds = {
  baseUrl: 'text',
  clientId: 'text',
  clientSecret: 'text',
  userHandleSecret: 'text',
  mountPath: 'text',
  origins: 'list',
  relatedOrigins: 'list',
  groups: 'list',
  profile: 'text-or-json',
  limits: 'json',
  timeoutMs: 'number',
  bodyTimeoutMs: 'number',
  identifyTimeoutMs: 'number',
  storeTimeoutMs: 'number',
  maxBodyBytes: 'number',
  maxAnswerBytes: 'number',
  recentSignInMs: 'json',
  ownershipCacheMs: 'number',
} as const satisfies Record<keyof RelaySettings, Kind>;

const pageKinds = {
  origin: 'text',
  apps: 'list',
  enter: 'text',
  brand: 'json',
  enclaveKeys: 'list',
  exportKeys: 'list',
  environment: 'text',
  session: 'text',
  relyingPartyId: 'text',
  identityProviders: 'json',
} as const satisfies Record<keyof PageSettings, Kind>;

const processKinds: Readonly<Record<string, Kind>> = {
  host: 'text',
  port: 'number',
  operationsHost: 'text',
  operationsPort: 'number',
  drainMs: 'number',
  'identify.url': 'text',
  'identify.secret': 'text',
  'store.redis': 'text',
  'store.prefix': 'text',
};

/** The settings of a command. A wallet page says itself where its relay is, and for whose pages. */
function kindsOf(command: ProcessCommand): Readonly<Record<string, Kind>> {
  if (command === 'relay') return { ...relayKinds, ...processKinds };
  const { mountPath: _path, origins: _origins, ...relay } = relayKinds;
  return { ...relay, ...pageKinds, ...processKinds };
}

/** The name of each setting and of its variable, which may end in `_FILE` to name a file that holds the value. */
export function settingNames(command: ProcessCommand): readonly (readonly [name: string, variable: string])[] {
  return Object.keys(kindsOf(command)).map((name) => [
    name,
    `COUNTERSIGN_${name.replace(/[A-Z]/g, '_$&').replace('.', '_').toUpperCase()}`,
  ]);
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
  const kinds = kindsOf(command);
  const read = (path: string, what: string): string | null => {
    try {
      return readFile(path);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      mistakes.push(`${what} can't be read (${typeof code === 'string' ? code : 'unknown'})`);
      return null;
    }
  };
  const values =
    config === undefined ? new Map<string, unknown>() : readConfig(read(config, config), { config, kinds, mistakes });
  for (const [name, variable] of settingNames(command)) {
    const file = env[`${variable}_FILE`];
    if (file !== undefined && env[variable] !== undefined) {
      mistakes.push(`${variable} and ${variable}_FILE are both set: set one`);
    }
    const text = env[variable] ?? (file === undefined ? null : read(file, `the file of ${variable}_FILE`));
    if (text === null) continue;
    const value = parse(text.replace(/\r?\n$/, ''), kinds[name] ?? 'text');
    if (value === undefined) mistakes.push(`${variable} must be JSON`);
    else values.set(name, value);
  }
  mistakes.push(...mistakesOf(values, command));
  if (mistakes.length > 0) return { settings: null, mistakes };
  const text = (name: string): string | null => (values.get(name) as string | undefined) ?? null;
  const number = (name: string, standard: number): number => (values.get(name) as number | undefined) ?? standard;
  const settings: ProcessSettings = {
    relay: pick<RelaySettings>(values, relayKinds),
    page:
      command === 'relay'
        ? null
        : { ...pick<PageSettings>(values, pageKinds), enter: entersByTicket(values) ? 'ticket' : 'session' },
    host: text('host') ?? '127.0.0.1',
    port: number('port', 4700),
    operationsHost: text('operationsHost') ?? text('host') ?? '127.0.0.1',
    operationsPort: number('operationsPort', 4701),
    identify: entersByTicket(values) ? null : { url: text('identify.url') ?? '', secret: text('identify.secret') },
    redis: text('store.redis'),
    redisPrefix: text('store.prefix'),
    drainMs: number('drainMs', 10_000),
  };
  return { settings, mistakes: null };
}

interface ReadConfigOptions {
  readonly config: string;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly mistakes: string[];
}

/** The settings of the file by their names, `identify.url` and the like for those inside others. */
function readConfig(text: string | null, { config, kinds, mistakes }: ReadConfigOptions): Map<string, unknown> {
  const values = new Map<string, unknown>();
  if (text === null) return values;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // The engine's own sentence quotes the file, which may hold a secret.
    mistakes.push(`${config} isn't JSON`);
    return values;
  }
  if (!isObject(given)) {
    mistakes.push(`${config} must hold one JSON object`);
    return values;
  }
  for (const [name, value] of Object.entries(given)) {
    const parts = Object.keys(kinds).filter((known) => known.startsWith(`${name}.`));
    if (parts.length > 0 && !isObject(value)) {
      mistakes.push(`${name} must be an object with ${parts.map((part) => part.slice(name.length + 1)).join(', ')}`);
    } else if (parts.length > 0) {
      for (const [part, inner] of Object.entries(value as object)) values.set(`${name}.${part}`, inner);
    } else values.set(name, value);
  }
  return values;
}

function parse(text: string, kind: Kind): unknown {
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
  const kinds = kindsOf(command);
  const allowed = command === 'relay' ? appGroups : relayGroups;
  const relayMistake = (relay: object): readonly string[] =>
    mistakeOf(() => checkRelayOptions({ ...(relay as RelaySettings), identify: () => null }, allowed));
  const unknown = [...values.keys()].filter((name) => !Object.hasOwn(kinds, name));
  const mistakes = unknown.flatMap((name) =>
    mistakeOf(() => checkOptionNames({ [name.slice(0, 60)]: null }, kinds, 'settings')),
  );
  // Each by itself, so that one mistake hides no other.
  const alone = Object.keys(relayKinds).flatMap((name) => {
    const required = name === 'baseUrl' || name === 'clientId' || name === 'clientSecret';
    return required || values.has(name) ? relayMistake({ ...harmless, [name]: values.get(name) }) : [];
  });
  mistakes.push(...(alone.length > 0 ? alone : relayMistake(pick<RelaySettings>(values, relayKinds))));
  if (command === 'wallet-page') mistakes.push(...pageMistake(values));
  const check = (name: string, isRight: (value: unknown) => boolean, rule: string): void => {
    if (values.has(name) && !isRight(values.get(name))) mistakes.push(`${name} ${rule}`);
  };
  for (const name of ['host', 'operationsHost']) {
    check(name, (value) => typeof value === 'string' && value !== '', 'must be an address or a host name');
  }
  for (const name of ['port', 'operationsPort']) {
    check(name, (value) => isWhole(value) && value <= 65_535, 'must be an integer from 0 to 65535');
  }
  check('drainMs', isWhole, 'must be a number of milliseconds');
  if (entersByTicket(values)) {
    if (!values.has('store.redis')) mistakes.push("store.redis must be set with enter 'ticket': it holds the tickets");
  } else if (!isIdentifyUrl(values.get('identify.url'))) {
    mistakes.push(
      'identify.url must be an https URL, an http URL on loopback, or unix:/path/of/socket:/path, without credentials, query or fragment',
    );
  }
  check(
    'identify.secret',
    (value) => typeof value === 'string' && /^[\x21-\x7e]{16,1024}$/.test(value),
    'must be 16 to 1024 characters of ASCII without spaces',
  );
  check('store.redis', isRedisUrl, 'must be a redis:// or rediss:// URL');
  check('store.prefix', (value) => typeof value === 'string' && value !== '', 'must be a text');
  return mistakes;
}

const harmless = { baseUrl: 'https://localhost', clientId: 'client', clientSecret: 'a secret of nobody' };

function pageMistake(values: ReadonlyMap<string, unknown>): readonly string[] {
  const { enter: _enter, ...page } = pick<PageSettings>(values, pageKinds);
  if (![undefined, 'session', 'ticket'].includes(values.get('enter') as undefined))
    return ["enter must be 'ticket' or 'session'"];
  const { origins: _origins, mountPath: _path, ...relay } = pick<RelaySettings>(values, relayKinds);
  return mistakeOf(() => checkWalletPageOptions({ ...relay, ...page, enter: () => null }));
}

function entersByTicket(values: ReadonlyMap<string, unknown>): boolean {
  return values.get('enter') === 'ticket';
}

/** Returns the errors of a check, without the place that it names. */
function mistakeOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [(error as Error).message.replace(/^(?:createRelay|createWalletPage|settings): /, '')];
  }
}

/** The settings of some names. */
function pick<Settings>(values: ReadonlyMap<string, unknown>, named: Readonly<Record<keyof Settings, Kind>>): Settings {
  return Object.fromEntries([...values].filter(([name]) => Object.hasOwn(named, name))) as Settings;
}

function isIdentifyUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (readUnixUrl(value) !== null) return true;
  if (!URL.canParse(value) || /[?#]/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackPattern.test(hostname));
}

function isRedisUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
