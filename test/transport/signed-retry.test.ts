import { describe, expect, test } from 'vitest';
import {
  signedRetry,
  signedRetryMoves,
  TransportError,
  type Answer,
  type Challenge,
  type Finding,
  type SignedAction,
  type SignedRetryPhase,
} from '../../src/transport/index.ts';

const answer = (status: number, body?: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  body,
  empty: body === undefined,
  date: null,
  retryAfter: null,
  startedAt: { wall: 0, monotonic: 0 },
  ...more,
});
const challenged = answer(202, { payload: 'payload' });
const done = answer(200, { done: true });
const refused = (code: string, status = 400): Answer => answer(status, { status, code, message: 'No.' });
const html = answer(200, undefined, { empty: false });
const lost = new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' });

/** An action that answers its legs from a script, and fails on a request that is not in it. */
function scripted(script: readonly (Answer | Error)[], overrides: Partial<SignedAction> = {}) {
  const legs: string[] = [];
  const phases: SignedRetryPhase[] = [];
  const steps = [...script];
  const action: SignedAction = {
    send(signed) {
      legs.push(signed === undefined ? 'ask' : `${signed.stamp} ${signed.challenge.requestId ?? '-'}`);
      const step = steps.shift();
      if (step === undefined) throw new Error('a leg that the script does not expect');
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
    },
    readChallenge: () => ({ payloadToSign: 'payload', requestId: `Request:${legs.length}`, expiresAt: 1_000 }),
    stamp: ({ payloadToSign }) => Promise.resolve(`stamp(${payloadToSign})`),
    remember: (phase) => {
      phases.push(phase);
      return Promise.resolve();
    },
    serviceTime: () => 0,
    unknown: { message: 'Unknown.', nextStep: 'retry' },
    ...overrides,
  };
  return { action, legs, phases, left: steps };
}

const found = (...findings: Finding[]) => {
  const left = [...findings];
  return () => {
    const next = left.shift();
    return next === undefined ? Promise.reject(new Error('one look-up too many')) : Promise.resolve(next);
  };
};

async function failure(action: SignedAction): Promise<TransportError> {
  return (await signedRetry(action).then(
    () => expect.unreachable('it must reject'),
    (error: unknown) => error,
  )) as TransportError;
}

describe('signed retry', () => {
  test('asks, stamps the payload, and sends the stamp with the request id of its challenge', async () => {
    const { action, legs, phases } = scripted([challenged, done]);
    expect(await signedRetry(action)).toBe(done);
    expect(legs).toEqual(['ask', 'stamp(payload) Request:1']);
    expect(phases).toEqual(['asking', 'challenged', 'committing', 'done']);
  });

  test('with a payload known ahead there is no first leg', async () => {
    const challenge: Challenge = { payloadToSign: 'quote', expiresAt: 1_000 };
    const { action, legs } = scripted([done], { challenge });
    await signedRetry(action);
    expect(legs).toEqual(['stamp(quote) -']);
  });

  test.each([
    ['a refusal of the first leg', [refused('INVALID_INPUT')], 'REFUSED', 'fix-input'],
    ['a network lost before the first answer', [lost], 'NETWORK_FAILED', 'retry'],
    ['HTML in place of the challenge', [html], 'ANSWER_INVALID', 'retry'],
    [
      'a 500 on the first leg',
      [answer(500, { status: 500, code: 'INTERNAL_ERROR', message: '' })],
      'SERVICE_FAILED',
      'retry',
    ],
    [
      'too many requests',
      [answer(429, { status: 429, code: 'RATE_LIMITED', message: '' }, { retryAfter: 7 })],
      'RATE_LIMITED',
      'retry',
    ],
    ['a refusal of the stamp', [challenged, refused('WALLET_SIGNATURE_INVALID', 401)], 'REFUSED', 'reauthenticate'],
    [
      'too many requests on the second leg',
      [challenged, answer(429, undefined, { retryAfter: 3 })],
      'RATE_LIMITED',
      'retry',
    ],
    ['success without a signature where one is needed', [done], 'ANSWER_INVALID', 'retry'],
  ] as const)('%s ends it with nothing done', async (_, script, code, nextStep) => {
    const { action, phases, left } = scripted(script);
    expect(await failure(action)).toMatchObject({ name: 'TransportError', code, nextStep });
    expect(phases.at(-1)).toBe('refused');
    expect(left).toEqual([]);
  });

  test('tells the seconds to wait after too many requests', async () => {
    const { action } = scripted([answer(429, { status: 429, code: 'RATE_LIMITED', message: '' }, { retryAfter: 7 })]);
    expect(await failure(action)).toMatchObject({ retryAfter: 7, platformCode: 'RATE_LIMITED', status: 429 });
  });

  test.each([
    ['the network', lost],
    ['a 500', answer(500, { status: 500, code: 'INTERNAL_ERROR', message: '' })],
    ['a truncated body', html],
    ['a refusal that is not of the service', answer(403, undefined, { empty: false })],
  ])('an answer lost to %s after the stamp is looked up, and a success is no failure', async (_, fault) => {
    const { action, legs, phases } = scripted([challenged, fault], { lookUp: found({ found: 'done', answer: done }) });
    expect(await signedRetry(action)).toBe(done);
    expect(legs).toHaveLength(2);
    expect(phases).toEqual(['asking', 'challenged', 'committing', 'uncertain', 'done']);
  });

  test('an action found undone is asked for and stamped anew, once', async () => {
    const { action, legs } = scripted([challenged, lost, challenged, done], { lookUp: found({ found: 'undone' }) });
    expect(await signedRetry(action)).toBe(done);
    expect(legs).toEqual(['ask', 'stamp(payload) Request:1', 'ask', 'stamp(payload) Request:3']);
  });

  test('an action found undone twice is given up with the fault that ended it', async () => {
    const { action } = scripted([challenged, lost, challenged, lost], {
      lookUp: found({ found: 'undone' }, { found: 'undone' }),
    });
    expect(await failure(action)).toBe(lost);
  });

  test('an action found refused rejects with the reason that was found', async () => {
    const error = new Error('expired');
    const { action, phases } = scripted([challenged, lost], { lookUp: found({ found: 'refused', error }) });
    expect(await failure(action)).toBe(error);
    expect(phases.at(-1)).toBe('refused');
  });

  test.each([
    ['there is no way to look it up', {}],
    ['the look-up fails too', { lookUp: () => Promise.reject(lost) }],
    ['the look-up finds nothing', { lookUp: found({ found: 'nothing' }) }],
  ])('the outcome is unknown when %s', async (_, overrides) => {
    const { action, phases } = scripted([challenged, lost], overrides);
    expect(await failure(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN', nextStep: 'retry', cause: lost });
    expect(phases.at(-1)).toBe('lost');
  });

  test('a resumed action is looked up before anything is sent', async () => {
    const { action, legs } = scripted([], { resumed: true, lookUp: found({ found: 'done', answer: done }) });
    expect(await signedRetry(action)).toBe(done);
    expect(legs).toEqual([]);
  });

  test('a first leg that can do the action by itself counts as done, and is looked up when lost', async () => {
    expect(await signedRetry(scripted([done], { firstLegCommits: true }).action)).toBe(done);
    const { action } = scripted([lost], { firstLegCommits: true, lookUp: found({ found: 'done', answer: done }) });
    expect(await signedRetry(action)).toBe(done);
  });

  test('what refuses the stamp ends it before the second leg', async () => {
    const veto = new Error('no');
    const { action, legs, phases } = scripted([challenged], { stamp: () => Promise.reject(veto) });
    expect(await failure(action)).toBe(veto);
    expect(legs).toEqual(['ask']);
    expect(phases).toEqual(['asking', 'challenged', 'refused']);
  });

  test('a challenge that expired while the person hesitated is asked for again, once', async () => {
    const times = [2_000, 0];
    const renewed = scripted([challenged, challenged, done], { serviceTime: () => times.shift() ?? 0 });
    expect(await signedRetry(renewed.action)).toBe(done);
    expect(renewed.legs).toEqual(['ask', 'ask', 'stamp(payload) Request:2']);

    const late = scripted([challenged, challenged], { serviceTime: () => 2_000 });
    expect(await failure(late.action)).toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    expect(late.legs).toEqual(['ask', 'ask']);
  });

  test('an expired payload that came with a quote is not sent', async () => {
    const { action, legs } = scripted([], {
      challenge: { payloadToSign: 'quote', expiresAt: 1_000 },
      serviceTime: () => 1_000,
    });
    expect(await failure(action)).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
    expect(legs).toEqual([]);
  });

  test('success of another shape than is due is no success: it is looked up', async () => {
    const readOutcome = (): never => {
      throw new TransportError('ANSWER_INVALID', 'shape', { nextStep: 'retry' });
    };
    const script = [challenged, answer(200, {})];
    const { action, phases } = scripted(script, { readOutcome, lookUp: found({ found: 'done', answer: done }) });
    expect(await signedRetry(action)).toBe(done);
    expect(phases).toEqual(['asking', 'challenged', 'committing', 'uncertain', 'done']);
  });

  test.each([200, 201, 206])('an empty %i is no success, since only 204 has nothing to say', async (status) => {
    const { action } = scripted([challenged, answer(status)]);
    expect(await failure(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const empty = scripted([challenged, answer(204)]);
    expect(await signedRetry(empty.action)).toMatchObject({ status: 204 });
  });

  test('a service that asks again after the stamp has not seen it', async () => {
    const { action } = scripted([challenged, challenged]);
    expect(await failure(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'ANSWER_INVALID' } });
  });

  test.each<[string, Finding, string | undefined]>([
    ['done is done', { found: 'done', answer: done }, undefined],
    ['not yet done is not sent twice', { found: 'undone' }, 'ahead'],
    ['not to be read is unknown', { found: 'nothing' }, 'Unknown.'],
  ])('a stamp that another tab has sent first is looked up, and what is found %s', async (_, finding, message) => {
    const ahead = new Error('ahead');
    const overrides = { claim: () => Promise.resolve(ahead), lookUp: found(finding) };
    const { action, legs } = scripted([challenged], overrides);
    if (message === undefined) expect(await signedRetry(action)).toBe(done);
    else expect(await failure(action)).toMatchObject({ message });
    expect(legs).toEqual(['ask']);
  });

  test('every phase of the table can be reached, and those that end it have no way out', () => {
    const reached = new Set(Object.values(signedRetryMoves).flatMap((moves) => Object.values(moves)));
    for (const phase of Object.keys(signedRetryMoves)) expect([...reached]).toContain(phase);
    for (const end of ['done', 'refused', 'lost'] as const) expect(signedRetryMoves[end]).toEqual({});
  });
});
