/** Elements in React: by components, and by tags that React creates in the page. */
import { act, createElement, Fragment, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PasskeyError, sandboxEnclavePublicKeyHex } from 'countersign';
import { defineElements } from 'countersign/elements';
import { elementComponent } from 'countersign/elements/react';
import { useWallet, WalletProvider } from 'countersign/react';
import { createFakeWallet } from 'countersign-sandbox/testing';

const [Problem, Card] = [elementComponent('problem'), elementComponent('card')];
const [Review, Payment] = [elementComponent('review'), elementComponent('payment')];
const { body } = document;
let root: Root | undefined;

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await defineElements('problem', 'review', 'payment');
});
afterEach(() => act(() => root?.unmount()));

async function render(node: ReactNode, how: 'new' | 'hydrated' | 'again' = 'new'): Promise<void> {
  await act(async () => {
    if (how === 'hydrated') body.innerHTML = renderToString(node);
    if (how === 'hydrated') root = hydrateRoot(body, node);
    else if (how === 'new') root = createRoot(body);
    if (how !== 'hydrated') root?.render(node);
    await Promise.resolve();
  });
}

function find<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  const element = body.querySelector(tag);
  if (element === null) throw new Error('there is no element');
  return element;
}

test.for([
  ['by a component', Problem, Fragment, 'new'],
  ['by a component in StrictMode', Problem, StrictMode, 'new'],
  ['by a component, after hydration', Problem, Fragment, 'hydrated'],
  ['by a component, after hydration in StrictMode', Problem, StrictMode, 'hydrated'],
  ['by its tag', 'countersign-problem', Fragment, 'new'],
] as const)(
  'an element gets its properties, attributes and ref, and is heard once, %s',
  async ([, type, Mode, how]) => {
    const error = new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
    const [listen, ref] = [vi.fn(), { current: null }];
    const props = { error, theme: 'dark', className: 'mine', ref, 'oncountersign-action': listen } as const;
    await render(createElement(Mode, null, createElement(type, props)), how);
    const element = find('countersign-problem');
    expect([element.error, element.getAttribute('theme'), element.className]).toEqual([error, 'dark', 'mine']);
    expect(ref.current).toBe(element);
    await expect.poll(() => element.shadowRoot?.textContent).toContain('Try again');
    element.shadowRoot?.querySelector('button')?.click();
    expect(listen).toHaveBeenCalledOnce();
  },
);

test('an element that is defined after its component was hydrated has the newest properties', async () => {
  const { wallet } = createFakeWallet();
  await render(createElement(Card, { wallet, locale: { language: 'de' } as never, cardId: 'Card:1' }), 'hydrated');
  await render(createElement(Card, { wallet, cardId: 'Card:2' }), 'again');
  await defineElements('card');
  const element = find('countersign-card');
  expect([element.wallet, element.locale, element.cardId]).toEqual([wallet, undefined, 'Card:2']);
});

test.for([
  ['components', Review, Payment],
  ['tags', 'countersign-review', 'countersign-payment'],
] as const)('a later render sets what has changed, and resets what it leaves out: %s', async ([, review, payment]) => {
  const { wallet, calls } = createFakeWallet({ state: 'signed-in' });
  const [paid, serviceTime, transactionId] = [vi.fn(), () => 0, 'Transaction:1'];
  const reviewed = { wallet, serviceTime, 'oncountersign-paid': paid };
  const both = (one: object, other: object): ReactNode => [
    createElement(review, { key: 1, ...one }),
    createElement(payment, { key: 2, ...other }),
  ];
  await render(both({ ...reviewed, 'oncountersign-paid': false }, { wallet, transactionId }));
  await render(both(reviewed, { wallet, transactionId, payee: 'Sample Bank' }), 'again');
  const [first, second] = [find('countersign-review'), find('countersign-payment')];
  expect([
    first.serviceTime(),
    second.payee,
    calls().filter(({ name }) => name === 'transaction.follow').length,
  ]).toEqual([0, 'Sample Bank', 1]);
  first.dispatchEvent(new CustomEvent('countersign-paid'));
  await render(both({}, {}), 'again');
  first.dispatchEvent(new CustomEvent('countersign-paid'));
  expect([first.wallet, second.payee, second.transactionId]).toEqual([undefined, undefined, '']);
  expect([first.serviceTime() > 0, paid.mock.calls.length]).toEqual([true, 1]);
});

test('an element that is drawn at once calls the wallet that its provider makes', async () => {
  const tell = vi.fn();
  const heard = (event: CustomEvent<{ readonly error: unknown }>): void => tell(event.detail.error);
  const Page = (): ReactNode =>
    createElement(Payment, { 'oncountersign-problem': heard, wallet: useWallet(), transactionId: 'Transaction:1' });
  const accountId = 'InternalAccount:00000000-0000-4000-8000-000000000003';
  const options = { relay: '/wallet', accountId, enclaveKeys: [sandboxEnclavePublicKeyHex] };
  await render(createElement(WalletProvider, { options }, createElement(Page)));
  // The wallet's own answer, for an id of this form.
  await expect.poll(() => tell.mock.calls).toEqual([[expect.any(RangeError)]]);
});
