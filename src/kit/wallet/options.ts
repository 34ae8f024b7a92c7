/** Options of `createWallet`, checked once, with defaults from the browser. */
import type { Clock } from '../waiting.ts';
import type { PayloadSummary } from '../crypto/signing/index.ts';
import { isPointOnCurve } from '../encoding/p256.ts';
import { checkOptionNames } from '../known-options.ts';
import { wrongInProfile } from '../profile.ts';
import { copyOwn } from '../own-members.ts';
import { type Store, openTabChannel, type TabChannel } from '../session/index.ts';
import {
  loopbackPattern,
  sandboxEnclavePublicKeyHex,
  wireProfiles,
  type SessionKeys,
  type WireProfile,
  type WireProfileName,
} from '../wire.ts';
import { checkId } from './arguments.ts';
import type { WalletEventListener } from './events/events.ts';
import type { IntentName } from './facts.ts';
import type { ComparedValues, PayloadReport, RequestToSign, Expectation } from './payload/intent.ts';
import { WalletError } from './wallet-error.ts';

/** The argument of `approve`, before a stamp. Every part is frozen. */
export interface ApprovalQuestion {
  /** The wallet's own action, or `custom` for `signedRetry`. */
  readonly intent: IntentName | 'custom';
  /** `housekeeping`: the kit signs by itself, to revoke a session that was replaced. */
  readonly cause: 'caller' | 'housekeeping';
  /** The request of the stamp, with its body as sent. */
  readonly request: RequestToSign;
  /** The caller's request: ids, amounts, an address, the state a card is to have. */
  readonly expectation: Expectation;
  /** The payload as read, from a copy: the signature covers the text as received. */
  readonly reading: PayloadSummary;
  /** Result for each expected value. The amounts of a quote are `not in the payload`: this browser can't read what it pays. */
  readonly compared: ComparedValues;
}

/** Options of `createWallet`. */
export interface CreateWalletOptions {
  /** Base URL of the relay, absolute or relative to the page, for example `/wallet`. */
  readonly relay: string;
  /** The wallet account: `InternalAccount:<uuid>`. */
  readonly accountId: string;
  /** Pinned quorum keys of the service's enclave, at least one: hex, uncompressed (130 characters). */
  readonly enclaveKeys: readonly string[];
  /**
   * `production` (default) refuses the sandbox's public quorum key unless the relay is on loopback; `sandbox` accepts it, and says
   * once on the console that anybody knows its keys.
   */
  readonly environment?: 'production' | 'sandbox';
  /**
   * The service's form: `spec` (default), with the signature header `Service-Wallet-Signature`; `grid`, with
   * `Grid-Wallet-Signature`; or a table of your own. Page and relay need the same one.
   */
  readonly profile?: WireProfileName | WireProfile;
  /** Origin of the session keys of a refresh and of a passkey login; by default as the profile says. */
  readonly sessionKeys?: SessionKeys;
  /** Store of sessions; IndexedDB by default. */
  readonly store?: Store;
  /** Time before a session's end at which it is refreshed, ms; one minute by default, `false` for never. */
  readonly refreshBefore?: number | false;
  /**
   * The domain that passkeys belong to: the page's host by default. With `example.com`, pages on `app.example.com` and
   * `pay.example.com` share a passkey; for other sites the relay answers with `relatedOrigins`. Checked when a passkey is prepared.
   */
  readonly relyingPartyId?: string;
  /** Whether the browser's password manager gets signals of passkeys that the service has removed; true by default. */
  readonly signals?: boolean;
  /** The longest that a session is kept in this browser, ms, whatever the service allows; 30 minutes by default. */
  readonly maxSessionMs?: number;
  /**
   * `enforce` (default) refuses a payload that isn't exactly the published form of its action, with the submitted
   * values. A table names intents whose additional, unknown names are only reported to `onPayload`; everything else
   * is still refused.
   */
  readonly checkPayload?: 'enforce' | Readonly<Partial<Record<IntentName | 'custom', 'report'>>>;
  /** Runs before every stamp; anything but `true` refuses it. */
  readonly approve?: (question: ApprovalQuestion) => boolean | Promise<boolean>;
  /**
   * Called with the reading of each payload before it is stamped; with `environment: 'sandbox'` also with the text
   * itself. For logs in production, use `onEvent`.
   */
  readonly onPayload?: (
    report: PayloadReport & { readonly request: RequestToSign; readonly payloadToSign?: string },
  ) => void;
  /** Called with events of each call, for logs and traces. They hold nothing of requests, payloads or answers. */
  readonly onEvent?: WalletEventListener;
  /**
   * Sends requests to the relay; the page's own `fetch` by default. For a relay on another origin, pass one that sets
   * `credentials: 'include'`.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Wall time, monotonic time and timers; the system's by default. */
  readonly clock?: Clock;
  /** Browser APIs for tabs and wake-ups; the page's own by default. */
  readonly browser?: BrowserApis;
  /** How long one answer may take, ms; 30 s by default. */
  readonly timeoutMs?: number;
}

/** Callbacks and rules that apply before each stamp: a frozen copy without a prototype, so that nothing changes it later. */
export interface Checks extends Pick<CreateWalletOptions, 'approve' | 'onPayload'> {
  /** The intents for which an additional name is only reported. */
  readonly checkPayload?: Readonly<Partial<Record<IntentName | 'custom', 'report'>>> | undefined;
  readonly environment: 'production' | 'sandbox';
}

/** The options after checking, with every default filled in but those that touch the browser. */
export interface CheckedOptions {
  readonly checks: Checks;
  readonly baseUrl: string;
  readonly accountId: string;
  readonly otpKeys: readonly string[];
  readonly profile: WireProfile;
  readonly sessionKeys: SessionKeys;
  readonly refreshBefore: number | false;
  readonly maxSessionMs: number;
  readonly timeoutMs: number;
}

/**
 * Checks the options of a wallet.
 * @throws TypeError, RangeError naming the option; WalletError `INSECURE_CONTEXT`, `SANDBOX_KEY_PINNED`.
 */
export function checkOptions(options: CreateWalletOptions): CheckedOptions {
  const { relay } = options;
  must(typeof relay === 'string' && relay !== '', TypeError, 'relay', 'the base URL of the relay, such as "/wallet"');
  const accountId = checkId(options.accountId, 'InternalAccount', 'accountId');
  const otpKeys = checkKeys(options.enclaveKeys);
  const profile = checkProfile(options.profile ?? 'spec');
  const url = relayUrl(relay);
  const loopback = url !== null && loopbackPattern.test(url.hostname);
  if (url !== null && url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new WalletError('INSECURE_CONTEXT', 'Serve the page and the relay by https; http is for loopback.', {
      nextStep: 'configure',
    });
  }
  const environment = oneOf(options.environment ?? 'production', ['production', 'sandbox'], 'environment');
  const pinsSandbox = otpKeys.some((key) => key.toLowerCase() === sandboxEnclavePublicKeyHex);
  if (environment === 'production' && pinsSandbox && !loopback) {
    throw new WalletError(
      'SANDBOX_KEY_PINNED',
      "enclaveKeys holds the sandbox's quorum key, whose private half is public. Pin the service's own; against a sandbox pass environment: 'sandbox'.",
      { nextStep: 'configure' },
    );
  }
  if (environment === 'sandbox' && url !== null && !loopback) warn();
  checkParts(options);
  const { relyingPartyId } = options;
  const isDomain = typeof relyingPartyId === 'string' && /^[a-z0-9.-]{1,253}$/.test(relyingPartyId);
  must(isDomain || relyingPartyId === undefined, RangeError, 'relyingPartyId', 'a domain');
  oneOf(options.signals ?? true, [true, false], 'signals');
  const { approve, onPayload, checkPayload = 'enforce' } = options;
  checkPolicy(checkPayload);
  const checks = {
    approve,
    onPayload,
    environment,
    checkPayload: checkPayload === 'enforce' ? undefined : copyOwn(checkPayload),
  };
  return {
    checks: copyOwn(checks) as Checks,
    baseUrl: relay.replace(/\/+$/, ''),
    accountId,
    otpKeys,
    profile,
    sessionKeys: oneOf(options.sessionKeys ?? profile.sessionKeys, ['sealed', 'client-held'], 'sessionKeys'),
    refreshBefore: options.refreshBefore === false ? false : checkMs(options.refreshBefore ?? 60_000, 'refreshBefore'),
    maxSessionMs: checkMs(options.maxSessionMs ?? 30 * 60_000, 'maxSessionMs'),
    timeoutMs: checkMs(options.timeoutMs ?? 30_000, 'timeoutMs'),
  };
}

let hasWarned = false;

function warn(): void {
  if (!hasWarned) console.warn("createWallet: anybody knows the keys of environment 'sandbox'");
  hasWarned = true;
}

const names: Readonly<Record<keyof CreateWalletOptions, true>> = {
  relay: true,
  accountId: true,
  enclaveKeys: true,
  environment: true,
  profile: true,
  sessionKeys: true,
  store: true,
  refreshBefore: true,
  relyingPartyId: true,
  signals: true,
  maxSessionMs: true,
  checkPayload: true,
  approve: true,
  onPayload: true,
  onEvent: true,
  fetch: true,
  clock: true,
  browser: true,
  timeoutMs: true,
};

/** Copies the options, once. @throws TypeError for anything but an object, and for an unknown option. */
export function copyOptions(options: CreateWalletOptions): CreateWalletOptions {
  must(typeof options === 'object' && options !== null, TypeError, 'options', 'an object');
  checkOptionNames(options, names, 'createWallet');
  return copyOwn(options);
}

/** The sentence about a wrong option: its name, and its allowed values. */
function must(isRight: boolean, Mistake: ErrorConstructor, option: string, be: string): asserts isRight {
  if (!isRight) throw new Mistake(`createWallet: ${option} must be ${be}`);
}

function relayUrl(relay: string): URL | null {
  must(!/[?#]/.test(relay), RangeError, 'relay', 'without a query and a fragment');
  // A server that renders the page has no location: a relative relay is checked where it is used, in the browser.
  const base: string | undefined = (globalThis as { location?: { href?: string } }).location?.href;
  try {
    return base === undefined ? new URL(relay) : new URL(relay, base);
  } catch {
    must(base === undefined && relay.startsWith('/'), RangeError, 'relay', 'a URL or a path');
    return null;
  }
}

const parts: Readonly<Record<string, readonly string[]>> = {
  store: ['read', 'update', 'keys', 'close'],
  clock: ['now', 'monotonic', 'schedule'],
  browser: ['visible'],
};

function checkParts(options: CreateWalletOptions): void {
  for (const name of ['approve', 'onPayload', 'onEvent', 'fetch'] as const) {
    const given: unknown = options[name];
    must(given === undefined || typeof given === 'function', TypeError, name, 'a function');
  }
  for (const [name, methods] of Object.entries(parts)) {
    const given = options[name as keyof CreateWalletOptions] as unknown as Readonly<Record<string, unknown>> | null;
    const isWhole = given === undefined || methods.every((method) => typeof given?.[method] === 'function');
    must(isWhole, TypeError, name, `an object with the methods ${methods.join(', ')}`);
  }
}

function checkKeys(keys: unknown): readonly string[] {
  const isFilled = Array.isArray(keys) && keys.length > 0;
  must(isFilled, TypeError, 'enclaveKeys', "a list of the enclave's quorum keys, at least one");
  const arePoints = keys.every((key) => typeof key === 'string' && isPointOnCurve(key));
  must(arePoints, RangeError, 'enclaveKeys', 'uncompressed P-256 points in hex (04 and 128 digits)');
  return Object.freeze([...(keys as string[])]);
}

function checkPolicy(policy: unknown): void {
  const rows = typeof policy === 'object' && policy !== null ? Object.entries(policy) : [];
  const isTable =
    rows.length > 0 && rows.every(([name, value]) => /^[a-z-]+(\.[a-z-]+)?$/.test(name) && value === 'report');
  const isPolicy = policy === 'enforce' || isTable;
  must(isPolicy, RangeError, 'checkPayload', "'enforce', or a table of intents with the value 'report'");
}

function checkProfile(profile: unknown): WireProfile {
  if (typeof profile === 'string') {
    const isKnown = Object.hasOwn(wireProfiles, profile);
    must(isKnown, RangeError, 'profile', `one of ${Object.keys(wireProfiles).join(', ')}, or a WireProfile`);
    return wireProfiles[profile as WireProfileName];
  }
  must(typeof profile === 'object' && profile !== null, TypeError, 'profile', 'a name or a WireProfile');
  const own = copyOwn(profile as WireProfile);
  const wrong = wrongInProfile(own);
  must(wrong === undefined, RangeError, `profile.${wrong}`, 'as in wireProfiles');
  return own;
}

function checkMs(value: unknown, option: string): number {
  const isMs = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  must(isMs, RangeError, option, 'a number of milliseconds, 0 or more');
  return value;
}

function oneOf<Value extends string | boolean>(value: unknown, allowed: readonly Value[], option: string): Value {
  must(allowed.includes(value as Value), RangeError, option, `one of ${allowed.join(', ')}`);
  return value as Value;
}

/** Browser APIs for tabs and wake-ups. */
export interface BrowserApis {
  /** `navigator.locks`; a page without it stands alone, in memory, and refreshes its own session. */
  readonly locks?: Pick<LockManager, 'request'> | undefined;
  /** Tells other tabs of changes. */
  readonly channel?: TabChannel | undefined;
  /** The window, for focus, page show and visibility. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page. */
  readonly visible: () => boolean;
}

/** Finds what this page has. */
export function findBrowserApis(): BrowserApis {
  // Node has a BroadcastChannel too, which would keep its process alive: only a page has tabs beside it.
  const page = (globalThis as { window?: EventTarget & { readonly document?: Document } }).window;
  if (page === undefined) return { visible: () => false };
  const { navigator, BroadcastChannel: Channel } = globalThis as {
    navigator?: { readonly locks?: LockManager };
    BroadcastChannel?: typeof BroadcastChannel;
  };
  return {
    page,
    visible: () => page.document?.visibilityState === 'visible',
    channel: openTabChannel(Channel),
    locks: navigator?.locks,
  };
}
