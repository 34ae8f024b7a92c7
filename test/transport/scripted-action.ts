/** A signed action whose answers come from a script, and that fails on a request that is not in it. */
import {
  runAction as runUntold,
  TransportError,
  type ActionPhase,
  type Answer,
  type Finding,
  type SignedAction,
} from '../../src/transport/index.ts';
import { readInstant } from '../../src/clock.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { createTold } from '../told/told.ts';

/** An answer as the transport reads it. */
export const answer = (status: number, body?: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  body,
  empty: body === undefined,
  date: null,
  retryAfter: null,
  notForwarded: false,
  isMisconfigured: false,
  startedAt: { wall: 0, monotonic: 0 },
  ...more,
});

export const challenged = answer(202, { payloadToSign: 'payload' });
export const done = answer(200, { done: true });
export const refused = (code: string, status = 400, more: Partial<Answer> = {}): Answer =>
  answer(status, { status, code, message: 'No.' }, more);
export const lost = new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' });

/** What the service is found to say, one after another. */
export const found = (...findings: Finding<unknown>[]) => {
  const left = [...findings];
  return () => {
    const next = left.shift();
    return next === undefined ? Promise.reject(new Error('one look-up too many')) : Promise.resolve(next);
  };
};

/** Makes an action that answers its requests from a script. */
export function scripted(script: readonly (Answer | Error)[], overrides: Partial<SignedAction<unknown>> = {}) {
  const sent: string[] = [];
  const ends: ActionPhase[] = [];
  const steps = [...script];
  let keys = 0;
  const action: SignedAction<unknown> = {
    mayCommitUnsigned: false,
    acceptsUnsigned: false,
    goneIsConflict: false,
    expiredAhead: false,
    mayWait: true,
    notes: {
      open: () => Promise.resolve('fresh'),
      claim: () => Promise.resolve(true),
      settle: (end) => Promise.resolve(ends.push(end) > 0),
    },
    alone: (run) => run(),
    hold: (_, run) => run(),
    send(stamped) {
      sent.push(stamped === undefined ? 'ask' : `${stamped.stamp} ${stamped.challenge.requestId ?? '-'}`);
      const step = steps.shift();
      if (step === undefined) throw new Error('a request that the script does not expect');
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
    },
    readChallenge: () => ({ payloadToSign: 'payload', requestId: `Request:${sent.length}`, expiresAt: 1_000 }),
    approve: () => Promise.resolve(),
    checkSigner: () => Promise.resolve(),
    stamp: (challenge) => {
      keys += 1;
      return Promise.resolve({ challenge, stamp: `stamp ${keys}`, sessionId: `Session:${keys}` });
    },
    readOutcome: ({ body }) => body,
    throwIfAbandoned: () => undefined,
    serviceTime: () => 0,
    unknown: (cause) => new TransportError('OUTCOME_UNKNOWN', 'Unknown.', { nextStep: 'retry', cause }),
    busy: () => new Error('busy'),
    ...overrides,
  };
  return { action, sent, ends, left: steps };
}

/** Runs an action, and tells of it what a wallet tells. */
export function runAction<Outcome>(action: SignedAction<Outcome>): Promise<Outcome> {
  const clock = createFixedClock({ now: 0 });
  const { note, tell } = createTold(clock);
  const request = { method: 'POST', path: '/actions' } as const;
  const onStep: SignedAction<Outcome>['onStep'] = (_, phase, outcome) =>
    note({ step: 'transition', request, intent: 'custom', phase, outcome, since: readInstant(clock) });
  return tell('signedRetry', runUntold({ ...action, onStep }));
}

/** What an action rejects with. */
export async function failureOf(action: SignedAction<unknown>): Promise<TransportError> {
  const outcome = await runAction(action).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error('it must reject');
  return outcome.error as TransportError;
}
