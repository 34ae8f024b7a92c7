import { StrictMode, Suspense, act, createElement, use, useEffect, useState, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createMemoryStore, type CreateWalletOptions, type Store, type Wallet, type WalletState } from 'countersign';
import { useWallet, useWalletState } from 'countersign/react';
import { eventually } from '../../eventually.ts';
import { enclaveKeys, optionsWith, otherAccountId, render, roots, settle, Status, withProvider } from './rendering.ts';

test('the wallet of useWallet stays the same object, also when the wallet behind it is made anew', async () => {
  const seen = new Set<Wallet>();
  const onRender = (_: WalletState, wallet: Wallet) => seen.add(wallet);
  const root = await render(withProvider(optionsWith(), createElement(Status, { onRender })));
  await settle();
  await render(withProvider(optionsWith({ accountId: otherAccountId }), createElement(Status, { onRender })), root);
  await settle();
  expect(seen.size).toBe(1);
  expect([...seen][0]?.accountId).toBe(otherAccountId);
});

test('what subscribes to the wallet in an effect hears of the wallet that changed options make, until it stops', async () => {
  const heard: string[] = [];
  function Child(): ReactNode {
    const wallet = useWallet();
    useEffect(() => {
      const note = () => heard.push(`${wallet.accountId.at(-1)} ${wallet.state().status}`);
      const stops = [wallet.subscribe(note), wallet.subscribe(note)];
      stops[0]?.();
      return stops[1];
    }, [wallet]);
    return createElement(Status);
  }
  const optionsOf = (accountId: string) => ({ ...options, accountId });
  const options = optionsWith();
  const root = await render(withProvider(optionsOf(options.accountId), createElement(Child)));
  await settle();
  await render(withProvider(optionsOf(otherAccountId), createElement(Child)), root);
  await settle();
  expect(heard).toEqual(['1 signed-out', '2 loading', '2 signed-out']);
  await render(withProvider(optionsOf(otherAccountId)), root);
  await render(withProvider(options), root);
  await settle();
  expect(heard).toHaveLength(3);
});

test('a render with new functions, equal lists and equal objects keeps the wallet, and calls the newest function; another member makes it anew', async () => {
  const store = createMemoryStore();
  let reads = 0;
  const counted: Store = { ...store, read: (key) => ((reads += 1), store.read(key)) };
  const fetches: string[] = [];
  const optionsNamed = (name: string, report: Readonly<Record<string, 'report'>>) =>
    optionsWith({
      store: { ...counted },
      enclaveKeys: [...enclaveKeys],
      checkPayload: { ...report },
      fetch: () => {
        fetches.push(name);
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
  let wallet: Wallet | undefined;
  const child = createElement(Status, { onRender: (_, now) => (wallet = now) });
  const root = await render(withProvider(optionsNamed('first', { custom: 'report' }), child));
  await settle();
  const before = reads;
  await render(withProvider(optionsNamed('second', { custom: 'report' }), child), root);
  expect(reads).toBe(before);
  await wallet?.credentials.list().catch(() => undefined);
  expect(fetches).toEqual(['second']);
  await render(withProvider(optionsNamed('third', { custom: 'report', 'session.refresh': 'report' }), child), root);
  await settle();
  expect(reads).toBeGreaterThan(before);
});

test("a function of the options is called without a receiver, which a page's own fetch refuses", async () => {
  const receivers: unknown[] = [];
  function fetch(this: unknown): Promise<Response> {
    receivers.push(this);
    return Promise.reject(new TypeError('fetch failed'));
  }
  let wallet: Wallet | undefined;
  const child = createElement(Status, { onRender: (_, now) => (wallet = now) });
  await render(withProvider(optionsWith({ fetch }), child));
  await wallet?.credentials.list().catch(() => undefined);
  expect(receivers).toEqual([undefined]);
});

test('a listener hears of the end of the wallet, which comes after the unmount', async () => {
  const heard: unknown[] = [];
  const onEvent: CreateWalletOptions['onEvent'] = (event) => void (event.step === 'state' && heard.push(event.outcome));
  const root = await render(withProvider(optionsWith({ onEvent })));
  await settle();
  await render(null, root);
  await eventually(() => expect(heard).toEqual(['signed-out', 'closed']));
});

test('a Suspense boundary that shows its fallback again leaves the wallet and what it does alone', async () => {
  const heard: string[] = [];
  const onEvent: CreateWalletOptions['onEvent'] = (event) => void (event.step === 'state' && heard.push(event.outcome));
  let answer: (response: Response) => void = () => {};
  const fetch = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  let wait: (text: Promise<string>) => void = () => {};
  function Late(): ReactNode {
    const [text, setText] = useState<Promise<string>>();
    wait = setText;
    return text && use(text);
  }
  let wallet: Wallet | undefined;
  const child = createElement(
    'div',
    null,
    createElement(Status, { onRender: (_, now) => (wallet = now) }),
    createElement(Late),
  );
  const options = optionsWith({ fetch, onEvent });
  await render(createElement(Suspense, { fallback: 'fallback' }, withProvider(options, child)));
  await settle();
  const listing = wallet?.credentials.list().catch((error: { code: string }) => error.code);
  await eventually(() => expect(fetch).toHaveBeenCalledOnce());
  let show: (text: string) => void = () => {};
  await act(async () => {
    wait(new Promise((resolve) => (show = resolve)));
    await Promise.resolve();
  });
  expect(document.body.textContent).toContain('fallback');
  expect(wallet?.state().status).toBe('signed-out');
  answer(Response.json({ data: [] }));
  expect(await listing).toEqual([]);
  await act(async () => {
    show('page');
    await Promise.resolve();
  });
  expect(document.body.textContent).toBe('signed-outpage');
  expect(heard).toEqual(['signed-out']);
});

test('a component renders once for each change, and not for a part that stays equal', async () => {
  const states: string[] = [];
  const statuses: string[] = [];
  function Part(): ReactNode {
    statuses.push(useWalletState(({ status }) => status));
    return null;
  }
  const onRender = ({ status }: WalletState) => states.push(status);
  const { store: _, ...options } = optionsWith();
  await render(
    withProvider(options, createElement('div', null, createElement(Status, { onRender }), createElement(Part))),
  );
  await settle();
  expect(states).toEqual(['loading', 'signed-out']);
  expect(statuses).toEqual(['loading', 'signed-out']);
});

test('a selector may make a new object each time', async () => {
  let renders = 0;
  function Part(): ReactNode {
    renders += 1;
    const { status } = useWalletState((state) => ({ status: state.status }));
    return createElement('p', null, status);
  }
  await render(withProvider(optionsWith(), createElement(Part)));
  await settle();
  expect(renders).toBeLessThanOrEqual(3);
});

test('the effects of components below can call the wallet', async () => {
  const called = vi.fn();
  function Child(): ReactNode {
    const wallet = useWallet();
    useEffect(() => called(wallet.state().status), [wallet]);
    return createElement('p', null, 'child');
  }
  await render(createElement(StrictMode, null, withProvider(optionsWith(), createElement(Child))));
  expect(called).toHaveBeenCalledWith('loading');
});

test('a server renders the loading state without making a wallet, and the page hydrates without a warning', async () => {
  const warn = vi.spyOn(console, 'error');
  const touched = vi.fn(() => Promise.resolve(undefined));
  const store: Store = { ...createMemoryStore(), read: touched };
  const node = withProvider(optionsWith({ store }));
  const html = renderToString(node);
  expect(html).toBe('<p>loading</p>');
  expect(touched).not.toHaveBeenCalled();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  await act(async () => {
    roots.push(hydrateRoot(container, withProvider(optionsWith())));
    await Promise.resolve();
  });
  await settle();
  expect(container.textContent).toBe('signed-out');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('a hook without a provider says what is missing', () => {
  expect(() => renderToString(createElement(Status))).toThrow('WalletProvider');
});
