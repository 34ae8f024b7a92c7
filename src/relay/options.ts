/** Options of `createRelay`, checked once. */
import { checkOptionNames } from '../kit/known-options.ts';
import { loopbackPattern, wireProfiles, type WireProfile, type WireProfileName } from '../kit/wire.ts';
import type { RelayAudit } from './audit.ts';
import type { PartialClock } from '../kit/waiting.ts';
import { isWellFormed } from './free-text.ts';
import type { Identify } from './identity.ts';
import { defaultLimits, type RelayLimits, type RelayRateLimit } from './limits.ts';
import { relayGroups, type RelayGroup } from './routes.ts';
import type { RecentSignIns } from './sign-ins.ts';
import type { RelayStore } from './store.ts';

/** Options of `createRelay`. */
export interface CreateRelayOptions {
  /** The service's base URL with its version segment; https, or http on loopback. */
  readonly baseUrl: string;
  /** The platform's API client, for HTTP Basic. */
  readonly clientId: string;
  /** Its secret, 8 to 1024 characters; an answer that holds it is withheld. */
  readonly clientSecret: string;
  /** Identifies the sender of a request and their accounts, from your own session; null when signed out. */
  readonly identify: Identify;
  /** Path of the relay, for example `/wallet`; empty by default. */
  readonly mountPath?: string;
  /** Origins whose pages may use the relay. Required, unless the relay is reached on this machine by a loopback name. */
  readonly origins?: readonly string[];
  /** Remembers challenges and counters; this process's memory by default. Several instances share one. */
  readonly store?: RelayStore;
  /** Secret of 32 to 1024 characters for the user handles of passkeys. Use it for nothing else, and never change it. */
  readonly userHandleSecret?: string;
  /** The service's form, as for the wallet: `spec` by default. */
  readonly profile?: WireProfileName | WireProfile;
  /**
   * Enabled groups of routes: `wallet`, `addresses`, `payments`, `authorizations`, `reads`; `['wallet']` by default. A
   * wallet page has `export`, too.
   */
  readonly groups?: readonly RelayGroup[];
  /** Origins that share the passkeys of this one, answered at `/.well-known/webauthn`. */
  readonly relatedOrigins?: readonly string[];
  /** How the service is reached; the runtime's own `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** The system's by default. */
  readonly clock?: PartialClock;
  /** How long one answer of the service may take, ms; 20 s by default. */
  readonly timeoutMs?: number;
  /** How long a request's body may take to arrive, ms; 10 s by default. */
  readonly bodyTimeoutMs?: number;
  /** How long `identify` may take, ms; 5 s by default. */
  readonly identifyTimeoutMs?: number;
  /** How long one operation of `store` may take, ms; 2 s by default. */
  readonly storeTimeoutMs?: number;
  /** The largest body of a request, bytes; 65,536 by default. */
  readonly maxBodyBytes?: number;
  /** The largest answer of the service, bytes; 1,048,576 by default. */
  readonly maxAnswerBytes?: number;
  /** How much one user may ask for; what is left out keeps its default. */
  readonly limits?: Partial<RelayLimits>;
  /**
   * Greatest age, ms, of a required sign-in through this relay; any by default. A number applies to changes of
   * credentials or addresses alone. An object has one for each subject, also for `newPayees` (adding or confirming a
   * bank account) and `firstPaymentToPayee`. `store` remembers payees.
   */
  readonly recentSignInMs?:
    | number
    | { readonly credentials?: number; readonly newPayees?: number; readonly firstPaymentToPayee?: number };
  /** How long it is remembered that a record is a user's, ms; 30 s by default. */
  readonly ownershipCacheMs?: number;
  /** Hears of every request, without bodies, headers and secrets. */
  readonly audit?: RelayAudit;
}

/** The options after checking; null for a part that isn't there. */
export interface CheckedRelayOptions {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly identify: Identify;
  readonly mountPath: string;
  readonly origins: readonly string[] | null;
  readonly store: RelayStore | null;
  readonly userHandleSecret: string | undefined;
  readonly profile: WireProfile;
  readonly groups: readonly RelayGroup[];
  readonly relatedOrigins: readonly string[] | null;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: PartialClock | undefined;
  readonly timeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly identifyTimeoutMs: number;
  readonly storeTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxAnswerBytes: number;
  readonly limits: RelayLimits;
  readonly recentSignInMs: RecentSignIns;
  readonly ownershipCacheMs: number;
  readonly audit: RelayAudit | null;
}

/** The groups that a relay in the app's own origin may have. */
export const appGroups: readonly RelayGroup[] = Object.freeze(relayGroups.filter((group) => group !== 'export'));

/** Checks the options of a relay and copies them. @throws TypeError, RangeError naming the option; no secret is ever in it. */
export function checkRelayOptions(
  given: CreateRelayOptions,
  allowedGroups: readonly RelayGroup[] = appGroups,
): CheckedRelayOptions {
  if (typeof given !== 'object' || given === null) throw new TypeError('createRelay: options must be an object');
  const options = { ...given };
  checkCredentials(options);
  for (const name of ['identify', 'fetch', 'audit'] as const) {
    const value: unknown = options[name];
    if (typeof value !== 'function' && !(value === undefined && name !== 'identify')) {
      throw new TypeError(`createRelay: ${name} must be a function`);
    }
  }
  checkMethods(options.store, 'createRelay: store', ['take', 'put', 'increment']);
  checkMethods(options.clock, 'createRelay: clock', ['now']);
  const checked: CheckedRelayOptions = {
    baseUrl: checkBaseUrl(options.baseUrl),
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    identify: options.identify,
    mountPath: checkMountPath(options.mountPath ?? ''),
    origins: options.origins === undefined ? null : checkOrigins(options.origins, 'origins'),
    store: options.store ?? null,
    userHandleSecret: checkUserHandleSecret(options),
    profile: checkProfile(options.profile ?? 'spec'),
    groups: checkGroups(options.groups ?? ['wallet'], allowedGroups),
    relatedOrigins:
      options.relatedOrigins === undefined ? null : checkOrigins(options.relatedOrigins, 'relatedOrigins'),
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    clock: options.clock,
    timeoutMs: positive(options.timeoutMs ?? 20_000, 'timeoutMs'),
    bodyTimeoutMs: positive(options.bodyTimeoutMs ?? 10_000, 'bodyTimeoutMs'),
    identifyTimeoutMs: positive(options.identifyTimeoutMs ?? 5000, 'identifyTimeoutMs'),
    storeTimeoutMs: positive(options.storeTimeoutMs ?? 2000, 'storeTimeoutMs'),
    maxBodyBytes: positive(options.maxBodyBytes ?? 65_536, 'maxBodyBytes'),
    maxAnswerBytes: positive(options.maxAnswerBytes ?? 1_048_576, 'maxAnswerBytes'),
    limits: checkLimits(options.limits === undefined ? {} : options.limits),
    recentSignInMs: options.recentSignInMs === undefined ? {} : checkRecentSignIns(options.recentSignInMs),
    ownershipCacheMs: positive(options.ownershipCacheMs ?? 30_000, 'ownershipCacheMs'),
    audit: options.audit ?? null,
  };
  checkOptionNames(options, checked, 'createRelay');
  return Object.freeze(checked);
}

/** Checks that a platform's own part has its methods. @throws TypeError naming it. */
export function checkMethods(part: unknown, name: string, methods: readonly string[]): void {
  const given = part as Readonly<Record<string, unknown>> | null | undefined;
  if (given === undefined || methods.every((method) => typeof given?.[method] === 'function')) return;
  throw new TypeError(`${name} must have the methods ${methods.join(', ')}`);
}

function checkCredentials(options: CreateRelayOptions): void {
  for (const name of ['clientId', 'clientSecret'] as const) {
    const value: unknown = options[name];
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`createRelay: ${name} must be a non-empty string`);
  }
  for (const name of ['clientId', 'clientSecret'] as const) {
    // RFC 7617, 2: no control characters; the length is a header's.
    if (options[name].length > 1024 || !/^[^\p{C}]+$/u.test(options[name])) {
      throw new RangeError(`createRelay: ${name} must be at most 1024 characters, none of them a control character`);
    }
  }
  // One that is too short to be a secret could be in any answer.
  if (options.clientSecret.length < 8) throw new RangeError('createRelay: clientSecret must be at least 8 characters');
  // RFC 7617, 2: the user-id ends at the first colon.
  if (options.clientId.includes(':')) throw new RangeError('createRelay: clientId must not contain a colon');
}

function checkUserHandleSecret({ userHandleSecret, clientSecret }: CreateRelayOptions): string | undefined {
  if (userHandleSecret === undefined) return undefined;
  if (typeof userHandleSecret !== 'string') throw new TypeError('createRelay: userHandleSecret must be a string');
  if (userHandleSecret.length < 32 || userHandleSecret.length > 1024 || !isWellFormed(userHandleSecret)) {
    throw new RangeError('createRelay: userHandleSecret must be 32 to 1024 characters of well-formed Unicode');
  }
  if (userHandleSecret === clientSecret) {
    throw new RangeError('createRelay: userHandleSecret must be a secret of its own, not the clientSecret');
  }
  return userHandleSecret;
}

function checkLimits(limits: Partial<RelayLimits>): RelayLimits {
  if (typeof limits !== 'object' || limits === null) throw new TypeError('createRelay: limits must be an object');
  const checked: [string, RelayRateLimit][] = Object.entries(defaultLimits);
  for (const [name, limit] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new RangeError(`createRelay: limits must hold only ${Object.keys(defaultLimits).join(', ')}`);
    }
    if (limit === undefined) continue;
    const given = Object(limit) as RelayRateLimit;
    checked.push([
      name,
      {
        limit: positive(given.limit, `limits.${name}.limit`),
        windowMs: positive(given.windowMs, `limits.${name}.windowMs`),
      },
    ]);
  }
  return Object.fromEntries(checked) as unknown as RelayLimits;
}

function checkRecentSignIns(given: unknown): RecentSignIns {
  const isObject = typeof given === 'object' && given !== null && Object.keys(given).length > 0;
  if (!isObject) return { credentials: positive(given, 'recentSignInMs') };
  const known = { credentials: 0, newPayees: 0, firstPaymentToPayee: 0 };
  checkOptionNames(given, known, 'createRelay: recentSignInMs');
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, positive(value, `recentSignInMs.${name}`)]));
}

function checkBaseUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value))
    throw new TypeError('createRelay: baseUrl must be an absolute URL');
  const url = new URL(value);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopbackPattern.test(url.hostname))) {
    throw new RangeError('createRelay: baseUrl must be https (or http on loopback)');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new RangeError('createRelay: baseUrl must hold neither credentials nor a query nor a fragment');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function checkMountPath(value: unknown): string {
  if (typeof value === 'string' && /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(value)) return value;
  throw new RangeError('createRelay: mountPath must be empty or a path such as "/wallet", without a slash at its end');
}

function checkOrigins(value: unknown, name: 'origins' | 'relatedOrigins'): readonly string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new TypeError(`createRelay: ${name} must list at least one origin`);
  for (const origin of value as readonly unknown[]) {
    if (typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).origin !== origin || origin === 'null') {
      throw new RangeError(`createRelay: ${name} must hold origins such as "https://app.example.com"`);
    }
  }
  return [...(value as readonly string[])];
}

function checkProfile(value: WireProfileName | WireProfile): WireProfile {
  const profile: WireProfile | undefined =
    typeof value === 'string' ? (Object.hasOwn(wireProfiles, value) ? wireProfiles[value] : undefined) : value;
  if (typeof profile?.signatureHeader === 'string' && /^[A-Za-z0-9-]+$/.test(profile.signatureHeader)) return profile;
  throw new RangeError('createRelay: profile must be "spec", "grid" or a WireProfile');
}

function checkGroups(value: unknown, allowed: readonly RelayGroup[]): readonly RelayGroup[] {
  if (Array.isArray(value) && value.length > 0 && value.every((group) => allowed.includes(group as RelayGroup))) {
    return [...(value as readonly RelayGroup[])];
  }
  const elsewhere = allowed === appGroups ? '; a wallet page alone has export' : '';
  throw new RangeError(`createRelay: groups must list one or more of ${allowed.join(', ')}${elsewhere}`);
}

function positive(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`createRelay: ${name} must be a positive integer`);
}
