/**
 * One signed action, from the press to its outcome: look whether it was sent before, ask for the payload, check and approve it, then,
 * under the locks of the account and of what it is about: look again, stamp, mark, send, and judge the answer (docs/reliability.md).
 */
import { unlessAborted } from '../abort.ts';
import { readInstant } from '../clock.ts';
import { CountersignError } from '../errors.ts';
import { createPageLocks, withLock } from '../session/lock.ts';
import {
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
import type { SignalOptions, WalletContext } from './context.ts';
import type { ActionOutcome, ActionPhase } from './events.ts';
import type { Intent } from './payload/intent.ts';
import type { RequestToSign } from './payload/check.ts';
import { readChallenge, type Challenge } from './response-readers.ts';
import { send, transportOf } from './send.ts';
import { markerOf, type Marker, type MarkerOf } from './sent.ts';
import { endIfUnlisted } from './session-list.ts';
import { share, type Flight } from './share.ts';
import { checkAndApprove, signAsSession, type Signer, type Stamp } from './sign.ts';
import { WalletError } from './wallet-error.ts';

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
  /** Whether it removes something, so that a 404 may mean that it was done before. */
  readonly isRemoval?: boolean;
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
    const isReadable = finding.found === 'undone' || lookUp === undefined;
    const end = older?.until ?? 0;
    // Without an answer of the service in this page, its time is that of the device.
    if (isReadable && (isOver(end) || (lookUp === undefined && context.clock.now() >= end))) {
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
      await forget();
      return { outcome: action.readOutcome(answer) };
    } else throw invalidAnswer('it asks for no signature', answer.status);
    const mayBeDone = answer.status === 409 || (answer.status === 404 && action.isRemoval === true);
    const finding = verdict === 'end-state' && mayBeDone ? await look(flight.signal) : undefined;
    if (finding?.found === 'done') return finding;
    throw toError(answer, action.errors);
  };

  /** Sends what can do the action, under the locks: the stamped request, or the first one where that may itself act. */
  const commit = async (deadline: AbortSignal, challenge?: Challenge): Promise<Done<Outcome> | Asked | 'expired'> => {
    const before = await settle(deadline);
    if (before !== undefined) return before;
    const stamped = challenge && { challenge, ...(await signer.stamp(challenge.payloadToSign)) };
    if (challenge !== undefined && isOver(challenge.expiresAt)) return 'expired';
    const now = transportOf(context).serviceTime() ?? context.clock.now();
    const until = challenge === undefined ? now + unsignedMs : challenge.expiresAt + marginMs;
    const idempotencyKey = older?.idempotencyKey ?? crypto.randomUUID();
    await marker?.set({ idempotencyKey, until });
    try {
      if (stamped !== undefined) await signer.check();
      flight.signal.throwIfAborted();
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
      const isSessionOver = refusedId !== undefined && (await endIfUnlisted(context, refusedId));
      if (isOnly && refusedId !== undefined && (isSessionOver || finding.found === 'undone'))
        return refuse(keyRefused(failure, isSessionOver ? 'reauthenticate' : 'restart'));
      if (finding.found === 'undone') {
        if ((isOnly && verdict === 'end-state') || isOver(until)) return refuse(failure);
        if (verdict === 'unclear' && !isResent && maySendAgain(failure)) {
          // A stamp is not sent again after a sign-out either.
          if (stamped !== undefined) await signer.check();
          continue;
        }
      }
      throw outcomeUnknown(action.unknown, failure);
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
      if (action.challenge !== undefined) await settle(flight.signal);
      if (isAskedAgain || action.challenge !== undefined) throw expired();
    }
  } catch (error) {
    if (isDefinite || !(older !== undefined || flight.isSent) || isUnknown(error)) throw error;
    const isSignedOut = error instanceof CountersignError && error.nextStep === 'reauthenticate';
    const { message, nextStep } = action.unknown;
    throw outcomeUnknown({ message, nextStep: isSignedOut ? 'reauthenticate' : nextStep }, error);
  }
}

/** Runs a signed action of the session that this browser holds; equal ones that are pressed meanwhile share its outcome. */
export async function signedAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  { signal }: SignalOptions = {},
): Promise<Outcome> {
  const { method, path, body } = action.request;
  const key = `${await context.epoch} ${method} ${path} ${body ?? ''}`;
  return share(context, { key, signal, unknown: action.unknown }, (flight) =>
    runSessionAction(context, action, flight),
  );
}

/** Runs a signed action of the session within a flight of the caller's, who does more in it than this action. */
export async function runSessionAction<Outcome>(
  context: WalletContext,
  action: SignedAction<Outcome>,
  flight: Flight,
): Promise<Outcome> {
  const { signal } = flight;
  const [subject] = /^\/(cards|quotes)\/[^/]+/.exec(action.request.path) ?? ['/customer'];
  return runAction(context, action, {
    flight,
    signer: signAsSession(context),
    marker: await markerOf(context, action.request),
    // No refresh overtakes a stamp, and actions about different things don't wait for each other.
    hold: (run) =>
      withAccountLock(
        context,
        () => withAccountLock(context, () => withDeadline(context, run), { mode: 'shared', signal }),
        { subject, signal },
      ),
  });
}

/** Options of {@link withAccountLock}. */
export interface AccountLockOptions {
  readonly mode?: LockMode;
  /** What the lock is for; the account as a whole by default. */
  readonly subject?: string;
  /** Ends the waiting, not the run. */
  readonly signal: AbortSignal | undefined;
}

/** Runs while this page holds the lock; one that stands alone queues by itself. @throws WalletError `BUSY` */
export function withAccountLock<Result>(
  { accountId, session, clock, locks, made, transportOptions }: WalletContext,
  run: () => Promise<Result>,
  { mode = 'exclusive', subject, signal }: AccountLockOptions,
): Promise<Result> {
  const isAlone = session.state().storage === 'memory' || locks === undefined;
  const name = `countersign:${accountId}${subject === undefined ? '' : `:${subject}`}`;
  return withLock(name, run, {
    locks: isAlone ? (made.locks ??= createPageLocks()) : locks,
    clock,
    mode,
    // A run in it ends 5 s before.
    waitMs: transportOptions.timeoutMs + 20_000,
    signal,
    busy() {
      const message = 'Another tab is doing the same, or is refreshing the session. This one did nothing.';
      return new WalletError('BUSY', message, { nextStep: 'retry' });
    },
  });
}

/** Ends a run once it has lasted as long as one answer may take, and 15 s. */
export async function withDeadline<Result>(
  { clock, transportOptions }: Pick<WalletContext, 'clock' | 'transportOptions'>,
  run: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const late = new TransportError('TIMED_OUT', "The service didn't answer in time.", { nextStep: 'retry' });
  const stop = clock.schedule(transportOptions.timeoutMs + 15_000, () => controller.abort(late));
  try {
    return await unlessAborted(run(controller.signal), controller.signal);
  } finally {
    stop();
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

function keyRefused(failure: unknown, nextStep: 'reauthenticate' | 'restart'): TransportError {
  const { platformCode } = failure as TransportError;
  const message = "The service refused the session's signature, and nothing was done.";
  const facts = { status: 401, ...(platformCode !== undefined && { platformCode }) };
  return new TransportError('REFUSED', message, { nextStep, ...facts });
}

function expired(): TransportError {
  const message = 'What was to be signed has expired. Start again.';
  return new TransportError('CHALLENGE_EXPIRED', message, { nextStep: 'restart' });
}
