/** Where an attempt waits for a reload, shared by the tabs of one browser. Never a code or a key of this browser. */
import type { Store } from '../session/index.ts';
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
  /** Whether the last call reached a store that survives a reload. */
  readonly storage: 'persistent' | 'memory';
  read(): Promise<KeptAttempt | undefined>;
  write(attempt: KeptAttempt | undefined): Promise<void>;
}

/** Creates it over a store. */
export function createKeptAttempts(store: Store, accountId: string, type: OtpType): KeptAttempts {
  const key = `code-entry:${type}:${accountId}`;
  let storage: KeptAttempts['storage'] = store.storage;
  const reach = async <Result>(run: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      const result = await run();
      storage = store.storage;
      return result;
    } catch {
      storage = 'memory';
      return undefined;
    }
  };
  return {
    get storage() {
      return storage;
    },
    async read() {
      const found = (await reach(() => store.read(key))) as Partial<KeptAttempt> | null | undefined;
      const isAttempt = typeof found === 'object' && found !== null && typeof found.challenge?.id === 'string';
      return isAttempt ? (found as KeptAttempt) : undefined;
    },
    async write(attempt) {
      await reach(() => store.update(key, () => attempt));
    },
  };
}

/** Whether two records are of one and the same message. */
export function isSameMessage(one: KeptCodeAttempt | undefined, other: KeptCodeAttempt | undefined): boolean {
  return one?.challenge.otpEncryptionTargetBundle === other?.challenge.otpEncryptionTargetBundle;
}
