import type { Quote, SessionState } from 'countersign';
import { describe, expect, test } from 'vitest';
import { violations } from './invariants.ts';
import { intentOf, type Observations, type Pressed } from './observations.ts';
import type { Press } from './page.ts';
import type { Exchange, Sighting } from './proxy.ts';

const quote = { id: 'Quote:1' } as Quote;
const execute: Press = { kind: 'execute', quote };
const freeze: Press = { kind: 'freeze', cardId: 'Card:1' };
let count = 0;

/** A press from `start` to `end`, and what it was told. */
function pressed(press: Press, [start, end]: readonly [number, number], told: string, tab = 1): Pressed {
  count += 1;
  return { number: count, tab, press, intent: intentOf(press), start, end, told: { told } };
}

/** A stamped request that left its page at `sentAt` and was carried out at `at`. */
function carriedOut(press: Press, [sentAt, at]: readonly [number, number], tab = 1): readonly Sighting[] {
  count += 1;
  const [method = '', path = '', asks] = (intentOf(press) ?? '').split(' ');
  const exchange: Exchange = {
    number: count,
    tab,
    method,
    path,
    leg: 2,
    sentAt,
    ...(asks === undefined ? {} : { asks }),
  };
  return [
    { place: 'sent', at: sentAt, exchange },
    { place: 'answered', at, exchange, status: 200 },
  ];
}

const seen = (parts: Partial<Observations>): readonly string[] =>
  violations({ presses: [], sightings: [], incidents: [], changes: [], ...parts });

describe('the invariants of a life', () => {
  test('hold for a payment that was made and told', () => {
    expect(seen({ presses: [pressed(execute, [0, 100], 'done')], sightings: carriedOut(execute, [10, 50]) })).toEqual(
      [],
    );
  });

  test('refuse two payments of one quote', () => {
    const sightings = [...carriedOut(execute, [10, 50]), ...carriedOut(execute, [60, 90])];
    expect(seen({ presses: [pressed(execute, [0, 100], 'done')], sightings })).toEqual([
      expect.stringContaining('was done 2 times, for 1 asked'),
    ]);
  });

  test('allow a card to be frozen again by a press that came after the first had ended, and by no other', () => {
    const sightings = [...carriedOut(freeze, [10, 50]), ...carriedOut(freeze, [210, 250])];
    const first = pressed(freeze, [0, 100], 'done');
    expect(seen({ presses: [first, pressed(freeze, [200, 300], 'done')], sightings })).toEqual([]);
    expect(seen({ presses: [first, pressed(freeze, [90, 300], 'done')], sightings })).toEqual([
      expect.stringContaining('was done 2 times, for 1 asked'),
    ]);
  });

  test('allow it again by another tab whose press came once the answer had reached the first, which tells its caller later', () => {
    const [sent, answered] = carriedOut(freeze, [10, 50]);
    if (sent === undefined || answered === undefined) throw new Error('no request');
    const first = [sent, answered, { ...answered, place: 'delivered', at: 70 } as const];
    const again = (start: number, tab: number) => ({
      presses: [pressed(freeze, [0, 100], 'done'), pressed(freeze, [start, 300], 'done', tab)],
      sightings: [...first, ...carriedOut(freeze, [210, 250], tab)],
    });
    expect(seen(again(80, 2))).toEqual([]);
    for (const flagged of [again(60, 2), again(80, 1)]) expect(seen(flagged)).toHaveLength(1);
    const { presses, sightings } = again(80, 2);
    expect(seen({ presses: [...presses, pressed(freeze, [60, 300], 'done', 2)], sightings })).toHaveLength(1);
    expect(seen({ presses, sightings: [...sightings, ...carriedOut(freeze, [260, 290], 2)] })).toHaveLength(1);
  });

  test('allow it again by a press that waited while a tab in memory did it, which stores no record, and only once', () => {
    const presses = [pressed(freeze, [0, 100], 'done'), pressed(freeze, [90, 300], 'done', 2)];
    const sightings = [...carriedOut(freeze, [10, 50]), ...carriedOut(freeze, [210, 250], 2)];
    const inMemory = { at: -5, tab: 1, state: { status: 'signed-in', storage: 'memory' } } as const;
    expect(seen({ presses, sightings, changes: [inMemory] })).toEqual([]);
    expect(seen({ presses, sightings, changes: [{ ...inMemory, at: 60 }] })).toHaveLength(1);
    const thrice = [...sightings, ...carriedOut(freeze, [310, 350], 2)];
    expect(seen({ presses, sightings: thrice, changes: [inMemory] })).toHaveLength(1);
    const paid = [...carriedOut(execute, [10, 50]), ...carriedOut(execute, [60, 90])];
    expect(seen({ presses: [pressed(execute, [0, 100], 'done')], sightings: paid, changes: [inMemory] })).toHaveLength(
      1,
    );
  });

  test('allow it again where something else was done in between that was pressed before, and not by an old press', () => {
    const unfreeze: Press = { kind: 'unfreeze', cardId: 'Card:1' };
    const unknown = pressed(freeze, [0, 100], 'OUTCOME_UNKNOWN');
    const sightings = [
      ...carriedOut(freeze, [10, 50]),
      ...carriedOut(unfreeze, [60, 150]),
      ...carriedOut(freeze, [210, 250]),
    ];
    const undone = pressed(unfreeze, [55, 160], 'done');
    expect(seen({ presses: [unknown, undone, pressed(freeze, [200, 300], 'done')], sightings })).toEqual([]);
    expect(seen({ presses: [unknown, undone, pressed(freeze, [90, 300], 'done')], sightings })).toEqual([]);
    const elsewhere = pressed(unfreeze, [95, 400], 'done', 2);
    const again = pressed(unfreeze, [98, 400], 'done');
    for (const late of [elsewhere, again])
      expect(seen({ presses: [unknown, undone, late, pressed(freeze, [90, 300], 'done')], sightings })).toEqual([]);
    expect(seen({ presses: [unknown, undone, pressed(freeze, [40, 300], 'done')], sightings })).toEqual([
      expect.stringContaining('was done 2 times, for 1 asked'),
    ]);
    const overlapping = (end: number) => pressed(freeze, [40, end], 'done', 2);
    const frozenElsewhere = [...sightings.slice(0, 4), ...carriedOut(freeze, [210, 250], 2)];
    const done = pressed(freeze, [0, 100], 'done');
    expect(seen({ presses: [done, undone, overlapping(300)], sightings: frozenElsewhere })).toEqual([]);
    expect(seen({ presses: [done, undone, overlapping(50)], sightings: frozenElsewhere })).toHaveLength(1);
  });

  test.each(['REFUSED', 'QUOTE_EXPIRED', 'SERVICE_FAILED', 'AbortError'])(
    'refuse %s for a payment that had been made, or was still to be made',
    (code) => {
      const presses = [pressed(execute, [0, 100], code)];
      expect(seen({ presses, sightings: carriedOut(execute, [10, 50]) })).toEqual([
        expect.stringContaining('had been done'),
      ]);
      expect(seen({ presses, sightings: carriedOut(execute, [10, 5_000]) })).toEqual([
        expect.stringContaining('was still to be done'),
      ]);
    },
  );

  test('allow the refusal of what was undone meanwhile and whose request the browser itself sent again when its connection was cut, and no other', () => {
    const presses = [pressed(freeze, [0, 300], 'REFUSED')];
    const [sent, answered] = carriedOut(freeze, [10, 50]);
    if (sent === undefined || answered === undefined) throw new Error('no request');
    const cut: Sighting = { place: 'cut', at: 60, exchange: sent.exchange };
    const again = (at: number): Sighting => ({ ...sent, at, exchange: { ...sent.exchange, sentAt: at } });
    const read: Exchange = { number: 0, tab: 1, method: 'GET', path: '/cards/Card:1', leg: 1, sentAt: 61 };
    const undone = carriedOut({ kind: 'unfreeze', cardId: 'Card:1' }, [70, 110], 2);
    expect(seen({ presses, sightings: [sent, answered, cut, again(65), ...undone] })).toEqual([]);
    expect(seen({ presses, sightings: [sent, answered, cut, again(65)] })).toHaveLength(1);
    const after = [{ place: 'delivered', at: 90, exchange: read } as const, again(95)];
    expect(seen({ presses, sightings: [sent, answered, cut, ...after, ...undone] })).toHaveLength(1);
    expect(seen({ presses, sightings: [sent, answered, cut, ...undone] })).toHaveLength(1);
  });

  test('allow a tab in memory the refusal of its own request where another tab did the same and a third undid it, and no other', () => {
    const presses = [pressed(freeze, [0, 300], 'REFUSED', 2)];
    const done = carriedOut(freeze, [10, 50]);
    const undone = carriedOut({ kind: 'unfreeze', cardId: 'Card:1' }, [70, 110], 3);
    const inMemory = { at: -5, tab: 2, state: { status: 'signed-in', storage: 'memory' } } as const;
    expect(seen({ presses, sightings: [...done, ...undone], changes: [inMemory] })).toEqual([]);
    expect(seen({ presses, sightings: [...done, ...undone] })).toHaveLength(1);
    expect(seen({ presses, sightings: done, changes: [inMemory] })).toHaveLength(1);
    const own = carriedOut(freeze, [10, 50], 2);
    expect(seen({ presses, sightings: [...own, ...undone], changes: [inMemory] })).toHaveLength(1);
  });

  test('allow an unknown outcome whatever happens', () => {
    expect(
      seen({ presses: [pressed(execute, [0, 100], 'OUTCOME_UNKNOWN')], sightings: carriedOut(execute, [10, 5_000]) }),
    ).toEqual([]);
  });

  test('allow whoever gave up in one tab to be told so while another tab pays', () => {
    const presses = [pressed(execute, [0, 100], 'AbortError', 1), pressed(execute, [0, 300], 'done', 2)];
    expect(seen({ presses, sightings: carriedOut(execute, [10, 200], 2) })).toEqual([]);
  });

  test('allow a tab not to find what another tab has removed where one of them is in memory, and none where storage works', () => {
    const remove: Press = { kind: 'remove', credentialId: 'AuthMethod:1' };
    const presses = [pressed(remove, [0, 100], 'CREDENTIAL_NOT_FOUND')];
    const sightings = carriedOut(remove, [10, 50], 2);
    const inMemory = { at: -5, tab: 1, state: { status: 'signed-in', storage: 'memory' } } as const;
    expect(seen({ presses, sightings, changes: [inMemory] })).toEqual([]);
    expect(seen({ presses, sightings, changes: [{ ...inMemory, tab: 2 }] })).toEqual([]);
    expect(seen({ presses, sightings, changes: [{ ...inMemory, tab: 3 }] })).toHaveLength(1);
    const saidLate = [{ ...inMemory, at: 120 }];
    expect(seen({ presses, sightings, changes: saidLate })).toEqual([]);
    expect(seen({ presses, sightings, changes: [{ ...inMemory, at: 400 }] })).toHaveLength(1);
    const healed = { ...inMemory, at: -1, state: { status: 'signed-in', storage: 'persistent' } } as const;
    expect(seen({ presses, sightings, changes: [inMemory, healed] })).toHaveLength(1);
    expect(seen({ presses, sightings: carriedOut(remove, [10, 50]), changes: [inMemory] })).toHaveLength(1);
    const reopened = { ...healed, tab: 2, at: 30 };
    const lost = [{ ...inMemory, tab: 2 }, { ...reopened, state: { ...healed.state, status: 'loading' } } as const];
    expect(seen({ presses, sightings, changes: lost })).toEqual([]);
    expect(seen({ presses, sightings, changes: [{ ...inMemory, tab: 2 }, reopened] })).toHaveLength(1);
    const evicted = { at: -1, what: 'storage is evicted' };
    expect(seen({ presses, sightings, incidents: [evicted] })).toEqual([]);
    expect(seen({ presses, sightings, incidents: [{ ...evicted, at: 200 }] })).toHaveLength(1);
  });

  test('allow a change that is made again where the browser has deleted its record between, and no other', () => {
    const change: Press = { kind: 'change-email', customerId: 'Customer:1', email: 'one@example.com' };
    const presses = [pressed(change, [0, 100], 'OUTCOME_UNKNOWN'), pressed(change, [300, 400], 'done', 2)];
    const sightings = [...carriedOut(change, [10, 50]), ...carriedOut(change, [310, 350], 2)];
    const evicted = { at: 200, what: 'storage is evicted' };
    expect(seen({ presses, sightings, incidents: [evicted] })).toEqual([]);
    for (const at of [20, 380])
      expect(seen({ presses, sightings, incidents: [{ ...evicted, at }] })).toEqual([
        expect.stringContaining('was done 2 times'),
      ]);
    const left = [pressed(change, [0, 100], 'gone'), pressed(change, [300, 400], 'done', 2)];
    expect(seen({ presses: left, sightings, incidents: [{ ...evicted, at: 20 }] })).toEqual([]);
    expect(seen({ presses: left, sightings, incidents: [{ ...evicted, at: 5 }] })).toHaveLength(1);
    const stayed = [...left, pressed(change, [5, 100], 'OUTCOME_UNKNOWN')];
    expect(seen({ presses: stayed, sightings, incidents: [{ ...evicted, at: 20 }] })).toHaveLength(1);
  });

  test('refuse success of what was not done', () => {
    expect(seen({ presses: [pressed(execute, [0, 100], 'done')] })).toEqual([
      expect.stringContaining('is done, which it was not'),
    ]);
  });

  test("refuse an error that is none of the kit's", () => {
    expect(seen({ presses: [pressed(execute, [0, 100], 'TypeError')] })).toEqual([
      expect.stringContaining('which is no error of the kit'),
    ]);
  });

  test('refuse a stamp after a pressed sign-out, and allow it after the next sign-in', () => {
    const sightings = carriedOut(freeze, [3_000, 3_050], 2);
    const signedOut = pressed({ kind: 'sign-out' }, [0, 100], 'done');
    const frozen = pressed(freeze, [2_900, 3_100], 'done', 2);
    expect(seen({ presses: [signedOut, frozen], sightings })).toEqual([
      expect.stringContaining('tab 2 signed PATCH /cards/Card:1'),
    ]);
    const signedIn = pressed({ kind: 'sign-in' }, [1_000, 1_500], 'done');
    expect(seen({ presses: [signedOut, signedIn, frozen], sightings })).toEqual([]);
  });

  test('allow one of a tab that hears nothing where the browser has deleted what the sign-out stored, and no other', () => {
    const sightings = carriedOut(freeze, [3_000, 3_050], 2);
    const presses = [pressed({ kind: 'sign-out' }, [0, 100], 'done'), pressed(freeze, [2_900, 3_100], 'done', 2)];
    const evicted = { at: 1_500, what: 'storage is evicted' };
    const deaf = { at: 0, what: 'no channel' };
    expect(seen({ presses, sightings, incidents: [deaf, evicted] })).toEqual([]);
    for (const incidents of [[deaf], [evicted], [deaf, { ...evicted, at: 3_200 }]])
      expect(seen({ presses, sightings, incidents })).toHaveLength(1);
    const refreshed = { number: 0, tab: 2, method: 'POST', path: '/auth/sessions/Session:1/refresh', leg: 2 } as const;
    const born = { place: 'answered', exchange: { ...refreshed, sentAt: 20 }, began: 'Session:2' } as const;
    const inMemory = { at: -5, tab: 2, state: { status: 'signed-in', storage: 'memory' } } as const;
    const healed = { at: 400, tab: 2, state: { status: 'signed-in', storage: 'persistent' } } as const;
    const renewed = (at: number) => ({ presses, sightings: [{ ...born, at }, ...sightings], incidents: [deaf] });
    expect(seen({ ...renewed(60), changes: [inMemory, healed] })).toEqual([]);
    expect(seen({ ...renewed(60), changes: [{ ...healed, at: -5 }] })).toHaveLength(1);
    expect(seen({ ...renewed(-60), changes: [inMemory, healed] })).toHaveLength(1);
  });

  describe('around a sign-out at 1,000', () => {
    const key = `02${'ab'.repeat(32)}`;
    const signedOut = pressed({ kind: 'sign-out' }, [1_000, 1_100], 'SIGNED_OUT');
    /** A session whose code was sent at `typed`, and that was refreshed since; it signs a freezing at 3,000. */
    const lived = (typed: number, frozenAt: number): readonly string[] => {
      const request = (path: string, leg: 1 | 2, sentAt: number): Exchange => {
        count += 1;
        return { number: count, tab: 2, method: 'POST', path, leg, sentAt };
      };
      const verify = '/auth/credentials/AuthMethod:1/verify';
      const [sent, ...more] = carriedOut(freeze, [3_000, 3_050], 2);
      const refreshed = request('/auth/sessions/Session:1/refresh', 2, 2_200);
      const sightings: Sighting[] = [
        { place: 'sent', at: typed, exchange: request(verify, 1, typed) },
        { place: 'answered', at: 2_100, exchange: request(verify, 2, 1_900), began: 'Session:1' },
        { place: 'answered', at: 2_300, exchange: refreshed, began: 'Session:2' },
        { ...(sent as Sighting), exchange: { ...(sent as Sighting).exchange, signer: key } },
        ...more,
      ];
      const session = { sessionId: 'Session:2', compressedPublicKeyHex: key } as SessionState;
      const state = { status: 'signed-in', storage: 'persistent', session } as const;
      const frozen = pressed(freeze, [frozenAt, 3_100], 'done', 2);
      const presses = [pressed({ kind: 'sign-in' }, [500, 2_150], 'done', 2), signedOut, frozen];
      return seen({ presses, sightings, changes: [{ at: 2_350, tab: 2, state }] });
    };

    test('refuse a stamp by a sign-in whose code was sent before it', () => {
      expect(lived(900, 2_500)).toEqual([expect.stringMatching(/^tab 2 signed PATCH .*, after the sign-out of press/)]);
    });

    test('allow one by a sign-in whose code was sent after it', () => {
      expect(lived(1_500, 2_500)).toEqual([]);
    });

    test('refuse one by such a sign-in for what was pressed before it', () => {
      expect(lived(1_500, 950)).toEqual([
        expect.stringContaining('under a later sign-in, though it was pressed before'),
      ]);
    });
  });

  test('allow a page that stood still to send what it had stamped before', () => {
    const presses = [pressed({ kind: 'sign-out' }, [0, 100], 'done'), pressed(freeze, [-50, 3_100], 'done', 2)];
    const sightings = carriedOut(freeze, [3_000, 3_050], 2);
    expect(seen({ presses, sightings, incidents: [{ at: 2_990, tab: 2, what: 'resumed' }] })).toEqual([]);
  });
});
