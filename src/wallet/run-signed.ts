/** Runs the signed actions of all flows: one flight in this page, one lock and one record over all tabs, one way to a stamp. */
import { readInstant } from '../clock.ts';
import { unlessAborted } from '../abort.ts';
import { createPageLocks, withLock } from '../session/lock.ts';
import {
  outcomeUnknown,
  runAction,
  TransportError,
  type ActionNotes,
  type Answer,
  type Challenge,
  type Finding,
  type StampedChallenge,
  type ToErrorOptions,
  type UnknownOutcome,
} from '../transport/index.ts';
import { openActionRecord, type ActionRecordHandle } from './action-record.ts';
import type { SignalOptions, WalletContext } from './context.ts';
import type { Intent } from './intents.ts';
import { copyOwn } from './options.ts';
import { readChallenge } from './response-readers.ts';
import { send, transportOf } from './send.ts';
import { checkAndApprove, signAsSession, type RequestToSign, type Signer } from './sign.ts';
import { shareFlight, type Flight } from './single-flight.ts';
import { WalletError } from './wallet-error.ts';

/** A signed action: what is asked, what is expected, what is read back. */
export interface SignedFlow<Outcome> {
  readonly request: RequestToSign;
  readonly intent: Intent;
  /** Whether it can be done only once: later presses are answered from its record and the service. */
  readonly isOnce?: boolean;
  /** Whether the service executes it once for each `Idempotency-Key`. */
  readonly isKeyed?: boolean;
  /** False for actions that need no record, since doing them again does no harm. */
  readonly isRecorded?: boolean;
  /** Whether the service may do it without a stamp, so that a first request that got lost is looked up. */
  readonly mayCommitUnsigned?: boolean;
  /** Whether an answer of success to the unstamped request counts. */
  readonly acceptsUnsigned?: boolean;
  /** Whether a 404 may mean that what was asked for is the case. */
  readonly goneIsConflict?: boolean;
  /** The payload, where it came with the action. */
  readonly challenge?: Challenge;
  /** Who stamps; the session of this browser unless said otherwise. */
  readonly signer?: Signer;
  /** Checks the shape of the answer that did it; if it throws, the service is read. */
  readonly readOutcome: (answer: Answer) => Outcome;
  /** Reads back whether it was done; `isOpen`: something that can do it may still be on its way. */
  readonly lookUp?: (isOpen: boolean) => Promise<Finding<Outcome>>;
  /** What to say when the outcome stays unknown. */
  readonly unknown: UnknownOutcome;
  readonly errors?: ToErrorOptions;
}

/** Runs a signed action; equal ones that are pressed meanwhile share its outcome. */
export async function runSigned<Outcome>(
  context: WalletContext,
  flow: SignedFlow<Outcome>,
  { signal }: SignalOptions = {},
): Promise<Outcome> {
  const signInId = flow.signer === undefined ? await context.signInId : undefined;
  const { method, path, body } = flow.request;
  const unknown = outcomeUnknown(flow.unknown);
  const resource = resourceOf(path);
  return shareFlight(
    context.flights,
    {
      resource,
      key: `${signInId} ${method} ${path} ${body ?? ''}`,
      signal,
      life: context.transportOptions.life,
      unknown,
    },
    (flight) => runFlow(context, flow, { flight, resource, signInId }),
  );
}

/** Options of {@link runFlow}. */
export interface RunFlowOptions {
  readonly flight: Flight;
  /** What the action is about. */
  readonly resource: string;
  /** The sign-in under which it was pressed: only this sign-in's sessions may sign. */
  readonly signInId?: string | undefined | Promise<string | undefined>;
}

/** Runs a signed action without sharing it. Used by flows that share more than the action. */
export async function runFlow<Outcome>(
  context: WalletContext,
  given: SignedFlow<Outcome>,
  { flight, resource, signInId }: RunFlowOptions,
): Promise<Outcome> {
  const flow = copyOwn(given);
  const {
    request,
    intent,
    challenge,
    signer = signAsSession(context, async (session) => session.signInId === (await signInId)),
    mayCommitUnsigned = false,
    isKeyed = false,
  } = flow;
  const record = await openRecord(context, flow);
  let isAlone = false;
  const notes: ActionNotes = record === undefined ? noNotes : { ...record, open: () => record.open(isAlone) };
  const { transportOptions, clock, locks, keeper, profile } = context;
  const serviceTime = (): number | null => transportOf(context).serviceTime();

  const attempts = { 1: 0, 2: 0 };
  let since = readInstant(clock);
  return runAction<Outcome>({
    challenge,
    mayCommitUnsigned,
    acceptsUnsigned: flow.acceptsUnsigned ?? mayCommitUnsigned,
    goneIsConflict: flow.goneIsConflict ?? false,
    expiredAhead: challenge !== undefined && (serviceTime() ?? 0) >= challenge.expiresAt,
    notes,
    mayWait: context.checks.approve !== undefined,
    async alone(run) {
      if (record === undefined) return run();
      const waitMs = 2 * transportOptions.timeoutMs + 10_000;
      await withLock(
        `countersign:${context.accountId}:${resource}`,
        ({ held }) => {
          isAlone = held && locks !== undefined;
          return run();
        },
        { locks: locks ?? (context.made.locks ??= createPageLocks()), clock, waitMs, signal: flight.signal },
      );
    },
    hold: ({ sessionId }, run) => (sessionId === undefined ? run() : keeper.holdStamp(sessionId, run)),
    send(stamped) {
      const leg = stamped === undefined ? 1 : 2;
      const attempt = (attempts[leg] += 1);
      const what = { ...request, headers: headersOf(stamped), signal: flight.signal };
      return send(context, what, { leg, attempt });
    },
    readChallenge: challenge === undefined ? readChallenge : () => challenge,
    async approve({ payloadToSign }) {
      const session = await signer.check();
      // Nobody waits for a person longer than somebody waits for the action.
      await unlessAborted(checkAndApprove(context, intent, { request, payloadToSign, session }), flight.signal);
    },
    checkSigner: () => signer.check(),
    stamp: async (current) => ({ challenge: current, ...(await signer.stamp(current.payloadToSign)) }),
    readOutcome: flow.readOutcome,
    ...(flow.lookUp === undefined ? {} : { lookUp: flow.lookUp }),
    ...(flow.signer === undefined
      ? { rekey: (stamped, refusal) => rekey(context, stamped, { refusal, record: isKeyed ? record : undefined }) }
      : {}),
    onStep(isOpen, phase, outcome) {
      flight.isOpen = isOpen;
      context.note({ step: 'move', request, intent: intent.name, phase, outcome, since });
      since = readInstant(clock);
    },
    throwIfAbandoned: () => flight.throwIfAbandoned(),
    serviceTime,
    unknown: outcomeUnknown(flow.unknown),
    busy,
    errors: flow.errors,
  });

  function headersOf(stamped: StampedChallenge | undefined): Record<string, string> {
    const key = isKeyed && record !== undefined ? { 'Idempotency-Key': record.idempotencyKey() } : {};
    if (stamped === undefined) return key;
    const { requestId } = stamped.challenge;
    const id = requestId === undefined ? {} : { 'Request-Id': requestId };
    return { ...key, [profile.signatureHeader]: stamped.stamp, ...id };
  }
}

async function openRecord(context: WalletContext, flow: SignedFlow<unknown>): Promise<ActionRecordHandle | undefined> {
  if (flow.isRecorded === false) return undefined;
  return openActionRecord(context, flow.request, {
    once: flow.isOnce ?? false,
    mayCommitUnsigned: flow.mayCommitUnsigned ?? false,
    isKeyed: flow.isKeyed ?? false,
    expiresAt: flow.challenge?.expiresAt,
  });
}

const noNotes: ActionNotes = {
  open: () => Promise.resolve('fresh'),
  claim: () => Promise.resolve(true),
  settle: () => Promise.resolve(),
};

/** What an action is about: the card, the quote, or the customer with the credentials. */
function resourceOf(path: string): string {
  const [resource] = /^\/(cards|quotes|auth\/sessions)\/[^/]+/.exec(path) ?? ['/customer'];
  return resource;
}

/** After a refusal of the stamp's key: whether the store has another one by now, else what has become of the session. */
async function rekey(
  { keeper }: WalletContext,
  { sessionId = '' }: StampedChallenge,
  { refusal, record }: { readonly refusal: unknown; readonly record: ActionRecordHandle | undefined },
): Promise<{ isOther: boolean; error?: unknown }> {
  const isOther = async (): Promise<boolean> => (await keeper.current()).sessionId !== sessionId;
  let other = await isOther();
  const state = other ? 'alive' : await keeper.doubt(sessionId);
  // Another tab may have stored the session that took the place of the one that is gone.
  if (state === 'gone') other = await isOther().catch(() => false);
  // The service may repeat what it has answered to a key that it has seen.
  if (other) await record?.renewKey();
  if (other) return { isOther: true };
  const { platformCode } = refusal as TransportError;
  const message = 'The service refused the signature of this session, and nothing was done.';
  const nextStep = ({ gone: 'reauthenticate', alive: 'restart', unknown: 'retry' } as const)[state];
  const code = platformCode === undefined ? {} : { platformCode };
  return { isOther: false, error: new TransportError('REFUSED', message, { nextStep, status: 401, ...code }) };
}

function busy(): WalletError {
  const message = 'Another tab is doing the same, and nothing was sent from here.';
  return new WalletError('BUSY', message, { nextStep: 'retry' });
}
