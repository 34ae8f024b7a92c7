/** Runs a signed action: 202, stamp, and the identical bytes again with the stamp and its request id. */
import { invalidAnswer, toError, type ToErrorOptions } from './answer-error.ts';
import { judge, type Answer } from './answer.ts';
import {
  actionEnds,
  beginAction,
  isOpen,
  stepAction,
  type ActionEvent,
  type ActionPhase,
  type ActionStart,
  type ActionState,
} from './action-machine.ts';
import { TransportError } from './transport-error.ts';

/** A payload to sign and what belongs to it. A quote's has no request id: its payload came with the quote. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId?: string;
  /** End of its life on the service's clock, epoch ms. */
  readonly expiresAt: number;
}

/** A challenge with the stamp over its payload, and the session whose key made it. */
export interface StampedChallenge {
  readonly challenge: Challenge;
  readonly stamp: string;
  readonly sessionId?: string;
}

/** What reading the service told of an action. `over`: it was not done and can't be any more. */
export type Finding<Outcome> =
  | { readonly found: 'done'; readonly outcome: Outcome }
  | { readonly found: 'over'; readonly error: unknown }
  | { readonly found: 'undone' | 'nothing' };

/** What the record of an action tells when it is opened. */
export type OpenedAction = Extract<ActionEvent, 'fresh' | 'resumed' | 'ended' | 'busy'>;

/** The record of an action over tabs and reloads. Every call is made under the lock of {@link SignedAction.alone}. */
export interface ActionNotes {
  open(): Promise<OpenedAction>;
  /** Notes that a stamp is about to be sent. False: another tab has sent one meanwhile, or has ended the action. */
  claim(challenge: Challenge): Promise<boolean>;
  /** Notes how this run ended. False: another tab has sent a stamp for the action meanwhile, or has ended it. */
  settle(end: ActionPhase): Promise<boolean>;
}

/** Why no other key may sign than the one that was refused, and whether nothing was done, though the end state can't be read. */
export interface KeyRefusal {
  readonly isDefinite: boolean;
  readonly error: unknown;
}

/** A signed action: how to send, stamp, remember and look it up. */
export interface SignedAction<Outcome> extends Omit<ActionStart, 'hasPayload'> {
  /** The payload, where it came with the action and no first request asks for it. */
  readonly challenge?: Challenge | undefined;
  /** Whether an answer of success to the unstamped request counts. */
  readonly acceptsUnsigned: boolean;
  /** Whether a 404 of the service to a stamp, or to any request, is judged by the end state: what was to be removed may be gone already. */
  readonly goneIsConflict?: boolean | 'always' | undefined;
  /** Whether a person is asked, who may take minutes. */
  readonly mayWait: boolean;
  readonly notes: ActionNotes;
  /** Runs alone among all tabs for what the action is about, where that can be had. */
  alone(run: () => Promise<void>): Promise<void>;
  /** Runs what sends a stamp and looks up what came of it, so that its session isn't revoked meanwhile. */
  hold(stamped: StampedChallenge, run: () => Promise<void>): Promise<void>;
  /** Sends the request: the same method, path and bytes each time; the second with its challenge and stamp. */
  send(stamped?: StampedChallenge): Promise<Answer>;
  /** Reads the challenge out of a 202. @throws TransportError `ANSWER_INVALID` */
  readChallenge(answer: Answer): Challenge;
  /** Checks a payload and asks the person; what it throws ends the action. */
  approve(challenge: Challenge): Promise<void>;
  /** Rejects if nobody may sign now. */
  checkSigner(): Promise<unknown>;
  stamp(challenge: Challenge): Promise<StampedChallenge>;
  /** Reads the answer that did the action; if it throws, the outcome counts as unknown and is looked up. */
  readOutcome(answer: Answer): Outcome;
  /** Reads from the service whether the action was done. `isOpen`: something that can do it may still be on its way. */
  readonly lookUp?: ((isOpen: boolean) => Promise<Finding<Outcome>>) | undefined;
  /** Undefined if another key may sign now than the one that was refused. */
  readonly rekey?: ((stamped: StampedChallenge, refusal: unknown) => Promise<KeyRefusal | undefined>) | undefined;
  /** Hears of each step. `isOpen`: the action may have been done, so a caller who gives up now is told `OUTCOME_UNKNOWN`. */
  onStep?(isOpen: boolean, phase: ActionPhase, event: ActionEvent): void;
  /** Throws once every caller has left an action that has sent nothing. */
  throwIfAbandoned(): void;
  /** The service's time, epoch ms; null when it isn't known yet. */
  serviceTime(): number | null;
  /** What to say when the outcome stays unknown, or when another tab does the same. */
  unknown(cause: unknown): Error;
  readonly busy: () => Error;
  readonly errors?: ToErrorOptions | undefined;
}

/**
 * Runs a signed action to its end and resolves with its outcome.
 *
 * @throws TransportError `REFUSED`, `RATE_LIMITED`, `SERVICE_FAILED`, `NETWORK_FAILED`, `TIMED_OUT` or `ANSWER_INVALID` when nothing
 * was done, `CHALLENGE_EXPIRED`, `OUTCOME_UNKNOWN` when nobody can tell; whatever `approve` and `stamp` throw.
 */
export async function runAction<Outcome>(action: SignedAction<Outcome>): Promise<Outcome> {
  const { mayCommitUnsigned, expiredAhead } = action;
  let state = beginAction({ mayCommitUnsigned, expiredAhead, hasPayload: action.challenge !== undefined });
  const run = createEffects(action);
  const step = async (): Promise<void> => {
    const { phase } = state;
    const event = await run.effect(state);
    state = stepAction(state, event);
    action.onStep?.(isOpen(state) || isJudged(state), phase, event);
  };
  const isUnderWay = (): boolean => state.phase === 'committing' || state.phase === 'uncertain';
  const isWaiting = (): boolean => action.mayWait && state.phase === 'challenged';
  const isOver = (): boolean => actionEnds.has(state.phase);
  const settle = async (): Promise<void> => {
    const isSettled = await action.notes.settle(state.phase);
    if (!isSettled && state.phase === 'refused' && !state.elsewhere) state = stepAction(state, 'overtaken');
  };
  const stepAlone = async (): Promise<void> => {
    do {
      const { stamped } = run;
      if (state.phase !== 'committing' || stamped === undefined) await step();
      else
        await action.hold(stamped, async () => {
          while (isUnderWay()) await step();
        });
      if (isOver()) await settle();
    } while (!isWaiting() && !isOver());
  };
  try {
    while (!isOver()) {
      // Other callers don't wait while a person decides.
      if (isWaiting()) {
        await step();
        if (isOver()) await settle();
      } else await action.alone(stepAlone);
    }
  } catch (cause) {
    if (state.phase === 'done') return run.outcome as Outcome;
    // The waiting for others was given up, or the record can't be written: what was sent decides, not the record.
    await action.notes.settle(isOpen(state) ? 'unknown' : 'refused').catch(() => {});
    throw isOpen(state) ? action.unknown(cause) : cause;
  }
  if (state.phase === 'done') return run.outcome as Outcome;
  throw state.phase === 'refused' ? run.failure : action.unknown(run.failure);
}

/** What an action holds in memory while it runs, and what is done in each phase. */
interface Effects<Outcome> {
  outcome: Outcome | undefined;
  failure: unknown;
  stamped: StampedChallenge | undefined;
  effect(state: ActionState): Promise<ActionEvent>;
}

/** Whether the service is read after an answer: a 409 or 401 may be the second one, to what a browser has sent again by itself. */
function isJudged({ phase, stamped }: ActionState): boolean {
  return stamped > 0 && (phase === 'uncertain' || phase === 'rekeying');
}

function createEffects<Outcome>(action: SignedAction<Outcome>): Effects<Outcome> {
  const { goneIsConflict } = action;
  let { challenge } = action;
  let approved: string | undefined;
  let finding: Finding<Outcome> | undefined;
  const fail = (event: ActionEvent, failure: unknown): ActionEvent => {
    memory.failure = failure;
    return event;
  };
  const effects: Partial<Record<ActionPhase, (state: ActionState) => Promise<ActionEvent>>> = {
    async opening() {
      action.throwIfAbandoned();
      return action.notes.open();
    },
    async asking() {
      // A request that was given up before it was sent is never sent, so it leaves nothing open.
      try {
        action.throwIfAbandoned();
      } catch (cause) {
        return fail('veto', cause);
      }
      const answer = await action.send();
      if (judge(answer) === 'success') {
        if (answer.status === 202) {
          challenge = action.readChallenge(answer);
          return 'challenge';
        }
        if (!action.acceptsUnsigned) throw invalidAnswer('it asks for no signature', answer.status);
      }
      const event = read(answer);
      // Nothing was stamped, and an action without a look-up has no end state to judge by.
      return event === 'conflict' && action.lookUp === undefined ? 'refusal' : event;
    },
    async challenged() {
      const { payloadToSign } = challenge as Challenge;
      // A person who has approved a payload isn't asked again when another key signs it.
      if (payloadToSign !== approved) await action.approve(challenge as Challenge);
      approved = payloadToSign;
      return 'approval';
    },
    async approved() {
      const current = challenge as Challenge;
      action.throwIfAbandoned();
      const stamped = await action.stamp(current);
      const time = action.serviceTime();
      if (time !== null && time >= current.expiresAt) return fail('expiry', expired());
      if (!(await action.notes.claim(current))) return 'overtaken';
      memory.stamped = stamped;
      return 'stamp';
    },
    async committing() {
      // Once every caller has left, or the session was signed out, nothing stamped leaves this page.
      try {
        await action.checkSigner();
        action.throwIfAbandoned();
      } catch (cause) {
        return fail('veto', cause);
      }
      const answer = await action.send(memory.stamped);
      if (isChallenge(answer)) throw invalidAnswer('it asks for the signature again', answer.status);
      return read(answer);
    },
    async uncertain(state) {
      if (state.elsewhere) memory.failure = action.busy();
      // A reading that fails tells nothing.
      finding = undefined;
      finding = await action.lookUp?.(isOpen(state));
      if (finding?.found === 'done') memory.outcome = finding.outcome;
      if (finding?.found === 'over') memory.failure = finding.error;
      return finding === undefined ? 'found-nothing' : `found-${finding.found}`;
    },
    async rekeying() {
      if (action.rekey === undefined) return 'same-key';
      const refusal = await action.rekey(memory.stamped as StampedChallenge, memory.failure);
      if (refusal === undefined) return 'other-key';
      memory.failure = refusal.error;
      // A browser sends again by itself what a cut connection lost: to a key that is good the 401 may be the second answer.
      return refusal.isDefinite || finding?.found === 'undone' ? 'same-key' : 'found-nothing';
    },
  };
  const read = (answer: Answer): ActionEvent => {
    const verdict = judge(answer);
    if (verdict === 'success') {
      memory.outcome = action.readOutcome(answer);
      return 'success';
    }
    memory.failure = toError(answer, action.errors);
    const isGone = answer.status === 404 && !answer.isMisconfigured && goneIsConflict;
    if (isGone && (memory.stamped ?? isGone === 'always')) return 'conflict';
    return answer.notForwarded ? 'refusal' : verdict;
  };
  /** What a phase comes to when its effect throws. */
  const thrown: Partial<Record<ActionPhase, ActionEvent>> = {
    asking: 'fault',
    challenged: 'veto',
    approved: 'veto',
    committing: 'fault',
    rekeying: 'same-key',
  };
  const memory: Effects<Outcome> = {
    outcome: undefined,
    failure: undefined,
    stamped: undefined,
    async effect(state) {
      try {
        return (await effects[state.phase]?.(state)) as ActionEvent;
      } catch (cause) {
        // An outcome that couldn't be read stays unknown; the caller hears of that, not of the failed reading.
        if (state.phase === 'uncertain') return fail('found-nothing', memory.failure ?? cause);
        const event = thrown[state.phase];
        if (event === undefined) throw cause;
        return fail(event, cause);
      }
    },
  };
  return memory;
}

function expired(): TransportError {
  const message = 'What was to be signed has expired. Start again.';
  return new TransportError('CHALLENGE_EXPIRED', message, { nextStep: 'restart' });
}

/** Whether an answer asks for a signature: what sent it has not seen the one that was there. */
function isChallenge({ status, body }: Answer): boolean {
  const { payloadToSign } = (body ?? {}) as { payloadToSign?: unknown };
  return status === 202 && typeof payloadToSign === 'string' && payloadToSign !== '';
}
