import { describe, expect, test } from 'vitest';
import { adoptSession, beginSignIn } from '../../../src/kit/session/adopt.ts';
import type { Locks } from '../../../src/kit/session/index.ts';
import { intents } from '../../../src/kit/wallet/payload/activities.ts';
import type { Intent, RequestToSign } from '../../../src/kit/wallet/payload/intent.ts';
import type { Finding } from '../../../src/kit/wallet/run/decide.ts';
import { createPageLocks } from '../../../src/kit/wallet/run/locks.ts';
import { signAsSession } from '../../../src/kit/wallet/run/session-action.ts';
import type { WalletContext } from '../../../src/kit/wallet/context.ts';
import { eventually } from '../../eventually.ts';
import { nextTurn } from '../../rest.ts';
import { deferred, failing as storageFails, fresh, recordKey } from '../session/fixtures.ts';
import { done, lost, openBench, refusal, type Bench, type Reply } from './action-bench.ts';

const isDone: Finding<unknown> = { found: 'done', outcome: 'done' };
const undone: Finding<unknown> = { found: 'undone' };
const unread = new Error('can not be read');
const overError = new Error('over');
const opaque = { payloadToSign: 'AAECAwQ', requestId: undefined, expired: () => overError };
const over: Finding<unknown> = { found: 'over', error: overError };
const html = (): Response => new Response('<h1>Hello</h1>');
const notForwarded = (): Response => refusal(503, 'RELAY_BUSY', { 'Relay-Refusal': 'not-forwarded' });
const relayGone = (): Response => refusal(404, 'RELAY_NOT_FOUND', { 'Relay-Refusal': 'not-forwarded' });
/** No answer for as long as one may take. */
const late =
  (bench: Bench): (() => Promise<Response>) =>
  () => {
    queueMicrotask(() => bench.clock.advance(30_000));
    return new Promise(() => {});
  };

/** Outcome of a press: `done`, or the code with its next step, or `over`. */
const told = (press: Promise<unknown>): Promise<unknown> =>
  press.catch((error: { readonly code?: string; readonly nextStep?: string }) =>
    error === (overError as unknown) ? 'over' : `${error.code} ${error.nextStep}`,
  );
const unknown = 'OUTCOME_UNKNOWN retry';

/** Replies to stamps, beside a status of the service. */
const replies: Readonly<Record<string, () => Reply>> = {
  success: done,
  html,
  '200 {}': () => Response.json({}),
  '403 html': () => new Response('No.', { status: 403 }),
  '409 in progress': () => refusal(409, 'OPERATION_IN_PROGRESS'),
  'not forwarded': notForwarded,
  'signature missing': () => refusal(401, 'WALLET_SIGNATURE_MISSING'),
  lost,
};
/** A challenge that lives 5 s. */
const shortly =
  ({ clock }: Bench): Reply =>
  () =>
    Response.json(
      { payloadToSign: 'AAEC', requestId: 'Request:1', expiresAt: new Date(clock.now() + 5_000).toISOString() },
      { status: 202 },
    );
const replyOf = (name: string): Reply =>
  (replies[name] ?? (() => refusal(Number(name), 'NO', { 'Retry-After': '7' })))();
const findings: Readonly<Record<string, Bench['looks'][number]>> = { done: isDone, over, undone, unread };

/** Replies to stamps, findings of look-ups, and outcomes; the last column tells if the next press has a marker to look up. */
const table = `
  success       | -              | done                           | no marker
  html          | done           | done                           | no marker
  200 {}        | done           | done                           | no marker
  200 {}        | unread         | OUTCOME_UNKNOWN retry          | marker
  not forwarded | -              | SERVICE_FAILED retry           | no marker
  400           | -              | REFUSED fix-input              | no marker
  403 html      | unread         | OUTCOME_UNKNOWN retry          | marker
  403 html      | done           | done                           | no marker
  401           | done           | done                           | no marker
  401           | undone         | REFUSED restart                | no marker
  401 gone      | undone         | REFUSED reauthenticate         | no marker
  401           | unread         | OUTCOME_UNKNOWN retry          | marker
  401 gone      | unread         | OUTCOME_UNKNOWN reauthenticate | marker
  signature missing | undone     | REFUSED configure              | no marker
  404           | done           | done                           | no marker
  404           | undone         | REFUSED restart                | no marker
  404           | unread         | OUTCOME_UNKNOWN retry          | marker
  409           | done           | done                           | no marker
  409           | over           | over                           | no marker
  409           | undone         | REFUSED restart                | no marker
  409           | unread         | OUTCOME_UNKNOWN retry          | marker
  409 in progress, success         | undone         | done | no marker
  409 in progress, 409 in progress | undone, undone | OUTCOME_UNKNOWN retry | marker
  lost          | done           | done                           | no marker
  lost          | over           | over                           | no marker
  lost          | unread         | OUTCOME_UNKNOWN retry          | marker
  lost, success | undone         | done                           | no marker
  lost, lost    | undone, undone | OUTCOME_UNKNOWN retry          | marker
  500, success  | undone         | done                           | no marker
  429           | undone         | OUTCOME_UNKNOWN retry          | marker
  lost, 400     | undone, undone | OUTCOME_UNKNOWN retry          | marker
  lost, 400     | undone, done   | done                           | no marker
  lost, 401     | undone, undone | OUTCOME_UNKNOWN retry          | marker
  lost, 401 gone | undone, undone | OUTCOME_UNKNOWN reauthenticate | marker
`;
const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));

describe('an answer to a stamp', () => {
  test.each(rows)('%s, and the end state %s, is told as %s: %s', async (answers = '', looks = '', outcome, marker) => {
    const bench = await openBench();
    const isListed = !answers.endsWith(' gone');
    const names = answers.replace(' gone', '').split(', ');
    bench.listed = isListed;
    bench.stamps.push(...names.map(replyOf));
    const found = looks === '-' ? [] : looks.split(', ');
    for (const name of found) bench.looks.push(findings[name] as Finding<unknown>);
    expect(await told(bench.press(bench.one))).toBe(outcome);
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([1, ...names.map(() => 2)]);
    expect(bench.looked()).toBe(found.length);
    expect(await bench.markers()).toHaveLength(marker === 'marker' ? 1 : 0);
    expect(bench.one.session.state().status).toBe(isListed ? 'signed-in' : 'signed-out');
  });

  test.each<[string, Finding<unknown>[], number, string, number, number]>([
    ['done', [isDone], 0, 'done', 1, 0],
    ['unread', [{ found: 'unread' }], 0, unknown, 1, 1],
    ['undone twice', [undone, undone], 0, unknown, 2, 1],
    ["undone after the payload's time", [undone], 36_000, unknown, 1, 0],
  ])('of another state than was asked for is looked up: %s', async (_, looks, laterMs, outcome, sent, markers) => {
    const bench = await openBench();
    bench.asks.push(shortly(bench));
    bench.stamps.push(...looks.map(done));
    for (const found of looks)
      bench.looks.push(() => {
        bench.clock.advance(laterMs);
        return found;
      });
    expect(await told(bench.press(bench.one, { isDone: () => false }))).toBe(outcome);
    expect(bench.arrived).toHaveLength(1 + sent);
    expect(await bench.markers()).toHaveLength(markers);
  });

  test('that does not come in time is looked up, and nothing is sent again', async () => {
    const bench = await openBench();
    bench.stamps.push(late(bench));
    bench.looks.push(undone);
    expect(await told(bench.press(bench.one))).toBe(unknown);
    expect(bench.arrived).toHaveLength(2);
  });

  test('that is lost is definite once nothing that was sent can act any more', async () => {
    const bench = await openBench();
    bench.asks.push(shortly(bench));
    bench.stamps.push(lost());
    bench.looks.push(() => {
      bench.clock.advance(36_000);
      return undone;
    });
    // This press learns the service's time.
    expect(await told(bench.press(bench.one))).toBe('NETWORK_FAILED retry');
    expect(await bench.markers()).toEqual([]);
  });

  test('of success is told though its marker can not be removed', async () => {
    const bench = await openBench();
    bench.stamps.push(() => {
      bench.faults.update = storageFails;
      return done();
    });
    expect(await told(bench.press(bench.one))).toBe('done');
  });

  test('that is lost is answered by a resend of the same stamp and the same key, so that it is done once', async () => {
    const bench = await openBench();
    bench.stamps.push(lost(), done());
    bench.looks.push(undone);
    await bench.press(bench.one);
    const [, first, second] = bench.arrived;
    expect(second).toEqual(first);
  });

  test('that never comes, nor a look-up, is unknown when the deadline of the run is over', async () => {
    const bench = await openBench();
    const isHanging = deferred<void>();
    bench.stamps.push(lost());
    const pressed = bench.press(bench.one, {
      lookUp() {
        isHanging.resolve();
        return new Promise(() => {});
      },
    });
    await isHanging.promise;
    bench.clock.advance(45_000);
    expect(await told(pressed)).toBe(unknown);
    expect(await bench.markers()).toHaveLength(1);
  });
});

test.each<['sandbox' | 'production', object, object]>([
  ['sandbox', { method: 'POST', path: '/things', body: '{"thing":1}' }, { payloadToSign: 'AAECAwQ' }],
  ['production', { method: 'PATCH', path: '/cards/1' }, {}],
])('a report in the %s has the request %o, and the payload %o', async (environment, request, text) => {
  const bench = await openBench();
  const reports: object[] = [];
  const tab = bench.tab({ checks: { environment, onPayload: (report) => reports.push(report) } });
  await tab.session.ready();
  bench.stamps.push(done());
  expect(await told(bench.press(tab, { request: request as RequestToSign }))).toBe('done');
  const [{ request: asked, payloadToSign }] = reports as [
    { readonly request: object; readonly payloadToSign?: string },
  ];
  expect([asked, payloadToSign === undefined ? {} : { payloadToSign }]).toStrictEqual([request, text]);
});

test('a stamp for one session is made by no other, whatever the epoch', async () => {
  const { one } = await openBench();
  const { sessionId } = await one.session.current();
  const other = { ...one, epoch: Promise.resolve('another') };
  expect(await told(signAsSession(other, 'Session:other').check())).toBe('BUSY retry');
  expect(await told(signAsSession(other).check())).toBe('BUSY retry');
  expect(await signAsSession(other, sessionId).check()).toEqual({});
});

test('a refused stamp ends no session whose list can not be read', async () => {
  const bench = await openBench();
  bench.listed = undefined;
  bench.stamps.push(refusal(401));
  bench.looks.push(undone);
  expect(await told(bench.press(bench.one))).toBe('REFUSED restart');
  expect(bench.one.session.state().status).toBe('signed-in');
});

describe('the marker of an action', () => {
  test.each([{ until: 9e12 }, { idempotencyKey: 'key' }, { idempotencyKey: 1, until: 9e12 }, 'marker'])(
    'is none in another form: %o',
    async (stored) => {
      const bench = await openBench();
      bench.stamps.push('nothing');
      void told(bench.press(bench.one));
      await eventually(() => expect(bench.arrived).toHaveLength(2));
      const [key = ''] = await bench.below.keys('sent:');
      await bench.below.update(key, () => stored);
      const two = bench.tab({ locks: createPageLocks() });
      await two.session.ready();
      bench.stamps.push(done());
      expect(await told(bench.press(two))).toBe('done');
      expect(bench.looked()).toBe(0);
    },
  );

  test('is stored before its stamp leaves, without anything to act with, and outlives a sign-out', async () => {
    const bench = await openBench();
    const { clock, one } = bench;
    let atStamp: unknown;
    bench.stamps.push(async () => {
      atStamp = await bench.markers();
      return refusal(500);
    });
    bench.looks.push(unread);
    expect(await told(bench.press(one))).toBe(unknown);
    const marker = { idempotencyKey: bench.arrived[1]?.idempotencyKey, until: clock.now() + 90_000 };
    expect(atStamp).toEqual([marker]);
    await one.session.signOut();
    expect(await bench.markers()).toEqual([marker]);
  });

  test('that can not be written lets nothing be sent', async () => {
    const bench = await openBench();
    const { below, faults, one } = bench;
    faults.update = (key, change) => (key.startsWith('sent:') ? storageFails() : below.update(key, change));
    expect(await told(bench.press(one))).toBe('STORE_UNAVAILABLE unsupported');
    expect(bench.arrived).toHaveLength(1);
  });

  test.each<[string, (bench: Bench, tab: WalletContext) => Promise<unknown>, string]>([
    ['signs out', (_, { session }) => session.signOut(), 'SIGNED_OUT reauthenticate'],
    [
      'clears the data of the site',
      ({ below }) => below.update(recordKey, () => undefined),
      'SIGNED_OUT reauthenticate',
    ],
    [
      'signs out and in again',
      async ({ clock }, { session, account }) => {
        await session.signOut();
        const { epoch } = await beginSignIn(account);
        await adoptSession(account, fresh('2', clock), { epoch });
      },
      'BUSY retry',
    ],
  ])('is removed, and nothing is sent, when somebody %s after it was written', async (_, act, code) => {
    const bench = await openBench();
    const { below, faults, one } = bench;
    const two = bench.tab();
    await two.session.ready();
    faults.update = async (key, change) => {
      const stored = await below.update(key, change);
      if (!key.startsWith('sent:') || stored === undefined) return stored;
      delete faults.update;
      await act(bench, two);
      return stored;
    };
    expect(await told(bench.press(one))).toBe(code);
    expect(bench.arrived).toHaveLength(1);
    expect(await bench.markers()).toEqual([]);
  });
});

describe('an action that was pressed before', () => {
  /** A bench on which the stamp of an earlier page got lost. */
  async function pressedBefore(): Promise<Bench & { readonly one: WalletContext; readonly next: WalletContext }> {
    const bench = await openBench();
    bench.stamps.push(refusal(500));
    bench.looks.push(unread);
    expect(await told(bench.press(bench.one))).toBe(unknown);
    const next = bench.tab();
    await next.session.ready();
    return { ...bench, next };
  }

  test.each<[string, Bench['looks'][number], string, boolean]>([
    ['done, answers the press', isDone, 'done', false],
    ['over, refuses it', over, 'over', false],
    ['not to be read, is unknown', unread, unknown, true],
  ])('is looked up first, and what is found %s: nothing is sent', async (_, finding, outcome, isKept) => {
    const bench = await pressedBefore();
    const before = bench.arrived.length;
    bench.looks.push(finding);
    expect(await told(bench.press(bench.next))).toBe(outcome);
    expect(bench.arrived).toHaveLength(before);
    expect(await bench.markers()).toHaveLength(isKept ? 1 : 0);
  });

  test('and is found undone goes on with the key that it had, and no refusal is definite beside it', async () => {
    const bench = await pressedBefore();
    bench.stamps.push(refusal(400));
    bench.looks.push(undone, undone, undone);
    expect(await told(bench.press(bench.next))).toBe(unknown);
    const stamps = bench.arrived.filter(({ leg }) => leg === 2);
    expect(stamps).toHaveLength(2);
    expect(stamps[1]?.idempotencyKey).toBe(stamps[0]?.idempotencyKey);
    expect(stamps[1]?.stamp).not.toBe(stamps[0]?.stamp);
    expect(await bench.markers()).toHaveLength(1);
  });

  test('is unknown, not refused, when its first request or the person says no', async () => {
    for (const isPersons of [true, false]) {
      const bench = await pressedBefore();
      bench.looks.push(undone, undone);
      if (!isPersons) bench.asks.push(refusal(403));
      const tab = { ...bench.next, checks: { environment: 'production', approve: () => !isPersons } as const };
      expect(await told(bench.press(tab))).toBe(unknown);
      expect(await bench.markers()).toHaveLength(1);
    }
  });

  test('is refused like any other once nothing of it can act any more', async () => {
    const bench = await pressedBefore();
    bench.clock.advance(90_000);
    bench.looks.push(undone);
    // An answer of the service tells this page its time.
    bench.asks.push(refusal(403));
    expect(await told(bench.press(bench.one))).toBe('REFUSED unsupported');
    expect(await bench.markers()).toEqual([]);
  });

  test('keeps its marker beside a press that sends nothing which can act', async () => {
    const bench = await pressedBefore();
    bench.looks.push(undone, undone);
    const tab = { ...bench.next, checks: { environment: 'production', approve: () => false } as const };
    expect(await told(bench.press(tab, { unsigned: 'may-act' }))).toBe(unknown);
    expect(await bench.markers()).toHaveLength(1);
  });

  test('keeps its marker when somebody signs out before the stamp of this press leaves', async () => {
    const bench = await pressedBefore();
    const { below, faults, one, next } = bench;
    bench.looks.push(undone, undone);
    faults.update = async (key, change) => {
      const stored = await below.update(key, change);
      if (!key.startsWith('sent:')) return stored;
      delete faults.update;
      await one.session.signOut();
      return stored;
    };
    expect(await told(bench.press(next))).toBe('OUTCOME_UNKNOWN reauthenticate');
    expect(bench.arrived.filter(({ leg }) => leg === 2)).toHaveLength(1);
    expect(await bench.markers()).toHaveLength(1);
  });

  test('stays unknown beside a press whose payload expires twice', async () => {
    const bench = await pressedBefore();
    const { clock, next } = bench;
    const expired = (): Response => {
      const expiresAt = new Date(clock.now() - 1_000).toISOString();
      return Response.json({ payloadToSign: 'AAECAwQ', requestId: 'Request:2', expiresAt }, { status: 202 });
    };
    bench.asks.push(expired, expired);
    bench.looks.push(undone, undone, undone);
    expect(await told(bench.press(next))).toBe(unknown);
    expect(bench.arrived.filter(({ leg }) => leg === 2)).toHaveLength(1);
    expect(await bench.markers()).toHaveLength(1);
  });

  test('by a signed-out person is unknown, and says that signing in is next', async () => {
    const bench = await pressedBefore();
    await bench.one.session.signOut();
    bench.looks.push(undone);
    expect(await told(bench.press(bench.next))).toBe('OUTCOME_UNKNOWN reauthenticate');
  });
});

describe('a marker that appears while a person is asked', () => {
  test.each<[string, Bench['looks'], readonly Reply[], string]>([
    ['done answers the press', [isDone], [], 'done'],
    ['not to be read lets nothing be sent', [unread], [], unknown],
    ['undone goes on with its key, and no refusal is definite', [undone, undone], [refusal(400)], unknown],
  ])('is looked up first: %s', async (_, looks, stamps, outcome) => {
    const bench = await openBench();
    const two = bench.tab();
    await two.session.ready();
    let isFirst = true;
    const approve = async (): Promise<boolean> => {
      if (!isFirst) return true;
      isFirst = false;
      bench.stamps.push(refusal(500));
      bench.looks.push(unread);
      await told(bench.press(two));
      bench.stamps.push(...stamps);
      bench.looks.push(...looks);
      return true;
    };
    expect(await told(bench.press({ ...bench.one, checks: { environment: 'production', approve } }))).toBe(outcome);
    const stamped = bench.arrived.filter(({ leg }) => leg === 2);
    expect(stamped).toHaveLength(1 + stamps.length);
    expect(new Set(stamped.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});

describe('a payload that came with its action', () => {
  const ofQuote = (bench: Bench, leftMs: number) => ({
    challenge: { ...opaque, expiresAt: bench.clock.now() + leftMs },
  });

  test('is stamped without a first request', async () => {
    const bench = await openBench();
    bench.stamps.push(done());
    expect(await told(bench.press(bench.one, ofQuote(bench, 60_000)))).toBe('done');
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([2]);
  });

  test.each<[string, Bench['looks'], string]>([
    ['done', [isDone], 'done'],
    ['over', [over], 'over'],
    ['not to be read', [unread], unknown],
    ['undone', [undone], 'over'],
  ])('and is over by the clock is looked up before anything is said: %s', async (_, looks, outcome) => {
    const bench = await openBench();
    bench.asks.push(refusal(400));
    // Which tells this page the service's time.
    await told(bench.press(bench.one, { request: { method: 'POST', path: '/other' } }));
    bench.looks.push(...looks);
    expect(await told(bench.press(bench.one, ofQuote(bench, 0)))).toBe(outcome);
    expect(bench.arrived).toHaveLength(1);
  });

  test('and runs out while the person hesitates is asked for again, once, where it can be', async () => {
    const bench = await openBench();
    const approve = (): boolean => {
      bench.clock.advance(61_000);
      return true;
    };
    const tab = { ...bench.one, checks: { environment: 'production', approve } as const };
    expect(await told(bench.press(tab))).toBe('CHALLENGE_EXPIRED restart');
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([1, 1]);
    expect(await bench.markers()).toEqual([]);
  });
});

describe('a first request that may itself act', () => {
  const may = { unsigned: 'may-act' } as const;

  test.each<[string, Reply, Bench['looks'], string, boolean]>([
    ['success', done(), [], 'done', false],
    ['a refusal', refusal(400), [], 'REFUSED fix-input', false],
    ['a lost answer, done', lost(), [isDone], 'done', false],
    ['a lost answer, unread', lost(), [unread], unknown, true],
    ['409, unread', refusal(409), [unread], unknown, true],
    ['409, done', refusal(409), [isDone], 'done', false],
  ])('counts as a stamp: %s', async (_, reply, looks, outcome, isKept) => {
    const bench = await openBench();
    bench.asks.push(reply);
    bench.looks.push(...looks);
    const { clock, one } = bench;
    expect(await told(bench.press(one, may))).toBe(outcome);
    expect(await bench.markers()).toMatchObject(isKept ? [{ until: clock.now() + 120_000 }] : []);
  });

  test('and is asked for a signature is stamped', async () => {
    const bench = await openBench();
    bench.stamps.push(done());
    expect(await told(bench.press(bench.one, may))).toBe('done');
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([1, 2]);
    expect(await bench.markers()).toEqual([]);
  });
});

describe('a first request that does nothing', () => {
  test.each<[string, Reply, Bench['looks'], object, string]>([
    ['a 409 that is done', refusal(409), [isDone], {}, 'done'],
    ['a 409 that is undone', refusal(409), [undone], {}, 'REFUSED restart'],
    ['a 409 that can not be read', refusal(409), [unread], {}, 'REFUSED restart'],
    ['the 404 of a removal that is done', refusal(404), [isDone], { notFoundMeansDone: true }, 'done'],
    ['the 404 of a removal that is undone', refusal(404), [undone], { notFoundMeansDone: true }, 'REFUSED restart'],
    ["the relay's 404 of a removal that is done", relayGone(), [isDone], { notFoundMeansDone: true }, 'done'],
    ['the 404 of anything else', refusal(404), [], {}, 'REFUSED restart'],
    ['a 401', refusal(401), [], {}, 'REFUSED reauthenticate'],
    ['a lost answer', lost(), [], {}, 'NETWORK_FAILED retry'],
    ['success where a signature is due', done(), [], {}, 'ANSWER_INVALID retry'],
    ['success where none is', done(), [], { unsigned: 'accepted' }, 'done'],
    ['success where none is that can not be read, done', Response.json({}), [isDone], { unsigned: 'accepted' }, 'done'],
    [
      'success where none is that can not be read, undone',
      Response.json({}),
      [undone],
      { unsigned: 'accepted' },
      'ANSWER_INVALID retry',
    ],
    [
      'success where none is that can not be read, nor looked up',
      Response.json({}),
      [unread],
      { unsigned: 'accepted' },
      unknown,
    ],
  ])('is judged: %s', async (_, reply, looks, more, outcome) => {
    const bench = await openBench();
    bench.asks.push(reply);
    bench.looks.push(...looks);
    expect(await told(bench.press(bench.one, more))).toBe(outcome);
    expect(bench.arrived).toHaveLength(1);
    expect(await bench.markers()).toEqual([]);
  });
});

describe('callers of equal presses', () => {
  /** A stamp that waits, with two callers behind it. */
  async function twoCallers() {
    const bench = await openBench();
    const [sent, answer] = [deferred<void>(), deferred<Response>()];
    bench.stamps.push(() => {
      sent.resolve();
      return answer.promise;
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const pressed = [first, second].map(({ signal }) => told(bench.press(bench.one, {}, signal)));
    return { bench, sent: sent.promise, answer, first, second, pressed };
  }

  test('share one run', async () => {
    const { bench, answer, pressed } = await twoCallers();
    answer.resolve(done());
    expect(await Promise.all(pressed)).toEqual(['done', 'done']);
    expect(bench.arrived).toHaveLength(2);
  });

  test('who leave, the first one too, end their own waiting only, and hear that the outcome is unknown', async () => {
    const { bench, sent, answer, first, pressed } = await twoCallers();
    await sent;
    first.abort();
    expect(await pressed[0]).toBe(unknown);
    answer.resolve(done());
    expect(await pressed[1]).toBe('done');
    expect(await bench.markers()).toEqual([]);
  });

  test('who all leave after the stamp leave its marker, by which the next press finds the outcome', async () => {
    const { bench, sent, answer, first, second, pressed } = await twoCallers();
    await sent;
    for (const controller of [first, second]) controller.abort();
    expect(await Promise.all(pressed)).toEqual([unknown, unknown]);
    answer.resolve(done());
    const third = told(bench.press(bench.tab()));
    bench.looks.push(isDone);
    expect(await third).toBe('done');
    expect(bench.arrived).toHaveLength(2);
  });

  test('who come back after all have left find the run that goes on', async () => {
    const { bench, sent, answer, first, second, pressed } = await twoCallers();
    await sent;
    for (const controller of [first, second]) controller.abort();
    await Promise.all(pressed);
    const third = told(bench.press(bench.one));
    answer.resolve(done());
    expect(await third).toBe('done');
    expect([bench.arrived.length, bench.looked(), await bench.markers()]).toEqual([2, 0, []]);
  });

  test('who leave before the stamp leave the run to the others', async () => {
    const { bench, answer, first, pressed } = await twoCallers();
    first.abort(new Error('changed my mind'));
    await pressed[0];
    answer.resolve(done());
    expect(await pressed[1]).toBe('done');
    expect(bench.arrived).toHaveLength(2);
  });

  test('who all leave before the stamp end the run, with their own reasons, and nothing is sent', async () => {
    const bench = await openBench();
    const [asked, controller] = [deferred<void>(), new AbortController()];
    const approve = (): Promise<boolean> => {
      asked.resolve();
      return new Promise(() => {});
    };
    const tab = { ...bench.one, checks: { environment: 'production', approve } as const };
    const reason = new Error('changed my mind');
    const pressed = bench.press(tab, {}, controller.signal);
    await asked.promise;
    bench.stamps.push(done());
    controller.abort(reason);
    // An aborted run isn't joined.
    const next = told(bench.press({ ...tab, checks: { environment: 'production' } }));
    await expect(pressed).rejects.toBe(reason);
    await expect(bench.press(tab, {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await next).toBe('done');
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([1, 1, 2]);
  });

  test('of another body or another epoch run by themselves', async () => {
    const { bench, sent, answer, pressed } = await twoCallers();
    await sent;
    bench.stamps.push(done());
    const other = bench.press(bench.one, { request: { method: 'POST', path: '/cards/1', body: '{"thing":2}' } });
    expect(await told(other)).toBe('done');
    answer.resolve(done());
    await Promise.all(pressed);
    expect(bench.arrived).toHaveLength(4);
  });
});

describe('a press of the same request beside one that runs', () => {
  const types = ['ACTIVITY_TYPE_SIGN_TRANSACTION', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'];

  /** Presses with one intent, and with another while the person is asked about the first. */
  async function beside(one: Intent, other: Intent) {
    const bench = await openBench();
    const [asked, answered] = [deferred<void>(), deferred<Response>()];
    bench.asks.push(() => {
      asked.resolve();
      return answered.promise;
    });
    const first = told(bench.press(bench.one, { intent: one, unsigned: 'accepted' }));
    await asked.promise;
    const second = bench.press(bench.one, { intent: other, unsigned: 'accepted' });
    second.catch(() => {});
    return { bench, first, second, answer: () => answered.resolve(done()) };
  }

  test.each<[string, Intent, Intent]>([
    ['another name', intents.customOpaque(), intents.delegate({}, [])],
    ['no check', intents.custom(types, { to: 'a' }), intents.customOpaque()],
    ['a check', intents.customOpaque(), intents.custom(types, {})],
    ['another value', intents.custom(types, { to: 'a' }), intents.custom(types, { to: 'b' })],
    ['a value of another type', intents.custom(types, { to: '1' }), intents.custom(types, { to: 1 })],
    ['a member more', intents.custom(types, {}), intents.custom(types, { to: undefined })],
    ['other activities', intents.custom(types, {}), intents.custom(types.slice(1), {})],
  ])('with %s in its intent is refused at once, and nothing of it is sent', async (_, one, other) => {
    const { bench, first, second, answer } = await beside(one, other);
    await expect(second).rejects.toMatchObject({
      code: 'BUSY',
      nextStep: 'retry',
      message: 'The same request is under way with another intent: nothing was signed.',
    });
    answer();
    expect(await first).toBe('done');
    expect(bench.arrived).toHaveLength(1);
  });

  test('joins it with an equal intent, whatever the order of its members', async () => {
    const [one, other] = [
      { a: { b: 1, c: [2, 3] }, d: null },
      { d: null, a: { c: [2, 3], b: 1 } },
    ];
    const { bench, first, second, answer } = await beside(
      intents.custom(types, one),
      intents.custom(types.toReversed(), other),
    );
    answer();
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
    expect(bench.arrived).toHaveLength(1);
  });
});

describe('a stamp that is answered with PROCESSING and no id', () => {
  const processing = (headers: HeadersInit = {}): Response => Response.json({ status: 'PROCESSING' }, { headers });

  /** Presses where pauses pass at once; what is told, and the pauses in seconds. */
  async function passing(bench: Bench & { readonly one: WalletContext }, more: object = { mayProcess: true }) {
    const pauses: number[] = [];
    const { clock } = bench;
    const schedule = (delayMs: number, run: () => void): (() => void) => {
      if (delayMs > 15_000) return clock.schedule(delayMs, run);
      pauses.push(delayMs / 1_000);
      queueMicrotask(run);
      return () => {};
    };
    const outcome = await told(bench.press({ ...bench.one, clock: { ...clock, schedule } }, more));
    const stamps = bench.arrived.filter(({ leg }) => leg === 2);
    expect(stamps).toEqual(stamps.map(() => stamps[0]));
    return { said: [outcome, ...pauses], sent: stamps.length };
  }
  const five = Array.from({ length: 5 }, () => processing);

  test.each<[string, readonly Reply[], Bench['looks'], readonly unknown[]]>([
    ['goes again, and is done', [processing, done], [], ['done', 1]],
    ['waits as long as asked', [() => processing({ 'Retry-After': '3' }), processing, done], [], ['done', 3, 2]],
    ['is judged as a resend when it is refused', [processing, () => refusal(401)], [undone], [unknown, 1]],
    ['is looked up in the end: done', five, [isDone], ['done', 1, 2, 4, 8]],
    ['is looked up in the end: undone', five, [undone], [unknown, 1, 2, 4, 8]],
    [
      'is looked up at once where it would wait too long',
      [() => processing({ 'Retry-After': '16' })],
      [isDone],
      ['done'],
    ],
  ])('%s', async (_, stamps, looks, expected) => {
    const bench = await openBench();
    bench.stamps.push(...stamps);
    bench.looks.push(...looks);
    expect(await passing(bench)).toEqual({ said: expected, sent: stamps.length });
  });

  test('is no outcome of a quote, a card or an action of the page, which may mean it: it is read as any other', async () => {
    const bench = await openBench();
    bench.stamps.push(processing());
    const readOutcome = ({ body }: { readonly body: unknown }): unknown => body;
    expect(await passing(bench, { readOutcome })).toEqual({ said: [{ status: 'PROCESSING' }], sent: 1 });
  });

  test('is not sent again after a sign-out', async () => {
    const bench = await openBench();
    const two = bench.tab();
    bench.stamps.push(async () => {
      await two.session.signOut();
      return processing();
    });
    expect(await passing(bench)).toEqual({ said: ['OUTCOME_UNKNOWN reauthenticate', 1], sent: 1 });
  });
});

describe('an action without a look-up', () => {
  const custom = { lookUp: undefined };

  test('that is lost is unknown, is not sent again, and refuses the next press until nothing can act any more', async () => {
    const bench = await openBench();
    bench.stamps.push(lost());
    expect(await told(bench.press(bench.one, custom))).toBe(unknown);
    const next = bench.tab();
    await next.session.ready();
    bench.clock.advance(89_999);
    expect(await told(bench.press(next, custom))).toBe(unknown);
    expect(bench.arrived).toHaveLength(2);
    bench.clock.advance(1);
    bench.stamps.push(done());
    expect(await told(bench.press(next, custom))).toBe('done');
    const [first, second] = bench.arrived.filter(({ leg }) => leg === 2);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });
});

describe('the locks of an action', () => {
  const card = { request: { method: 'PATCH', path: '/cards/1' } };

  /** Presses with one path in this page, and with another in this page or another tab, while the first hangs. */
  async function hanging(path: string, other: string, isHere: boolean) {
    const bench = await openBench();
    const tab = isHere ? bench.one : bench.tab();
    await tab.session.ready();
    const [sent, answer] = [deferred<void>(), deferred<Response>()];
    bench.stamps.push(() => {
      sent.resolve();
      return answer.promise;
    });
    const first = told(bench.press(bench.one, { request: { method: 'POST', path } }));
    await sent.promise;
    const second = bench.press(tab, { request: { method: 'PUT', path: other }, lookUp: undefined });
    second.catch(() => {});
    return { bench, first, second, answer };
  }

  test.each([
    ['/quotes/1/execute', '/cards/1', false],
    ['/agreements', '/limits', true],
    ['/cards/12', '/cards/13', true],
    ['/cards/1', '/partners/cards/1', true],
    ['/customers/1', '/partners/customers/1', true],
    ['/quotes', '/quotes/1/execute', true],
    ['/auth/credentials', '/auth/credentials-of-others', true],
  ])('let an action of %s and one of %s go on at once (in one page: %s)', async (path, other, isHere) => {
    const { bench, first, second, answer } = await hanging(path, other, isHere);
    bench.stamps.push(done());
    expect(await told(second)).toBe('done');
    answer.resolve(done());
    expect(await first).toBe('done');
  });

  test.each<[string, string, boolean, string]>([
    ['/limits', '/limits', true, 'Another action about the same'],
    ['/limits', '/limits', false, 'Another tab'],
    ['/cards/1', '/cards/1/limits', true, 'Another action about the same'],
    ['/auth/credentials/1', '/customers/1', true, 'Another action about the same'],
    ['/auth/credentials', '/customers/1', true, 'Another action about the same'],
  ])(
    'let one of %s wait for one of %s (in this page: %s), and tell who was first: %s',
    async (path, other, isHere, who) => {
      const { bench, first, second, answer } = await hanging(path, other, isHere);
      await eventually(() => expect(bench.arrived).toHaveLength(3));
      answer.resolve(done());
      const message = `${who} was first, and its outcome can not be read. Nothing was signed: try again.`;
      await expect(second).rejects.toMatchObject({ code: 'BUSY', message });
      expect(await first).toBe('done');
      expect(bench.arrived).toHaveLength(3);
    },
  );

  test('and of the account are waited for 50 s together, and not longer', async () => {
    const bench = await openBench();
    const { clock, one } = bench;
    clock.advance(1_000);
    const free = deferred<void>();
    const hold = (name: string, until: Promise<void>): void =>
      void one.locks?.request(`countersign:${one.accountId}${name}`, { mode: 'exclusive' }, () => until);
    hold(':/things', free.promise);
    hold('', new Promise(() => {}));
    const press = told(bench.press(one, { lookUp: async () => undone }));
    await eventually(() => expect(bench.arrived).toHaveLength(1));
    await nextTurn();
    clock.advance(20_000);
    free.resolve();
    await nextTurn();
    clock.advance(29_999);
    await nextTurn();
    expect(await Promise.race([press, Promise.resolve('waits')])).toBe('waits');
    clock.advance(1);
    expect(await press).toBe('BUSY retry');
    expect(bench.arrived).toHaveLength(1);
  });

  test('held by another tab are told as its own, also by a page that held them before', async () => {
    const bench = await openBench();
    const { clock, one } = bench;
    bench.stamps.push(done());
    expect(await told(bench.press(one))).toBe('done');
    void one.locks?.request(`countersign:${one.accountId}:/things`, { mode: 'exclusive' }, () => new Promise(() => {}));
    const message = 'Another tab was first, or the session is being refreshed. This one did nothing.';
    const second = expect(bench.press(one)).rejects.toMatchObject({ code: 'BUSY', message });
    await eventually(() => expect(bench.arrived).toHaveLength(3));
    await nextTurn();
    clock.advance(50_000);
    await second;
  });

  test.each<[string, (tab: WalletContext) => Partial<WalletContext>]>([
    ['has no Web Locks', () => ({ locks: undefined })],
    [
      'went on in memory',
      ({ session }) => ({
        locks: { request: () => Promise.reject(new Error('refused')) },
        session: { ...session, state: () => ({ ...session.state(), storage: 'memory' }) },
      }),
    ],
  ])('are those of the page alone where it %s', async (_, change) => {
    const bench = await openBench();
    const tab = { ...bench.one, lazy: {}, ...change(bench.one) };
    const [sent, answer] = [deferred<void>(), deferred<Response>()];
    bench.stamps.push(() => {
      sent.resolve();
      return answer.promise;
    });
    const first = told(bench.press(tab, card));
    await sent.promise;
    const second = told(bench.press(tab, { request: { method: 'POST', path: '/cards/1' }, lookUp: undefined }));
    await eventually(() => expect(bench.arrived).toHaveLength(3));
    answer.resolve(done());
    expect([await first, await second]).toEqual(['done', 'BUSY retry']);
  });

  test('that the browser refuses are no holder: nothing is stamped or noted, and the page stays as it was', async () => {
    const bench = await openBench();
    const cause = new DOMException('Refused.', 'SecurityError');
    const locks = { request: () => Promise.reject(cause) } as unknown as Locks;
    const tab = bench.tab({ locks });
    await tab.session.ready();
    const unavailable = { code: 'STORE_UNAVAILABLE', nextStep: 'unsupported', cause };
    await expect(bench.press(tab)).rejects.toMatchObject(unavailable);
    expect(bench.arrived.map(({ leg }) => leg)).toEqual([1]);
    expect(await bench.markers()).toEqual([]);
    expect(tab.session.state()).toMatchObject({ status: 'signed-in', storage: 'persistent' });
  });

  test('are asked for again by nobody: the next one finds what was done, and does not do it twice', async () => {
    const bench = await openBench();
    const two = bench.tab();
    await two.session.ready();
    const [sent, answer] = [deferred<void>(), deferred<Response>()];
    bench.stamps.push(() => {
      sent.resolve();
      return answer.promise;
    });
    const first = told(bench.press(bench.one, card));
    await sent.promise;
    bench.looks.push(undone);
    const second = told(bench.press(two, card));
    await eventually(() => expect(bench.arrived).toHaveLength(3));
    bench.looks.push(unread, isDone);
    answer.resolve(refusal(500));
    expect([await first, await second]).toEqual([unknown, 'done']);
  });

  test.each<[string, Bench['looks'], readonly Reply[], string, object]>([
    ['is done answers the press', [isDone], [], 'done', {}],
    ['is over refuses it', [over], [], 'over', {}],
    ['is undone lets it go on', [undone], [done()], 'done', {}],
    ['can not be read tells that it is busy', [unread], [], 'BUSY retry', {}],
    ['has no look-up tells that it is busy', [], [], 'BUSY retry', { lookUp: undefined }],
  ])(
    'let who waited for the same look first, before anything is stamped: what %s',
    async (_, looks, stamps, outcome, more) => {
      const bench = await openBench();
      const both = deferred<void>();
      const approve = async (): Promise<boolean> => {
        await both.promise;
        return true;
      };
      const tabs = [bench.one, bench.tab()].map((tab) => ({
        ...tab,
        checks: { environment: 'production', approve } as const,
      }));
      bench.stamps.push(done(), ...stamps);
      bench.looks.push(...looks);
      const presses = tabs.map((tab) => told(bench.press(tab, { ...card, ...more })));
      await eventually(() => expect(bench.arrived).toHaveLength(2));
      both.resolve();
      // Either may be the first.
      expect((await Promise.all(presses)).map(String).toSorted()).toEqual(['done', outcome].toSorted());
      expect(bench.arrived).toHaveLength(3 + stamps.length);
      expect(bench.looked()).toBe(looks.length);
      expect(await bench.markers()).toEqual([]);
    },
  );
});
