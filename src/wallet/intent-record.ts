/** The record of an action whose outcome isn't known yet, so that a reload or a second press finds it. */
import { encodeHex, encodeUtf8 } from '../encoding/index.ts';
import type { Store } from '../session/index.ts';
import type { Challenge, SignedRetryPhase } from '../transport/index.ts';
import { transportOf, type WalletContext } from './context.ts';
import { WalletError } from './wallet-error.ts';

/** What is kept of an action: never a body, a payload or a stamp, which are authority. */
interface IntentRecord {
  readonly schema: 1;
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  /** SHA-256 of the body's UTF-8 bytes, hex. */
  readonly bodySha256: string;
  readonly idempotencyKey: string;
  /** Which run of the action wrote this: tabs may run the same one. */
  readonly attempt: string;
  readonly phase: SignedRetryPhase;
  /** When it was first noted, epoch ms on this device's clock. */
  readonly openedAt: number;
  readonly requestId?: string;
  /** End of the challenge's life on the service's clock, epoch ms. */
  readonly expiresAt?: number;
}

/** One action, as its record is found by. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** The body as sent; empty where there is none. */
  readonly body: string;
  /** Whether a first leg that was sent may have done the action, and that can be looked up. */
  readonly firstLegCommits?: boolean;
}

/** The handle on one action's record. */
export interface OpenIntentRecord {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: string;
  /** Whether an earlier attempt got as far as sending what can do the action, and no outcome was noted. */
  readonly resumed: boolean;
  /** Notes a phase; a known outcome removes the record. What another attempt has sent meanwhile stays noted until it is known. */
  remember(phase: SignedRetryPhase, challenge?: Challenge): Promise<void>;
  /** Notes that a stamp is about to be sent, unless another attempt has sent one whose outcome isn't known: then `BUSY`. */
  claim(challenge: Challenge): Promise<WalletError | undefined>;
}

const sentPhases: ReadonlySet<unknown> = new Set(['committing', 'uncertain', 'lost'] satisfies SignedRetryPhase[]);

/** How long a record is kept after its challenge has expired, ms. */
const keptMs = 24 * 60 * 60_000;

/** Finds or makes the record of an action in the store, after removing those that are long over. */
export async function openIntentRecord(context: WalletContext, request: RecordedRequest): Promise<OpenIntentRecord> {
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(request.body));
  const bodySha256 = encodeHex(new Uint8Array(digest));
  const key = `intent:${context.accountId}:${request.method} ${request.path}:${bodySha256}`;
  const attempt = crypto.randomUUID();
  const fresh: IntentRecord = {
    schema: 1,
    accountId: context.accountId,
    method: request.method,
    path: request.path,
    bodySha256,
    idempotencyKey: crypto.randomUUID(),
    attempt,
    phase: 'asking',
    openedAt: context.clock.now(),
  };
  const store = context.keeper.store();
  await prune(store, transportOf(context).serviceTime());
  const record = (await store.update(key, (current) =>
    isIntentRecord(current, fresh) ? { ...current, attempt } : fresh,
  )) as IntentRecord;
  const isFound = record.idempotencyKey !== fresh.idempotencyKey;

  const write = async (phase: SignedRetryPhase, challenge: Challenge | undefined): Promise<boolean> => {
    const next: IntentRecord = {
      ...record,
      phase,
      ...(challenge?.requestId === undefined ? {} : { requestId: challenge.requestId }),
      ...(challenge === undefined ? {} : { expiresAt: challenge.expiresAt }),
    };
    const stored = (await store.update(key, (current) => {
      const isAnothers = isIntentRecord(current, fresh) && current.attempt !== attempt && sentPhases.has(current.phase);
      if (isAnothers && phase !== 'done') return current;
      return phase === 'done' || phase === 'refused' ? undefined : next;
    })) as IntentRecord | undefined;
    return stored === undefined || stored.attempt === attempt;
  };
  return {
    idempotencyKey: record.idempotencyKey,
    resumed: sentPhases.has(record.phase) || (isFound && request.firstLegCommits === true && record.phase === 'asking'),
    async remember(phase, challenge) {
      await write(phase, challenge);
    },
    claim: async (challenge) => ((await write('committing', challenge)) ? undefined : busy()),
  };
}

/** Removes records that are a day past their end; none while the service's time isn't known, since this device's may be wrong. */
async function prune(store: Store, serviceTime: number | null): Promise<void> {
  if (serviceTime === null) return;
  const isOver = (value: unknown): boolean => {
    const { expiresAt, openedAt } = (value ?? {}) as Partial<Record<'expiresAt' | 'openedAt', unknown>>;
    const end = expiresAt ?? openedAt;
    return typeof end === 'number' && end + keptMs <= serviceTime;
  };
  for (const key of await store.keys('intent:')) {
    if (isOver(await store.read(key))) await store.update(key, (value) => (isOver(value) ? undefined : value));
  }
}

function busy(): WalletError {
  return new WalletError(
    'BUSY',
    'Another tab is doing the same, and nothing was sent from here. Look at its outcome.',
    {
      nextStep: 'retry',
    },
  );
}

function isIntentRecord(value: unknown, like: IntentRecord): value is IntentRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Partial<IntentRecord>;
  return (
    record.schema === like.schema &&
    record.accountId === like.accountId &&
    record.path === like.path &&
    typeof record.idempotencyKey === 'string' &&
    typeof record.phase === 'string'
  );
}
