/** What `createRelay` takes, checked once. */
import { loopbackPattern, wireProfiles, type WireProfile, type WireProfileName } from '../wire.ts';
import type { RelayAudit } from './audit.ts';
import type { RelayClock } from './clock.ts';
import type { Identify } from './identity.ts';
import type { RelayRateLimit } from './rate-limit.ts';
import type { RelayGroup } from './routes.ts';
import type { RelayStore } from './store.ts';

/** Options of `createRelay`. */
export interface CreateRelayOptions {
  /** The service's base URL with its version segment; https, or http on loopback. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly identify: Identify;
  /** Path under which the relay is reached, for example `/wallet`; empty by default. */
  readonly mountPath?: string;
  /** Origins whose pages may change something; by default the request URL's own. Behind a TLS proxy it must be set. */
  readonly origins?: readonly string[];
  /** Remembers challenges and counters; this process's memory by default. Several instances share one. */
  readonly store?: RelayStore;
  readonly profile?: WireProfileName | WireProfile;
  /** `['wallet']` by default. */
  readonly groups?: readonly RelayGroup[];
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly clock?: RelayClock;
  /** How long one answer of the service may take, ms; 20 s by default. */
  readonly timeoutMs?: number;
  /** How long a request's body may take to arrive, ms; 10 s by default. */
  readonly bodyTimeoutMs?: number;
  /** 65,536 by default. */
  readonly maxBodyBytes?: number;
  /** 1,048,576 by default. */
  readonly maxAnswerBytes?: number;
  /** How many codes one user may have sent; 10 in 10 minutes by default. */
  readonly codeRequests?: RelayRateLimit;
  /** How long it is remembered that a record is a user's, ms; 30 s by default. */
  readonly ownershipCacheMs?: number;
  readonly audit?: RelayAudit;
}

/** The options after checking. */
export interface CheckedRelayOptions {
  readonly baseUrl: string;
  readonly mountPath: string;
  readonly origins: readonly string[] | null;
  readonly profile: WireProfile;
  readonly groups: readonly RelayGroup[];
  readonly timeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxAnswerBytes: number;
  readonly codeRequests: RelayRateLimit;
  readonly ownershipCacheMs: number;
}

/** Checks the options of a relay. @throws TypeError, RangeError naming the option; the secret is never in it. */
export function checkRelayOptions(options: CreateRelayOptions): CheckedRelayOptions {
  if (typeof options !== 'object' || options === null) throw new TypeError('createRelay: options must be an object');
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
  // RFC 7617, 2: the user-id ends at the first colon.
  if (options.clientId.includes(':')) throw new RangeError('createRelay: clientId must not contain a colon');
  for (const name of ['identify', 'fetch', 'audit'] as const) {
    const value: unknown = options[name];
    if (typeof value !== 'function' && !(value === undefined && name !== 'identify')) {
      throw new TypeError(`createRelay: ${name} must be a function`);
    }
  }
  checkMethods(options.store, 'createRelay: store', ['take', 'put', 'increment']);
  checkMethods(options.clock, 'createRelay: clock', ['now']);
  const codeRequests = options.codeRequests ?? { limit: 10, windowMs: 600_000 };
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    mountPath: checkMountPath(options.mountPath ?? ''),
    origins: options.origins === undefined ? null : checkOrigins(options.origins),
    profile: checkProfile(options.profile ?? 'spec'),
    groups: checkGroups(options.groups ?? ['wallet']),
    timeoutMs: positive(options.timeoutMs ?? 20_000, 'timeoutMs'),
    bodyTimeoutMs: positive(options.bodyTimeoutMs ?? 10_000, 'bodyTimeoutMs'),
    maxBodyBytes: positive(options.maxBodyBytes ?? 65_536, 'maxBodyBytes'),
    maxAnswerBytes: positive(options.maxAnswerBytes ?? 1_048_576, 'maxAnswerBytes'),
    codeRequests: {
      limit: positive(codeRequests.limit, 'codeRequests.limit'),
      windowMs: positive(codeRequests.windowMs, 'codeRequests.windowMs'),
    },
    ownershipCacheMs: positive(options.ownershipCacheMs ?? 30_000, 'ownershipCacheMs'),
  };
}

/** Checks that a part that a platform may bring has its methods. @throws TypeError naming it. */
export function checkMethods(part: unknown, name: string, methods: readonly string[]): void {
  const given = part as Readonly<Record<string, unknown>> | null | undefined;
  if (given === undefined || methods.every((method) => typeof given?.[method] === 'function')) return;
  throw new TypeError(`${name} must have the methods ${methods.join(', ')}`);
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

function checkOrigins(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new TypeError('createRelay: origins must list at least one origin');
  for (const origin of value as readonly unknown[]) {
    if (typeof origin !== 'string' || !URL.canParse(origin) || new URL(origin).origin !== origin || origin === 'null') {
      throw new RangeError('createRelay: origins must hold origins such as "https://app.example.com"');
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

function checkGroups(value: unknown): readonly RelayGroup[] {
  if (Array.isArray(value) && value.length > 0 && value.every((group) => group === 'wallet' || group === 'payments')) {
    return [...(value as readonly RelayGroup[])];
  }
  throw new RangeError('createRelay: groups must list "wallet", "payments" or both');
}

function positive(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`createRelay: ${name} must be a positive integer`);
}
