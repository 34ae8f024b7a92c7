import { describe, expect, test } from 'vitest';
import { TransportError, type Answer, type Finding } from '../../src/transport/index.ts';
import { answer, challenged, done, failureOf, found, lost, refused, runAction, scripted } from './scripted-action.ts';

const body = done.body;
const isDone: Finding<unknown> = { found: 'done', outcome: body };
const html = answer(200, undefined, { empty: false });
const throttled = refused('RATE_LIMITED', 429, { retryAfter: 7 });
const failed = refused('INTERNAL_ERROR', 500);
const unrouted = refused('RELAY_ROUTE_NOT_FOUND', 404, { notForwarded: true, isMisconfigured: true });

describe('a signed action', () => {
  test('asks, stamps the payload, and sends the stamp with the request id of its challenge', async () => {
    const { action, sent, ends } = scripted([challenged, done]);
    expect(await runAction(action)).toBe(body);
    expect(sent).toEqual(['ask', 'stamp 1 Request:1']);
    expect(ends).toEqual(['done']);
  });

  test('with a payload known ahead sends no first request', async () => {
    const challenge = { payloadToSign: 'quote', expiresAt: 1_000 };
    const { action, sent } = scripted([done], { challenge });
    await runAction(action);
    expect(sent).toEqual(['stamp 1 -']);
  });

  test.each<[string, (Answer | Error)[], string, string]>([
    ['a refusal of the first request', [refused('INVALID_INPUT')], 'REFUSED', 'fix-input'],
    ['a network lost before the first answer', [lost], 'NETWORK_FAILED', 'retry'],
    ['HTML in place of the challenge', [html], 'ANSWER_INVALID', 'retry'],
    ['a 500 on the first request', [failed], 'SERVICE_FAILED', 'retry'],
    ['too many requests', [throttled], 'RATE_LIMITED', 'retry'],
    ['a conflict of the first request', [refused('CONFLICT', 409)], 'REFUSED', 'restart'],
    ['a refusal of the only stamp', [challenged, refused('FORBIDDEN', 403)], 'REFUSED', 'unsupported'],
    ['a key refused for the only stamp', [challenged, refused('INVALID_SIGNATURE', 401)], 'REFUSED', 'reauthenticate'],
    [
      'too many requests that the relay did not forward',
      [challenged, { ...throttled, notForwarded: true }],
      'RATE_LIMITED',
      'retry',
    ],
    [
      'a relay that did not forward the stamp',
      [challenged, { ...failed, notForwarded: true }],
      'SERVICE_FAILED',
      'retry',
    ],
    ['a relay that has no such route', [unrouted], 'REFUSED', 'configure'],
    ['a relay that has no such route any more', [challenged, unrouted], 'REFUSED', 'configure'],
    ['success without a signature where one is needed', [done], 'ANSWER_INVALID', 'retry'],
  ])('%s ends it with nothing done', async (_, script, code, nextStep) => {
    const { action, ends, left } = scripted(script, { goneIsConflict: 'always' });
    expect(await failureOf(action)).toMatchObject({ name: 'TransportError', code, nextStep });
    expect(ends).toEqual(['refused']);
    expect(left).toEqual([]);
  });

  test.each<[string, Answer | Error]>([
    ['the network', lost],
    ['an abort', new DOMException('aborted', 'AbortError')],
    ['a 500', failed],
    ['a 408', refused('REQUEST_TIMEOUT', 408)],
    ['a 425', refused('TOO_EARLY', 425)],
    ['a truncated body', html],
    ['a refusal that is not of the service', answer(403, undefined, { empty: false })],
  ])(
    'whose answer is lost to %s after the stamp stays unknown until the service has said what came of it',
    async (_, fault) => {
      const known = scripted([challenged, fault], { lookUp: found(isDone) });
      expect(await runAction(known.action)).toBe(body);
      expect(known.sent).toHaveLength(2);

      const late = scripted([challenged, fault, fault], { lookUp: found({ found: 'undone' }, { found: 'undone' }) });
      expect(await failureOf(late.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(late.ends).toEqual(['unknown']);
      expect(late.sent).toHaveLength(3);

      const unread = scripted([challenged, fault], { lookUp: () => Promise.reject(lost) });
      expect(await failureOf(unread.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(unread.ends).toEqual(['unknown']);
    },
  );

  test('found undone is sent again with the same stamp, once, so that its request id protects it', async () => {
    const { action, sent } = scripted([challenged, lost, done], { lookUp: found({ found: 'undone' }) });
    expect(await runAction(action)).toBe(body);
    expect(sent).toEqual(['ask', 'stamp 1 Request:1', 'stamp 1 Request:1']);
  });

  test('answered with too many requests after the stamp is not sent again, and says how long to wait', async () => {
    const { action, left } = scripted([challenged, throttled], { lookUp: found({ found: 'undone' }) });
    expect(await failureOf(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { retryAfter: 7 } });
    expect(left).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['a refusal', refused('FORBIDDEN', 403)],
    ['a key refused', refused('WALLET_SIGNATURE_INVALID', 401)],
    ['a conflict', refused('CONFLICT', 409)],
  ])('sent twice is not ended by %s of the second, but by the end state', async (_, second) => {
    const settled = scripted([challenged, lost, second], { lookUp: found({ found: 'undone' }, isDone) });
    expect(await runAction(settled.action)).toBe(body);
    const open = scripted([challenged, lost, second], { lookUp: found({ found: 'undone' }, { found: 'undone' }) });
    expect(await failureOf(open.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(open.ends).toEqual(['unknown']);
  });

  test('whose conflict can not be looked up is unknown, and with another end state refused', async () => {
    const conflict = refused('QUOTE_EXPIRED', 409);
    const unread = scripted([challenged, conflict], { lookUp: () => Promise.reject(lost) });
    expect(await failureOf(unread.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const undone = scripted([challenged, conflict], { lookUp: found({ found: 'undone' }) });
    expect(await failureOf(undone.action)).toMatchObject({ code: 'REFUSED', platformCode: 'QUOTE_EXPIRED' });
    const unstamped = scripted([conflict], { lookUp: () => Promise.reject(lost) });
    expect(await failureOf(unstamped.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    const already = scripted([conflict], { lookUp: found(isDone) });
    expect(await runAction(already.action)).toBe(body);
  });

  test('found over rejects with the reason that was found', async () => {
    const error = new Error('expired');
    const { action, ends } = scripted([challenged, lost], { lookUp: found({ found: 'over', error }) });
    expect(await failureOf(action)).toBe(error);
    expect(ends).toEqual(['refused']);
  });

  test('that another run has left open is looked up before anything is sent, and refused by no first request', async () => {
    const resumed = { open: () => Promise.resolve('resumed' as const) };
    const notes = { ...scripted([]).action.notes, ...resumed };
    const { action, sent } = scripted([], { notes, lookUp: found(isDone) });
    expect(await runAction(action)).toBe(body);
    expect(sent).toEqual([]);

    const undone = { notes, lookUp: found({ found: 'undone' }, { found: 'undone' }) };
    const refusedAgain = scripted([refused('FORBIDDEN', 403)], undone);
    expect(await failureOf(refusedAgain.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test('that may be done without a stamp is looked up when its first request got lost', async () => {
    const may = { mayCommitUnsigned: true, acceptsUnsigned: true };
    expect(await runAction(scripted([done], may).action)).toBe(body);
    expect(await runAction(scripted([lost], { ...may, lookUp: found(isDone) }).action)).toBe(body);
    const unread = scripted([lost], may);
    expect(await failureOf(unread.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });

  test.each([
    ['the person who is asked', 'approve'],
    ['the key that is to stamp it', 'stamp'],
    ['the session that is signed out after the stamp', 'checkSigner'],
  ])('ends before the second request when it is refused by %s', async (_, step) => {
    const veto = new Error('no');
    const { action, sent, ends } = scripted([challenged], { [step]: () => Promise.reject(veto) });
    expect(await failureOf(action)).toBe(veto);
    expect(sent).toEqual(['ask']);
    expect(ends).toEqual(['refused']);
  });

  test('whose challenge expired while the person hesitated is asked for again, once', async () => {
    const times = [2_000, 0];
    const renewed = scripted([challenged, challenged, done], { serviceTime: () => times.shift() ?? 0 });
    expect(await runAction(renewed.action)).toBe(body);
    expect(renewed.sent).toEqual(['ask', 'ask', 'stamp 2 Request:2']);

    const late = scripted([challenged, challenged], { serviceTime: () => 2_000 });
    expect(await failureOf(late.action)).toMatchObject({ code: 'CHALLENGE_EXPIRED', nextStep: 'restart' });
    expect(late.sent).toEqual(['ask', 'ask']);
  });

  test('whose payload came with it and has expired is looked up, and not sent', async () => {
    const error = new Error('expired');
    const challenge = { payloadToSign: 'quote', expiresAt: 1_000 };
    const overrides = { challenge, expiredAhead: true, lookUp: found({ found: 'over', error }) };
    const { action, sent } = scripted([], overrides);
    expect(await failureOf(action)).toBe(error);
    expect(sent).toEqual([]);
  });

  test('answered with success of another shape than is due is looked up', async () => {
    const readOutcome = (): never => {
      throw new TransportError('ANSWER_INVALID', 'shape', { nextStep: 'retry' });
    };
    const { action } = scripted([challenged, answer(200, {})], { readOutcome, lookUp: found(isDone) });
    expect(await runAction(action)).toBe(body);
  });

  test.each([200, 201, 206])('is not done by an empty %i, since only 204 has nothing to say', async (status) => {
    expect(await failureOf(scripted([challenged, answer(status)]).action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(await runAction(scripted([challenged, answer(204)]).action)).toBe(undefined);
  });

  test('that is asked for its signature again after the stamp has not been seen', async () => {
    const { action } = scripted([challenged, challenged]);
    expect(await failureOf(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: { code: 'ANSWER_INVALID' } });
  });
});

describe('a stamp whose key was refused', () => {
  const badKey = refused('WALLET_SIGNATURE_INVALID', 401);

  test('is made once more with the key that the store has by now, and the person is not asked again', async () => {
    let approvals = 0;
    const approve = () => Promise.resolve(void (approvals += 1));
    const rekey = () => Promise.resolve(undefined);
    const { action, sent } = scripted([challenged, badKey, done], {
      approve,
      rekey,
      lookUp: found({ found: 'undone' }),
    });
    expect(await runAction(action)).toBe(body);
    expect(sent).toEqual(['ask', 'stamp 1 Request:1', 'stamp 2 Request:1']);
    expect(approvals).toBe(1);
  });

  test('is not made a third time', async () => {
    const rekey = () => Promise.resolve(undefined);
    const { action, left } = scripted([challenged, badKey, badKey], { rekey });
    expect(await failureOf(action)).toMatchObject({ code: 'REFUSED', status: 401 });
    expect(left).toEqual([]);
  });

  test('may have been sent twice by the network: the end state is looked at first', async () => {
    const { action } = scripted([challenged, badKey], { lookUp: found(isDone) });
    expect(await runAction(action)).toBe(body);
  });
});

test.each([
  ['and not while a person is asked', true, ['lock', 'unlock', 'ask', 'lock', 'unlock']],
  ['all through where nobody is asked', false, ['lock', 'ask', 'unlock']],
])('an action is alone while requests and look-ups run, %s', async (_, mayWait, expected) => {
  const order: string[] = [];
  const { action } = scripted([challenged, done], {
    mayWait,
    async alone(run) {
      order.push('lock');
      await run();
      order.push('unlock');
    },
    approve: () => Promise.resolve(void order.push('ask')),
  });
  await runAction(action);
  expect(order).toEqual(expected);
});

test('an action that nobody waits for any more is looked up and not sent again', async () => {
  let abandoned = false;
  const overrides = {
    throwIfAbandoned() {
      if (abandoned) throw new Error('left');
    },
    lookUp: () => {
      abandoned = true;
      return Promise.resolve({ found: 'undone' as const });
    },
  };
  const { action, sent } = scripted([challenged, lost], overrides);
  expect(await failureOf(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(sent).toEqual(['ask', 'stamp 1 Request:1']);
});

test('an action whose session was signed out meanwhile is looked up and not sent again', async () => {
  const checks = [Promise.resolve()];
  const overrides = {
    lookUp: found({ found: 'undone' }, { found: 'undone' }),
    checkSigner: () => checks.pop() ?? Promise.reject(new Error('signed out')),
  };
  const { action, sent } = scripted([challenged, lost], overrides);
  expect(await failureOf(action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(sent).toEqual(['ask', 'stamp 1 Request:1']);
});
