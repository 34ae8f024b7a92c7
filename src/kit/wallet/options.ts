/** Options of `createWallet`, read once. */
import type { Clock } from '../waiting.ts';
import type { PayloadSummary } from '../crypto/signing/index.ts';
import { isPointOnCurve } from '../encoding/p256.ts';
import { aFunction, among, aProfile, maybe, readTable, withMethods } from '../options.ts';
import type { Fail, Reader, ReadFrom, RowsOf } from '../options.ts';
import { readCardKeyPolicies, type CardKeyPolicy } from '../card-key-policies.ts';
import { copyOwn } from '../own-members.ts';
import type { Store } from '../session/index.ts';
import { loopbackPattern, sandboxEnclavePublicKeyHex, wireProfiles } from '../wire.ts';
import type { SessionKeys, WireProfile, WireProfileName } from '../wire.ts';
import { anId } from './arguments.ts';
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
  /** The longest that a session is kept in this browser, ms, whatever the service allows; 30 minutes by default. */
  readonly maxSessionMs?: number;
  /**
   * `enforce` (default) refuses a payload that isn't exactly the published form of its action, with the submitted
   * values. A table names intents whose additional, unknown names are only reported to `onPayload`; everything else
   * is still refused.
   */
  readonly checkPayload?: 'enforce' | Readonly<Partial<Record<IntentName | 'custom', 'report'>>>;
  /**
   * The rights that a card's delegated key may get, all that the service asks for and in its order, compared word for
   * word. With the sandbox's quorum key, or `environment: 'sandbox'`, those of the sandbox; otherwise none, and no key is created.
   */
  readonly cardKeyPolicies?: readonly CardKeyPolicy[];
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
  /** How long one answer may take, ms; 30 s by default. */
  readonly timeoutMs?: number;
}

/** Callbacks and rules that apply before each stamp: a frozen copy without a prototype, so that nothing changes it later. */
export type Checks = Pick<CheckedOptions, 'environment'> &
  Partial<Pick<CheckedOptions, 'approve' | 'onPayload' | 'checkPayload'>> & {
    /** The rights that card keys may get: those that are pinned, or the sandbox's. */
    readonly cardKeyPolicies?: CheckedOptions['cardKeyPolicies'] | 'sandbox';
  };

/** The options after reading. */
export type CheckedOptions = ReadFrom<
  CreateWalletOptions,
  | 'sessionKeys'
  | 'store'
  | 'relyingPartyId'
  | 'checkPayload'
  | 'cardKeyPolicies'
  | 'approve'
  | 'onPayload'
  | 'onEvent'
  | 'clock',
  {
    /** No `url` for a path on a server that renders the page: the browser checks it. */
    readonly relay: { readonly baseUrl: string; readonly url?: URL };
    readonly profile: WireProfile;
    /** The intents for which an additional name is only reported. */
    readonly checkPayload: Readonly<Partial<Record<IntentName | 'custom', 'report'>>> | undefined;
  }
>;

/**
 * Reads the options of a wallet.
 * @throws TypeError, RangeError naming the option; WalletError `INSECURE_CONTEXT`, `SANDBOX_KEY_PINNED`.
 */
export function readWalletOptions(given: CreateWalletOptions): CheckedOptions {
  // Made here: a bundler keeps what a module makes at its top, also for a page that takes something else of its chunk.
  const rows: RowsOf<CheckedOptions> = {
    relay: readRelay,
    accountId: anId('InternalAccount'),
    enclaveKeys: readKeys,
    environment: maybe(among('production', 'sandbox'), 'production'),
    profile: maybe(aProfile, wireProfiles.spec),
    sessionKeys: maybe(among('sealed', 'client-held')),
    store: maybe(withMethods('read', 'update', 'keys', 'close')),
    refreshBefore: maybe((value, fail) => (value === false ? value : readMs(value, fail)), 60_000),
    relyingPartyId: maybe((value, fail) =>
      typeof value === 'string' && /^[a-z0-9.-]{1,253}$/.test(value) ? value : fail('must be a domain', RangeError),
    ),
    maxSessionMs: maybe(readMs, 30 * 60_000),
    checkPayload: maybe(readPolicy),
    cardKeyPolicies: maybe(readCardKeyPolicies),
    approve: maybe(aFunction),
    onPayload: maybe(aFunction),
    onEvent: maybe(aFunction),
    fetch: maybe<CheckedOptions['fetch']>(aFunction, (...request) => globalThis.fetch(...request)),
    clock: maybe(withMethods('now', 'monotonic', 'schedule')),
    timeoutMs: maybe(readMs, 30_000),
  };
  const options = readTable(given, rows, 'createWallet');
  const { url } = options.relay;
  const isLoopback = url !== undefined && loopbackPattern.test(url.hostname);
  if (url !== undefined && url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new WalletError('INSECURE_CONTEXT', 'Serve the page and the relay by https; http is for loopback.', {
      nextStep: 'configure',
    });
  }
  const pinsSandbox = options.enclaveKeys.some((key) => key.toLowerCase() === sandboxEnclavePublicKeyHex);
  if (options.environment === 'production' && pinsSandbox && !isLoopback) {
    throw new WalletError(
      'SANDBOX_KEY_PINNED',
      "enclaveKeys holds the sandbox's quorum key, whose private half is public. Pin the service's own; against a sandbox pass environment: 'sandbox'.",
      { nextStep: 'configure' },
    );
  }
  if (options.environment === 'sandbox' && url !== undefined && !isLoopback && !hasWarned) {
    hasWarned = true;
    console.warn("createWallet: anybody knows this environment's keys");
  }
  return options;
}

let hasWarned = false;

function readRelay(relay: unknown, fail: Fail): CheckedOptions['relay'] {
  if (typeof relay !== 'string' || relay === '') return fail('must be the base URL of the relay, such as "/wallet"');
  if (/[?#]/.test(relay)) return fail('must be without a query and a fragment', RangeError);
  const { location } = globalThis as { readonly location?: { readonly href?: string } };
  const baseUrl = relay.replace(/\/+$/, '');
  // A server that renders the page has no location.
  const base = location?.href;
  if (base === undefined && relay.startsWith('/')) return { baseUrl };
  try {
    return { baseUrl, url: new URL(relay, base) };
  } catch {
    return fail('must be a URL or a path', RangeError);
  }
}

function readKeys(keys: unknown, fail: Fail): readonly string[] {
  if (!Array.isArray(keys) || keys.length === 0)
    return fail("must be a list of the enclave's quorum keys, at least one");
  const arePoints = keys.every((key) => typeof key === 'string' && isPointOnCurve(key));
  if (!arePoints) return fail('must be uncompressed P-256 points in hex (04 and 128 digits)', RangeError);
  return Object.freeze([...(keys as string[])]);
}

function readPolicy(policy: unknown, fail: Fail): CheckedOptions['checkPayload'] {
  if (policy === 'enforce') return undefined;
  const table: object = typeof policy === 'object' && policy !== null ? copyOwn(policy) : {};
  const rows = Object.entries(table);
  const isTable = rows.every(([name, value]) => /^[a-z-]+(\.[a-z-]+)?$/.test(name) && value === 'report');
  return isTable && rows.length > 0
    ? table
    : fail("must be 'enforce', or a table of intents with the value 'report'", RangeError);
}

const readMs: Reader<number> = (value, fail) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? value
    : fail('must be a number of milliseconds, 0 or more', RangeError);
