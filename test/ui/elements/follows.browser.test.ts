/** After each action of the wallet, each element that shows what it has changed reads again, and no other. */
import { createFakeWallet, type FakeCallName } from 'countersign-sandbox/testing';
import type { ElementName } from 'countersign/elements';
import { expect, test, vi } from 'vitest';
import { changesOfPage, type ChangeSubject } from '../../../src/kit/session/changes.ts';
import { changesOf } from '../../../src/kit/wallet/run/announce.ts';
import { place } from './place.ts';
import { quoteOf } from './sample-quote.ts';

const customerId = 'Customer:00000000-0000-4000-8000-000000000007';
const transactionId = 'Transaction:00000000-0000-4000-8000-000000000008';
const currency = { code: 'USDB', name: 'Sample dollar', decimals: 6 };

/** The lists that each element shows, and the call that reads each. */
const shownBy: Readonly<Record<ElementName, Readonly<Partial<Record<ChangeSubject, FakeCallName>>>>> = {
  balance: { balance: 'account.get' },
  activity: { payments: 'transaction.list' },
  card: { cards: 'card.list', 'card-keys': 'delegatedKeys.list' },
  credentials: { credentials: 'credentials.list' },
  sessions: { sessions: 'session.list' },
  // It follows its payment by itself.
  payment: {},
  'sign-in': {},
  'code-entry': {},
  // It was paid elsewhere, perhaps.
  review: { payments: 'quote.look' },
  session: {},
  problem: {},
};
const actions = Object.keys(changesOf) as (keyof typeof changesOf)[];
const elements = Object.keys(shownBy) as ElementName[];

const fakeOf = (): ReturnType<typeof createFakeWallet> =>
  createFakeWallet({
    state: 'signed-in',
    answers: {
      'account.get': {
        balance: { amount: 1, currency },
        totalBalance: { amount: 1, currency },
        fundingPaymentInstructions: [],
      },
      'transaction.list': { data: [] },
      'transaction.follow': { id: transactionId, status: 'COMPLETED', type: 'INCOMING' },
    },
  });

/** Lets promises settle that wait for no timer. */
const settle = async (): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve);
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    port2.postMessage('');
  });
  port1.close();
};

test.for(elements)('<countersign-%s> reads what each action has changed, and nothing else', async (name) => {
  const { wallet, calls } = fakeOf();
  await place(name, { wallet, customerId, transactionId, quote: quoteOf() });
  await settle();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const action of actions) {
    const before = calls().length;
    changesOfPage().announce(wallet.accountId, changesOf[action]);
    await settle();
    await vi.advanceTimersByTimeAsync(250);
    await settle();
    const read = calls()
      .slice(before)
      .map((call) => call.name)
      .filter((call) => Object.values(shownBy[name]).includes(call));
    const shown = Object.entries(shownBy[name]);
    const isChanged = shown.some(([subject]) => changesOf[action].includes(subject as ChangeSubject));
    expect([action, new Set(read)]).toEqual([action, new Set(isChanged ? shown.map(([, call]) => call) : [])]);
  }
});

test('two elements of a kind share one read after an action', async () => {
  const { wallet, calls, answer } = fakeOf();
  const [first, second] = [await place('card', { wallet }), await place('card', { wallet })];
  const lists = (): number => calls().filter(({ name }) => name === 'card.list').length;
  for (const { shows } of [first, second]) await shows('have a card yet');
  const before = lists();
  answer('card.list', [{ id: 'Card:1', state: 'FROZEN', fundingSources: [], last4: '4242' }]);
  changesOfPage().announce(wallet.accountId, changesOf['card.freeze']);
  for (const { shows } of [first, second]) await shows('4242');
  expect(lists()).toBe(before + 1);
});

test('what is shown stays until it is read again, and a page can ask for that', async () => {
  const { wallet, answer, hold } = fakeOf();
  const { element, shows, text } = await place('balance', { wallet, customerId });
  await shows('0.000001 USDB');
  const reading = hold('account.get');
  const reloaded = element.reload();
  await settle();
  expect(text()).toContain('0.000001 USDB');
  answer('account.get', {
    balance: { amount: 2, currency },
    totalBalance: { amount: 2, currency },
    fundingPaymentInstructions: [],
  });
  reading.release();
  await reloaded;
  await shows('0.000002 USDB');
});

test('older payments that were asked for stay when the newest are read again', async () => {
  const { wallet, answer } = fakeOf();
  const payment = (id: string): object => ({
    id,
    type: 'INCOMING',
    status: 'COMPLETED',
    receivedAmount: { amount: 1_000_000, currency },
  });
  answer('transaction.list', ({ cursor }: { cursor?: string }) =>
    cursor === undefined ? { data: [payment('b'), payment('a')], nextCursor: '1' } : { data: [payment('0')] },
  );
  const { element, press, shows } = await place('activity', { wallet, customerId });
  const rows = (): number => element.shadowRoot?.querySelectorAll('li').length ?? 0;
  await press('Show older payments');
  await expect.poll(rows).toBe(3);
  answer('transaction.list', { data: [payment('c'), payment('b'), payment('a')], nextCursor: '1' });
  await element.reload();
  await expect.poll(rows).toBe(4);
  answer('transaction.list', { data: [payment('e'), payment('d')], nextCursor: '1' });
  await element.reload();
  await expect.poll(rows).toBe(2);
  await shows('Show older payments');
});
