/** Options of `createRelay`, read once. */
import {
  aFunction,
  aProfile,
  mistakesOf,
  maybe,
  readTable,
  anObject,
  withMethods,
  type Fail,
  type Reader,
  type ReadFrom,
  type RowsOf,
} from '../kit/options.ts';
import { loopbackPattern, wireProfiles, type WireProfile, type WireProfileName } from '../kit/wire.ts';
import type { NameAccount } from './account-name.ts';
import type { RelayAudit } from './audit.ts';
import type { PartialClock } from '../kit/waiting.ts';
import { isWellFormed } from './free-text.ts';
import type { Identify } from './request/identity.ts';
import { defaultRelayLimits, type RelayLimits, type RelayRateLimit } from './limits/limits.ts';
import { relayGroups, type RelayGroup } from './routes/routes.ts';
import type { RecentSignIns } from './limits/sign-ins.ts';
import type { RelayStore } from './store/store.ts';

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
  /**
   * Names an account that can't be read, such as another customer's: the slip then says "Sample Customer (as this page says)".
   * Asked for the destination of a quote of this user's own alone; without it, nobody whom the page doesn't name is paid.
   */
  readonly nameAccount?: NameAccount;
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
  /** How long `identify` may take, and `nameAccount`, ms; 5 s by default. */
  readonly identifyTimeoutMs?: number;
  /** How much one user may ask for; what is left out keeps its default. */
  readonly limits?: Partial<RelayLimits>;
  /**
   * Greatest age, ms, of a required sign-in through this relay; any by default, on a wallet page 5 minutes, of the same visit. A
   * number applies to `credentials` alone: changes of credentials, addresses and, where these aren't stamped, of cards. An object
   * has one for each subject, also for `newPayees` (adding, confirming or deleting a bank account) and `firstPaymentToPayee`.
   * `store` remembers payees.
   */
  readonly recentSignInMs?:
    | number
    | { readonly credentials?: number; readonly newPayees?: number; readonly firstPaymentToPayee?: number };
  /** Hears of every request, without bodies, headers and secrets. */
  readonly audit?: RelayAudit;
}

/** The options after reading. */
export type CheckedRelayOptions = ReadFrom<
  CreateRelayOptions,
  'nameAccount' | 'origins' | 'store' | 'userHandleSecret' | 'relatedOrigins' | 'fetch' | 'clock' | 'audit',
  { readonly profile: WireProfile; readonly limits: RelayLimits; readonly recentSignInMs: RecentSignIns }
>;

/** Reads a positive integer. */
export const positive: Reader<number> = (value, fail) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? (value as number) : fail('must be a positive integer', RangeError);

/** Reads a store. */
export const aStore: Reader<RelayStore> = withMethods('get', 'take', 'put', 'increment');

/** Checks a path without a slash at its end. */
export function isMountPath(value: unknown): value is string {
  return typeof value === 'string' && /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(value);
}

/** Reads a clock. */
export const aClock: Reader<PartialClock> = withMethods('now');

const limitRows = Object.fromEntries(
  Object.entries(defaultRelayLimits).map(([name, standard]: [string, RelayRateLimit]) => [
    name,
    maybe(anObject<RelayRateLimit>({ limit: positive, windowMs: positive }), standard),
  ]),
) as unknown as RowsOf<RelayLimits>;

const readSubjects = anObject<RecentSignIns>({
  credentials: maybe(positive),
  newPayees: maybe(positive),
  firstPaymentToPayee: maybe(positive),
});

/** A row for each option of a relay in the app's own origin. */
export const relayRows: RowsOf<CheckedRelayOptions> = {
  baseUrl(value, fail) {
    if (typeof value !== 'string' || !URL.canParse(value)) return fail('must be an absolute URL');
    const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(value);
    if (protocol !== 'https:' && !(protocol === 'http:' && loopbackPattern.test(hostname))) {
      return fail('must be https (or http on loopback)', RangeError);
    }
    if (username + password + search + hash !== '') {
      return fail('must hold neither credentials nor a query nor a fragment', RangeError);
    }
    return origin + pathname.replace(/\/+$/, '');
  },
  // RFC 7617, 2: the user-id ends at the first colon.
  clientId: (value, fail) =>
    aCredential(value, fail).includes(':') ? fail('must not contain a colon', RangeError) : (value as string),
  // One that is too short to be a secret could be in any answer.
  clientSecret: (value, fail) =>
    aCredential(value, fail).length < 8 ? fail('must be at least 8 characters', RangeError) : (value as string),
  identify: aFunction,
  nameAccount: maybe(aFunction),
  mountPath: maybe((value, fail) => {
    if (value === '' || isMountPath(value)) return value;
    return fail('must be empty or a path such as "/wallet", without a slash at its end', RangeError);
  }, ''),
  origins: maybe(someOrigins),
  store: maybe(aStore),
  userHandleSecret: maybe((value, fail) => {
    if (typeof value !== 'string') return fail('must be a string');
    const isSecret = value.length >= 32 && value.length <= 1024 && isWellFormed(value);
    return isSecret ? value : fail('must be 32 to 1024 characters of well-formed Unicode', RangeError);
  }),
  profile: maybe(aProfile, wireProfiles.spec),
  groups: groupsAmong(
    relayGroups.filter((group) => group !== 'export'),
    '; a wallet page alone has export',
  ),
  relatedOrigins: maybe(someOrigins),
  fetch: maybe(aFunction),
  clock: maybe(aClock),
  timeoutMs: maybe(positive, 20_000),
  identifyTimeoutMs: maybe(positive, 5000),
  limits: maybe(anObject(limitRows), defaultRelayLimits),
  recentSignInMs: maybe((value, fail) => {
    const isObject = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    return isObject ? readSubjects(value, fail) : { credentials: positive(value, fail) };
  }, {}),
  audit: maybe(aFunction),
};

/** The rows of a wallet page's relay, which may export. */
export const visitorRows: RowsOf<CheckedRelayOptions> = { ...relayRows, groups: groupsAmong(relayGroups) };

/** Reads the options of a relay. @throws TypeError, RangeError naming the option; no secret is ever in it. */
export function readRelayOptions(given: CreateRelayOptions): CheckedRelayOptions {
  const options = readTable(given, relayRows, 'createRelay');
  for (const mistake of checkSecrets(options)) throw new RangeError(`createRelay: ${mistake}`);
  return options;
}

/** Checks that no secret serves two things. */
export function checkSecrets({
  userHandleSecret,
  clientSecret,
}: Pick<CheckedRelayOptions, 'userHandleSecret' | 'clientSecret'>): readonly string[] {
  return userHandleSecret === clientSecret
    ? ['userHandleSecret must be a secret of its own, not the clientSecret']
    : [];
}

/**
 * Finds all mistakes of a relay's options at once: a sentence for each, which begins with the option's name and never holds its
 * value. `createRelay` throws the first.
 *
 * @example
 * const mistakes = relayMistakes({ ...settings, identify });
 */
export function relayMistakes(options: unknown): readonly string[] {
  return mistakesOf(options, relayRows, checkSecrets);
}

/** The names of the options of `createRelay`. */
export const relayOptionNames: readonly string[] = Object.freeze(Object.keys(relayRows));

function aCredential(value: unknown, fail: Fail): string {
  if (typeof value !== 'string' || value === '') return fail('must be a non-empty string');
  // RFC 7617, 2: no control characters; the length is a header's.
  const isCredential = value.length <= 1024 && /^[^\p{C}]+$/u.test(value);
  return isCredential ? value : fail('must be at most 1024 characters, none of them a control character', RangeError);
}

function someOrigins(value: unknown, fail: Fail): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return fail('must be a list of origins, at least one');
  const isOrigin = (origin: unknown): origin is string =>
    typeof origin === 'string' && !origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin;
  const rule = 'must be an origin such as "https://app.example.com", without a path or a wildcard';
  return (value as readonly unknown[]).map((origin, at) =>
    isOrigin(origin) ? origin : fail(rule, RangeError, `[${at}]`),
  );
}

/** Makes a reader of some groups of routes. */
function groupsAmong(allowed: readonly RelayGroup[], hint = ''): Reader<readonly RelayGroup[]> {
  return maybe(
    (value, fail) =>
      Array.isArray(value) && value.length > 0 && value.every((group) => allowed.includes(group as RelayGroup))
        ? [...(value as readonly RelayGroup[])]
        : fail(`must list one or more of ${allowed.join(', ')}${hint}`, RangeError),
    ['wallet'],
  );
}
