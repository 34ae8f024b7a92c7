/**
 * One signed action, from the press to its outcome: look whether it was sent before, ask for the payload, check and approve it, then,
 * under the locks of the account and of what it is about: look again, stamp, mark, send, and decide by the answer (docs/reliability.md).
 */
import { unlessAborted } from '../../waiting.ts';
import { CountersignError } from '../../errors.ts';
import { bare } from '../../own-members.ts';
import {
  challengeExpired,
  invalidAnswer,
  judge,
  outcomeUnknown,
  toError,
  TransportError,
} from '../../transport/index.ts';
import type { Answer, ToErrorOptions, UnknownOutcome } from '../../transport/index.ts';
import type { WalletContext } from '../context.ts';
import type { Intent, RequestToSign } from '../payload/intent.ts';
import { isStillProcessing } from '../../still-processing.ts';
import { readChallenge, type Challenge } from '../response-readers.ts';
import { announce, phasesOf, type TellPhase } from './announce.ts';
import { decide, type Answered, type Finding, type Sent } from './decide.ts';
import type { First } from './locks.ts';
import { createPauses, send, serviceNow, transportOf } from './send.ts';
import { busy, type Flight } from './share.ts';
import { checkAndApprove, type Signer, type Stamp } from './sign.ts';
import { WalletError } from '../wallet-error.ts';

/** A signed action: what is asked, what is expected, what is read back. */
export interface SignedAction<Outcome> {
  readonly request: RequestToSign;
  readonly intent: Intent;
  /** The payload, where it came with the action, so that no first request asks for it; `expired`: the error once its time is over. */
  readonly challenge?: Challenge & { readonly expired: () => unknown };
  /** Whether the first request may do the action, so that it counts as a stamp, or only its answer of success is accepted. */
  readonly unsigned?: 'may-act' | 'accepted' | undefined;
  /** Whether a 404 to the first request, also from the relay, may mean that it was done before. */
  readonly notFoundMeansDone?: boolean;
  /** Whether the service may answer a stamp that it still processes it: false if `PROCESSING` is success. */
  readonly mayProcess?: boolean;
  /** Whether the service does it once for each idempotency key, so that one is sent. */
  readonly sendsIdempotencyKey?: boolean;
  /** Reads the answer that did the action; if it throws, the outcome is looked up. */
  readonly readOutcome: (answer: Answer) => Outcome;
  /** Whether what was read is what was asked for; anything else is no success, and unknown if a look-up doesn't find it done. */
  readonly isDone?: (outcome: Outcome) => boolean;
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
  /** Takes the locks. `deadline` ends the run; `first`: the holder of the subject's lock, where this run had to wait. */
  readonly hold: <Result>(run: (deadline: AbortSignal, first?: First) => Promise<Result>) => Promise<Result>;
}

/** End of an action. */
type End<Outcome> =
  | { readonly is: 'done'; readonly outcome: Outcome }
  | { readonly is: 'refused'; readonly error: unknown };

/** State of an action after one of its parts. */
type Step<Outcome> =
  | End<Outcome>
  | { readonly is: 'asked'; readonly challenge: Challenge }
  | { readonly is: 'expired' };

/** One run of an action: all that its parts share. */
interface Run<Outcome> extends Omit<RunOptions, 'hold'> {
  readonly context: WalletContext;
  readonly action: SignedAction<Outcome>;
  readonly emit: TellPhase;
  /** Count of each leg. */
  readonly attempts: { 1: number; 2: number };
  /** The marker of an earlier run, here or in another tab; its stamp may still do the action. */
  earlier: Marker | undefined;
}

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
  given: SignedAction<Outcome>,
  { hold, ...own }: RunOptions,
): Promise<Outcome> {
  const action = bare({ ...given, request: bare(given.request) });
  const emit = phasesOf(context, { request: action.request, intent: action.intent.name });
  const run = bare<Run<Outcome>>({ context, action, ...own, emit, attempts: { 1: 0, 2: 0 }, earlier: undefined });
  const end = await toTheEnd(run, hold).catch((error: unknown): never => {
    if (run.earlier === undefined && !run.flight.isSent) throw error;
    announce(context, action.intent.name);
    throw asUnknown(action.unknown, error);
  });
  if (end.is !== 'done') throw end.error;
  announce(context, action.intent.name);
  return end.outcome;
}

/** Goes from the press to the outcome, of this run or of an earlier one. */
async function toTheEnd<Outcome>(run: Run<Outcome>, hold: RunOptions['hold']): Promise<End<Outcome>> {
  const { action, flight } = run;
  const { challenge: given } = action;
  const before = await findEarlier(run, flight.signal);
  if (before !== undefined) return before;
  for (let attempt = 1; ; attempt += 1) {
    let step: Step<Outcome>;
    if (given !== undefined) step = { is: 'asked', challenge: given };
    else if (action.unsigned === 'may-act') step = await hold((deadline, first) => commit(run, deadline, first));
    else step = await ask(run);
    // The answer to a stamp may ask for the next one: that is approved and marked by itself.
    for (let intent: Intent | undefined = action.intent; step.is === 'asked' && intent; intent = intent.next) {
      const asked = { challenge: step.challenge, isLast: intent.next === undefined };
      await approve(run, intent, asked.challenge);
      step = await hold((deadline, first) => commit(run, deadline, first, asked));
    }
    if (step.is === 'done' || step.is === 'refused') return step;
    // A payload that came with the action can't be asked for again, and may have been executed.
    const late = given && (await findEarlier(run, flight.signal));
    if (late !== undefined) return late;
    // Within the run: beside an older marker it is an unknown outcome.
    if (given !== undefined || attempt === 2) throw challengeExpired();
  }
}

/** Settles earlier runs: returns their outcome, or undefined to go on. @throws TransportError `OUTCOME_UNKNOWN`; WalletError `BUSY` */
async function findEarlier<Outcome>(
  run: Run<Outcome>,
  signal: AbortSignal,
  first?: First,
): Promise<End<Outcome> | undefined> {
  const { context, action, marker } = run;
  const found = await marker?.find();
  const wasSent = run.earlier !== undefined || found !== undefined;
  run.earlier = found;
  const isExpired = action.challenge !== undefined && isPast(context, action.challenge.expiresAt);
  if (!wasSent && !isExpired && first === undefined) return undefined;
  const finding = await look(run, signal);
  const end = endOf(finding);
  if (end !== undefined) return ended(run, end);
  // The run that held the locks may have done the same, and its marker is gone.
  if (!wasSent && first !== undefined && finding.found === 'unread')
    throw busy(`${first} was first, and its outcome can not be read. Nothing was signed: try again.`);
  const isLate = serviceNow(context) >= (run.earlier?.until ?? 0);
  if (isLate && (finding.found === 'undone' || action.lookUp === undefined)) {
    // Earlier stamps have expired.
    await marker?.remove();
    run.earlier = undefined;
    return isExpired ? { is: 'refused', error: action.challenge.expired() } : undefined;
  }
  if (finding.found === 'unread' || isExpired) throw outcomeUnknown(action.unknown, undefined);
  return undefined;
}

async function look<Outcome>({ action, emit }: Run<Outcome>, signal: AbortSignal): Promise<Finding<Outcome>> {
  const { lookUp } = action;
  if (lookUp === undefined) return { found: 'unread' };
  const reading = (async () => lookUp())();
  const finding = await unlessAborted(reading, signal).catch((): Finding<Outcome> => ({ found: 'unread' }));
  emit('looking', finding.found);
  return finding;
}

/** Ends the marker of a known outcome. If every caller has left, it stays, and the next press finds the outcome. */
async function ended<Outcome>({ flight, marker }: Run<Outcome>, end: End<Outcome>): Promise<End<Outcome>> {
  if (flight.hasCallers()) await marker?.remove();
  return end;
}

/** The first request, which asks for the payload and does nothing. */
async function ask<Outcome>(run: Run<Outcome>): Promise<Step<Outcome>> {
  const { action, flight, emit } = run;
  flight.signal.throwIfAborted();
  const answer = await sendLeg(run, flight.signal);
  const verdict = judge(answer);
  if (verdict === 'success' && answer.status === 202) {
    const challenge = readChallenge(answer);
    emit('asking', 'challenge');
    return { is: 'asked', challenge };
  }
  if (verdict === 'success') return endUnsigned(run, answer);
  emit('asking', verdict);
  const mayBeDone = answer.status === 409 || (answer.status === 404 && action.notFoundMeansDone === true);
  const end = mayBeDone ? endOf(await look(run, flight.signal)) : undefined;
  if (end === undefined) throw toError(answer, action.errors);
  return ended(run, end);
}

/** The end by a first request that needed no signature. @throws TransportError `ANSWER_INVALID`, `OUTCOME_UNKNOWN` */
async function endUnsigned<Outcome>(run: Run<Outcome>, answer: Answer): Promise<End<Outcome>> {
  const { action, flight, emit } = run;
  if (action.unsigned === undefined) throw invalidAnswer('it asks for no signature', answer.status);
  let end: End<Outcome> | undefined;
  try {
    end = { is: 'done', outcome: outcomeOf(action, answer) };
    emit('asking', 'success');
  } catch (error) {
    emit('asking', 'unclear');
    const finding = await look(run, flight.signal);
    end = endOf(finding);
    if (end === undefined) throw finding.found === 'undone' ? error : asUnknown(action.unknown, error);
  }
  return ended(run, end);
}

/** Compares a payload and asks the person, whose wait ends when the last caller gives the action up. */
async function approve<Outcome>(
  { context, action, flight, signer, emit }: Run<Outcome>,
  intent: Intent,
  { payloadToSign }: Challenge,
): Promise<void> {
  const known = await signer.check();
  const approval = checkAndApprove(context, intent, { request: action.request, payloadToSign, signer, known });
  try {
    await unlessAborted(approval, flight.signal);
  } catch (error) {
    if (error instanceof WalletError && error.code === 'NOT_APPROVED') emit('approving', 'declined');
    throw error;
  }
  emit('approving', 'approved');
}

/** Sends the request that can do the action, under the locks: the stamped one, or the first one if that may itself act. */
async function commit<Outcome>(
  run: Run<Outcome>,
  deadline: AbortSignal,
  first?: First,
  asked?: Asked,
): Promise<Step<Outcome>> {
  const found = await findEarlier(run, deadline, first);
  if (found !== undefined) return found;
  const { context, flight, signer, marker, earlier } = run;
  const stamped = asked && { ...asked, ...(await signer.stamp(asked.challenge.payloadToSign)) };
  const end = stamped?.challenge.expiresAt;
  if (end !== undefined && isPast(context, end)) return { is: 'expired' };
  const ownUntil = end === undefined ? serviceNow(context) + unsignedMs : end + marginMs;
  const until = Math.max(ownUntil, earlier?.until ?? 0);
  const idempotencyKey = earlier?.idempotencyKey ?? crypto.randomUUID();
  await marker?.set({ idempotencyKey, until });
  try {
    if (stamped !== undefined) await signer.check();
    flight.signal.throwIfAborted();
    deadline.throwIfAborted();
  } catch (cause) {
    await withdraw(run);
    throw cause;
  }
  flight.isSent = true;
  return sendUntilKnown(run, { stamped, idempotencyKey, until, deadline });
}

/** Removes the marker of a stamp that has done nothing, unless it is an earlier run's too. */
async function withdraw<Outcome>({ marker, earlier }: Run<Outcome>): Promise<void> {
  if (earlier === undefined) await marker?.remove();
}

/** Sends the request until its outcome is known, or an answer asks for the next stamp. */
async function sendUntilKnown<Outcome>(run: Run<Outcome>, sending: Sending): Promise<Step<Outcome>> {
  const { action, flight, signer, earlier, emit } = run;
  for (let isResent = false; ; isResent = true) {
    const sent = await exchange(run, sending);
    emit('sending', sent.verdict);
    if (sent.verdict === 'challenge') {
      flight.isSent = false;
      await withdraw(run);
      return { is: 'asked', challenge: sent.challenge };
    }
    if (sent.verdict === 'success') return ended(run, await stored(action, sent.outcome));
    const wasResent = isResent || sent.isResent;
    const isOnly = !wasResent && earlier === undefined;
    const end = await conclude(run, sending, { ...sent, isOnly, isResent: wasResent });
    if (end !== undefined) return ended(run, end);
    // A stamp is not sent again after a sign-out either.
    if (sending.stamped !== undefined) await signer.check();
  }
}

function sendLeg<Outcome>(
  { context, action, attempts }: Run<Outcome>,
  signal: AbortSignal,
  sending?: Sending,
): Promise<Answer> {
  const { stamped, idempotencyKey } = bare<Partial<Sending>>(sending ?? {});
  const leg = stamped === undefined ? 1 : 2;
  const headers: Record<string, string> = {};
  if (action.sendsIdempotencyKey && idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (stamped !== undefined) headers[context.profile.signatureHeader] = stamped.stamp;
  if (stamped?.challenge.requestId !== undefined) headers['Request-Id'] = stamped.challenge.requestId;
  return send(context, { ...action.request, headers, signal }, { leg, attempt: (attempts[leg] += 1) });
}

/**
 * Sends the request that can do the action, again while the service still processes it, and reads the answer.
 *
 * @throws what `signer.check` throws
 */
async function exchange<Outcome>(
  run: Run<Outcome>,
  sending: Sending,
): Promise<Exchange<Outcome> & Pick<Sent, 'isResent'>> {
  const { context, action, signer } = run;
  const { stamped, deadline } = sending;
  const pause = createPauses(context);
  for (let isResent = false; ; isResent = true) {
    let retryAfter: number | null;
    try {
      const answer = await sendLeg(run, deadline, sending);
      const isProcessing = action.mayProcess === true && stamped !== undefined && isStillProcessing(answer);
      if (!isProcessing) return { ...readAnswer(action, answer, stamped), isResent };
      ({ retryAfter } = answer);
    } catch (failure) {
      const isTimedOut = failure instanceof TransportError && failure.code === 'TIMED_OUT';
      return { verdict: 'unclear', status: isTimedOut ? 'timed-out' : undefined, failure, isResent };
    }
    const isLate = isPast(context, stamped?.challenge.expiresAt ?? Infinity);
    if (isLate || !(await pause(retryAfter, deadline)))
      return { verdict: 'unclear', status: 200, failure: invalidAnswer('it is still at it', 200), isResent: true };
    // A stamp is not sent again after a sign-out either.
    await signer.check();
  }
}

function readAnswer<Outcome>(
  action: SignedAction<Outcome>,
  answer: Answer,
  stamped: Sending['stamped'],
): Exchange<Outcome> {
  const verdict = judge(answer);
  const { status, body } = answer;
  if (verdict !== 'success') return { verdict, status, failure: toError(answer, action.errors) };
  const { payloadToSign } = bare(Object(body) as { readonly payloadToSign?: unknown });
  if (status !== 202 || typeof payloadToSign !== 'string') return { verdict, outcome: outcomeOf(action, answer) };
  if (stamped?.isLast !== true) return { verdict: 'challenge', challenge: readChallenge(answer) };
  throw invalidAnswer('it asks for the signature again', status);
}

/** Concludes a request that could do the action and wasn't answered with success. Returns undefined to send it again. */
async function conclude<Outcome>(
  run: Run<Outcome>,
  { stamped, until, deadline }: Sending,
  { verdict, status, failure, ...sent }: Unsuccessful & Sent,
): Promise<End<Outcome> | undefined> {
  const { context, action, signer, marker } = run;
  const { sessionId } = stamped ?? {};
  const hasEndState = action.lookUp !== undefined || marker !== undefined;
  const decision = decide({ verdict, status, isStamped: sessionId !== undefined }, sent, hasEndState);
  if (decision === 'refused') return { is: 'refused', error: failure };
  const finding = await look(run, deadline);
  const end = endOf(finding);
  if (end !== undefined) return end;
  const isLate = isPast(context, until);
  const asked = decision.asksSessions ? sessionId : undefined;
  const isSessionOver = asked !== undefined && (await signer.isOver(asked));
  const next = finding.found === 'unread' ? 'unknown' : isLate ? 'refused' : decision.undone;
  if (next === 'again') return undefined;
  if (next === 'unknown') throw asUnknown(action.unknown, failure, isSessionOver);
  if (sent.isOnly && asked !== undefined) return { is: 'refused', error: keyRefused(failure, isSessionOver) };
  return { is: 'refused', error: (isLate ? action.challenge?.expired() : undefined) ?? failure };
}

/** Result of a request that can do the action. */
type Exchange<Outcome> =
  | { readonly verdict: 'success'; readonly outcome: Outcome }
  | { readonly verdict: 'challenge'; readonly challenge: Challenge }
  | Unsuccessful;

interface Unsuccessful extends Pick<Answered, 'verdict' | 'status'> {
  readonly failure: unknown;
}

/** A payload to stamp. `isLast`: the answer to its stamp asks for no other one. */
interface Asked {
  readonly challenge: Challenge;
  readonly isLast: boolean;
}

/** The request that can do the action: without a stamp it is the first one. */
interface Sending {
  readonly stamped: (Asked & Stamp) | undefined;
  readonly idempotencyKey: string;
  /** Time from which neither it nor an earlier one can do the action. */
  readonly until: number;
  /** Ends the run. */
  readonly deadline: AbortSignal;
}

/** Returns true if the service's clock is known to be at `end` or later. */
function isPast(context: WalletContext, end: number): boolean {
  return (transportOf(context).serviceTime() ?? -Infinity) >= end;
}

function endOf<Outcome>(finding: Finding<Outcome>): End<Outcome> | undefined {
  if (finding.found === 'done') return { is: 'done', outcome: finding.outcome };
  return finding.found === 'over' ? { is: 'refused', error: finding.error } : undefined;
}

async function stored<Outcome>({ store }: SignedAction<Outcome>, outcome: Outcome): Promise<End<Outcome>> {
  try {
    await store?.(outcome);
    return { is: 'done', outcome };
  } catch (error) {
    // The service has done it: it is no unknown outcome.
    return { is: 'refused', error };
  }
}

/** @throws TransportError `ANSWER_INVALID`; `OUTCOME_UNKNOWN` for a readable outcome that isn't what was asked for */
function outcomeOf<Outcome>({ readOutcome, isDone, unknown }: SignedAction<Outcome>, answer: Answer): Outcome {
  const outcome = readOutcome(answer);
  if (isDone?.(outcome) !== false) return outcome;
  throw outcomeUnknown(unknown, invalidAnswer('it shows another state than was asked for', answer.status));
}

/** The error for a caller once a stamp may be on its way. */
function asUnknown(
  { message, nextStep }: UnknownOutcome,
  error: unknown,
  isSessionOver = error instanceof CountersignError && error.nextStep === 'reauthenticate',
): unknown {
  if (error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN') return error;
  return outcomeUnknown({ message, nextStep: isSessionOver ? 'reauthenticate' : nextStep }, error);
}

function keyRefused(failure: unknown, isSessionOver: boolean): unknown {
  const { platformCode, nextStep: reported } = failure as TransportError;
  if (reported === 'configure') return failure;
  const message = "The service refused the session's signature, and nothing was done.";
  const facts = { status: 401, ...(platformCode !== undefined && { platformCode }) };
  return new TransportError('REFUSED', message, { nextStep: isSessionOver ? 'reauthenticate' : 'restart', ...facts });
}
