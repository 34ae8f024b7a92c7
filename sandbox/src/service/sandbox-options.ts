/** Options of `createSandbox`, and their checks. */
import type { PartialClock, WireProfile, WireProfileName } from 'countersign/relay';
import type { ContractMonth } from './contracts/contract-form.ts';
import { wireProfiles } from '../../../src/kit/wire.ts';
import type { IdentityProvider, SandboxSettings } from './service/settings.ts';

/** Options of {@link createSandbox}; times are in milliseconds. */
export interface CreateSandboxOptions extends Partial<SandboxSettings> {
  /** Everything random but `keys` follows from it. Default `countersign`. */
  readonly seed?: string;
  /**
   * The quorum, webhook and identity keys: `published` ones, which production refuses, or `random`, for a test of a
   * foreign enclave. Default `published`.
   */
  readonly keys?: 'published' | 'random';
  /** Default `spec`. */
  readonly profile?: WireProfileName | WireProfile;
  /** The form of the contract that profile `grid` speaks: the month of the public document. Default `2026-09`. */
  readonly contract?: ContractMonth;
  /** The clock. The control plane adds an offset to its time; its `schedule` delays requests for fault rules. Default the system's. */
  readonly clock?: PartialClock;
  /** For HTTP Basic; `sandbox-client` by default. */
  readonly clientId?: string;
  /** For HTTP Basic; `sandbox-secret` by default. */
  readonly clientSecret?: string;
  /** Sends webhooks, only to loopback URLs. Default the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Called for defects of the sandbox itself, which are answered with 500 `INTERNAL_ERROR`. */
  readonly onError?: (error: unknown) => void;
}

const texts = ['seed', 'clientId', 'clientSecret'] as const;
const functions = ['onError', 'fetch'] as const;
const times = [
  'otpMs',
  'challengeMs',
  'sessionMs',
  'quoteMs',
  'provisionMs',
  'settlementMs',
  'feeBasisPoints',
  'codesPerMinute',
] as const;
const choices = {
  keys: ['published', 'random'],
  contract: ['2026-08', '2026-09', '2026-10'],
  afterRefresh: ['keep', 'revoke'],
  walletFunding: ['spendable', 'book-only'],
  unapprovedPayments: ['refuse', 'accept'],
  endUserTerms: ['required', 'unasked'],
  unknownFields: ['refuse', 'accept'],
} as const;

/** Checks the options of a sandbox; the profile by {@link readProfile}. @throws TypeError or RangeError naming the option. */
export function checkSandboxOptions(options: CreateSandboxOptions): void {
  if (typeof options !== 'object' || options === null) throw new TypeError('createSandbox: options must be an object');
  const given = options as Readonly<Record<string, unknown>>;
  const check = (names: readonly string[], fits: (value: unknown) => boolean, what: string): void => {
    const wrong = names.find((name) => given[name] !== undefined && !fits(given[name]));
    if (wrong !== undefined) throw new TypeError(`createSandbox: ${wrong} must be ${what}`);
  };
  check(texts, (value) => typeof value === 'string' && value !== '', 'a non-empty string');
  check(functions, (value) => typeof value === 'function', 'a function');
  check(['clock'], isClock, 'a clock with now(), and a function where it has schedule');
  check(['relyingParties', 'relatedOrigins', 'strongAuthenticationRegions'], isListOfTexts, 'a list of strings');
  const providers = 'a list of { issuer, audience, jwks: { keys } }';
  check(['identityProviders'], (value) => Array.isArray(value) && value.every(isProvider), providers);
  check(['unsafeExecuteTwice'], (value) => typeof value === 'boolean', 'true or false');
  check(['otpCode'], (value) => typeof value === 'string' && /^[0-9A-Za-z]{4,12}$/.test(value), '4 to 12 characters');
  for (const name of times) {
    const value = given[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0)) {
      throw new RangeError(`createSandbox: ${name} must be an integer, 0 or more`);
    }
  }
  const { historyLimit = 1 } = options;
  if (!(Number.isSafeInteger(historyLimit) && historyLimit > 0))
    throw new RangeError('createSandbox: historyLimit must be an integer, 1 or more');
  if ((options.feeBasisPoints ?? 0) >= 10_000)
    throw new RangeError('createSandbox: feeBasisPoints must be below 10000');
  for (const [name, allowed] of Object.entries(choices)) {
    const value = given[name];
    if (value !== undefined && !(allowed as readonly unknown[]).includes(value)) {
      throw new RangeError(`createSandbox: ${name} must be one of ${allowed.join(', ')}`);
    }
  }
}

/** Finds the profile. @throws TypeError for an unknown name. */
export function readProfile(profile: WireProfileName | WireProfile): WireProfile {
  if (typeof profile !== 'string' && typeof (profile as WireProfile | null)?.signatureHeader === 'string')
    return profile;
  const found = typeof profile === 'string' && Object.hasOwn(wireProfiles, profile) ? wireProfiles[profile] : undefined;
  if (found === undefined) throw new TypeError("createSandbox: profile must be 'spec', 'grid' or a WireProfile");
  return found;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isProvider(value: unknown): boolean {
  const { issuer, audience, jwks } = (value ?? {}) as { readonly [Name in keyof IdentityProvider]?: unknown };
  const { keys } = (jwks ?? {}) as { readonly keys?: unknown };
  return [issuer, audience].every((name) => typeof name === 'string' && name !== '') && Array.isArray(keys);
}

function isClock(value: unknown): boolean {
  const { now, schedule } = (value ?? {}) as { readonly now?: unknown; readonly schedule?: unknown };
  return typeof now === 'function' && (schedule === undefined || typeof schedule === 'function');
}
