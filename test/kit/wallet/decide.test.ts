import { expect, test } from 'vitest';
import { decide } from '../../../src/kit/wallet/run/decide.ts';

/** The table of docs/reliability.md, an action: what an answer, its status, what else was sent, and the service's state come to. */
const table = `
  refusal   | 400       | only stamp      | not asked | refused
  refusal   | 400       | second sending  | not asked | look
  refusal   | 400       | older marker    | not asked | look
  refusal   | 400       | second sending  | undone    | unknown
  refusal   | 400       | older marker    | undone    | unknown
  end-state | 401       | only stamp      | not asked | look
  end-state | 404       | only stamp      | done      | done
  end-state | 409       | only stamp      | over      | over
  end-state | 401       | only stamp      | undone    | refused
  end-state | 404       | only stamp      | undone    | refused
  end-state | 409       | only stamp      | unread    | unknown
  end-state | 409       | second sending  | undone    | unknown
  end-state | 409       | older marker    | undone    | unknown
  unclear   |           | only stamp      | not asked | look
  unclear   |           | only stamp      | done      | done
  unclear   |           | only stamp      | over      | over
  unclear   |           | only stamp      | undone    | again
  unclear   | 503       | only stamp      | undone    | again
  unclear   | 503       | older marker    | undone    | again
  unclear   | 503       | second sending  | undone    | unknown
  unclear   | 429       | only stamp      | undone    | unknown
  unclear   | timed-out | only stamp      | undone    | unknown
  unclear   | 503       | only stamp      | unread    | unknown
  unclear   | 503       | its time is over | undone   | refused
  end-state | 409       | its time is over | undone   | refused
  refusal   | 400       | its time is over | undone   | refused
  unclear   | 503       | its time is over | unread   | unknown
  unclear   | 503       | its time is over | done     | done
`;

const facts = {
  'only stamp': { isOnly: true, isResent: false, isLate: false },
  'second sending': { isOnly: false, isResent: true, isLate: false },
  'older marker': { isOnly: false, isResent: false, isLate: false },
  'its time is over': { isOnly: false, isResent: true, isLate: true },
};

const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows)('%s %s of %s, and the service says %s: %s', (verdict, status = '', sent, found, decision) => {
  const finding = found === 'not asked' ? undefined : found;
  const given = [verdict, Number(status) || status || undefined, finding, facts[sent as keyof typeof facts]];
  expect(decide(...(given as Parameters<typeof decide>))).toBe(decision);
});
