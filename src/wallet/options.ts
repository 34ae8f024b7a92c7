/** What `createWallet` takes, checked once. */
import type { Clock, Store } from '../session/index.ts';
import {
  sandboxEnclavePublicKeyHex,
  wireProfiles,
  type SessionKeys,
  type WireProfile,
  type WireProfileName,
} from '../wire.ts';
import type { Intent, PayloadReport } from './payload-check.ts';
import type { Surroundings } from './surroundings.ts';
import { WalletError } from './wallet-error.ts';
import type { PayloadSummary } from '../crypto/signing.ts';

/** Pinned quorum keys of the service's enclave: hex, uncompressed (130 characters). */
export type EnclaveKeys = readonly string[] | { readonly otp: readonly string[]; readonly export: readonly string[] };

/** Options of `createWallet`. */
export interface CreateWalletOptions {
  /** Base URL of the relay, absolute or relative to the page, for example `/wallet`. */
  readonly relay: string;
  /** The wallet account: `InternalAccount:<uuid>`. */
  readonly accountId: string;
  readonly enclaveKeys: EnclaveKeys;
  /** `production` (default) refuses the sandbox's public quorum key unless the relay is on loopback. */
  readonly environment?: 'production' | 'sandbox';
  readonly profile?: WireProfileName | WireProfile;
  /** Who makes the session keys of a refresh and of a passkey login; by default as the profile says. */
  readonly sessionKeys?: SessionKeys;
  /** Where sessions are kept; IndexedDB by default. */
  readonly store?: Store;
  /** How long before its end a session is refreshed, ms; one minute by default, `false` for never. */
  readonly refreshBefore?: number | false;
  /** `enforce` (default) refuses a payload that contradicts its intent; `report` tells `onPayload` and signs. */
  readonly checkPayload?: 'enforce' | 'report';
  /** Runs before every stamp; anything but `true` refuses it. */
  readonly approve?: (intent: Intent, summary: PayloadSummary) => boolean | Promise<boolean>;
  /** Hears what each payload was read as, before it is stamped. */
  readonly onPayload?: (report: PayloadReport) => void;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock?: Clock;
  /** How tabs and wake-ups are known; this page's own by default. */
  readonly surroundings?: Surroundings;
  /** How long one answer may take, ms; 30 s by default. */
  readonly timeoutMs?: number;
}

/** The options after checking, with every default filled in but those that touch the browser. */
export interface CheckedOptions {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly otpKeys: readonly string[];
  readonly profile: WireProfile;
  readonly sessionKeys: SessionKeys;
  readonly refreshBefore: number | false;
  readonly timeoutMs: number;
}

const idPattern = /^[A-Za-z]{1,40}:[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/**
 * Checks the options of a wallet.
 * @throws TypeError, RangeError naming the option; WalletError `INSECURE_CONTEXT`, `SANDBOX_KEY_PINNED`.
 */
export function checkOptions(options: CreateWalletOptions): CheckedOptions {
  if (typeof options !== 'object' || options === null) throw new TypeError('createWallet: options must be an object');
  if (typeof options.relay !== 'string' || options.relay === '') {
    throw new TypeError('createWallet: relay must be the base URL of the relay, for example "/wallet"');
  }
  const accountId = checkId(options.accountId, 'InternalAccount', 'accountId');
  const otpKeys = checkKeys(options.enclaveKeys);
  const profile = checkProfile(options.profile ?? 'spec');
  const url = relayUrl(options.relay);
  const loopback = url !== null && isLoopback(url.hostname);
  if (url !== null && url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new WalletError(
      'INSECURE_CONTEXT',
      'The relay must be reached by https (or http on loopback). Serve the page and the relay by https.',
      {
        nextStep: 'unsupported',
      },
    );
  }
  const environment = oneOf(options.environment ?? 'production', ['production', 'sandbox'], 'environment');
  const pinsSandbox = otpKeys.some((key) => key.toLowerCase() === sandboxEnclavePublicKeyHex);
  if (environment === 'production' && pinsSandbox && !loopback) {
    throw new WalletError(
      'SANDBOX_KEY_PINNED',
      "enclaveKeys holds the sandbox's quorum key, whose private half is public knowledge. Pin the service's own key in production.",
      { nextStep: 'fix-input' },
    );
  }
  checkParts(options);
  oneOf(options.checkPayload ?? 'enforce', ['enforce', 'report'], 'checkPayload');
  return {
    baseUrl: options.relay.replace(/\/+$/, ''),
    accountId,
    otpKeys,
    profile,
    sessionKeys: oneOf(options.sessionKeys ?? profile.sessionKeys, ['sealed', 'client-held'], 'sessionKeys'),
    refreshBefore: options.refreshBefore === false ? false : checkMs(options.refreshBefore ?? 60_000, 'refreshBefore'),
    timeoutMs: checkMs(options.timeoutMs ?? 30_000, 'timeoutMs'),
  };
}

/** Checks an id of the service before it becomes part of a path. @throws TypeError, RangeError naming `argument`. */
export function checkId(id: unknown, recordType: string, argument: string): string {
  if (typeof id !== 'string') throw new TypeError(`${argument} must be a string of the form ${recordType}:<uuid>`);
  if (!isId(id, recordType)) throw new RangeError(`${argument} must have the form ${recordType}:<uuid>`);
  return id;
}

/** Whether a value is the id of such a record. */
export function isId(id: unknown, recordType: string): id is string {
  return typeof id === 'string' && idPattern.test(id) && id.startsWith(`${recordType}:`);
}

/** Whether a host name is this very machine: localhost, *.localhost, 127/8 or [::1]. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

function relayUrl(relay: string): URL | null {
  // A server that renders the page has no location: a relative relay is checked where it is used, in the browser.
  const base: string | undefined = (globalThis as { location?: { href?: string } }).location?.href;
  try {
    return base === undefined ? new URL(relay) : new URL(relay, base);
  } catch {
    if (base === undefined && relay.startsWith('/')) return null;
    throw new RangeError('createWallet: relay must be a URL or a path');
  }
}

const parts: Readonly<Record<string, readonly string[]>> = {
  store: ['read', 'update', 'keys', 'close'],
  clock: ['now', 'monotonic', 'schedule'],
  surroundings: ['visible'],
};

function checkParts(options: CreateWalletOptions): void {
  for (const name of ['approve', 'onPayload', 'fetch'] as const) {
    const given: unknown = options[name];
    if (given !== undefined && typeof given !== 'function') {
      throw new TypeError(`createWallet: ${name} must be a function`);
    }
  }
  for (const [name, methods] of Object.entries(parts)) {
    const given = options[name as keyof CreateWalletOptions] as unknown as Readonly<Record<string, unknown>> | null;
    if (given === undefined || methods.every((method) => typeof given?.[method] === 'function')) continue;
    throw new TypeError(`createWallet: ${name} must have the methods ${methods.join(', ')}`);
  }
}

function checkKeys(keys: unknown): readonly string[] {
  const list: unknown = Array.isArray(keys) ? keys : (keys as { otp?: unknown } | null | undefined)?.otp;
  if (!Array.isArray(list) || list.length === 0) {
    throw new TypeError("createWallet: enclaveKeys must list at least one quorum key of the service's enclave");
  }
  for (const key of list) {
    if (typeof key !== 'string' || !/^04[0-9a-fA-F]{128}$/.test(key)) {
      throw new RangeError(
        'createWallet: enclaveKeys must be uncompressed P-256 points in hex (130 characters, beginning with 04)',
      );
    }
  }
  return Object.freeze([...(list as string[])]);
}

function checkProfile(profile: unknown): WireProfile {
  if (typeof profile === 'string') {
    const known = Object.hasOwn(wireProfiles, profile) ? wireProfiles[profile as WireProfileName] : undefined;
    if (known === undefined)
      throw new RangeError(
        `createWallet: profile must be one of ${Object.keys(wireProfiles).join(', ')}, or a WireProfile`,
      );
    return known;
  }
  if (typeof profile !== 'object' || profile === null || typeof (profile as WireProfile).signatureHeader !== 'string') {
    throw new TypeError('createWallet: profile must be a name or a WireProfile');
  }
  return profile as WireProfile;
}

function checkMs(value: unknown, option: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new RangeError(`createWallet: ${option} must be a number of milliseconds, 0 or more`);
  }
  return value;
}

function oneOf<Value extends string>(value: unknown, allowed: readonly Value[], option: string): Value {
  if (!allowed.includes(value as Value))
    throw new RangeError(`createWallet: ${option} must be one of ${allowed.join(', ')}`);
  return value as Value;
}
