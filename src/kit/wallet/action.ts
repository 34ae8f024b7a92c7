/**
 * One signed action, from the press to its outcome: look whether it was sent before, ask for the payload, check and approve it, then,
 * under the locks of the account and of what it is about: look again, stamp, mark, send, and judge the answer (docs/reliability.md).
 */
import { unlessAborted, readInstant } from '../waiting.ts';
import { CountersignError } from '../errors.ts';
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
} from '../transport/index.ts';
import type { Flight, WalletContext } from './context.ts';
import type { ActionOutcome, ActionPhase } from './events.ts';
import type { Intent, RequestToSign } from './payload/intent.ts';
import { readChallenge, type Challenge } from './response-readers.ts';
import { send, transportOf } from './send.ts';
import { checkAndApprove, type Signer, type Stamp } from './sign.ts';

/** What reading the service tells of an action. `over`: it was not done, and can't be any more. */
export type Finding<Outcome> =
  | { readonly found: 'done'; readonly outcome: Outcome }
  | { readonly found: 'over'; readonly error: unknown }
  | { readonly found: 'undone' | 'unread' };

/** A signed action: what is asked, what is expected, what is read back. */
export interface SignedAction<Outcome> {
  readonly request: RequestToSign;
  readonly intent: Intent;
  /** The payload, where it came with the action, so that no first request asks for it. */
  readonly challenge?: Challenge;
  /** Whether the first request may itself do the action: then it counts as a stamp. */
  readonly mayCommitUnsigned?: boolean;
  /** Whether an answer of success to the unstamped request counts. */
  readonly acceptsUnsigned?: boolean;
  /** Whether a 404 to the first request, the relay's too, may mean that it was done before. */
  readonly isGoneWhenDone?: boolean;
  /** Whether the service does it once for each idempotency key. */
  readonly isKeyed?: boolean;
  /** Reads the answer that did the action; if it throws, the outcome is looked up. */
  readonly readOutcome: (answer: Answer) => Outcome;
  /** Stores what the answer brought, before the locks are free. */
  readonly keep?: (outcome: Outcome) => Promise<unknown>;
  /** Reads from the service whether the action was done; `isSent`: a request that can do it may still be on its way. */
  readonly lookUp?: ((isSent: boolean) => Promise<Finding<Outcome>>) | undefined;
  /** What to say when the outcome stays unknown. */
  readonly unknown: UnknownOutcome;
  readonly errors?: ToErrorOptions;
}

/** What is kept: never a body, a payload or a stamp, with which a reader could act. */
export interface Marker {
  /** The same for every attempt at this action until its outcome is known. */
  readonly idempotencyKey: string;
  /** When nothing that was sent can do the action any more, epoch ms on the service's clock. */
  readonly until: number;
}

/** The marker of one action, in the store that all tabs share. */
export interface MarkerOf {
  /** @throws SessionError `STORE_UNAVAILABLE` */
  find(): Promise<Marker | undefined>;
  /** @throws SessionError `STORE_UNAVAILABLE`: then nothing may be sent */
  set(marker: Marker): Promise<void>;
  /** The outcome is known, and told. A marker that can't be removed changes nothing. */
  remove(): Promise<void>;
}

/** How an action runs. */
export interface RunOptions {
  readonly flight: Flight;
  readonly signer: Signer;
  /** Where it is noted that a stamp may be on its way; none for what does no harm when it is done again. */
  readonly marker?: MarkerOf | undefined;
  /** Takes the locks; `deadline` ends the run in it. */
  readonly hold: <Result>(run: (deadline: AbortSignal) => Promise<Result>) => Promise<Result>;
}

type Done<Outcome> = { readonly outcome: Outcome };
type Asked = { readonly challenge: Challenge };

/** What became of a request that can do the action. */
type Exchange<Outcome> =
  | ({ readonly verdict: 'success' } & Done<Outcome>)
  | ({ readonly verdict: 'challenge' } & Asked)
  | { readonly verdict: Exclude<Verdict, 'success'>; readonly status?: number; readonly failure: unknown };

/** How long after its payload's end a stamp may still be on its way, and after a first request that may itself act, ms. */
const marginMs = 30_000;
const unsignedMs = 120_000;

/**
 * Runs an action within a flight, and resolves with its outcome.
 *
 * @throws TransportError when nothing was done, `CHALLENGE_EXPIRED`, `OUTCOME_UNKNOWN` when nobody can tell; SessionError; WalletError
 */
export async function runAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  { flight, signer, marker, hold }: RunOptions,
): Promise<Outcome> {
  const { request, intent, lookUp, acceptsUnsigned = false, mayCommitUnsigned = false } = action;
  /** What another run, before or in another tab, has sent; its stamp may still do the action. */
  let older: Marker | undefined;
  let isDefinite = false;
  let since = readInstant(context.clock);
  const attempts = { 1: 0, 2: 0 };

  const tell = (phase: ActionPhase, outcome: ActionOutcome): void => {
    context.note({ step: 'transition', request, intent: intent.name, phase, outcome, since });
    since = readInstant(context.clock);
  };
  const isOver = (end: number): boolean => (transportOf(context).serviceTime() ?? -Infinity) >= end;
  /** Before the service has answered this page, its time is taken for the device's. */
  const serviceNow = (): number => transportOf(context).serviceTime() ?? context.clock.now();
  /** Where nobody hears the outcome, the next press has to find it. */
  const forget = async (): Promise<void> => {
    if (flight.isAwaited()) await marker?.remove();
  };
  const refuse = async (error: unknown): Promise<never> => {
    isDefinite = true;
    await forget();
    throw error;
  };

  const look = async (signal: AbortSignal): Promise<Finding<Outcome>> => {
    if (lookUp === undefined) return { found: 'unread' };
    const reading = (async () => lookUp(older !== undefined || flight.isSent))();
    const finding = await unlessAborted(reading, signal).catch((): Finding<Outcome> => ({ found: 'unread' }));
    tell('looking', finding.found);
    if (finding.found === 'over') return refuse(finding.error);
    if (finding.found === 'done') await forget();
    return finding;
  };

  /** Looks up what other runs have left: the outcome, or nothing that stands in the way. */
  const settle = async (signal: AbortSignal): Promise<Done<Outcome> | undefined> => {
    const found = await marker?.find();
    const isExpired = action.challenge !== undefined && isOver(action.challenge.expiresAt);
    const wasSent = older !== undefined || found !== undefined;
    older = found;
    if (!wasSent && !isExpired) return undefined;
    const finding = await look(signal);
    if (finding.found === 'done') return finding;
    if (!wasSent && finding.found === 'undone') return refuse(challengeExpired());
    const mayConclude = finding.found === 'undone' || lookUp === undefined;
    if (mayConclude && serviceNow() >= (older?.until ?? 0)) {
      // What was sent can do nothing any more.
      await marker?.remove();
      older = undefined;
    } else if (finding.found === 'unread') throw outcomeUnknown(action.unknown, undefined);
    return undefined;
  };

  const sendOnce = (signal: AbortSignal, stamped?: Stamped, idempotencyKey?: string): Promise<Answer> => {
    const leg = stamped === undefined ? 1 : 2;
    const headers: Record<string, string> = {};
    if (action.isKeyed && idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    if (stamped !== undefined) headers[context.profile.signatureHeader] = stamped.stamp;
    if (stamped?.challenge.requestId !== undefined) headers['Request-Id'] = stamped.challenge.requestId;
    return send(context, { ...request, headers, signal }, { leg, attempt: (attempts[leg] += 1) });
  };

  /** Sends what can do the action, once, and reads what comes back; never rejects. */
  const exchange = async (signal: AbortSignal, stamped?: Stamped, key?: string): Promise<Exchange<Outcome>> => {
    try {
      const answer = await sendOnce(signal, stamped, key);
      const verdict = judge(answer);
      if (verdict !== 'success') return { verdict, status: answer.status, failure: toError(answer, action.errors) };
      if (!asksForSignature(answer)) return { verdict, outcome: action.readOutcome(answer) };
      if (stamped === undefined) return { verdict: 'challenge', challenge: readChallenge(answer) };
      throw invalidAnswer('it asks for the signature again', answer.status);
    } catch (failure) {
      return { verdict: 'unclear', failure };
    }
  };

  /** The first request, which asks for the payload and does nothing. */
  const ask = async (): Promise<Done<Outcome> | Asked> => {
    flight.signal.throwIfAborted();
    const answer = await sendOnce(flight.signal);
    const verdict = judge(answer);
    if (verdict !== 'success') tell('asking', verdict);
    else if (answer.status === 202) {
      const challenge = readChallenge(answer);
      tell('asking', 'challenge');
      return { challenge };
    } else if (acceptsUnsigned) {
      tell('asking', 'success');
      const outcome = action.readOutcome(answer);
      await forget();
      return { outcome };
    } else throw invalidAnswer('it asks for no signature', answer.status);
    const mayBeDone = answer.status === 409 || (answer.status === 404 && action.isGoneWhenDone === true);
    const finding = mayBeDone ? await look(flight.signal) : undefined;
    if (finding?.found === 'done') return finding;
    throw toError(answer, action.errors);
  };

  /** Sends what can do the action, under the locks: the stamped request, or the first one where that may itself act. */
  const commit = async (deadline: AbortSignal, challenge?: Challenge): Promise<Done<Outcome> | Asked | 'expired'> => {
    const before = await settle(deadline);
    if (before !== undefined) return before;
    const stamped = challenge && { challenge, ...(await signer.stamp(challenge.payloadToSign)) };
    if (challenge !== undefined && isOver(challenge.expiresAt)) return 'expired';
    const end = challenge === undefined ? serviceNow() + unsignedMs : challenge.expiresAt + marginMs;
    const until = Math.max(end, older?.until ?? 0);
    const idempotencyKey = older?.idempotencyKey ?? crypto.randomUUID();
    await marker?.set({ idempotencyKey, until });
    try {
      if (stamped !== undefined) await signer.check();
      flight.signal.throwIfAborted();
      deadline.throwIfAborted();
    } catch (cause) {
      if (older === undefined) await marker?.remove();
      throw cause;
    }
    flight.isSent = true;
    for (let isResent = false; ; isResent = true) {
      const sent = await exchange(deadline, stamped, idempotencyKey);
      const { verdict } = sent;
      tell('sending', verdict);
      if (verdict === 'challenge') {
        flight.isSent = false;
        if (older === undefined) await marker?.remove();
        return sent;
      }
      if (verdict === 'success') {
        isDefinite = true;
        await action.keep?.(sent.outcome);
        await forget();
        return sent;
      }
      const { status, failure } = sent;
      const isOnly = !isResent && older === undefined;
      // A sign-in and a refresh have no end state to read; for them a 401 or a 404 is definite.
      const hasEndState = lookUp !== undefined || marker !== undefined || status === 409;
      if (isOnly && (verdict === 'refusal' || (verdict === 'end-state' && !hasEndState))) return refuse(failure);
      const finding = await look(deadline);
      if (finding.found === 'done') return finding;
      const refusedId = verdict === 'end-state' && status === 401 ? stamped?.sessionId : undefined;
      // The service's word: without the session in its list, that is over in every tab.
      const isSessionOver = refusedId !== undefined && (await signer.isOver?.(refusedId)) === true;
      if (isOnly && refusedId !== undefined && finding.found === 'undone')
        return refuse(keyRefused(failure, isSessionOver ? 'reauthenticate' : 'restart'));
      if (finding.found === 'undone') {
        if ((isOnly && verdict === 'end-state') || isOver(until)) return refuse(failure);
        if (verdict === 'unclear' && !isResent && maySendAgain(failure)) {
          // A stamp is not sent again after a sign-out either.
          if (stamped !== undefined) await signer.check();
          continue;
        }
      }
      throw isSessionOver ? failure : outcomeUnknown(action.unknown, failure);
    }
  };

  try {
    const before = await settle(flight.signal);
    if (before !== undefined) return before.outcome;
    for (let isAskedAgain = false; ; isAskedAgain = true) {
      let next: Done<Outcome> | Asked | 'expired';
      if (action.challenge !== undefined) next = { challenge: action.challenge };
      else if (mayCommitUnsigned) next = await hold((deadline) => commit(deadline));
      else next = await ask();
      if (next !== 'expired' && 'challenge' in next) {
        const { challenge } = next;
        const { payloadToSign } = challenge;
        const known = await signer.check();
        // The wait for the person ends when the last caller gives the action up.
        await unlessAborted(
          checkAndApprove(context, intent, { request, payloadToSign, signer, known }),
          flight.signal,
        ).finally(() => (since = readInstant(context.clock)));
        tell('approving', 'approved');
        next = await hold((deadline) => commit(deadline, challenge));
      }
      if (next !== 'expired' && 'outcome' in next) return next.outcome;
      // A payload that came with the action can't be asked for again, and may have been executed.
      const late = action.challenge && (await settle(flight.signal));
      if (late !== undefined) return late.outcome;
      if (isAskedAgain || action.challenge !== undefined) throw challengeExpired();
    }
  } catch (error) {
    if (isDefinite || !(older !== undefined || flight.isSent) || isUnknown(error)) throw error;
    const isSignedOut = error instanceof CountersignError && error.nextStep === 'reauthenticate';
    const { message, nextStep } = action.unknown;
    throw outcomeUnknown({ message, nextStep: isSignedOut ? 'reauthenticate' : nextStep }, error);
  }
}

interface Stamped extends Stamp {
  readonly challenge: Challenge;
}

function asksForSignature({ status, body }: Answer): boolean {
  return status === 202 && typeof (body as { payloadToSign?: unknown } | undefined)?.payloadToSign === 'string';
}

function isUnknown(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'OUTCOME_UNKNOWN';
}

/** Whether the same stamp may go out once more: the request id, or a quote's idempotency key, is good for one execution. */
function maySendAgain(failure: unknown): boolean {
  return !(failure instanceof TransportError && (failure.code === 'TIMED_OUT' || failure.code === 'RATE_LIMITED'));
}

function keyRefused(failure: unknown, nextStep: 'reauthenticate' | 'restart'): unknown {
  const { platformCode, nextStep: told } = failure as TransportError;
  if (told === 'configure') return failure;
  const message = "The service refused the session's signature, and nothing was done.";
  const facts = { status: 401, ...(platformCode !== undefined && { platformCode }) };
  return new TransportError('REFUSED', message, { nextStep, ...facts });
}
