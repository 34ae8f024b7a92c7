/** Renders a provider with its wallet into the page of a test, and takes it down after the test. */
import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, vi } from 'vitest';
import { createMemoryStore, type CreateWalletOptions, type Wallet, type WalletState } from 'countersign';
import { useWallet, useWalletState, WalletProvider } from 'countersign/react';
import { eventually } from '../../eventually.ts';

const accountId = 'InternalAccount:00000000-0000-4000-8000-000000000001';
export const otherAccountId = 'InternalAccount:00000000-0000-4000-8000-000000000002';
// The generator of P-256: a point of the curve whose key nobody needs here.
export const enclaveKeys = [
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
];

export const optionsWith = (more: Partial<CreateWalletOptions> = {}): CreateWalletOptions => ({
  relay: '/wallet',
  accountId,
  enclaveKeys,
  environment: 'sandbox',
  store: createMemoryStore(),
  fetch: () => Promise.reject(new TypeError('fetch failed')),
  ...more,
});

/** Those that the test has rendered into. */
export const roots: Root[] = [];

beforeAll(() => {
  document.body.replaceChildren();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(unmountAll);

/** Takes down what the test has rendered. */
export async function unmountAll(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => Promise.resolve(root.unmount()));
  document.body.replaceChildren();
}

/** Into a root of its own, or into one that is there. */
export async function render(node: ReactNode, root?: Root): Promise<Root> {
  const used = root ?? createRoot(document.body.appendChild(document.createElement('div')));
  if (root === undefined) roots.push(used);
  await act(async () => {
    used.render(node);
    await Promise.resolve();
  });
  return used;
}

/** Waits until no wallet is loading. */
export const settle = (): Promise<void> =>
  act(async () => {
    await eventually(() => {
      if (document.body.textContent.includes('loading')) throw new Error('still loading');
    });
  });

/** Shows the status, and tells each render and wallet. */
export function Status({ onRender }: { onRender?: (state: WalletState, wallet: Wallet) => void }): ReactNode {
  const state = useWalletState();
  onRender?.(state, useWallet());
  return createElement('p', null, state.status);
}

export const withProvider = (options: CreateWalletOptions, child: ReactNode = createElement(Status)): ReactNode =>
  createElement(WalletProvider, { options }, child);
