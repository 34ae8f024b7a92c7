import { createWallet, sandboxEnclavePublicKeyHex } from 'countersign';
import { createTap, mountInspector } from 'countersign-sandbox/devtools';
import { expect, test, vi } from 'vitest';
import { StatePanel } from '../../src/devtools/panels/state.tsx';
import type { View } from '../../src/devtools/panels/view.ts';

const options = {
  relay: '/wallet',
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000001',
  enclaveKeys: [sandboxEnclavePublicKeyHex],
  environment: 'sandbox',
} as const;

test.each(['//elsewhere.example.com', '/\\elsewhere.example.com', '/\t/elsewhere.example.com', '/api/../../x', 'api'])(
  'the control plane is called below a path of the page’s own origin: %j is refused',
  (control) => {
    const tap = createTap({ storage: false });
    tap.watch(options);
    const wallet = { subscribe: () => () => undefined } as never;
    expect(() => mountInspector(wallet, { tap, control })).toThrow(/control must be a path/);
  },
);

test('a tap with a clock that only tells the time passes requests on', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ok: true })));
  const tap = createTap({ storage: false, clock: { now: () => 0 } });
  tap.watch(options);
  expect((await tap.fetch('http://localhost/api')).status).toBe(200);
  vi.unstubAllGlobals();
});

test('a tap leaves wrong options to createWallet, which names them', () => {
  const tap = createTap({ storage: false });
  for (const wrong of [{ profile: 'unknown' }, { relay: 'http://' }, { relay: undefined }]) {
    const watched = tap.watch({ ...options, ...wrong } as never);
    expect(() => createWallet(watched)).toThrow(/^createWallet: (?:profile|relay) /);
  }
});

/** Every text below a node of Preact's. */
function textsOf(node: unknown): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textsOf).join(' ');
  return textsOf((node as { props?: { children?: unknown } } | null)?.props?.children ?? []);
}

test.each(['signed-out', 'revoked', 'expired', 'storage-lost'])(
  'the panel of the state says in words why a session has ended: %s',
  (reason) => {
    const view = {
      state: { status: 'signed-out', storage: 'persistent', ended: { reason } },
      record: { entries: [], signings: [], clockDifferenceMs: null },
      announcements: [],
      wallet: {},
    } as unknown as View;
    expect(textsOf(StatePanel(view))).toMatch(new RegExp(`${reason}\\s+[A-Z][^.]+\\.\\s+Clocks`));
  },
);
