/** Calls whose callers stop waiting, or whose wallet is closed under them, each at a moment that a test holds. */
import { type SignedRetryOptions, type Wallet } from 'countersign';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordKey } from '../../src/kit/session/record.ts';
import { eventually } from '../eventually.ts';
import { codeOf, createFaultyNetwork, lose, type FaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { addPasskey, createInterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, isStamped, signedIn } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

test('a refresh that is pressed after a later sign-in joins none of the session before it', async () => {
  const bench = await createTestBench();
  const [sent, arrive] = [gate(), gate()];
  let refreshes = 0;
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      refreshes += url.endsWith('/refresh') ? 1 : 0;
      if (url.endsWith('/refresh') && refreshes === 1) {
        sent.open();
        await arrive.opened;
      }
      return bench.pageFetch(url, init);
    },
  });
  const first = codeOf(wallet.session.refresh());
  await sent.opened;
  const { sessionId } = await (await wallet.emailOtp.begin()).verify('000000');
  const second = wallet.session.refresh();
  arrive.open();
  expect(await first).toBe('done');
  expect((await second).sessionId).not.toBe(sessionId);
  expect(wallet.state().session).toEqual(await second);
});

test('a new code that is asked for twice at once is sent once, and signs in', async () => {
  const bench = await createTestBench();
  const [sent, arrive] = [gate(), gate()];
  let codes = 0;
  const wallet = bench.newWallet({
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      codes += url.endsWith('/challenge') ? 1 : 0;
      if (url.endsWith('/challenge') && codes === 2) {
        sent.open();
        await arrive.opened;
      }
      return answer;
    },
  });
  const attempt = await wallet.emailOtp.begin();
  const controller = new AbortController();
  const first = codeOf(attempt.resend({ signal: controller.signal }));
  await sent.opened;
  const second = codeOf(attempt.resend());
  controller.abort();
  expect(await first).toBe('AbortError');
  arrive.open();
  expect(await second).toBe('done');
  expect(codes).toBe(2);
  expect(await codeOf(attempt.verify('000000'))).toBe('done');
});

test.each([
  ['its caller gives up', 'AbortError'],
  ['its wallet is closed', 'WALLET_CLOSED'],
])('a passkey that waits for a person who is asked ends when %s', async (what, told) => {
  const intercepted = await createInterceptedWallet();
  await addPasskey(intercepted, 'Laptop');
  const asked = gate();
  const asking = intercepted.newWallet({
    approve() {
      asked.open();
      return new Promise<boolean>(() => {});
    },
  });
  const controller = new AbortController();
  const press = codeOf(asking.passkey.prepare({ signal: controller.signal }));
  await asked.opened;
  if (what === 'its wallet is closed') asking.close();
  else controller.abort();
  expect(await press).toBe(told);
});

/** Freezes a card by a signed retry that a caller may have done without a stamp. */
const freeze = (own: Wallet, cardId = '', options?: SignedRetryOptions, mayCommitUnsigned = false) =>
  own.signedRetry(
    {
      method: 'PATCH',
      path: `/cards/${cardId}`,
      body: { state: 'FROZEN' },
      intent: { opaque: true },
      mayCommitUnsigned,
    },
    options,
  );

describe('an action that is given up', () => {
  test.each<[string, (wallet: Wallet, network: FaultyNetwork, signal: AbortSignal) => Promise<unknown>]>([
    ['its stamp', ({ card }, { cards }, signal) => card.freeze(cards[0] ?? '', { signal })],
    ['a first request that may do it', (own, { cards }, signal) => freeze(own, cards[0], { signal }, true)],
  ])('when %s is noted and not sent yet was not done, and leaves nothing', async (_, press) => {
    const network = await createFaultyNetwork({ cards: 1 });
    const { store } = network;
    const [noted, goOn] = [gate(), gate()];
    const wallet = network.open({
      store: {
        ...store,
        async update(key, change) {
          const stored = await store.update(key, change);
          if (key.startsWith('sent:') && stored !== undefined) {
            noted.open();
            await goOn.opened;
          }
          return stored;
        },
      },
    });
    const controller = new AbortController();
    const told = codeOf(press(wallet, network, controller.signal));
    await noted.opened;
    controller.abort();
    expect(await told).toBe('AbortError');
    // An aborted run isn't joined.
    const again = codeOf(press(wallet, network, new AbortController().signal));
    goOn.open();
    expect(await again).toBe('done');
    expect(network.times({ method: 'PATCH', path: `/cards/${network.cards[0]}` })).toBe(1);
    expect(await store.keys('sent:')).toEqual([]);
  });
});

test('a refresh whose answer is there goes on in the next page, though its wallet is closed while it opens the key', async () => {
  const network = await createFaultyNetwork({ cards: 0 });
  const { sessionId } = network.wallet.state().session ?? {};
  const tab = network.open({
    async fetch(url, init) {
      const response = await network.pageFetch(url, init);
      if (!isStamped(init)) return response;
      vi.spyOn(crypto.subtle, 'deriveBits').mockImplementationOnce((...given) => {
        tab.close();
        return crypto.subtle.deriveBits(...given);
      });
      return response;
    },
  });
  expect(await codeOf(tab.session.refresh())).toBe('OUTCOME_UNKNOWN');
  expect(tab.state().status).toBe('closed');
  const key = recordKey(network.bench.accountId);
  await eventually(async () => expect(await network.store.read(key)).not.toMatchObject({ session: { sessionId } }));
  const reopened = network.open();
  await expect(reopened.session.list()).resolves.toContainEqual(expect.objectContaining({ current: true }));
});

test('a wallet that is closed while a look-up of its caller never ends lets go of the lock when its time is over', async () => {
  const network = await createFaultyNetwork({ cards: 1 });
  const path = `/cards/${network.cards[0]}`;
  const browser = network.bench.browserOf(network.store);
  const tab = network.open({
    browser,
    fetch: (url, init) => (isStamped(init) ? lose() : network.pageFetch(url, init)),
  });
  const lookUp = (): Promise<never> => {
    tab.close();
    return new Promise(() => {});
  };
  const body = { state: 'FROZEN' };
  const press = tab.signedRetry({ method: 'PATCH', path, body, intent: { opaque: true } }, { lookUp });
  expect(await codeOf(press)).toBe('OUTCOME_UNKNOWN');
  network.bench.clock.advance(45_000);
  const granted = vi.fn(async () => undefined);
  await browser.locks?.request(`countersign:${network.bench.accountId}:${path}`, { mode: 'exclusive' }, granted);
  expect(granted).toHaveBeenCalledOnce();
});
