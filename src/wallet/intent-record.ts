/** The record of an action whose outcome isn't known yet, so that a reload or a second press finds it. */
import { encodeHex, encodeUtf8 } from '../encoding/index.ts';
import type { Challenge, SignedRetryPhase } from '../transport/index.ts';
import type { WalletContext } from './context.ts';

/** What is kept of an action: never a body, a payload or a stamp, which are authority. */
interface IntentRecord {
  readonly schema: 1;
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  /** SHA-256 of the body's UTF-8 bytes, hex. */
  readonly bodySha256: string;
  readonly idempotencyKey: string;
  readonly phase: SignedRetryPhase;
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
}

/** The handle on one action's record. */
export interface OpenIntentRecord {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: string;
  /** Whether an earlier attempt got as far as sending a stamp and no outcome was noted. */
  readonly resumed: boolean;
  /** Notes a phase; a known outcome removes the record. */
  note(phase: SignedRetryPhase, challenge?: Challenge): Promise<void>;
}

const sentPhases: ReadonlySet<unknown> = new Set(['committing', 'uncertain', 'lost'] satisfies SignedRetryPhase[]);

/** Finds or makes the record of an action in the store. */
export async function openIntentRecord(context: WalletContext, request: RecordedRequest): Promise<OpenIntentRecord> {
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(request.body));
  const bodySha256 = encodeHex(new Uint8Array(digest));
  const key = `intent:${context.accountId}:${request.method} ${request.path}:${bodySha256}`;
  const fresh: IntentRecord = {
    schema: 1,
    accountId: context.accountId,
    method: request.method,
    path: request.path,
    bodySha256,
    idempotencyKey: crypto.randomUUID(),
    phase: 'asking',
  };
  const store = context.keeper.store();
  const record = (await store.update(key, (current) =>
    isIntentRecord(current, fresh) ? current : fresh,
  )) as IntentRecord;
  return {
    idempotencyKey: record.idempotencyKey,
    resumed: sentPhases.has(record.phase),
    async note(phase, challenge) {
      if (phase === 'done' || phase === 'refused') {
        await store.update(key, () => undefined);
        return;
      }
      await store.update(key, () => ({
        ...record,
        phase,
        ...(challenge?.requestId === undefined ? {} : { requestId: challenge.requestId }),
        ...(challenge === undefined ? {} : { expiresAt: challenge.expiresAt }),
      }));
    },
  };
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
