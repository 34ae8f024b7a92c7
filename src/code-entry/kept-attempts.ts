/** Where an attempt waits for a reload, shared by the tabs of one browser. Never a code or a key of this browser. */
import type { Clock } from '../clock.ts';
import type { Store } from '../session/index.ts';
import { createPageStore } from '../session/page-store.ts';
import type { KeptCodeAttempt } from '../wallet/index.ts';
import type { OtpType } from '../wire.ts';

/** What is kept of one attempt. */
export interface KeptAttempt extends KeptCodeAttempt {
  /** Set once the service has said that this code can't be used any more. */
  readonly over?: 'expired' | 'exhausted';
  /** Until when no other code can be asked for, epoch ms on the service's clock. */
  readonly resendAt?: number;
}

/** The one record of an account and a kind of code. No call rejects: without a store nothing outlives the page. */
export interface KeptAttempts {
  /** `memory` once a call has not reached a store that survives a reload. */
  readonly storage: 'persistent' | 'memory';
  read(): Promise<KeptAttempt | undefined>;
  /** Replaces it by what `make` makes of it, in one transaction; undefined deletes. Resolves with what is kept now. */
  change(make: (kept: KeptAttempt | undefined) => KeptAttempt | undefined): Promise<KeptAttempt | undefined>;
  /** Closes the store, now and after each call that comes later. */
  close(): void;
}

/** What {@link createKeptAttempts} needs. */
interface KeptAttemptsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly accountId: string;
  readonly type: OtpType;
}

/** Creates it over a store; where that fails or hangs, the page goes on in memory. */
export function createKeptAttempts({ store: below, clock, accountId, type }: KeptAttemptsOptions): KeptAttempts {
  const key = `code-entry:${type}:${accountId}`;
  const store = createPageStore(below, clock, () => undefined);
  let isClosed = false;
  const reach = async (run: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await run().catch(() => {
        // A later version of the kit has changed the database.
        store.useMemory();
        return run();
      });
    } finally {
      // What was under way has opened the connection again.
      if (isClosed) store.close();
    }
  };
  return {
    get storage() {
      return store.storage;
    },
    read: async () => readAttempt(await reach(() => store.read(key))),
    change: async (make) => readAttempt(await reach(() => store.update(key, (found) => make(readAttempt(found))))),
    close() {
      isClosed = true;
      store.close();
    },
  };
}

/** Takes what a store held for a record only if it can be one; what it says is checked when a sign-in goes on with it. */
function readAttempt(found: unknown): KeptAttempt | undefined {
  const { challenge } = Object(found) as Partial<KeptAttempt>;
  return typeof challenge?.id === 'string' ? (found as KeptAttempt) : undefined;
}

/** Whether two records are of one and the same message. */
export function isSameMessage(one: KeptCodeAttempt | undefined, other: KeptCodeAttempt | undefined): boolean {
  return one?.challenge.otpEncryptionTargetBundle === other?.challenge.otpEncryptionTargetBundle;
}
