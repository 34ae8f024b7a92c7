/** The signed retry: 202, stamp, and the identical bytes again with the stamp and its request id. */
import { invalidAnswer, judge, toError, type Answer, type ToErrorOptions } from './answer.ts';
import { signedRetryMoves, type SignedRetryEvent, type SignedRetryPhase } from './signed-retry-moves.ts';
import { TransportError } from './transport-error.ts';

/** A payload to sign and what belongs to it. A quote's has no request id: its payload came with the quote. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId?: string;
  /** End of its life on the service's clock, epoch ms. */
  readonly expiresAt: number;
}

/** What reading the service told of an action whose answer is missing: `refused` means that it wasn't and won't be done. */
export type Finding =
  | { readonly found: 'done'; readonly answer: Answer }
  | { readonly found: 'undone' }
  | { readonly found: 'refused'; readonly error: unknown }
  | { readonly found: 'nothing' };

/** A signed action: how to send, stamp, remember and look it up. */
export interface SignedAction {
  /** Sends one leg: the same method, path and bytes each time; the second with its challenge and stamp. */
  send(signed?: StampedChallenge): Promise<Answer>;
  /** Reads the challenge out of a 202. @throws TransportError `ANSWER_INVALID` */
  readChallenge(answer: Answer): Challenge;
  /** Checks and stamps a payload; what it throws ends the action unsigned. */
  stamp(challenge: Challenge): Promise<string>;
  /** Checks the shape of the answer that did the action; one that throws is no success, and what it was about is looked up. */
  readOutcome?(answer: Answer): unknown;
  /** Notes a phase before anything is sent in it, so that a reload finds it. */
  remember?(phase: SignedRetryPhase, challenge?: Challenge): Promise<void>;
  /** Asked before a stamp is sent. An error says that another attempt at the same action has sent one, whose outcome isn't known. */
  claim?(challenge: Challenge): Promise<Error | undefined>;
  /** Reads from the service whether the action was done. Absent where that can't be read. */
  lookUp?(): Promise<Finding>;
  /** The payload, where it is known ahead and no first leg asks for it. */
  readonly challenge?: Challenge;
  /** Whether the service may do the action on the first leg, without a signature. */
  readonly firstLegCommits?: boolean;
  /** Whether an earlier run of this action got as far as sending a stamp. */
  readonly resumed?: boolean;
  /** The service's time, epoch ms; null when it isn't known yet. */
  serviceTime(): number | null;
  /** What to say when the outcome stays unknown. */
  readonly unknown: { readonly message: string; readonly nextStep: 'retry' | 'restart' };
  readonly errors?: ToErrorOptions;
}

/** A challenge with the stamp over its payload. */
export interface StampedChallenge {
  readonly challenge: Challenge;
  readonly stamp: string;
}

/**
 * Runs a signed action to its end and resolves with the answer that did it.
 *
 * An action that may have been done is looked up before it is sent again, once; an expired challenge is asked for again, once.
 *
 * @throws TransportError `REFUSED`, `RATE_LIMITED`, `SERVICE_FAILED`, `NETWORK_FAILED`, `TIMED_OUT` or `ANSWER_INVALID` when nothing
 * was done, `CHALLENGE_EXPIRED`, `OUTCOME_UNKNOWN` when nobody can tell; whatever `stamp` throws.
 */
export async function signedRetry(action: SignedAction): Promise<Answer> {
  let phase: SignedRetryPhase = action.resumed === true ? 'uncertain' : 'asking';
  let challenge: Challenge | undefined;
  let stamped: StampedChallenge | undefined;
  let answer: Answer | undefined;
  let failure: unknown;
  let renewed = false;
  let isLastLook = false;

  const send = async (): Promise<SignedRetryEvent> => {
    const asking = phase === 'asking';
    const fault = asking && action.firstLegCommits !== true ? 'failure' : 'fault';
    try {
      answer = await action.send(asking ? undefined : stamped);
      const verdict = judge(answer);
      if (verdict === 'success' && asking && answer.status === 202) {
        challenge = action.readChallenge(answer);
        return 'challenge';
      }
      if (verdict === 'success' && asking && action.firstLegCommits !== true) {
        failure = new TransportError(
          'ANSWER_INVALID',
          'The service did not ask for the signature that this action needs.',
          {
            nextStep: 'retry',
            status: answer.status,
          },
        );
        return 'failure';
      }
      if (verdict === 'success') {
        if (!asking && isChallenge(action, answer))
          throw invalidAnswer('it asks for the signature again', answer.status);
        action.readOutcome?.(answer);
        return 'success';
      }
      failure = toError(answer, action.errors);
      return verdict === 'fault' ? fault : verdict;
    } catch (cause) {
      failure = cause;
      return fault;
    }
  };

  const sign = async (current: Challenge): Promise<SignedRetryEvent> => {
    try {
      stamped = { challenge: current, stamp: await action.stamp(current) };
    } catch (cause) {
      failure = cause;
      return 'veto';
    }
    const time = action.serviceTime();
    if (time === null || time < current.expiresAt) {
      const ahead = await action.claim?.(current);
      if (ahead === undefined) return 'stamp';
      failure = ahead;
      isLastLook = true;
      return 'overtaken';
    }
    failure = new TransportError(
      'CHALLENGE_EXPIRED',
      'What was to be signed has expired, and nothing was done. Start again.',
      {
        nextStep: 'restart',
      },
    );
    if (renewed || action.challenge !== undefined) return 'veto';
    renewed = true;
    return 'expiry';
  };

  const find = async (): Promise<SignedRetryEvent> => {
    const finding = await lookUp(action);
    if (finding.found === 'done') {
      answer = finding.answer;
      return 'found-done';
    }
    if (finding.found === 'nothing') return 'found-nothing';
    if (finding.found === 'refused') failure = finding.error;
    if (finding.found === 'refused' || isLastLook) return 'failure';
    isLastLook = true;
    return 'found-undone';
  };

  const happen = async (): Promise<SignedRetryEvent> => {
    if (phase === 'challenged') return sign(challenge as Challenge);
    if (phase === 'uncertain') return find();
    if (phase === 'committing' || action.challenge === undefined) return send();
    challenge = action.challenge;
    return 'challenge';
  };

  await action.remember?.(phase);
  while (phase !== 'done' && phase !== 'refused' && phase !== 'lost') {
    const event = await happen();
    const next: SignedRetryPhase | undefined = signedRetryMoves[phase][event];
    if (next === undefined) throw new Error(`The signed retry has no move for ${event} while ${phase}.`);
    phase = next;
    await action.remember?.(phase, challenge);
  }
  if (phase === 'done') return answer as Answer;
  if (phase === 'refused') throw failure;
  throw new TransportError('OUTCOME_UNKNOWN', action.unknown.message, {
    nextStep: action.unknown.nextStep,
    cause: failure,
  });
}

/** Whether an answer asks for a signature: what sent it has not seen the one that was there. */
function isChallenge(action: SignedAction, answer: Answer): boolean {
  if (answer.status !== 202) return false;
  try {
    return action.readChallenge(answer).payloadToSign !== '';
  } catch {
    return false;
  }
}

async function lookUp(action: SignedAction): Promise<Finding> {
  try {
    return (await action.lookUp?.()) ?? { found: 'nothing' };
  } catch {
    // What couldn't be read stays unknown; the caller hears of that, not of the failed reading.
    return { found: 'nothing' };
  }
}
