import type { Quote } from 'countersign';
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
      expect.stringContaining('was done 2 times'),
    ]);
  });

  test('allow a card to be frozen again by a press that came after the first had ended, and by no other', () => {
    const sightings = [...carriedOut(freeze, [10, 50]), ...carriedOut(freeze, [210, 250])];
    const first = pressed(freeze, [0, 100], 'done');
    expect(seen({ presses: [first, pressed(freeze, [200, 300], 'done')], sightings })).toEqual([]);
    expect(seen({ presses: [first, pressed(freeze, [90, 300], 'done')], sightings })).toEqual([
      expect.stringContaining('was done 2 times'),
    ]);
  });

  test('allow it again where something else was pressed in between, and not where its outcome was open', () => {
    const unfreeze: Press = { kind: 'unfreeze', cardId: 'Card:1' };
    const unknown = pressed(freeze, [0, 100], 'OUTCOME_UNKNOWN');
    const sightings = [
      ...carriedOut(freeze, [10, 50]),
      ...carriedOut(unfreeze, [60, 150]),
      ...carriedOut(freeze, [210, 250]),
    ];
    const undone = pressed(unfreeze, [55, 160], 'done');
    expect(seen({ presses: [unknown, undone, pressed(freeze, [200, 300], 'done')], sightings })).toEqual([]);
    expect(seen({ presses: [unknown, pressed(freeze, [200, 300], 'done')], sightings })).toHaveLength(1);
  });

  test.each(['REFUSED', 'QUOTE_EXPIRED', 'SERVICE_FAILED', 'AbortError'])(
    'refuse %s for a payment that had been made, or was still to be made',
    (code) => {
      const presses = [pressed(execute, [0, 100], code)];
      expect(seen({ presses, sightings: carriedOut(execute, [10, 50]) })).toEqual([
        expect.stringContaining('was done'),
      ]);
      expect(seen({ presses, sightings: carriedOut(execute, [10, 5_000]) })).toEqual([
        expect.stringContaining('was done'),
      ]);
    },
  );

  test('allow an unknown outcome whatever happens', () => {
    expect(
      seen({ presses: [pressed(execute, [0, 100], 'OUTCOME_UNKNOWN')], sightings: carriedOut(execute, [10, 5_000]) }),
    ).toEqual([]);
  });

  test('allow whoever gave up in one tab to be told so while another tab pays', () => {
    const presses = [pressed(execute, [0, 100], 'AbortError', 1), pressed(execute, [0, 300], 'done', 2)];
    expect(seen({ presses, sightings: carriedOut(execute, [10, 200], 2) })).toEqual([]);
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

  test('allow a page that stood still to send what it had stamped before', () => {
    const presses = [pressed({ kind: 'sign-out' }, [0, 100], 'done'), pressed(freeze, [-50, 3_100], 'done', 2)];
    const sightings = carriedOut(freeze, [3_000, 3_050], 2);
    expect(seen({ presses, sightings, incidents: [{ at: 2_990, tab: 2, what: 'resumed' }] })).toEqual([]);
  });
});
