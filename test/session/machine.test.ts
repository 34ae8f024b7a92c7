import { describe, expect, test } from 'vitest';
import {
  sessionTransitions,
  type SessionEffect,
  type SessionEvent,
  type SessionPhase,
} from '../../src/session/machine.ts';

const phases = Object.keys(sessionTransitions) as SessionPhase[];
const transitions = phases.flatMap((from) =>
  Object.entries(sessionTransitions[from]).map(([event, [to, ...effects]]) => ({
    from,
    event: event as SessionEvent,
    to,
    effects: effects as readonly SessionEffect[],
  })),
);
const holds = (phase: SessionPhase): boolean => phase === 'live' || phase === 'uncertain';
const found = ['found-live', 'found-uncertain', 'found-over', 'found-none', 'found-nothing', 'found-newer'] as const;

describe('the table of the session', () => {
  test('leads from loading to every state, and out of closed to none', () => {
    const reached = new Set<SessionPhase>(['loading']);
    for (const phase of reached) for (const [to] of Object.values(sessionTransitions[phase])) reached.add(to);
    expect(reached).toEqual(new Set(phases));
    expect(sessionTransitions.closed).toEqual({});
  });

  test('closes from every other state, and then ends timers and listeners', () => {
    for (const phase of phases.filter((one) => one !== 'closed'))
      expect(sessionTransitions[phase].close).toEqual(['closed', 'forget', 'release']);
  });

  test('takes a session into memory only where it is shown, and drops it wherever it is not', () => {
    for (const { from, to, effects, event } of transitions) {
      if (effects.includes('hold')) expect([event, holds(to)]).toEqual([event, true]);
      if (holds(from) && !holds(to)) expect([event, effects.includes('forget')]).toEqual([event, true]);
      if (!holds(from) && holds(to)) expect([event, effects.includes('hold')]).toEqual([event, true]);
    }
  });

  test('never becomes live but by a reading of the store', () => {
    const ways = transitions.filter(({ from, to }) => to === 'live' && from !== 'live').map(({ event }) => event);
    expect(new Set(ways)).toEqual(new Set(['found-live']));
  });

  test('asks the service on the way to uncertain, and only there', () => {
    for (const { event, to, from, effects } of transitions) {
      const enters = to === 'uncertain' && (from !== 'uncertain' || event !== 'woke');
      if (effects.includes('ask')) expect(to).toBe('uncertain');
      if (enters && !['told-changed', 'woke'].includes(event))
        expect([event, effects]).toEqual([event, expect.arrayContaining(['ask'])]);
    }
  });

  test('believes nothing that storage says while a sign-out is being stored', () => {
    expect(Object.keys(sessionTransitions.leaving)).toEqual(['cleared', 'close']);
    for (const phase of phases.filter(holds)) {
      expect(sessionTransitions[phase]['sign-out']).toEqual(['leaving', 'forget', 'announce']);
    }
  });

  test('reads the store in no answer to a reading, which would wait for itself', () => {
    for (const { event, effects } of transitions) {
      if ((found as readonly string[]).includes(event)) expect(effects).not.toContain('read');
    }
  });

  test('knows what every reading means in every state that reads', () => {
    const reading = phases.filter((phase) => phase !== 'closed' && phase !== 'leaving');
    for (const phase of reading)
      expect(Object.keys(sessionTransitions[phase])).toEqual(expect.arrayContaining([...found]));
  });

  test('reads again, and tries storage again, whenever a page wakes or hears of a change', () => {
    for (const phase of phases.filter((one) => !['loading', 'leaving', 'closed'].includes(one))) {
      for (const event of ['woke', 'told-changed'] as const) {
        const [to, ...effects] = sessionTransitions[phase][event] ?? ['closed'];
        expect(to).toBe(phase);
        expect(effects).toEqual(expect.arrayContaining(['try-storage', 'read']));
      }
    }
  });

  test('ignores on purpose only what can not concern a state', () => {
    const events = new Set(transitions.map(({ event }) => event));
    const ignored = phases
      .filter((phase) => phase !== 'closed')
      .map(
        (phase) => [phase, [...events].filter((event) => !(event in sessionTransitions[phase])).toSorted()] as const,
      );
    const ofHeld = ['cleared', 'doubted', 'service-gone', 'sign-out', 'told-ended'];
    expect(Object.fromEntries(ignored)).toEqual({
      // The reading that is under way says all that could be said.
      loading: [...ofHeld, 'told-changed', 'woke'].toSorted(),
      none: ofHeld,
      live: ['cleared'],
      uncertain: ['cleared'],
      leaving: [...events].filter((event) => event !== 'cleared' && event !== 'close').toSorted(),
      outdated: ofHeld.filter((event) => event !== 'sign-out'),
    });
  });
});
