import { describe, expect, test, vi } from 'vitest';
import { readInstant } from '../../src/clock.ts';
import type { ServiceAnswer } from '../../src/session/index.ts';
import { createFixedClock, type FixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { createTabs, deferred, fresh, hour, minute, noon, recordKey } from './fixtures.ts';
import { createKeeper, signedIn } from './opened.ts';

const answer = (clock: FixedClock, session: ServiceAnswer['session']): ServiceAnswer => ({
  session,
  startedAt: readInstant(clock),
  date: clock.now(),
});
const lives = { expiresAt: new Date(noon + 15 * minute).toISOString() };

/** Two tabs over one store and a service that says of every session what the test wants. */
async function twoTabs(ask: (clock: FixedClock) => Promise<ServiceAnswer>) {
  const clock = createFixedClock({ now: noon });
  const channels = createTabs();
  const asked = vi.fn(() => ask(clock));
  const { keeper, store, page } = await signedIn({ clock, ask: asked, channel: channels.open() });
  const other = createKeeper({ store, clock, channel: channels.open() });
  await other.current();
  clock.advance(minute);
  return { keeper, other, clock, store, page, asked };
}

describe('a session that the service seems not to know any more', () => {
  test('ends in every tab, and its key is deleted, once the service has said so', async () => {
    const { keeper, other, store } = await twoTabs(async (clock) => answer(clock, 'gone'));
    expect(await keeper.doubt('Session:1')).toBe('gone');
    for (const tab of [keeper, other]) {
      expect(tab.state()).toEqual({ status: 'signed-out', storage: 'persistent', ended: { reason: 'revoked' } });
      await expect(tab.current()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    }
    expect(await store.read(recordKey)).toMatchObject({
      ended: { sessionId: 'Session:1', reason: 'revoked' },
      leaving: [],
    });
    expect(await store.read(recordKey)).not.toHaveProperty('session');
  });

  test('lives on if the service still lists it', async () => {
    const { keeper, other } = await twoTabs(async (clock) => answer(clock, lives));
    expect(await keeper.doubt('Session:1')).toBe('alive');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1', expiresAt: noon + 15 * minute });
    expect(await other.current()).toMatchObject({ sessionId: 'Session:1' });
  });

  test('signs nothing until the service has answered', async () => {
    const said = deferred<ServiceAnswer>();
    const { keeper, clock, asked } = await twoTabs(() => said.promise);
    const doubt = keeper.doubt('Session:1');
    await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
    const current = keeper.current();
    await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
    said.resolve(answer(clock, 'gone'));
    expect(await doubt).toBe('gone');
    await expect(current).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('is kept, and does not sign, while the service can not be asked', async () => {
    const { keeper } = await twoTabs(() => Promise.reject(new TypeError('offline')));
    expect(await keeper.doubt('Session:1')).toBe('unknown');
    expect(keeper.state().status).toBe('signed-in');
    await expect(keeper.current()).rejects.toMatchObject({ code: 'CLOCK_UNCERTAIN', nextStep: 'retry' });
  });

  test('is not given up for a list that may be older than itself', async () => {
    const clock = createFixedClock({ now: noon });
    const { keeper } = await signedIn({ clock, ask: async () => answer(clock, 'gone') });
    clock.advance(4_999);
    expect(await keeper.doubt('Session:1')).toBe('unknown');
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:1' });
    clock.advance(1);
    expect(await keeper.doubt('Session:1')).toBe('gone');
  });

  test('that ran out meanwhile is told to have expired', async () => {
    const { keeper, clock } = await twoTabs(async (at) => answer(at, 'gone'));
    clock.jump(hour);
    expect(await keeper.doubt('Session:1')).toBe('gone');
    expect(keeper.state().ended).toEqual({ reason: 'expired' });
  });

  test('is not asked about once another tab has replaced it', async () => {
    const { keeper, other, clock, asked } = await twoTabs(async (at) => answer(at, lives));
    await other.adopt(await fresh('2', clock, { date: clock.now() }), { replaces: 'Session:1' });
    expect(await keeper.doubt('Session:1')).toBe('gone');
    expect(asked).not.toHaveBeenCalled();
    expect(await keeper.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('because its successor is on the way gives place to that successor', async () => {
    const { keeper, other, clock } = await twoTabs(async (at) => answer(at, 'gone'));
    await other.doubt('Session:1');
    await keeper.doubt('Session:1');
    expect(keeper.state().ended).toEqual({ reason: 'revoked' });
    const successor = await fresh('2', clock, { date: clock.now() });
    expect(await keeper.adopt(successor, { replaces: 'Session:1' })).toBe('stored');
    for (const tab of [keeper, other]) expect(await tab.current()).toMatchObject({ sessionId: 'Session:2' });
  });
});
