import { StrictMode, act, createElement, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createWallet, type CreateWalletOptions } from 'countersign';
import { useWalletState, WalletProvider } from 'countersign/react';
import { createIndexedDbStore, createSession } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { eventually } from '../eventually.ts';
import { accountId, noon, open, signIn } from '../session/fixtures.ts';
import { countHoldings } from './holdings.ts';

// A busy machine renders late.

vi.mock('../../src/session/index.ts', { spy: true });

// The generator of P-256: a point of the curve whose key nobody needs here.
const enclaveKeys = [
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
];
const other = 'InternalAccount:00000000-0000-4000-8000-000000000002';

/** The page's own browser and store, and a clock whose timers are counted. */
const optionsOf = (more: Partial<CreateWalletOptions> = {}): CreateWalletOptions => ({
  relay: '/wallet',
  accountId,
  enclaveKeys,
  environment: 'sandbox',
  clock: holdings.clock,
  fetch: () => Promise.reject(new TypeError('fetch failed')),
  ...more,
});

const holdings = countHoldings();
let roots: Root[] = [];

/** What is left of all wallets: sessions that were not closed, and what the page holds for them. */
function left(): Readonly<Record<string, number>> {
  const sessions = vi.mocked(createSession).mock.results.map(({ value }) => value as ReturnType<typeof createSession>);
  return { sessions: sessions.filter((session) => session.state().status !== 'closed').length, ...holdings.count() };
}

beforeAll(() => {
  document.body.replaceChildren();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
beforeEach(() => {
  vi.mocked(createSession).mockClear();
});
afterEach(async () => {
  await unmountAll();
  document.body.replaceChildren();
});

async function unmountAll(): Promise<void> {
  for (const root of roots) await act(async () => Promise.resolve(root.unmount()));
  roots = [];
}

function Status({ onRender }: { onRender?: (status: string) => void }): ReactNode {
  const status = useWalletState((state) => state.status);
  onRender?.(status);
  return createElement('p', null, status);
}

const page = (options: CreateWalletOptions, onRender?: (status: string) => void): ReactNode =>
  createElement(
    StrictMode,
    null,
    createElement(WalletProvider, { options }, createElement(Status, onRender === undefined ? {} : { onRender })),
  );

const container = (): HTMLElement => document.body.appendChild(document.createElement('div'));

async function render(node: ReactNode, root: Root): Promise<void> {
  if (!roots.includes(root)) roots.push(root);
  await act(async () => {
    root.render(node);
    await Promise.resolve();
  });
  await act(async () => {
    await eventually(() => expect(document.body.textContent).not.toContain('loading'));
  });
}

const ways: Readonly<Record<string, () => Promise<void>>> = {
  'under StrictMode': () => render(page(optionsOf()), createRoot(container())),
  'after an edit that changed its options': async () => {
    const root = createRoot(container());
    await render(page(optionsOf()), root);
    await render(page(optionsOf({ accountId: other })), root);
    await render(page(optionsOf({ accountId: other, refreshBefore: 30_000 })), root);
  },
  'in two roots': async () => {
    await render(page(optionsOf()), createRoot(container()));
    await render(page(optionsOf({ accountId: other })), createRoot(container()));
  },
  'rendered on a server and hydrated': async () => {
    const element = container();
    element.innerHTML = renderToString(page(optionsOf()));
    let root: Root | undefined;
    await act(async () => {
      root = hydrateRoot(element, page(optionsOf()));
      await Promise.resolve();
    });
    if (root !== undefined) await render(page(optionsOf()), root);
  },
};

test.for(Object.entries(ways))(
  'a provider %s leaves no session, timer, listener, channel or connection behind, and mounts again',
  async ([, mount]) => {
    await eventually(() => expect(left()).toEqual(nothing));
    for (const time of ['first', 'second']) {
      await mount();
      const live = roots.length;
      // What StrictMode or an edit has closed lets go of its channel soon after.
      await eventually(() => {
        const { sessions, listeners = 0, channels, connections = 0 } = left();
        expect([time, sessions, channels, connections > 0, listeners > 0]).toEqual([time, live, live, true, true]);
      });
      await unmountAll();
      await eventually(() => expect(left()).toEqual(nothing));
    }
  },
);

const nothing = { sessions: 0, timers: 0, listeners: 0, channels: 0, connections: 0 };

test('a sign-out in another tab renders a component of this one once', async () => {
  const clock = createFixedClock({ now: noon });
  const store = createIndexedDbStore();
  const before = open({ store, clock });
  await signIn(before);
  await before.session.close();
  store.close();
  const rendered: string[] = [];
  const root = createRoot(container());
  roots.push(root);
  const options = optionsOf({ clock });
  await act(async () => {
    root.render(
      createElement(
        WalletProvider,
        { options },
        createElement(Status, { onRender: (status) => rendered.push(status) }),
      ),
    );
    await Promise.resolve();
  });
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
