/** The record of an action over presses, tabs and reloads: one for each intent until its outcome is known. */
import { encodeHex, encodeUtf8 } from '../encoding/index.ts';
import { SessionError } from '../session/index.ts';
import type { ActionNotes, ActionPhase, Challenge, OpenedAction } from '../transport/index.ts';
import type { WalletContext } from './context.ts';
import type { RequestToSign } from './payload-report.ts';
import { transportOf } from './send.ts';
import type { Flight } from './single-flight.ts';

const schema = 2;

/** `open`: no request was sent that can do the action. `sent`: one was. `unknown`: its sender has given up. `done`: kept to answer later presses. */
type RecordPhase = 'open' | 'sent' | 'unknown' | 'done';

/** What is kept of an action under its account, method, path and the SHA-256 of its body: never a body, a payload or a stamp, with which a reader could act. */
interface ActionRecord {
  readonly schema: typeof schema;
  readonly idempotencyKey: string;
  /** Which run of the action wrote this: tabs may run the same one. */
  readonly attempt: string;
  readonly phase: RecordPhase;
  /** When it was first noted, epoch ms on this device's clock. */
  readonly openedAt: number;
  readonly requestId?: string;
  /** End of the challenge's life on the service's clock, epoch ms. */
  readonly expiresAt?: number | undefined;
}

/** The action that a record is about. */
export interface RecordedAction {
  readonly request: RequestToSign;
  /** Whether it can be done only once: its record outlives the outcome and answers later presses. */
  readonly isOnce?: boolean;
  /** Whether the service may do it without a stamp. */
  readonly mayCommitUnsigned?: boolean;
  /** Whether the request carries the record's idempotency key, so that two tabs may send it. */
  readonly isKeyed?: boolean;
  /** The payload, where it came with the action. */
  readonly challenge?: Challenge;
}

/** The handle on one action's record. */
export interface ActionRecordHandle extends Omit<ActionNotes, 'open'> {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: () => string;
  /** Takes a new idempotency key, since the old one may repeat its refusal. */
  renewKey(): Promise<void>;
  /** `isAlone`: no other tab can be running it. */
  open(isAlone: boolean): Promise<OpenedAction>;
}

/** How long a record is kept after its end, ms. */
const keptMs = 24 * 60 * 60_000;

/** How long after its challenge's end a stamped request may still be under way, ms. */
const marginMs = 30_000;

/** Finds or makes the record of an action, then removes those that are long over. Called at the press, before any waiting. */
export async function openActionRecord(
  context: WalletContext,
  { request: { method, path, body = '' }, ...action }: RecordedAction,
  flight: Pick<Flight, 'tell'>,
): Promise<ActionRecordHandle> {
  const { accountId, keeper, clock } = context;
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(body));
  const key = `action:${accountId}:${method} ${path}:${encodeHex(new Uint8Array(digest))}`;
  const attempt = crypto.randomUUID();
  const makeFresh = (): ActionRecord => ({
    schema,
    idempotencyKey: crypto.randomUUID(),
    attempt,
    phase: 'open',
    openedAt: clock.now(),
    expiresAt: action.challenge?.expiresAt,
  });
  const update = async (
    change: (current: ActionRecord | undefined) => ActionRecord | undefined,
  ): Promise<ActionRecord | undefined> => {
    const stored = await keeper.store().update(key, (value) => {
      // A tab of a newer version knows what this says; writing over it could do the action twice.
      if (schemaOf(value) > schema) throw new SessionError('UPDATE_REQUIRED');
      return change(isActionRecord(value) ? value : undefined);
    });
    return isActionRecord(stored) ? stored : undefined;
  };
  // While the service's time isn't known, every record is kept: this device's clock may be wrong.
  const time = transportOf(context).serviceTime() ?? 0;
  /** A value, unless it is a record a day past its end. */
  const unlessOver = <Value>(value: Value): Value | undefined => {
    const { expiresAt, openedAt } = (value ?? {}) as Partial<Record<'expiresAt' | 'openedAt', unknown>>;
    const end = expiresAt ?? openedAt;
    // `openedAt` is of this device's clock, which may be days behind.
    return typeof end === 'number' && end + keptMs <= Math.min(time, clock.now()) ? undefined : value;
  };
  // Before anything else is awaited: another tab may end the action meanwhile that this press joins.
  let record = (await update((current) => unlessOver(current) ?? makeFresh())) as ActionRecord;
  const old = time > 0 ? await keeper.store().keys('action:') : [];
  for (const name of old)
    if (unlessOver(await keeper.store().read(name)) === undefined) await keeper.store().update(name, unlessOver);

  /** Whether the tab that sent a stamp may still be running the action. */
  const mayBeUnderWay = ({ expiresAt }: ActionRecord): boolean => {
    const time = transportOf(context).serviceTime();
    return time === null || expiresAt === undefined || time < expiresAt + marginMs;
  };
  const write = async (change: (current: ActionRecord | undefined) => ActionRecord | undefined): Promise<boolean> => {
    const stored = await update(change);
    if (stored?.attempt === attempt) record = stored;
    return stored?.attempt === attempt;
  };
  return {
    idempotencyKey: () => record.idempotencyKey,
    async renewKey() {
      const idempotencyKey = crypto.randomUUID();
      await write((current) => (current?.attempt === attempt ? { ...current, idempotencyKey } : current));
    },
    async open(isAlone) {
      let opened: OpenedAction = 'fresh';
      await write((current) => {
        const phase = action.mayCommitUnsigned ? 'sent' : 'open';
        // Another run has ended the action and removed its record, or its challenge is over by the service's time.
        if (current === undefined) opened = 'ended';
        // A press after that end has begun a record of its own.
        else if (current.phase === 'open')
          opened = current.idempotencyKey === record.idempotencyKey ? 'fresh' : 'ended';
        else if (current.phase !== 'done' && !mayBeUnderWay(current)) opened = 'ended';
        else if (current.phase !== 'sent' || isAlone || action.isKeyed) opened = 'resumed';
        else opened = 'busy';
        if (opened === 'busy') return current;
        return { ...(current ?? makeFresh()), attempt, phase: opened === 'fresh' ? phase : (current?.phase ?? phase) };
      });
      return opened;
    },
    claim: (challenge: Challenge) =>
      write((current) => {
        if (current === undefined) return undefined;
        if (current.phase !== 'open' && current.attempt !== attempt && !action.isKeyed) return current;
        const { requestId, expiresAt } = challenge;
        return { ...current, attempt, phase: 'sent', expiresAt, ...(requestId !== undefined && { requestId }) };
      }),
    async settle(end: ActionPhase) {
      let isOurs = true;
      await update((current) => {
        const isMine = current?.attempt === attempt;
        // A press after that end has begun a record of its own.
        isOurs = isMine || (current?.phase === 'open' && current.idempotencyKey === record.idempotencyKey);
        if (end === 'done' && action.isOnce) return { ...(current ?? makeFresh()), attempt, phase: 'done' };
        if (end === 'done' && flight.tell()) return undefined;
        // The run that has the record now settles it.
        if (!isMine) return current;
        // Whoever has given up after a stamp heard that the outcome is unknown, and the next press must find it.
        return end === 'refused' || current.phase === 'open' ? undefined : { ...current, phase: 'unknown' };
      });
      return isOurs;
    },
  };
}

function schemaOf(value: unknown): number {
  const { schema: found } = (value ?? {}) as { readonly schema?: unknown };
  return typeof found === 'number' ? found : 0;
}

function isActionRecord(value: unknown): value is ActionRecord {
  const { idempotencyKey, attempt, phase } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return schemaOf(value) === schema && [idempotencyKey, attempt, phase].every((member) => typeof member === 'string');
}
