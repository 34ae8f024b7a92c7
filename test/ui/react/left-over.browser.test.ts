import { StrictMode, act, createElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { createWallet, type CreateWalletOptions, type WalletState } from 'countersign';
import { createIndexedDbStore, createSession } from '../../../src/kit/session/index.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { eventually } from '../../eventually.ts';
import { accountId, noon, open, signIn } from '../../kit/session/fixtures.ts';
import { countHoldings } from './holdings.ts';
import { optionsWith, otherAccountId, render, roots, settle, Status, unmountAll, withProvider } from './rendering.ts';

vi.mock('../../../src/kit/session/index.ts', { spy: true });

const holdings = countHoldings();
const nothing = { sessions: 0, timers: 0, listeners: 0, channels: 0, connections: 0 };

/** With the page's own browser and store, and a clock whose timers are counted. */
const page = (more: Partial<CreateWalletOptions> = {}): ReactNode => {
  const { store: _, ...options } = optionsWith({ clock: holdings.clock, ...more });
  return createElement(StrictMode, null, withProvider(options));
};

/** Leftovers of all wallets: sessions that were not closed, and the page's handles for them. */
function left(): Readonly<Record<string, number>> {
  const sessions = vi.mocked(createSession).mock.results.map(({ value }) => value as ReturnType<typeof createSession>);
  return {
    sessions: sessions.filter(({ session }) => session.state().status !== 'closed').length,
    ...holdings.count(),
  };
}

beforeEach(() => {
  vi.mocked(createSession).mockClear();
});

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'under StrictMode': () => render(page()),
  'after an edit that changed its options': async () => {
    const root = await render(page());
    await render(page({ accountId: otherAccountId }), root);
    await render(page({ accountId: otherAccountId, refreshBefore: 30_000 }), root);
  },
  'in two roots': async () => {
    await render(page());
    await render(page({ accountId: otherAccountId }));
  },
  'rendered on a server and hydrated': () => {
    const element = document.body.appendChild(document.createElement('div'));
    element.innerHTML = renderToString(page());
    return act(async () => {
      roots.push(hydrateRoot(element, page()));
      await Promise.resolve();
    });
  },
};

test.for(Object.entries(ways))(
  'a provider %s leaves no session, timer, listener, channel or connection behind, and mounts again',
  async ([, mount]) => {
    await eventually(() => expect(left()).toEqual(nothing));
    for (const time of ['first', 'second']) {
      await mount();
      await settle();
      const live = roots.length;
      // Wallets closed by StrictMode or an edit let go of their channel soon after.
      await eventually(() => {
        const { sessions, listeners = 0, channels, connections = 0 } = left();
        expect([time, sessions, channels, connections > 0, listeners > 0]).toEqual([time, live, live, true, true]);
      });
      await unmountAll();
      await eventually(() => expect(left()).toEqual(nothing));
    }
  },
);

test('a sign-out in another tab renders a component of this one once', async () => {
  const clock = createFixedClock({ now: noon });
  const store = createIndexedDbStore();
  const before = open({ store, clock });
  await signIn(before);
  await before.session.close();
  store.close();
  const rendered: string[] = [];
  const onRender = ({ status }: WalletState) => rendered.push(status);
  const { store: _, ...options } = optionsWith({ accountId, clock });
  await render(withProvider(options, createElement(Status, { onRender })));
  await act(async () => {
    await eventually(() => expect(rendered).toEqual(['loading', 'signed-in']));
  });
  const tab = createWallet(options);
  await act(async () => {
    await tab.session.revoke();
    await eventually(() => expect(document.body.textContent).toBe('signed-out'));
  });
  expect(rendered).toEqual(['loading', 'signed-in', 'signed-out']);
  tab.close();
});
