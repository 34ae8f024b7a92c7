import { expect, test } from 'vitest';
import { decide, type Answered } from '../../../src/kit/wallet/run/decide.ts';

/**
 * The table of docs/reliability.md, an action: an answer, its status, who stamped and what else was sent; then what an
 * undone action is, and whether the list of sessions is asked. `no end state`: of a sign-in and a refresh.
 */
const table = `
  refusal   | 400       | by the session | the only one   | end state    | refused
  refusal   | 401       | by the session | the only one   | end state    | refused
  refusal   | 400       | by the session | second sending | end state    | unknown
  refusal   | 400       | by the session | older marker   | end state    | unknown
  end-state | 401       | by the session | the only one   | end state    | refused, sessions
  end-state | 401       | by another key | the only one   | end state    | refused, -
  end-state | 404       | by the session | the only one   | end state    | refused, -
  end-state | 409       | by the session | the only one   | end state    | refused, -
  end-state | 401       | by the session | second sending | end state    | unknown, sessions
  end-state | 401       | by the session | older marker   | end state    | unknown, sessions
  end-state | 404       | by the session | older marker   | end state    | unknown, -
  end-state | 409       | by the session | second sending | end state    | unknown, -
  end-state | 401       | by the session | the only one   | no end state | refused
  end-state | 404       | by another key | the only one   | no end state | refused
  end-state | 409       | by the session | the only one   | no end state | refused, -
  end-state | 401       | by the session | second sending | no end state | unknown, -
  unclear   |           | by the session | the only one   | end state    | again, -
  unclear   | 503       | by the session | the only one   | no end state | again, -
  unclear   | 503       | by the session | older marker   | end state    | again, -
  unclear   | 503       | by the session | second sending | end state    | unknown, -
  unclear   | 429       | by the session | the only one   | end state    | unknown, -
  unclear   | timed-out | by the session | the only one   | end state    | unknown, -
  unclear   | 401       | by the session | the only one   | end state    | again, -
`;

const sent = {
  'the only one': { isOnly: true, isResent: false },
  'second sending': { isOnly: false, isResent: true },
  'older marker': { isOnly: false, isResent: false },
};

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows)('%s %s to a request stamped %s, %s, of an action with %s: %s', (...row) => {
  const [verdict, status = '', key, requests, state, follows = ''] = row;
  const answered = {
    verdict: verdict as Answered['verdict'],
    status: (Number(status) || status || undefined) as Answered['status'],
    isStamped: key === 'by the session',
  };
  const decision = decide(answered, sent[requests as keyof typeof sent], state === 'end state');
  const [undone, sessions] = follows.split(', ');
  const expected =
    sessions === undefined && undone === 'refused' ? 'refused' : { undone, asksSessions: sessions === 'sessions' };
  expect(decision).toEqual(expected);
});
