import { describe, expect, test } from 'vitest';
import {
  actionConditions,
  actionEnds,
  actionTransitions,
  beginAction,
  stepAction,
  type ActionEvent,
  type ActionPhase,
  type ActionState,
} from '../../src/transport/index.ts';

const starts = [true, false].flatMap((mayCommitUnsigned) =>
  [true, false].flatMap((hasPayload) =>
    [true, false].map((expiredAhead) => ({ mayCommitUnsigned, hasPayload, expiredAhead })),
  ),
);
const eventsOf = (phase: ActionPhase): ReadonlySet<ActionEvent> =>
  new Set(actionTransitions.filter(({ from }) => from === phase).flatMap(({ on }) => on));

/** Every state that can be reached, and the rows that were taken on the way. */
function walk(): { states: readonly ActionState[]; taken: ReadonlySet<string> } {
  const seen = new Map<string, ActionState>();
  const taken = new Set<string>();
  const open = starts.map((start) => beginAction(start));
  for (let state = open.pop(); state !== undefined && seen.size < 20_000; state = open.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.set(key, state);
    for (const event of eventsOf(state.phase)) {
      const next = stepAction(state, event);
      taken.add(`${state.phase} ${event} ${next.phase}`);
      open.push(next);
    }
  }
  return { states: [...seen.values()], taken };
}

const { states, taken } = walk();

describe('the table of a signed action', () => {
  test('ends in every case: what can be reached is finite, and every way leads to an end', () => {
    expect(states.length).toBeGreaterThan(300);
    expect(states.length).toBeLessThan(20_000);
    const ends = states.filter(({ phase }) => actionEnds.has(phase));
    expect(new Set(ends.map(({ phase }) => phase))).toEqual(actionEnds);
    for (const { phase } of states)
      expect([...eventsOf(phase)].every((event) => event === 'overtaken')).toBe(actionEnds.has(phase));
  });

  test('has no row that is never taken', () => {
    const dead = actionTransitions.filter(
      ({ from, on, to }) => !on.some((event) => taken.has(`${from} ${event} ${to}`)),
    );
    expect(dead).toEqual([]);
  });

  test('refuses an event that can not happen in a phase', () => {
    expect(() => stepAction(beginAction(starts[0] as never), 'stamp')).toThrow('no transition for stamp while opening');
  });

  test('sends at most two requests of each kind beyond the first', () => {
    for (const { asked, stamped } of states) {
      expect(asked).toBeLessThanOrEqual(4);
      expect(stamped).toBeLessThanOrEqual(4);
    }
  });

  test('says that nothing was done only while nothing is on its way, unless the service has said that it is over', () => {
    for (const state of states) {
      if (actionEnds.has(state.phase)) continue;
      for (const event of eventsOf(state.phase)) {
        const next = stepAction(state, event);
        if (next.phase !== 'refused' || event === 'found-over' || next.elsewhere) continue;
        expect([event, actionConditions['nothing open']?.(next)]).toEqual([event, true]);
      }
    }
  });

  test('never counts fewer requests on their way than none', () => {
    expect(states.filter(({ open }) => open < 0)).toEqual([]);
  });
});
