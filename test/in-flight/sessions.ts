/** Sessions at natural latencies: a sign-out wins, the service's word counts, and storage that fails keeps nothing alive. */
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { createFlightTest, sideBySide, soon } from './flight-test.ts';
import type { Flight } from './flight.ts';
import type { Exchange } from './proxy.ts';
import type { Engine } from './profile.ts';
import type { Tab } from './tab.ts';

const limit = { timeout: 60_000 };

const isRefresh = ({ path, leg }: Exchange): boolean => path.endsWith('/refresh') && leg === 2;
const isRevocation = ({ method, path }: Exchange): boolean => method === 'DELETE' && path.startsWith('/auth/sessions/');

/** The tests, in one engine. */
export function describeSessions(engine: Engine): void {
  const test = createFlightTest(engine);
  const keysOf = async (tab: Tab): Promise<number> =>
    (await tab.stored()).reduce((sum, { privateKeys }) => sum + privateKeys, 0);
  const nobodyIsSignedIn = ({ living }: Flight, tabs: readonly Tab[]): Promise<void> =>
    eventually(async () => {
      for (const tab of tabs) expect((await tab.state())?.status).toBe('signed-out');
      expect(await living()).toEqual([]);
      expect(await keysOf(tabs[0] as Tab)).toBe(0);
    }, soon);

  sideBySide(engine)(`a sign-out in flight, in ${engine}`, limit, () => {
    test('is not undone by a refresh that another tab brings home meanwhile', async ({ begin }) => {
      const flight = await begin();
      const { proxies, one, two, service } = flight;
      const ending = proxies.hold(isRevocation, 'before its answer');
      const signedOut = one.press({ kind: 'sign-out' });
      await ending.arrived;
      await two.press({ kind: 'refresh' });
      ending.release();
      expect(await signedOut).toMatchObject({ told: 'done', revocation: { localKeyDeleted: true } });
      expect((await two.press({ kind: 'execute', quote: await service.quote() })).told).not.toBe('done');
      await nobodyIsSignedIn(flight, [one, two]);
    });

    test('ends the session that a refresh under way brings about', async ({ begin }) => {
      const flight = await begin({ settings: { timeoutMs: 60_000 } });
      const { proxies, one, two } = flight;
      const born = proxies.hold(isRefresh, 'before its answer');
      const refreshed = two.press({ kind: 'refresh' });
      await born.arrived;
      expect(await one.press({ kind: 'sign-out' })).toMatchObject({ revocation: { localKeyDeleted: true } });
      born.release();
      expect((await refreshed).told).not.toBe('done');
      await nobodyIsSignedIn(flight, [one, two]);
    });

    test('takes the power to sign from every tab before the network has answered', async ({ begin }) => {
      const { proxies, one, two, service } = await begin({ settings: { timeoutMs: 60_000 } });
      const hung = proxies.hold(isRevocation, 'before the relay');
      void one.press({ kind: 'sign-out' });
      await hung.arrived;
      expect((await two.press({ kind: 'execute', quote: await service.quote() })).told).toBe('SIGNED_OUT');
      expect((await two.state())?.status).toBe('signed-out');
      expect(await service.payments()).toEqual([]);
    });

    test('outlives the tab in which it was pressed: the next page finds nobody signed in, and no key', async ({
      begin,
    }) => {
      const flight = await begin({ settings: { timeoutMs: 60_000 } });
      const { proxies, profile, one, two } = flight;
      const hung = proxies.hold(isRevocation, 'before the relay');
      void one.press({ kind: 'sign-out' });
      await hung.arrived;
      await one.close();
      await two.close();
      const three = await profile.openTab();
      await eventually(async () => expect((await three.state())?.status).toBe('signed-out'), soon);
      expect(await keysOf(three)).toBe(0);
    });
  });

  sideBySide(engine)(`a session in flight, in ${engine}`, limit, () => {
    test('that was ended at the service ends in every tab as soon as one of them hears of it', async ({ begin }) => {
      const { service, one, two } = await begin();
      await service.revoke((await one.state())?.session?.sessionId ?? '');
      expect((await one.press({ kind: 'execute', quote: await service.quote() })).told).not.toBe('done');
      await eventually(async () => {
        for (const tab of [one, two]) {
          expect(await tab.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'revoked' } });
        }
        expect(await keysOf(one)).toBe(0);
      }, soon);
    });

    test('is told as refreshed while the end of the one before it is still under way', async ({ begin }) => {
      const { proxies, one } = await begin({ settings: { timeoutMs: 60_000 } });
      const ending = proxies.hold(isRevocation, 'before its answer');
      const told: string[] = [];
      void one.press({ kind: 'refresh' }).then((end) => told.push(end.told));
      await ending.arrived;
      await eventually(() => expect(told).toEqual(['done']), soon);
      ending.release();
    });

    test('that is shorter than the time before its end at which it is refreshed goes on and on', async ({ begin }) => {
      const ids = new Set<string>();
      const { one } = await begin({
        sandbox: { sessionMs: 16_000 },
        settings: { refreshBefore: 60_000 },
        onChange: (_, { session }) => {
          if (session !== undefined) ids.add(session.sessionId);
        },
      });
      await eventually(() => expect(ids.size).toBeGreaterThanOrEqual(3), { timeout: 40_000 });
      expect((await one.state())?.status).toBe('signed-in');
    });
  });

  sideBySide(engine)(`a wallet that is closed, in ${engine}`, limit, () => {
    test('lets go of its connection and its timers, however much work is pending', async ({ fly }) => {
      const flight = await fly();
      const [one] = flight.tabs as readonly [Tab];
      for (let round = 0; round < 10; round += 1) {
        await one.reload();
        void one.press({ kind: 'sign-in' });
        await one.closeWallet();
        await eventually(
          async () => expect(await one.holdings()).toEqual({ timers: 0, connections: 0, channels: 0, locks: [] }),
          soon,
        );
      }
    });
  });
}
