/** Runs the signed actions of a session: one flight in this page, one lock and one record over all tabs. */
import { createPageLocks, withLock } from '../session/lock.ts';
import { TransportError, type KeyRefusal, type StampedChallenge } from '../transport/index.ts';
import { openActionRecord, type ActionRecordHandle, type RecordedAction } from './action-record.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import { copyOwn } from '../own-members.ts';
import { runFlow, type RunFlowOptions, type SignedFlow } from './run-flow.ts';
import { signAsSession, type Signer } from './sign.ts';
import { shareFlight, type Flight } from './single-flight.ts';

/** A signed action of the session, or of a key of its own, with what is kept of it over presses, tabs and reloads. */
export interface SessionFlow<Outcome> extends SignedFlow<Outcome>, RecordedAction {
  /** False for actions that need no record, since doing them again does no harm. */
  readonly isRecorded?: boolean;
  /** Throws if this browser knows a reason against the action. Called when the sign-in is known; synchronous, so that presses keep their order. */
  readonly check?: () => void;
  /** Reads what the action is about to take away, once those pressed before it are over; never rejects. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  /** Who stamps; the session of this browser unless said otherwise. */
  readonly signer?: Signer | undefined;
}

/** Runs a signed action; equal ones that are pressed meanwhile share its outcome. */
export async function runSigned<Outcome>(
  context: WalletContext,
  flow: SessionFlow<Outcome>,
  { signal }: SignalOptions = {},
): Promise<Outcome> {
  const { method, path, body } = flow.request;
  const resource = resourceOf(path);
  const signInId = flow.signer === undefined ? await context.signInId : undefined;
  flow.check?.();
  return shareFlight(
    context,
    {
      resource,
      key: `${signInId} ${method} ${path} ${body ?? ''}`,
      atPress: context.atPress?.get(resource),
      signal,
      unknown: flow.unknown,
    },
    (flight) => runUnshared(context, flow, { flight, resource, signInId }),
  );
}

/** Options of {@link runUnshared}. */
export interface RunUnsharedOptions {
  readonly flight: Flight;
  /** What the action is about. */
  readonly resource: string;
  /** The sign-in under which it was pressed: only this sign-in's sessions may sign. */
  readonly signInId: string | undefined | Promise<string | undefined>;
}

/** Runs a signed action within a flight of the caller's, who does more in it than this action. */
export async function runUnshared<Outcome>(
  context: WalletContext,
  given: SessionFlow<Outcome>,
  { flight, resource, signInId }: RunUnsharedOptions,
): Promise<Outcome> {
  const flow = copyOwn(given);
  const { signer = signAsSession(context, async (session) => session.signInId === (await signInId)) } = flow;
  const record = flow.isRecorded === false ? undefined : await openActionRecord(context, flow, flight);
  const { locks, clock, transportOptions } = context;
  let isAlone = false;
  const recorded: Partial<RunFlowOptions> | undefined = record && {
    notes: { ...record, open: () => record.open(isAlone) },
    async alone(run) {
      const waitMs = 2 * transportOptions.timeoutMs + 10_000;
      await withLock(
        `countersign:${context.accountId}:${resource}`,
        async ({ held }) => {
          isAlone = held && locks !== undefined;
          await flow.prepare?.(flight.signal);
          return run();
        },
        { locks: locks ?? (context.made.locks ??= createPageLocks()), clock, waitMs, signal: flight.signal },
      );
    },
  };
  const keyed = flow.isKeyed === true ? record : undefined;
  return runFlow(context, flow, {
    flight,
    signer,
    ...recorded,
    idempotencyKey: keyed?.idempotencyKey,
    rekey:
      flow.signer === undefined ? (stamped, refusal) => rekey(context, stamped, { refusal, record: keyed }) : undefined,
  });
}

/** What an action is about: the card, the quote, or the customer with the credentials. */
function resourceOf(path: string): string {
  const [resource] = /^\/(cards|quotes|auth\/sessions)\/[^/]+/.exec(path) ?? ['/customer'];
  return resource;
}

/** After a refusal of the stamp's key: undefined if the store has another one by now, else what has become of the session. */
async function rekey(
  { keeper }: WalletContext,
  { sessionId = '' }: StampedChallenge,
  { refusal, record }: { readonly refusal: unknown; readonly record: ActionRecordHandle | undefined },
): Promise<KeyRefusal | undefined> {
  const isOther = async (): Promise<boolean> => (await keeper.current()).sessionId !== sessionId;
  let other = await isOther();
  const state = other ? 'alive' : await keeper.doubt(sessionId);
  // Another tab may have stored the session that took the place of the one that is gone.
  if (state === 'gone') other = await isOther().catch(() => false);
  // For an idempotency key that it has seen, the service may repeat its refusal.
  if (other) {
    await record?.renewKey();
    return undefined;
  }
  const { platformCode } = refusal as TransportError;
  const message = "The service refused the session's signature, and nothing was done.";
  const nextStep = ({ gone: 'reauthenticate', alive: 'restart', unknown: 'retry' } as const)[state];
  return {
    // Tabs that keep their records in memory share none: another tab may have done the same action.
    isDefinite: state === 'gone' && keeper.store().storage === 'persistent',
    error: new TransportError('REFUSED', message, {
      nextStep,
      status: 401,
      ...(platformCode !== undefined && { platformCode }),
    }),
  };
}
