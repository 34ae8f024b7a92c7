/** Listens to a wallet in front of a sandbox: wraps three of its options, and passes each on. */
import { completeClock } from '../../../src/kit/waiting.ts';
import type { CreateWalletOptions, PartialClock } from 'countersign';
import { createRecord, type TraceRecord } from './record/record.ts';
import { createWatcher, type Watcher } from './record/watch-requests.ts';

/** Options of {@link createTap}. */
export interface CreateTapOptions {
  /** Stores the record over a reload, without secrets; the page's `sessionStorage` by default, `false` for none. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | false;
  /** The system's by default. */
  readonly clock?: PartialClock;
}

/** Stands between a wallet and its page, for {@link mountInspector} to show. */
export interface Tap {
  /**
   * Returns the options with `fetch`, `onPayload` and `onEvent` wrapped. Options without `environment: 'sandbox'` come back as they
   * are, so that nothing is recorded in production.
   */
  watch(options: CreateWalletOptions): CreateWalletOptions;
  /** For the page's own requests, so that they are seen among the wallet's; records nothing before a wallet is watched. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** A tap's parts for the inspector. */
export interface Tapped {
  readonly record: TraceRecord;
  /** Whether it watches a wallet in front of a sandbox. */
  readonly isWatching: () => boolean;
  readonly follow: Watcher['follow'];
}

const tapped = new WeakMap<Tap, Tapped>();

/**
 * Creates a tap. It holds payloads and stamps in memory alone, and only those of a wallet with `environment: 'sandbox'`.
 *
 * @throws TypeError naming the option
 *
 * @example
 * const tap = createTap();
 * const wallet = createWallet(tap.watch({ relay: '/wallet', accountId, enclaveKeys, environment: 'sandbox' }));
 * const inspector = mountInspector(wallet, { tap });
 */
export function createTap(options: CreateTapOptions = {}): Tap {
  if (typeof options !== 'object' || options === null) throw new TypeError('createTap: options must be an object');
  const { storage = pageStorage() } = options;
  if (options.clock !== undefined && typeof (options.clock as Partial<PartialClock> | null)?.now !== 'function')
    throw new TypeError('createTap: clock must be a Clock');
  if (
    storage !== false &&
    storage !== undefined &&
    typeof (storage as Partial<Storage> | null)?.getItem !== 'function'
  ) {
    throw new TypeError('createTap: storage must be a Storage or false');
  }
  const clock = completeClock(options.clock);
  const record = createRecord({ clock, storage: storage === false ? undefined : storage });
  const watcher = createWatcher(record, clock);
  let isWatching = false;
  const tap: Tap = Object.freeze({
    watch(given: CreateWalletOptions) {
      if (typeof given !== 'object' || given === null) throw new TypeError('watch: options must be an object');
      if (given.environment !== 'sandbox') return given;
      isWatching = true;
      return watcher.wrap(given);
    },
    fetch: (url: string, init: RequestInit = {}) =>
      isWatching ? watcher.page(url, init) : globalThis.fetch(url, init),
  });
  tapped.set(tap, { record, isWatching: () => isWatching, follow: watcher.follow });
  return tap;
}

/** Returns a tap's parts for the inspector. @throws TypeError for anything else than a tap */
export function tappedBy(tap: Tap): Tapped {
  const found = typeof tap === 'object' && tap !== null ? tapped.get(tap) : undefined;
  if (found === undefined) throw new TypeError('mountInspector: tap must be made by createTap');
  return found;
}

function pageStorage(): Storage | undefined {
  try {
    return (globalThis as { sessionStorage?: Storage }).sessionStorage;
  } catch {
    // A frame without storage throws already when it is named.
    return undefined;
  }
}
