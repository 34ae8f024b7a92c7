/** Elements in React: by `elementComponent`, and by their tags where React creates them in the page. */
import { act, createElement, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PasskeyError, sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { WalletProvider, useWallet } from 'countersign/react';
import { createFakeWallet } from 'countersign/testing';

let root: Root | undefined;
let parent: HTMLElement;

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
beforeEach(() => {
  parent = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  parent.remove();
});

/** Renders by the root that there is, else by a new one. */
async function render(node: ReactNode): Promise<void> {
  await act(async () => {
    root ??= createRoot(parent);
    root.render(node);
    await Promise.resolve();
  });
}

/** Hydrates what a server has rendered. */
async function hydrate(node: ReactNode): Promise<void> {
  parent.innerHTML = renderToString(node);
  await act(async () => {
    root = hydrateRoot(parent, node);
    await Promise.resolve();
  });
}

function find<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  const element = parent.querySelector(tag);
  if (element === null) throw new Error('there is no element');
  return element;
}

const error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
const Problem = elementComponent('problem');
const Payment = elementComponent('payment');
const Review = elementComponent('review');
const Card = elementComponent('card');

test.for([
  ['a component, created', (props: object) => render(createElement(Problem, props))],
  [
    'a component, in StrictMode',
    (props: object) => render(createElement(StrictMode, null, createElement(Problem, props))),
  ],
  ['a component, after hydration', (props: object) => hydrate(createElement(Problem, props))],
  [
    'a component, after hydration in StrictMode',
    (props: object) => hydrate(createElement(StrictMode, null, createElement(Problem, props))),
  ],
  ['a tag, created', (props: object) => render(createElement('countersign-problem', props))],
] as const)(
  'an element gets its properties, attributes and ref, and its events are heard once: %s',
  async ([, draw]) => {
    await defineElements('problem');
    const [listen, ref] = [vi.fn(), { current: null }];
    await draw({ error, theme: 'dark', className: 'mine', ref, 'oncountersign-action': listen });
    const element = find('countersign-problem');
    expect([element.error, element.getAttribute('theme'), element.className]).toEqual([error, 'dark', 'mine']);
    expect(ref.current).toBe(element);
    await expect.poll(() => element.shadowRoot?.textContent).toContain('Try again');
    element.shadowRoot?.querySelector('button')?.click();
    expect(listen).toHaveBeenCalledOnce();
  },
);

test('a component of an element that is defined later hands over what it was given before', async () => {
  const { wallet } = createFakeWallet({ state: 'signed-out' });
  const locale = { language: 'de' } as never;
  await hydrate(createElement(Card, { wallet, locale, cardId: 'Card:1' }));
  const element = find('countersign-card');
  await render(createElement(Card, { wallet, cardId: 'Card:1' }));
  await defineElements('card');
  expect([element.wallet, element.locale, element.cardId]).toEqual([wallet, undefined, 'Card:1']);
  expect(Object.keys(element).filter((key) => !key.startsWith('__react'))).not.toContain('wallet');
});

describe.for([
  ['a component', Review, Payment],
  ['a tag', 'countersign-review', 'countersign-payment'],
] as const)('the next rendering of %s', ([, review, payment]) => {
  test('resets what it leaves out', async () => {
    await defineElements('review', 'payment');
    const { wallet } = createFakeWallet({ state: 'signed-out' });
    const listen = vi.fn();
    const serviceTime = (): number => 0;
    const all = { wallet, payee: 'Sample Bank', serviceTime, 'oncountersign-paid': listen };
    await render(
      createElement(
        'div',
        null,
        createElement(review, all),
        createElement(payment, { wallet, transactionId: 'Transaction:1' }),
      ),
    );
    await render(createElement('div', null, createElement(review, {}), createElement(payment, { wallet })));
    const element = find('countersign-review');
    expect([element.wallet, element.payee, find('countersign-payment').transactionId]).toEqual([
      undefined,
      undefined,
      '',
    ]);
    expect(element.serviceTime()).toBeGreaterThan(0);
    element.dispatchEvent(new CustomEvent('countersign-paid'));
    expect(listen).not.toHaveBeenCalled();
  });

  test('sets again only what has changed', async () => {
    await defineElements('payment');
    const { wallet, calls } = createFakeWallet({ state: 'signed-in' });
    const props = { wallet, transactionId: 'Transaction:1' };
    await render(createElement(payment, props));
    await render(createElement(payment, { ...props, payee: 'Sample Bank' }));
    expect(calls().filter(({ name }) => name === 'transaction.follow').length).toBe(1);
  });
});

test('an element that is drawn at once calls the wallet that its provider makes', async () => {
  await defineElements('payment');
  const tell = vi.fn();
  const heard = (event: CustomEvent<{ readonly error: unknown }>): void => tell(event.detail.error);
  const Page = (): ReactNode =>
    createElement(Payment, { 'oncountersign-problem': heard, wallet: useWallet(), transactionId: 'Transaction:1' });
  const options = {
    relay: '/wallet',
    accountId: 'InternalAccount:00000000-0000-4000-8000-000000000003',
    enclaveKeys: [sandboxEnclavePublicKeyHex],
  };
  await render(createElement(WalletProvider, { options }, createElement(Page)));
  // The wallet's own answer, for an id of this form.
  await expect.poll(() => tell.mock.calls).toEqual([[expect.any(RangeError)]]);
});
