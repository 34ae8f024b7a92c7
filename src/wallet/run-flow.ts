/** Runs one signed action: one way to a stamp, and what is told of it on the way. */
import { unlessAborted } from '../abort.ts';
import { readInstant } from '../clock.ts';
import {
  outcomeUnknown,
  runAction,
  type ActionNotes,
  type Answer,
  type Challenge,
  type Finding,
  type SignedAction,
  type StampedChallenge,
  type ToErrorOptions,
  type UnknownOutcome,
} from '../transport/index.ts';
import type { WalletContext } from './context.ts';
import type { Intent } from './intent.ts';
import { copyOwn } from '../own-members.ts';
import type { RequestToSign } from './payload-report.ts';
import { readChallenge } from './response-readers.ts';
import { send, transportOf } from './send.ts';
import { checkAndApprove, type Signer } from './sign.ts';
import type { Flight } from './single-flight.ts';
import { WalletError } from './wallet-error.ts';

/** A signed action: what is asked, what is expected, what is read back. */
export interface SignedFlow<Outcome> {
  readonly request: RequestToSign;
  readonly intent: Intent;
  /** Whether the service may do the action without a stamp: then a first request whose answer was lost is looked up. */
  readonly mayCommitUnsigned?: boolean;
  /** Whether an answer of success to the unstamped request counts. */
  readonly acceptsUnsigned?: boolean;
  /** Whether a 404 to a stamp, or to any request, may mean that the action was done before, as with a removal. */
  readonly goneIsConflict?: SignedAction<unknown>['goneIsConflict'];
  /** The payload, where it came with the action. */
  readonly challenge?: Challenge;
  /** Checks the shape of an answer of success; if it throws, the outcome counts as unknown and is looked up. */
  readonly readOutcome: (answer: Answer) => Outcome;
  /** Reads from the service whether the action was done; `isOpen`: a request that can do it may still be under way. */
  readonly lookUp?: ((isOpen: boolean) => Promise<Finding<Outcome>>) | undefined;
  /** What to say when the outcome stays unknown. */
  readonly unknown: UnknownOutcome;
  readonly errors?: ToErrorOptions;
}

/** Options of {@link runFlow}. `notes`, `alone` and `rekey` belong to actions with a record, a lock and a key that a refresh may replace. */
export interface RunFlowOptions extends Partial<Pick<SignedAction<unknown>, 'notes' | 'alone' | 'rekey'>> {
  readonly flight: Flight;
  readonly signer: Signer;
  /** The idempotency key for both requests, where the service executes the action once per key. */
  readonly idempotencyKey?: (() => string) | undefined;
}

/** Runs a signed action once, without sharing it. */
export async function runFlow<Outcome>(
  context: WalletContext,
  given: SignedFlow<Outcome>,
  options: RunFlowOptions,
): Promise<Outcome> {
  const { flight, signer, notes = noNotes, alone = runAtOnce, rekey, idempotencyKey } = copyOwn(options);
  const flow = copyOwn(given);
  const { request, intent, challenge, mayCommitUnsigned = false } = flow;
  const { clock, keeper, profile } = context;
  const serviceTime = (): number | null => transportOf(context).serviceTime();
  const attempts = { 1: 0, 2: 0 };
  let since = readInstant(clock);
  return runAction<Outcome>({
    challenge,
    mayCommitUnsigned,
    acceptsUnsigned: flow.acceptsUnsigned ?? mayCommitUnsigned,
    goneIsConflict: flow.goneIsConflict,
    expiredAhead: challenge !== undefined && (serviceTime() ?? 0) >= challenge.expiresAt,
    notes,
    mayWait: context.checks.approve !== undefined,
    alone,
    hold: ({ sessionId }, run) => (sessionId === undefined ? run() : keeper.holdStamp(sessionId, run)),
    send(stamped) {
      const leg = stamped === undefined ? 1 : 2;
      flight.isOpen ||= leg === 2;
      const attempt = (attempts[leg] += 1);
      const what = { ...request, headers: headersOf(stamped), signal: flight.signal };
      return send(context, what, { leg, attempt });
    },
    readChallenge: challenge === undefined ? readChallenge : () => challenge,
    async approve({ payloadToSign }) {
      const known = await signer.check();
      // The wait for the person ends when the last caller gives the action up.
      await unlessAborted(checkAndApprove(context, intent, { request, payloadToSign, signer, known }), flight.signal);
    },
    checkSigner: () => signer.check(),
    stamp: async (current) => ({ challenge: current, ...(await signer.stamp(current.payloadToSign)) }),
    readOutcome: flow.readOutcome,
    lookUp: flow.lookUp,
    rekey,
    onStep(isOpen, phase, outcome) {
      // A stamp that is made but not sent opens nothing: if the last caller gives up now, it is never sent.
      if (outcome !== 'stamp') flight.isOpen = isOpen;
      context.note({ step: 'transition', request, intent: intent.name, phase, outcome, since });
      since = readInstant(clock);
    },
    throwIfAbandoned: () => flight.throwIfAbandoned(),
    serviceTime,
    unknown: (cause) => outcomeUnknown(flow.unknown, cause),
    busy,
    errors: flow.errors,
  });

  function headersOf(stamped: StampedChallenge | undefined): Record<string, string> {
    const key = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey() };
    if (stamped === undefined) return key;
    const { requestId } = stamped.challenge;
    const id = requestId === undefined ? {} : { 'Request-Id': requestId };
    return { ...key, [profile.signatureHeader]: stamped.stamp, ...id };
  }
}

const runAtOnce = (run: () => Promise<void>): Promise<void> => run();

const noNotes: ActionNotes = {
  open: () => Promise.resolve('fresh'),
  claim: () => Promise.resolve(true),
  settle: () => Promise.resolve(true),
};

function busy(): WalletError {
  const message = 'Another tab is doing the same. This one did nothing.';
  return new WalletError('BUSY', message, { nextStep: 'retry' });
}
