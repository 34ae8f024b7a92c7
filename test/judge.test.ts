import { describe, expect, test } from 'vitest';
import {
  findStale,
  findUninvited,
  findViolations,
  isUnheard,
  type Pressed,
  type Seen,
  type Stamped,
  type Visited,
} from './judge.ts';

const pay = 'POST /quotes/Quote:1/execute';
const freeze = 'PATCH /cards/Card:1 FROZEN';
const unfreeze = 'PATCH /cards/Card:1 ACTIVE';

const pressed = (intent: string, [from, at]: readonly [number, number], told: string, tab = 1): Pressed => ({
  tab,
  intent,
  from,
  at,
  told,
});
const done = (intent: string, [sentAt, doneAt]: readonly [number, number], tab = 1): Stamped => ({
  tab,
  intent,
  sentAt,
  stampedAt: sentAt,
  doneAt,
});
const signedOut = pressed('sign-out', [0, 100], 'done');
const frozenLater = [pressed(freeze, [2_900, 3_100], 'done', 2), done(freeze, [3_000, 3_050], 2)] as const;

type Case = readonly [what: string, presses: readonly Pressed[], stamped: readonly Stamped[], wrong?: string];
const cases: readonly Case[] = [
  ['a payment that was made and told', [pressed(pay, [0, 100], 'done')], [done(pay, [10, 50])]],
  [
    'two payments of one quote',
    [pressed(pay, [0, 100], 'done')],
    [done(pay, [10, 50]), done(pay, [60, 90])],
    'was done 2 times',
  ],
  [
    'a state that is asked for again after its outcome was known',
    [pressed(freeze, [0, 100], 'done'), pressed(freeze, [200, 300], 'done')],
    [done(freeze, [10, 50]), done(freeze, [210, 250])],
  ],
  [
    'a state that another tab asks for again while its outcome is open',
    [pressed(freeze, [0, 100], 'done'), pressed(freeze, [90, 300], 'done', 2)],
    [done(freeze, [10, 50]), done(freeze, [210, 250], 2)],
    'was done 2 times',
  ],
  [
    'a state that is asked for again while its outcome is unknown',
    [pressed(freeze, [0, 100], 'OUTCOME_UNKNOWN'), pressed(freeze, [200, 300], 'done')],
    [done(freeze, [10, 50]), done(freeze, [210, 250])],
    'was done 2 times',
  ],
  [
    'a state that is asked for again after another was',
    [
      pressed(freeze, [0, 100], 'OUTCOME_UNKNOWN'),
      pressed(unfreeze, [55, 160], 'done'),
      pressed(freeze, [200, 300], 'done'),
    ],
    [done(freeze, [10, 50]), done(unfreeze, [60, 150]), done(freeze, [210, 250])],
  ],
  ...['REFUSED', 'QUOTE_EXPIRED', 'SERVICE_FAILED', 'AbortError'].flatMap((code): Case[] =>
    [50, 5_000].map((at) => [
      `${code} of a payment that is made at ${at}`,
      [pressed(pay, [0, 100], code)],
      [done(pay, [10, at])],
      'and it was done',
    ]),
  ),
  [
    'an expired quote that was paid before',
    [pressed(pay, [60, 100], 'QUOTE_EXPIRED', 2)],
    [done(pay, [10, 50])],
    'done',
  ],
  ['an unknown outcome', [pressed(pay, [0, 100], 'OUTCOME_UNKNOWN')], [done(pay, [10, 5_000])]],
  [
    'a caller that gave up while another tab pays',
    [pressed(pay, [0, 100], 'AbortError', 1), pressed(pay, [0, 300], 'done', 2)],
    [done(pay, [10, 200], 2)],
  ],
  ['success of what was not done', [pressed(pay, [0, 100], 'done')], [], 'and it was not'],
  ["an error that is none of the kit's", [pressed(pay, [0, 100], 'TypeError')], [], 'no error of the kit'],
  ['a stamp after a sign-out', [signedOut, frozenLater[0]], [frozenLater[1]], 'tab 2 signed PATCH /cards/Card:1'],
  [
    'a stamp after a sign-out and the next sign-in',
    [signedOut, pressed('sign-in', [1_000, 1_500], 'done'), frozenLater[0]],
    [frozenLater[1]],
  ],
  [
    'a stamp for what was pressed before the sign-out, after the next sign-in',
    [pressed(freeze, [-10, 3_100], 'done', 2), signedOut, pressed('sign-in', [1_000, 1_500], 'done')],
    [frozenLater[1]],
    'tab 2 signed',
  ],
  [
    'a request that was stamped before the sign-out',
    [signedOut, frozenLater[0]],
    [{ ...frozenLater[1], stampedAt: 50 }],
  ],
];

const judged = (seen: Partial<Seen>): readonly string[] =>
  findViolations({
    isAlone: false,
    presses: [],
    stamped: [],
    signedIn: [],
    ended: [],
    isOld: false,
    isSetBack: false,
    mayBeSo: (intent) => intent.startsWith('PATCH '),
    ...seen,
  });

describe('the judge', () => {
  test.each(cases.map(([what, ...given]) => ({ what, given })))(
    'knows $what',
    ({ given: [presses, stamped, wrong] }) => {
      expect(judged({ presses, stamped })).toEqual(wrong === undefined ? [] : [expect.stringContaining(wrong)]);
    },
  );

  test('refuses a tab that is signed in after the sign-out, and allows it after the next sign-in', () => {
    expect(judged({ presses: [signedOut], signedIn: [2] })).toEqual(['tab 2 is signed in after the sign-out']);
    expect(judged({ presses: [signedOut, pressed('sign-in', [200, 300], 'done')], signedIn: [2] })).toEqual([]);
  });

  test.each<[wrong: boolean, reason: string, seen: Partial<Seen>]>([
    [true, 'expired', {}],
    [false, 'expired', { isOld: true }],
    [false, 'expired', { isSetBack: true }],
    [true, 'expired', { isSetBack: true, isAlone: true }],
    [true, 'storage-lost', { isOld: true }],
    [true, 'signed-out', {}],
    [false, 'signed-out', { presses: [signedOut] }],
    [false, 'revoked', {}],
  ])('says %s to the end of a session that is %s: %j', (isWrong, reason, seen) => {
    const ended = [{ tab: 1, reason }];
    expect(judged({ ...seen, ended })).toEqual(isWrong ? [`the session of tab 1 has ended: ${reason}`] : []);
  });
});

test('a change is unheard whose press ended before it, or with its page, and so is one of a press that knows nothing', () => {
  const isUnheardAfter = (at: number, told: string): boolean =>
    isUnheard({ presses: [pressed(freeze, [0, at], told)], stamped: [done(freeze, [10, 50])] }, 0);
  expect([isUnheardAfter(100, 'done'), isUnheardAfter(100, 'OUTCOME_UNKNOWN')]).toEqual([false, false]);
  expect([isUnheardAfter(40, 'OUTCOME_UNKNOWN'), isUnheardAfter(100, 'gone')]).toEqual([true, true]);
  expect(isUnheard({ presses: [], stamped: [done(freeze, [10, 50])] }, 60)).toBe(false);
});

test('an element is stale that shows another state than the card has, or none', () => {
  const shown = new Map([
    [1, 'FROZEN'],
    [2, 'ACTIVE'],
    [3, undefined],
  ]);
  expect(findStale(shown, 'FROZEN')).toEqual([
    'tab 2 shows the card as ACTIVE, and it is FROZEN',
    'tab 3 shows the card as nothing, and it is FROZEN',
  ]);
});

test('nothing is invited between a log-out and the next visit, and no session that was begun before it', () => {
  const visits = (sentAt: number, askedAt: number): Visited => ({
    logIns: [0, 200],
    logOuts: [100],
    admitted: [{ tab: 1, what: 'GET /cards', sentAt }],
    sessions: [{ tab: 2, id: 'Session:1', askedAt }],
  });
  for (const sentAt of [90, 210]) expect(findUninvited(visits(sentAt, 210))).toEqual([]);
  expect(findUninvited(visits(150, 90))).toEqual([
    'tab 1 was let in without a visit: GET /cards',
    'tab 2 shows Session:1 of a visit that has ended',
  ]);
});
