import { describe, expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { createFlightTest, soon } from './flight-test.ts';

const test = createFlightTest('chromium');

describe.concurrent(
  'a build of this version beside one with a later schema, in one browser',
  { timeout: 60_000 },
  () => {
    test('signs nothing once the other has stored a session, says why, and leaves that session to it', async ({
      begin,
    }) => {
      const { profile, service, one, two, living } = await begin({ versions: 2 });
      const first = (await one.state())?.session?.sessionId ?? '';
      const later = await profile.openTab('/later/');
      expect(await later.press({ kind: 'sign-in' })).toEqual({ told: 'done' });
      const theirs = (await later.state())?.session?.sessionId ?? '';
      await two.wake();
      for (const tab of [one, two]) {
        expect((await tab.press({ kind: 'execute', quote: await service.quote() })).told).toBe('UPDATE_REQUIRED');
        expect((await tab.press({ kind: 'refresh' })).told).toBe('UPDATE_REQUIRED');
        expect((await tab.press({ kind: 'sign-in' })).told).toBe('UPDATE_REQUIRED');
        expect((await tab.state())?.status).toBe('signed-out');
      }
      expect(await service.payments()).toEqual([]);
      // What this version's tabs began is nobody's and ends; the session that was stored before is theirs to end.
      await eventually(async () => expect((await living()).filter((id) => id !== first)).toEqual([theirs]), soon);
      expect(await later.press({ kind: 'execute', quote: await service.quote() })).toEqual({ told: 'done' });
      expect((await later.state())?.session?.sessionId).toBe(theirs);
    });

    test('ends its own session at the service, and goes on with the other one when its page is reloaded', async ({
      begin,
    }) => {
      const { profile, service, one, living } = await begin({ versions: 2 });
      const later = await profile.openTab('/later/');
      expect(await later.press({ kind: 'sign-in' })).toEqual({ told: 'done' });
      const theirs = (await later.state())?.session?.sessionId ?? '';
      await one.press({ kind: 'sign-out' });
      await eventually(async () => expect(await living()).toEqual([theirs]), soon);
      expect((await later.state())?.status).toBe('signed-in');
      await one.reload('/later/');
      await eventually(async () => expect((await one.state())?.session?.sessionId).toBe(theirs), soon);
      expect(await one.press({ kind: 'execute', quote: await service.quote() })).toEqual({ told: 'done' });
    });
  },
);
