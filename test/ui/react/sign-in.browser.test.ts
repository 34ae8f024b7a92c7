import { StrictMode, act, createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { TransportError, WalletError, type Wallet } from 'countersign';
import {
  useAction,
  useCodeEntry,
  useCountdown,
  useIdentityProvider,
  usePasskeySignIn,
  useWalletState,
  WalletProvider,
  type UsedCodeEntry,
  type UsedPasskeySignIn,
} from 'countersign/react';
import { createFakeWallet, createFixedClock, type FakeWallet } from 'countersign-sandbox/testing';
import { eventually } from '../../eventually.ts';
import { nextTurn } from '../../rest.ts';
import { otherAccountId, render, Status } from './rendering.ts';

const withWallet = (wallet: Wallet, child: ReactNode): ReactNode => createElement(WalletProvider, { wallet }, child);
const text = (): string => document.body.textContent;
const names = ({ calls }: FakeWallet): readonly string[] => calls().map(({ name }) => name);

describe('a provider of a wallet that exists', () => {
  test('shows its state from the first render on, and what changes', async () => {
    const fake = createFakeWallet({ state: 'signed-in' });
    const seen: string[] = [];
    const onRender = ({ status }: { status: string }) => seen.push(status);
    await render(withWallet(fake.wallet, createElement(Status, { onRender })));
    await act(async () => Promise.resolve(fake.signOut('expired')));
    expect(seen).toEqual(['signed-in', 'signed-out']);
  });

  test('leaves it open at the end, and passes on another one', async () => {
    const [one, other] = [
      createFakeWallet({ state: 'signed-in' }),
      createFakeWallet({ accountId: otherAccountId, answers: { 'card.freeze': {} } }),
    ];
    let freeze: () => Promise<unknown> = () => Promise.resolve();
    function Page(): ReactNode {
      const action = useAction((wallet) => Promise.resolve(wallet.accountId));
      freeze = () => action.run();
      return createElement(Status);
    }
    const child = createElement(Page);
    const root = await render(createElement(StrictMode, null, withWallet(one.wallet, child)));
    expect(text()).toBe('signed-in');
    await render(createElement(StrictMode, null, withWallet(other.wallet, child)), root);
    expect(text()).toBe('signed-out');
    expect(await act(() => freeze())).toBe(otherAccountId);
    await render(null, root);
    expect([one, other].map(({ wallet }) => wallet.state().status)).toEqual(['signed-in', 'signed-out']);
  });
});

/** One action for a list of cards: the buttons, and its state as it was rendered last. */
function cards(fake: FakeWallet): { page: ReactNode; shown: () => ReturnType<typeof useAction<[string], unknown>> } {
  let shown: ReturnType<typeof useAction<[string], unknown>> | undefined;
  function Cards(): ReactNode {
    const freeze = useAction((wallet, { signal }, id: string) => wallet.card.freeze(id, { signal }));
    shown = freeze;
    return ['Card:1', 'Card:2'].map((id) =>
      createElement('button', { key: id, onClick: () => void freeze.run(id) }, `Freeze ${id}`),
    );
  }
  return {
    page: withWallet(fake.wallet, createElement(Cards)),
    shown() {
      if (shown === undefined) throw new Error('nothing was rendered');
      return shown;
    },
  };
}

async function press(label: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  await act(async () => Promise.resolve(button?.click()));
}

describe('one useAction for several things', () => {
  test('freezes two cards at once, and each once however often it is pressed', async () => {
    const fake = createFakeWallet({ state: 'signed-in' });
    const [first, second] = [fake.hold('card.freeze'), fake.hold('card.freeze')];
    const { page, shown } = cards(fake);
    await render(page);
    for (const id of [1, 2, 1, 2]) await press(`Freeze Card:${id}`);
    expect(fake.calls().map(({ passed: [id] }) => id)).toEqual(['Card:1', 'Card:2']);
    await act(async () => Promise.resolve(second.release({ id: 'Card:2' })));
    expect(shown()).toMatchObject({ pending: true, result: { id: 'Card:2' } });
    await act(async () => Promise.resolve(first.release({ id: 'Card:1' })));
    expect(shown()).toMatchObject({ pending: false, result: { id: 'Card:1' } });
  });

  test('goes on showing what failed when another run succeeds later, until the next press', async () => {
    const fake = createFakeWallet({ state: 'signed-in', answers: { 'card.freeze': {} } });
    const [first, second] = [fake.hold('card.freeze'), fake.hold('card.freeze')];
    const { page, shown } = cards(fake);
    await render(page);
    for (const id of [1, 2]) await press(`Freeze Card:${id}`);
    const error = new WalletError('BUSY', 'busy', { nextStep: 'retry' });
    await act(async () => Promise.resolve(first.fail(error)));
    await act(async () => Promise.resolve(second.release({})));
    expect(shown()).toMatchObject({ pending: false, error, result: {} });
    await press('Freeze Card:1');
    expect(shown()).toMatchObject({ pending: false, result: {} });
    expect(shown().error).toBeUndefined();
  });

  test('takes the same button pressed twice for one press, where its handler is the run itself', async () => {
    const fake = createFakeWallet({ state: 'signed-in' });
    fake.hold('session.list');
    function Button(): ReactNode {
      const list = useAction((wallet) => wallet.session.list());
      return createElement('button', { onClick: list.run }, 'List');
    }
    await render(withWallet(fake.wallet, createElement(Button)));
    for (const _ of [1, 2]) await press('List');
    expect(names(fake)).toEqual(['session.list']);
  });
});

describe('useCodeEntry', () => {
  /** A code screen, in a tab of its own. */
  const screen = (): { page: ReactNode; entry: () => UsedCodeEntry } => {
    let entry: UsedCodeEntry | undefined;
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    function Screen(): ReactNode {
      entry = useCodeEntry({ storage });
      return entry.phase;
    }
    return {
      page: createElement(Screen),
      entry() {
        if (entry === undefined) throw new Error('nothing was rendered');
        return entry;
      },
    };
  };
  const shows = (phase: string): Promise<void> => act(() => eventually(() => expect(text()).toBe(phase)));

  test('sends one code under StrictMode, takes what is typed, and shows the wrong code and the sign-in', async () => {
    const fake = createFakeWallet();
    const { page, entry } = screen();
    await render(createElement(StrictMode, null, withWallet(fake.wallet, page)));
    await shows('waiting');
    expect(names(fake)).toEqual(['emailOtp.begin']);
    fake.hold('emailOtp.verify').fail(new WalletError('CODE_WRONG', 'wrong', { nextStep: 'fix-input' }));
    await act(() => entry().submit('111111'));
    expect(text()).toBe('wrong');
    await act(() => entry().submit('Your code is 000 000.'));
    expect({ phase: text(), status: fake.wallet.state().status }).toEqual({ phase: 'done', status: 'signed-in' });
  });

  test('sends nothing to somebody who is signed in, not even when the session ends', async () => {
    const fake = createFakeWallet({ state: 'loading' });
    const { page } = screen();
    await render(withWallet(fake.wallet, page));
    expect(text()).toBe('sending');
    await act(async () => Promise.resolve(fake.signIn()));
    expect(text()).toBe('done');
    await act(async () => Promise.resolve(fake.signOut('expired')));
    expect(names(fake)).toEqual([]);
  });

  test('goes on where a component is drawn again, and begins anew with another wallet', async () => {
    const [fake, other] = [createFakeWallet(), createFakeWallet({ accountId: otherAccountId })];
    const { page, entry } = screen();
    const root = await render(withWallet(fake.wallet, page));
    await shows('waiting');
    await render(withWallet(fake.wallet, null), root);
    await render(withWallet(fake.wallet, page), root);
    await shows('waiting');
    expect(entry().isContinued).toBe(true);
    await render(withWallet(other.wallet, page), root);
    await shows('waiting');
    expect([entry().isContinued, names(other)]).toEqual([false, ['emailOtp.begin']]);
  });
});

describe('usePasskeySignIn', () => {
  let passkey: UsedPasskeySignIn;
  function Button({ credentialId }: { readonly credentialId?: string }): ReactNode {
    passkey = usePasskeySignIn(credentialId === undefined ? {} : { credentialId });
    return createElement('button', { hidden: !passkey.isReady, onClick: () => void passkey.run() }, 'Sign in');
  }

  test('prepares before the press, and one press signs in', async () => {
    const fake = createFakeWallet();
    await render(withWallet(fake.wallet, createElement(Button)));
    expect({ isReady: passkey.isReady, calls: names(fake) }).toEqual({ isReady: true, calls: ['passkey.prepare'] });
    await press('Sign in');
    expect(names(fake)).toEqual(['passkey.prepare', 'passkey.signIn']);
    expect(fake.wallet.state().session?.credentialType).toBe('PASSKEY');
  });

  test('prepares again where the challenge has expired, in the same press', async () => {
    const fake = createFakeWallet();
    await render(withWallet(fake.wallet, createElement(Button)));
    fake.hold('passkey.signIn').fail(new TransportError('CHALLENGE_EXPIRED', 'old', { nextStep: 'restart' }));
    await press('Sign in');
    expect(names(fake)).toEqual(['passkey.prepare', 'passkey.signIn', 'passkey.prepare', 'passkey.signIn']);
    expect([fake.wallet.state().status, passkey.error]).toEqual(['signed-in', undefined]);
  });

  test('keeps what was prepared after a prompt that was closed, and prepares for the next press after any other failure', async () => {
    const fake = createFakeWallet();
    await render(withWallet(fake.wallet, createElement(Button)));
    for (const code of ['CANCELLED', 'PASSKEY_TIMED_OUT']) {
      fake.hold('passkey.signIn').fail(Object.assign(new Error(code), { code }));
      await press('Sign in');
      expect(passkey).toMatchObject({ isReady: true, error: { code } });
    }
    expect(names(fake)).toEqual(['passkey.prepare', 'passkey.signIn', 'passkey.signIn', 'passkey.prepare']);
  });

  test('says why there is nothing to press, and takes the passkey that is chosen', async () => {
    const error = new WalletError('CREDENTIAL_NOT_FOUND', 'none', { nextStep: 'fix-input' });
    const fake = createFakeWallet({ answers: { 'passkey.prepare': error } });
    const root = await render(withWallet(fake.wallet, createElement(Button)));
    expect(passkey).toMatchObject({ isReady: false, prepareError: error, pending: false });
    expect(passkey.error).toBeUndefined();
    await render(withWallet(fake.wallet, createElement(Button, { credentialId: 'AuthMethod:1' })), root);
    expect(fake.calls().map(({ passed }) => passed)).toEqual([[{}], [{ credentialId: 'AuthMethod:1' }]]);
  });
});

test('useIdentityProvider signs in with the token that it asks for with the nonce of an attempt', async () => {
  const fake = createFakeWallet();
  const nonces: string[] = [];
  function Button(): ReactNode {
    const idToken = (nonce: string): Promise<string> => Promise.resolve(nonces.push(nonce)).then(() => 'a.b.c');
    const { run } = useIdentityProvider({ idToken, audience: 'sample-client', credentialId: 'AuthMethod:1' });
    return createElement('button', { onClick: () => void run() }, 'Continue');
  }
  await render(withWallet(fake.wallet, createElement(Button)));
  await press('Continue');
  expect(fake.wallet.state().status).toBe('signed-in');
  expect([nonces, fake.calls().map(({ name, passed }) => [name, passed[0]])]).toMatchObject([
    ['0'.repeat(64)],
    [
      ['oauth.begin', { audience: 'sample-client', credentialId: 'AuthMethod:1' }],
      ['oauth.verify', 'a.b.c'],
    ],
  ]);
});

test('useIdentityProvider asks for the token first thing in the press, and makes an attempt for each', async () => {
  const fake = createFakeWallet();
  let asked = 0;
  function Button(): ReactNode {
    const idToken = async (): Promise<string> => {
      asked += 1;
      if (asked === 1) throw new Error('closed');
      return 'a.b.c';
    };
    const { run } = useIdentityProvider({ idToken });
    return createElement('button', { onClick: () => void run() }, 'Continue');
  }
  await render(withWallet(fake.wallet, createElement(Button)));
  for (const count of [1, 2]) {
    await expect.poll(() => fake.calls().filter(({ name }) => name === 'oauth.begin')).toHaveLength(count);
    await act(async () => {
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue')?.click();
      expect(asked).toBe(count);
      await nextTurn();
    });
  }
  expect(fake.wallet.state().status).toBe('signed-in');
});

test('useCountdown counts the seconds that the session has left, and stops with it', async () => {
  const clock = createFixedClock({ now: 1_000_000 });
  const fake = createFakeWallet();
  let renders = 0;
  function Left(): ReactNode {
    renders += 1;
    return String(useCountdown({ clock }));
  }
  await render(withWallet(fake.wallet, createElement(Left)));
  expect(text()).toBe('undefined');
  await act(async () => Promise.resolve(fake.signIn({ expiresAt: clock.now() + 2500 })));
  const shown = [text()];
  for (const ms of [499, 1, 1000, 1000, 5000]) {
    await act(async () => Promise.resolve(clock.advance(ms)));
    shown.push(text());
  }
  expect(shown).toEqual(['3', '3', '2', '1', '0', '0']);
  await act(async () => Promise.resolve(fake.signIn({ expiresAt: clock.now() + 60_000 })));
  expect(text()).toBe('60');
  await act(async () => Promise.resolve(fake.signOut()));
  const before = renders;
  await act(async () => Promise.resolve(clock.advance(1000)));
  expect([text(), renders]).toEqual(['undefined', before]);
});

test('on a server every hook renders the state before the wallet is known, and calls nothing', () => {
  const fake = createFakeWallet({ state: 'signed-in' });
  function Page(): ReactNode {
    const status = useWalletState((state) => state.status);
    const { isReady } = usePasskeySignIn();
    return [status, useCodeEntry().phase, isReady, useCountdown()].map(String).join();
  }
  expect(renderToString(withWallet(fake.wallet, createElement(Page)))).toBe('loading,sending,false,undefined');
  expect(names(fake)).toEqual([]);
});
