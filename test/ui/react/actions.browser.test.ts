import { act, createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Wallet } from 'countersign';
import { useAction } from 'countersign/react';
import { optionsWith, otherAccountId, render, withProvider } from './rendering.ts';

test('an action shows that it runs, its result or its error, and a second press is the same run', async () => {
  let finish: (value: string) => void = () => {};
  let starts = 0;
  let action: ReturnType<typeof useAction<[string], string>> | undefined;
  function Button(): ReactNode {
    action = useAction((_: Wallet, __, name: string) => {
      starts += 1;
      return new Promise<string>((resolve, reject) => {
        finish = (value) => (value === 'no' ? reject(new Error(value)) : resolve(`${name} ${value}`));
      });
    });
    return null;
  }
  await render(withProvider(optionsWith(), createElement(Button)));
  const runs: Promise<string | undefined>[] = [];
  await act(async () => {
    runs.push(action?.run('pay') ?? Promise.resolve(''), action?.run('pay') ?? Promise.resolve(''));
    await Promise.resolve();
  });
  expect({ pending: action?.pending, starts }).toEqual({ pending: true, starts: 1 });
  await act(async () => {
    finish('done');
    await Promise.all(runs);
  });
  expect([action?.pending, action?.result, action?.error]).toEqual([false, 'pay done', undefined]);
  expect(await Promise.all(runs)).toEqual(['pay done', 'pay done']);
  await act(async () => {
    const run = action?.run('pay');
    finish('no');
    await run;
  });
  expect([action?.pending, action?.result, action?.error]).toEqual([false, undefined, new Error('no')]);
});

test('the functions of an action stay the same at each render, and start the action of the newest one', async () => {
  const rendered: ReturnType<typeof useAction<[], number>>[] = [];
  function Button({ amount }: { readonly amount: number }): ReactNode {
    rendered.push(useAction(() => Promise.resolve(amount)));
    return null;
  }
  const root = await render(withProvider(optionsWith(), createElement(Button, { amount: 1 })));
  await render(withProvider(optionsWith(), createElement(Button, { amount: 2 })), root);
  await act(async () => void (await rendered[0]?.run()));
  expect(rendered.at(-1)?.result).toBe(2);
  expect(new Set(rendered.map(({ run }) => run)).size).toBe(1);
  expect(new Set(rendered.map(({ cancel }) => cancel)).size).toBe(1);
});

test('cancelling an action aborts its signal', async () => {
  let action: ReturnType<typeof useAction<[], never>> | undefined;
  function Button(): ReactNode {
    action = useAction(
      (_: Wallet, { signal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    return null;
  }
  await render(withProvider(optionsWith(), createElement(Button)));
  await act(async () => {
    const run = action?.run();
    action?.cancel();
    await run;
  });
  expect(action?.error).toMatchObject({ name: 'AbortError' });
});

test('an action that throws at once shows its error, and can be pressed again', async () => {
  let amount = 0;
  let action: ReturnType<typeof useAction<[], string>> | undefined;
  function Button(): ReactNode {
    action = useAction(() => {
      if (amount === 0) throw new Error('choose an amount');
      return Promise.resolve(`paid ${amount}`);
    });
    return null;
  }
  await render(withProvider(optionsWith(), createElement(Button)));
  await act(async () => void (await action?.run()));
  expect(action).toMatchObject({ pending: false, error: new Error('choose an amount') });
  amount = 5;
  await act(async () => void (await action?.run()));
  expect([action?.pending, action?.error, action?.result]).toEqual([false, undefined, 'paid 5']);
});

test('an action goes on with the wallet under which it was pressed, and with no other', async () => {
  const seen: string[] = [];
  let goOn: () => void = () => {};
  let action: ReturnType<typeof useAction<[], unknown>> | undefined;
  function Button(): ReactNode {
    action = useAction(async (wallet) => {
      seen.push(wallet.accountId);
      await new Promise<void>((resolve) => (goOn = resolve));
      seen.push(wallet.accountId);
      return wallet.credentials.list();
    });
    return null;
  }
  const options = optionsWith();
  const child = createElement(Button);
  const root = await render(withProvider(options, child));
  const run = action?.run();
  await render(withProvider({ ...options, accountId: otherAccountId }, child), root);
  await act(async () => {
    goOn();
    await run;
  });
  expect(seen).toEqual([options.accountId, options.accountId]);
  expect(action?.error).toMatchObject({ code: 'WALLET_CLOSED' });
});
