/** Attempts in storage, for a reload of their tab. Never a code or a key of this browser. */
import type { KeptCodeAttempt } from '../../kit/wallet/index.ts';
import type { AttemptStorage } from './options.ts';

/** The stored record of one attempt. */
export interface KeptAttempt extends KeptCodeAttempt {
  /** Set once the service has refused this code for good. */
  readonly over?: 'expired' | 'exhausted';
  /** Time from which another code can be requested, epoch ms on the service's clock. */
  readonly resendAt?: number;
}

/** The one attempt of a tab, an account and a kind of code. No call throws: without a storage nothing outlives the page. */
export interface KeptAttempts {
  /** `memory` once the tab's storage has failed. */
  readonly storage: 'persistent' | 'memory';
  read(): KeptAttempt | undefined;
  /** Stores the attempt; undefined deletes it. */
  keep(attempt: KeptAttempt | undefined): void;
}

/** Creates it under a key of the tab's storage. */
export function createKeptAttempts(storage: AttemptStorage | undefined, key: string): KeptAttempts {
  let isFailing = storage === undefined;
  let own: KeptAttempt | undefined;
  return {
    get storage() {
      return isFailing ? 'memory' : 'persistent';
    },
    read() {
      if (own !== undefined) return own;
      try {
        return readAttempt(JSON.parse(storage?.getItem(key) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    keep(attempt) {
      own = attempt;
      try {
        if (attempt === undefined) storage?.removeItem(key);
        else storage?.setItem(key, JSON.stringify(attempt));
      } catch {
        isFailing = true;
      }
    },
  };
}

/** Accepts a stored value only if it can be an attempt. A sign-in that continues it checks its content. */
function readAttempt(found: unknown): KeptAttempt | undefined {
  const { challenge } = Object(found) as Partial<KeptAttempt>;
  return typeof challenge?.id === 'string' ? (found as KeptAttempt) : undefined;
}
