import { describe, expect, test } from 'vitest';
import type { Answer, Finding } from '../../src/transport/index.ts';
import { answer, challenged, done, failureOf, found, lost, refused, runAction, scripted } from './scripted-action.ts';

const body = done.body;
const isDone: Finding<unknown> = { found: 'done', outcome: body };

test.each<[string, Finding<unknown>, string | undefined]>([
  ['done is done', isDone, undefined],
  ['not yet done is not sent twice', { found: 'undone' }, 'busy'],
  ['not to be read is unknown', { found: 'nothing' }, 'Unknown.'],
])('a stamp that another tab has sent first is looked up, and what is found %s', async (_, finding, message) => {
  const notes = { ...scripted([]).action.notes, claim: () => Promise.resolve(false) };
  const { action, sent } = scripted([challenged], { notes, lookUp: found(finding) });
  if (message === undefined) expect(await runAction(action)).toBe(body);
  else expect(await failureOf(action)).toMatchObject({ message });
  expect(sent).toEqual(['ask']);
});

describe('a first request that fails while another tab sends a stamp for the same action', () => {
  const taken = { ...scripted([]).action.notes, settle: () => Promise.resolve(false) };

  test.each<[string, Answer | Error]>([
    ['gets lost', lost],
    ['is throttled', answer(429)],
    ['meets a broken service', answer(503)],
    ['is refused', refused('FORBIDDEN', 403)],
    ['finds nothing', refused('NOT_FOUND', 404)],
  ])('and %s: the end state decides', async (_, first) => {
    const settled = scripted([first], { notes: taken, lookUp: found(isDone) });
    expect(await runAction(settled.action)).toBe(body);
    const undone = scripted([first], { notes: taken, lookUp: found({ found: 'undone' }) });
    expect(await failureOf(undone.action)).toMatchObject({ message: 'busy' });
    const unread = scripted([first], { notes: taken, lookUp: () => Promise.reject(lost) });
    expect(await failureOf(unread.action)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    for (const { sent } of [settled, undone, unread]) expect(sent).toEqual(['ask']);
  });

  test('and a person who says no is told so, whatever that tab does', async () => {
    const no = new Error('no');
    const { action } = scripted([challenged], { notes: taken, approve: () => Promise.reject(no) });
    expect(await failureOf(action)).toBe(no);
  });
});
