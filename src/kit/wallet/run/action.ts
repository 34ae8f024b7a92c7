/**
 * One signed action, from the press to its outcome: look whether it was sent before, ask for the payload, check and approve it, then,
 * under the locks of the account and of what it is about: look again, stamp, mark, send, and decide by the answer (docs/reliability.md).
 */
import { readInstant, unlessAborted } from '../../waiting.ts';
import { CountersignError } from '../../errors.ts';
import {
  challengeExpired,
  invalidAnswer,
  judge,
  outcomeUnknown,
  toError,
  TransportError,
  type Answer,
  type ToErrorOptions,
  type UnknownOutcome,
  type Verdict,
} from '../../transport/index.ts';
import type { Flight, WalletContext } from '../context.ts';
import type { ActionOutcome, ActionPhase } from '../events/events.ts';
import type { Intent, RequestToSign } from '../payload/intent.ts';
import { isStillProcessing } from '../../still-processing.ts';
import { readChallenge, type Challenge } from '../response-readers.ts';
import { decide, type DecisionFacts, type Finding } from './decide.ts';
import { createPauses, send, serviceNow, transportOf } from './send.ts';
import { busy } from './share.ts';
import { checkAndApprove, type Signer, type Stamp } from './sign.ts';

/** A signed action: what is asked, what is expected, what is read back. */
export interface SignedAction<Outcome> {
  readonly request: RequestToSign;
  readonly intent: Intent;
  /** The payload, where it came with the action, so that no first request asks for it; `expired`: the error once its time is over. */
  readonly challenge?: Challenge & { readonly expired: () => unknown };
  /** Whether the first request may itself do the action: then it counts as a stamp. */
  readonly mayCommitUnsigned?: boolean;
  /** Whether an answer of success to the unstamped request counts. */
  readonly acceptsUnsigned?: boolean;
  /** Whether a 404 to the first request, also from the relay, may mean that it was done before. */
  readonly notFoundMeansDone?: boolean;
  /** Whether the service may answer a stamp that it still processes it: false if `PROCESSING` is success. */
  readonly mayProcess?: boolean;
  /** Whether the service does it once for each idempotency key. */
  readonly isKeyed?: boolean;
  /** Reads the answer that did the action; if it throws, the outcome is looked up. */
  readonly readOutcome: (answer: Answer) => Outcome;
  /** Stores the outcome, before the locks are released. */
  readonly store?: (outcome: Outcome) => Promise<unknown>;
  /** Reads from the service whether the action was done. */
  readonly lookUp?: (() => Promise<Finding<Outcome>>) | undefined;
  /** Message and next step when the outcome stays unknown. */
  readonly unknown: UnknownOutcome;
  readonly errors?: ToErrorOptions;
}

/**
 * The stored record of an action whose stamp may be on its way. It never holds a body, a payload or a stamp, with
 * which a reader could act.
 */
export interface Marker {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: string;
  /** Time from which no sent request can do the action, epoch ms on the service's clock. */
  readonly until: number;
}

/** The place of one action's marker. */
export interface MarkerOf {
  /** @throws SessionError `STORE_UNAVAILABLE` */
  find(): Promise<Marker | undefined>;
  /** @throws SessionError `STORE_UNAVAILABLE`: then nothing may be sent */
  set(marker: Marker): Promise<void>;
  /** Removes the marker, once callers have the outcome. A failure changes nothing. */
  remove(): Promise<void>;
}

/** Options of an action's run. */
export interface RunOptions {
  readonly flight: Flight;
  readonly signer: Signer;
  /** Records that a stamp may be on its way; absent for actions that do no harm when done again. */
  readonly marker?: MarkerOf | undefined;
  /** Takes the locks. `deadline` ends the run; `hasWaited`: another run with the same subject held them first. */
  readonly hold: <Result>(run: (deadline: AbortSignal, hasWaited?: boolean) => Promise<Result>) => Promise<Result>;
}

/** State of an action after one of its parts. */
type Step<Outcome> =
  | { readonly is: 'done'; readonly outcome: Outcome }
  | { readonly is: 'refused'; readonly error: unknown }
  | { readonly is: 'asked'; readonly challenge: Challenge }
  | { readonly is: 'expired' };

/** Margins, ms: for a stamp on its way after its payload's end, and for a first request that may itself act. */
const marginMs = 30_000;
const unsignedMs = 120_000;

/**
 * Runs an action within a flight, and resolves with its outcome.
 *
 * @throws TransportError when nothing was done, `CHALLENGE_EXPIRED`, `OUTCOME_UNKNOWN`; SessionError; WalletError
 */
export async function runAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  { flight, signer, marker, hold }: RunOptions,
): Promise<Outcome> {
  const { challenge: given } = action;
  const { emit, restart } = createPhases(context, action);
  const { sendLeg, exchange } = createLegs(context, action, signer);
  const { look, findEarlier, earlier, removeMarker } = createLookUps(context, action, { flight, marker, emit });

  /** The first request, which asks for the payload and does nothing. */
  const ask = async (): Promise<Step<Outcome>> => {
    flight.signal.throwIfAborted();
    const answer = await sendLeg(flight.signal);
    const verdict = judge(answer);
    if (verdict === 'success') {
      let step: Step<Outcome>;
      try {
        step = stepAfterAsking(action, answer);
      } catch (error) {
        if (!action.acceptsUnsigned || answer.status === 202) throw error;
        // The request may have done it.
        const found = stepOf(await look(flight.signal));
        if (found === undefined) throw outcomeUnknown(action.unknown, error);
        step = found;
      }
      emit('asking', step.is === 'asked' ? 'challenge' : verdict);
      return removeMarker(step);
    }
    emit('asking', verdict);
    const mayBeDone = answer.status === 409 || (answer.status === 404 && action.notFoundMeansDone === true);
    const step = mayBeDone ? stepOf(await look(flight.signal)) : undefined;
    if (step === undefined) throw toError(answer, action.errors);
    return removeMarker(step);
  };

  /** Sends the request that can do the action, under the locks: the stamped one, or the first one if that may itself act. */
  const commit = async (
    deadline: AbortSignal,
    hasWaited = false,
    asked?: Pick<Stamped, 'challenge' | 'isLast'>,
  ): Promise<Step<Outcome>> => {
    const found = await findEarlier(deadline, hasWaited);
    if (found !== undefined) return found;
    const challenge = asked?.challenge;
    const stamped = asked && { ...asked, ...(await signer.stamp(asked.challenge.payloadToSign)) };
    if (challenge !== undefined && isPast(context, challenge.expiresAt)) return { is: 'expired' };
    const before = earlier();
    const end = challenge === undefined ? serviceNow(context) + unsignedMs : challenge.expiresAt + marginMs;
    const until = Math.max(end, before?.until ?? 0);
    const idempotencyKey = before?.idempotencyKey ?? crypto.randomUUID();
    const withdraw = async (): Promise<void> => {
      if (before === undefined) await marker?.remove();
    };
    await marker?.set({ idempotencyKey, until });
    try {
      if (stamped !== undefined) await signer.check();
      flight.signal.throwIfAborted();
      deadline.throwIfAborted();
    } catch (cause) {
      await withdraw();
      throw cause;
    }
    flight.isSent = true;
    for (let isResent = false; ; isResent = true) {
      const sent = await exchange(deadline, stamped, idempotencyKey);
      emit('sending', sent.verdict);
      if (sent.verdict === 'challenge') {
        flight.isSent = false;
        await withdraw();
        return { is: 'asked', challenge: sent.challenge };
      }
      if (sent.verdict === 'success') return removeMarker(await stored(action, sent.outcome));
      const hasEndState = action.lookUp !== undefined || marker !== undefined;
      const wasResent = isResent || sent.isResent === true;
      const facts = { isOnly: !wasResent && before === undefined, isResent: wasResent, until };
      const step = await conclude(context, { action, signer, stamped, sent, hasEndState }, () => look(deadline), facts);
      if (step !== undefined) return removeMarker(step);
      // A stamp is not sent again after a sign-out either.
      if (stamped !== undefined) await signer.check();
    }
  };

  const run = async (): Promise<Step<Outcome>> => {
    const before = await findEarlier(flight.signal);
    if (before !== undefined) return before;
    for (let isAskedAgain = false; ; isAskedAgain = true) {
      let step: Step<Outcome>;
      if (given !== undefined) step = { is: 'asked', challenge: given };
      else step = await (action.mayCommitUnsigned ? hold(commit) : ask());
      // The answer to a stamp may ask for the next one: that is approved and marked by itself.
      for (let intent: Intent | undefined = action.intent; step.is === 'asked' && intent; intent = intent.next) {
        const { challenge } = step;
        const { payloadToSign } = challenge;
        const known = await signer.check();
        const approval = checkAndApprove(context, intent, { request: action.request, payloadToSign, signer, known });
        // The wait for the person ends when the last caller gives the action up.
        await unlessAborted(approval, flight.signal).finally(restart);
        emit('approving', 'approved');
        const isLast = intent.next === undefined;
        step = await hold((deadline, hasWaited) => commit(deadline, hasWaited, { challenge, isLast }));
      }
      if (step.is === 'done' || step.is === 'refused') return step;
      // A payload that came with the action can't be asked for again, and may have been executed.
      const late = given && (await findEarlier(flight.signal));
      if (late !== undefined) return late;
      if (isAskedAgain || given !== undefined) throw challengeExpired();
    }
  };

  const step = await run().catch((error: unknown): never => {
    if (!(earlier() !== undefined || flight.isSent) || isUnknown(error)) throw error;
    const isSignedOut = error instanceof CountersignError && error.nextStep === 'reauthenticate';
    const { message, nextStep } = action.unknown;
    throw outcomeUnknown({ message, nextStep: isSignedOut ? 'reauthenticate' : nextStep }, error);
  });
  if (step.is === 'done') return step.outcome;
  throw step.is === 'refused' ? step.error : challengeExpired();
}

/** Emits the phases of an action, each with the time since the last one or since `restart`. */
function createPhases(context: WalletContext, { request, intent }: Pick<SignedAction<unknown>, 'request' | 'intent'>) {
  let since = readInstant(context.clock);
  const restart = (): void => void (since = readInstant(context.clock));
  return {
    restart,
    emit(phase: ActionPhase, outcome: ActionOutcome): void {
      context.note({ step: 'transition', request, intent: intent.name, phase, outcome, since });
      restart();
    },
  };
}

/** Reads the outcome back from the service, also of runs before this one, here or in another tab. */
function createLookUps<Outcome>(
  context: WalletContext,
  { lookUp, challenge, unknown }: SignedAction<Outcome>,
  { flight, marker, emit }: Pick<RunOptions, 'flight' | 'marker'> & Pick<ReturnType<typeof createPhases>, 'emit'>,
) {
  /** The marker of another run; its stamp may still do the action. */
  let earlier: Marker | undefined;

  const look = async (signal: AbortSignal): Promise<Finding<Outcome>> => {
    if (lookUp === undefined) return { found: 'unread' };
    const reading = (async () => lookUp())();
    const finding = await unlessAborted(reading, signal).catch((): Finding<Outcome> => ({ found: 'unread' }));
    emit('looking', finding.found);
    return finding;
  };
  /** If every caller has left, the marker stays, and the next press finds the outcome. */
  const removeMarker = async (step: Step<Outcome>): Promise<Step<Outcome>> => {
    if ((step.is === 'done' || step.is === 'refused') && flight.hasCallers()) await marker?.remove();
    return step;
  };
  return {
    look,
    removeMarker,
    earlier: () => earlier,
    /** Settles earlier runs: returns their outcome, or undefined to go on. @throws TransportError `OUTCOME_UNKNOWN`; WalletError `BUSY` */
    async findEarlier(signal: AbortSignal, hasWaited = false): Promise<Step<Outcome> | undefined> {
      const found = await marker?.find();
      const wasSent = earlier !== undefined || found !== undefined;
      earlier = found;
      const isExpired = challenge !== undefined && isPast(context, challenge.expiresAt);
      if (!wasSent && !isExpired && !hasWaited) return undefined;
      const finding = await look(signal);
      const step = stepOf(finding);
      if (step !== undefined) return removeMarker(step);
      // The run that held the locks may have done the same, and its marker is gone.
      if (!wasSent && hasWaited && finding.found === 'unread')
        throw busy('Another tab was at the same, and its outcome can not be read. Nothing was signed: try again.');
      const isLate = serviceNow(context) >= (earlier?.until ?? 0);
      if (isLate && (finding.found === 'undone' || lookUp === undefined)) {
        // Earlier stamps have expired.
        await marker?.remove();
        earlier = undefined;
        return isExpired ? { is: 'refused', error: challenge.expired() } : undefined;
      }
      if (finding.found === 'unread' || isExpired) throw outcomeUnknown(unknown, undefined);
      return undefined;
    },
  };
}

/** Sends the requests of an action, and counts them. */
function createLegs<Outcome>(context: WalletContext, action: SignedAction<Outcome>, signer: Signer) {
  const attempts = { 1: 0, 2: 0 };
  const sendLeg = (signal: AbortSignal, stamped?: Stamped, idempotencyKey?: string): Promise<Answer> => {
    const leg = stamped === undefined ? 1 : 2;
    const headers: Record<string, string> = {};
    if (action.isKeyed && idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    if (stamped !== undefined) headers[context.profile.signatureHeader] = stamped.stamp;
    if (stamped?.challenge.requestId !== undefined) headers['Request-Id'] = stamped.challenge.requestId;
    return send(context, { ...action.request, headers, signal }, { leg, attempt: (attempts[leg] += 1) });
  };
  const read = (answer: Answer, stamped: Stamped | undefined): Exchange<Outcome> => {
    const verdict = judge(answer);
    const { status } = answer;
    if (verdict !== 'success') return { verdict, status, failure: toError(answer, action.errors) };
    if (!asksForSignature(answer)) return { verdict, outcome: action.readOutcome(answer) };
    if (stamped?.isLast !== true) return { verdict: 'challenge', challenge: readChallenge(answer) };
    throw invalidAnswer('it asks for the signature again', status);
  };
  return {
    sendLeg,
    /**
     * Sends the request that can do the action, again while the service still processes it, and reads the answer.
     *
     * @throws what `signer.check` throws
     */
    async exchange(signal: AbortSignal, stamped: Stamped | undefined, key: string): Promise<Exchange<Outcome>> {
      const pause = createPauses(context);
      for (let isResent = false; ; isResent = true) {
        let retryAfter: number | null;
        try {
          const answer = await sendLeg(signal, stamped, key);
          const isProcessing = action.mayProcess === true && stamped !== undefined && isStillProcessing(answer);
          if (!isProcessing) return { ...read(answer, stamped), isResent };
          ({ retryAfter } = answer);
        } catch (failure) {
          const isTimedOut = failure instanceof TransportError && failure.code === 'TIMED_OUT';
          return { verdict: 'unclear', status: isTimedOut ? 'timed-out' : undefined, failure, isResent };
        }
        const isLate = isPast(context, stamped?.challenge.expiresAt ?? Infinity);
        if (isLate || !(await pause(retryAfter, signal)))
          return { verdict: 'unclear', status: 200, failure: invalidAnswer('it is still at it', 200), isResent: true };
        // A stamp is not sent again after a sign-out either.
        await signer.check();
      }
    },
  };
}

/** Concludes a request that could do the action and wasn't answered with success. Returns undefined to send it again. */
async function conclude<Outcome>(
  context: WalletContext,
  { action, signer, stamped, sent, hasEndState }: Concluding<Outcome>,
  look: () => Promise<Finding<Outcome>>,
  { until, ...facts }: Omit<DecisionFacts, 'isLate'> & { readonly until: number },
): Promise<Step<Outcome> | undefined> {
  const { status, failure } = sent;
  // Without an end state to read, as of a sign-in and a refresh, a 401 or a 404 is definite.
  const isDefinite = sent.verdict === 'end-state' && !hasEndState && status !== 409;
  const verdict = isDefinite ? 'refusal' : sent.verdict;
  if (decide(verdict, status, undefined, { ...facts, isLate: false }) === 'refused')
    return { is: 'refused', error: failure };
  const finding = await look();
  const step = stepOf(finding);
  if (step !== undefined) return step;
  const isLate = isPast(context, until);
  const refusedId = verdict === 'end-state' && status === 401 ? stamped?.sessionId : undefined;
  // The service's word: without the session in its list, that is over in every tab.
  const isSessionOver = refusedId !== undefined && (await signer.isOver?.(refusedId)) === true;
  const decision = decide(verdict, status, finding.found, { ...facts, isLate });
  if (decision === 'again') return undefined;
  if (decision !== 'refused') throw isSessionOver ? failure : outcomeUnknown(action.unknown, failure);
  if (facts.isOnly && refusedId !== undefined) return { is: 'refused', error: keyRefused(failure, isSessionOver) };
  return { is: 'refused', error: (isLate ? action.challenge?.expired() : undefined) ?? failure };
}

interface Concluding<Outcome> {
  readonly action: SignedAction<Outcome>;
  readonly signer: Signer;
  readonly stamped: Stamped | undefined;
  readonly sent: Exclude<Exchange<Outcome>, { readonly verdict: 'success' | 'challenge' }>;
  /** Whether the action leaves something that can be read. */
  readonly hasEndState: boolean;
}

/** Result of a request that can do the action. */
type Exchange<Outcome> = { readonly isResent?: boolean } & (
  | { readonly verdict: 'success'; readonly outcome: Outcome }
  | { readonly verdict: 'challenge'; readonly challenge: Challenge }
  | {
      readonly verdict: Exclude<Verdict, 'success'>;
      readonly status: number | 'timed-out' | undefined;
      readonly failure: unknown;
    }
);

interface Stamped extends Stamp {
  readonly challenge: Challenge;
  /** Whether the answer to it asks for no other stamp. */
  readonly isLast: boolean;
}

/** Returns true if the service's clock is known to be at `end` or later. */
function isPast(context: WalletContext, end: number): boolean {
  return (transportOf(context).serviceTime() ?? -Infinity) >= end;
}

function stepOf<Outcome>(finding: Finding<Outcome>): Step<Outcome> | undefined {
  if (finding.found === 'done') return { is: 'done', outcome: finding.outcome };
  return finding.found === 'over' ? { is: 'refused', error: finding.error } : undefined;
}

/** Reads the answer of success to a first request. @throws TransportError `ANSWER_INVALID` */
function stepAfterAsking<Outcome>(action: SignedAction<Outcome>, answer: Answer): Step<Outcome> {
  if (answer.status === 202) return { is: 'asked', challenge: readChallenge(answer) };
  if (!action.acceptsUnsigned) throw invalidAnswer('it asks for no signature', answer.status);
  return { is: 'done', outcome: action.readOutcome(answer) };
}

async function stored<Outcome>({ store }: SignedAction<Outcome>, outcome: Outcome): Promise<Step<Outcome>> {
  try {
    await store?.(outcome);
    return { is: 'done', outcome };
  } catch (error) {
    // The service has done it: it is no unknown outcome.
    return { is: 'refused', error };
  }
}

function asksForSignature({ status, body }: Answer): boolean {
  return status === 202 && typeof (body as { payloadToSign?: unknown } | undefined)?.payloadToSign === 'string';
}

function isUnknown(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN';
}

function keyRefused(failure: unknown, isSessionOver: boolean): unknown {
  const { platformCode, nextStep: reported } = failure as TransportError;
  if (reported === 'configure') return failure;
  const message = "The service refused the session's signature, and nothing was done.";
  const facts = { status: 401, ...(platformCode !== undefined && { platformCode }) };
  return new TransportError('REFUSED', message, { nextStep: isSessionOver ? 'reauthenticate' : 'restart', ...facts });
}
