/** Each action tells the pages of its account which lists it may have changed; an action that did nothing tells nothing. */
import { expect, test } from 'vitest';
import { changesOfPage, type ChangeSubject } from '../../src/kit/session/changes.ts';
import { changesOf } from '../../src/kit/wallet/run/announce.ts';
import { createInterceptedWallet, issueCard } from './intercepted-wallet.ts';
import { signedIn } from './test-bench.ts';

test('an action that has ended announces the lists that it changes, and a followed payment each new status once', async () => {
  const intercepted = await createInterceptedWallet('grid');
  const { bench, wallet } = intercepted;
  const cardId = await issueCard(intercepted);
  const heard: unknown[] = [];
  const stop = changesOfPage().listen((accountId, changed) => {
    if (accountId === bench.accountId) heard.push(changed);
  });
  const during = async (work: () => Promise<unknown>): Promise<unknown> => {
    heard.length = 0;
    await work().catch(() => undefined);
    return [...heard];
  };
  const cards = ['card-keys', 'cards'];
  let keyId = '';
  const create = async (): Promise<void> => {
    ({ id: keyId } = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' }));
  };
  expect(await during(create)).toEqual([cards]);
  expect(await during(() => wallet.delegatedKeys.revoke(keyId))).toEqual([cards]);
  const quote = await bench.quote(1_000_000);
  const pay = ['balance', 'payments', 'payees'];
  let transactionId = '';
  const execute = async (): Promise<void> => void ({ transactionId } = await wallet.quote.execute(quote));
  expect(await during(execute)).toEqual([pay]);
  const follow = async (): Promise<void> => {
    for await (const { status } of wallet.transaction.follow(transactionId)) if (status.length > 0) return;
  };
  expect(await during(follow)).toEqual([['balance', 'payments']]);
  expect(await during(follow)).toEqual([]);
  expect(await during(() => wallet.credentials.list())).toEqual([]);
  const refusing = await signedIn(bench, { approve: ({ intent }) => intent !== 'delegated-key.create' });
  expect(await during(() => refusing.delegatedKeys.create({ cardId, nickname: 'Another' }))).toEqual([]);
  stop();
});

/** Actions that change what a list shows. */
const changing: Readonly<Record<ChangeSubject, RegExp>> = {
  balance: /^(?:quote\.|transaction\.)/,
  payments: /^(?:quote\.|transaction\.)/,
  payees: /^quote\./,
  cards: /^(?:card|delegated-?[kK]eys?)\./,
  'card-keys': /^delegated-?[kK]eys?\./,
  // An address is that of a credential.
  credentials: /^(?:credential|customer)\./,
  sessions: /^(?:session\.revoke|credential\.remove)$/,
};

test.each(Object.entries(changing))(
  '%s are announced by the actions that change them, and by a custom one',
  (list, by) => {
    const announcing = Object.entries(changesOf).filter(([, lists]) => lists.includes(list as ChangeSubject));
    const expected = Object.keys(changesOf).filter((action) => action === 'custom' || by.test(action));
    expect(announcing.map(([action]) => action)).toEqual(expected);
  },
);
