import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { createFaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { createInterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const nameOf = (press: Promise<unknown>): Promise<unknown> =>
  press.then(
    () => 'done',
    ({ code, name }: { readonly code?: unknown; readonly name: string }) => (typeof code === 'string' ? code : name),
  );

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
  const first = nameOf(wallet.session.refresh());
  await sent.opened;
  const { sessionId } = await (await wallet.emailOtp.begin()).verify('000000');
  const second = wallet.session.refresh();
  arrive.open();
  expect(await first).toBe('done');
  expect((await second).sessionId).not.toBe(sessionId);
  expect(wallet.state().session).toEqual(await second);
  wallet.close();
});

test('a refresh is given up at once while the service is asked whether the session lives', async () => {
  const bench = await createTestBench();
  const [asked, answer] = [gate(), gate()];
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      if (url.includes('/auth/sessions?')) {
        asked.open();
        await answer.opened;
      }
      return bench.pageFetch(url, init);
    },
  });
  bench.clock.jump(-60_000);
  const controller = new AbortController();
  const press = nameOf(wallet.session.refresh({ signal: controller.signal }));
  await asked.opened;
  controller.abort();
  expect(await press).toBe('AbortError');
  answer.open();
  wallet.close();
});

test('an action that may be done without a stamp, and was given up before it was sent, leaves nothing that may have been done', async () => {
  const network = await createFaultyNetwork({ cards: 1 });
  const { store } = network;
  const [opening, goOn] = [gate(), gate()];
  let writes = 0;
  const wallet = network.open({
    store: {
      ...store,
      async update(key, change) {
        writes += key.startsWith('action:') ? 1 : 0;
        if (writes === 2) {
          opening.open();
          await goOn.opened;
        }
        return store.update(key, change);
      },
    },
  });
  const controller = new AbortController();
  const press = (signal?: AbortSignal) =>
    wallet.signedRetry(
      {
        method: 'PATCH',
        path: `/cards/${network.cards[0]}`,
        body: { state: 'FROZEN' },
        intent: { opaque: true },
        mayCommitUnsigned: true,
      },
      signal && { signal },
    );
  const first = nameOf(press(controller.signal));
  await opening.opened;
  controller.abort();
  expect(await first).toBe('AbortError');
  goOn.open();
  await eventually(async () => expect(await store.keys('action:')).toEqual([]));
  expect(await nameOf(press())).toBe('done');
  for (const one of [wallet, network.wallet]) one.close();
});

test('a payment that is given up after its stamp was noted and before it is sent is not told to be unknown', async () => {
  const bench = await createTestBench();
  const store = createTabStore();
  const [reading, goOn] = [gate(), gate()];
  let isNoted = false;
  const wallet = await signedIn(bench, {
    store: {
      ...store,
      async update(key, change) {
        const stored = await store.update(key, change);
        isNoted ||= key.startsWith('action:') && JSON.stringify(stored ?? '').includes('"phase":"sent"');
        return stored;
      },
      async read(key) {
        if (isNoted) {
          reading.open();
          await goOn.opened;
        }
        return store.read(key);
      },
    },
  });
  const quote = await bench.quote(1_000_000);
  const controller = new AbortController();
  const press = nameOf(wallet.quote.execute(quote, { signal: controller.signal }));
  await reading.opened;
  controller.abort();
  expect(await press).toBe('AbortError');
  goOn.open();
  await eventually(async () => expect(await store.keys('action:')).toEqual([]));
  expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
  wallet.close();
});

test('a code that was given up while storage is still at it is no code that is being checked: another one is taken', async () => {
  const bench = await createTestBench();
  const store = createTabStore();
  const [marking, goOn] = [gate(), gate()];
  let isTyped = false;
  const wallet = bench.newWallet({
    store: {
      ...store,
      async update(key, change) {
        if (isTyped) {
          marking.open();
          await goOn.opened;
        }
        return store.update(key, change);
      },
    },
  });
  const attempt = await wallet.emailOtp.begin();
  isTyped = true;
  const controller = new AbortController();
  const first = nameOf(attempt.verify('999999', { signal: controller.signal }));
  await marking.opened;
  controller.abort();
  expect(await first).toBe('AbortError');
  const second = nameOf(attempt.verify('000000'));
  goOn.open();
  expect(await second).toBe('done');
  const verified = (await bench.requests()).filter(({ path }) => path.endsWith('/verify'));
  expect(verified.map(({ status }) => status)).toEqual([202, 200]);
  wallet.close();
});

test.each([
  ['its caller gives up', 'AbortError'],
  ['its wallet is closed', 'WALLET_CLOSED'],
])('a passkey that waits for a person who is asked ends when %s', async (what, told) => {
  const { newWallet, wallet } = await createInterceptedWallet();
  await (await wallet.passkey.prepareAdd({ nickname: 'Laptop' })).add();
  const asked = gate();
  const asking = newWallet({
    approve() {
      asked.open();
      return new Promise<boolean>(() => {});
    },
  });
  const controller = new AbortController();
  const press = nameOf(asking.passkey.prepare({ signal: controller.signal }));
  await asked.opened;
  if (what === 'its wallet is closed') asking.close();
  else controller.abort();
  expect(await press).toBe(told);
  for (const one of [asking, wallet]) one.close();
});

test('a credential that is removed and added again by two presses is there: they keep their order', async () => {
  const { wallet } = await createInterceptedWallet();
  await (await wallet.passkey.prepareAdd({ nickname: 'Laptop' })).add();
  await (await wallet.passkey.prepare()).signIn();
  const { id = '' } = (await wallet.credentials.list()).find(({ type }) => type === 'EMAIL_OTP') ?? {};
  const removed = nameOf(wallet.credentials.remove(id, { type: 'EMAIL_OTP' }));
  const added = nameOf(wallet.credentials.addEmailOtp('sample.customer@example.com'));
  expect(await Promise.all([removed, added])).toEqual(['done', 'done']);
  expect((await wallet.credentials.list()).map(({ type }) => type).toSorted()).toEqual(['EMAIL_OTP', 'PASSKEY']);
  wallet.close();
});

test('a freeze whose request the browser has sent twice, and that is given up while the card is read, is not told as undone', async () => {
  const [reading, goOn] = [gate(), gate()];
  const network = await createFaultyNetwork({ cards: 1 });
  const [cardId = ''] = network.cards;
  let wasStamped = false;
  const wallet = network.open({
    async fetch(url, init) {
      if (new Headers(init.headers).has('Service-Wallet-Signature')) {
        wasStamped = true;
        // As a browser does whose connection was cut: it sends again by itself, and the page hears the second answer.
        await network.pageFetch(url, init);
      } else if (wasStamped) {
        reading.open();
        await goOn.opened;
      }
      return network.pageFetch(url, init);
    },
  });
  const controller = new AbortController();
  const press = nameOf(wallet.card.freeze(cardId, { signal: controller.signal }));
  await reading.opened;
  controller.abort();
  expect(await press).toBe('OUTCOME_UNKNOWN');
  goOn.open();
  expect(network.times({ method: 'PATCH', path: `/cards/${cardId}` })).toBe(1);
  for (const one of [wallet, network.wallet]) one.close();
});

test('a change of address that is pressed again while the first one ends is made once', async () => {
  const network = await createFaultyNetwork({ cards: 0 });
  const { bench, store } = network;
  const [sent, arrive, reading, goOn] = [gate(), gate(), gate(), gate()];
  let isPressedAgain = false;
  const wallet = network.open({
    store: {
      ...store,
      async read(key) {
        if (isPressedAgain && key.startsWith('account:')) {
          reading.open();
          await goOn.opened;
        }
        return store.read(key);
      },
    },
    async fetch(url, init) {
      if (new Headers(init.headers).has('Service-Wallet-Signature')) {
        sent.open();
        await arrive.opened;
      }
      return network.pageFetch(url, init);
    },
  });
  const press = (): Promise<unknown> =>
    nameOf(wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'));
  const first = press();
  await sent.opened;
  isPressedAgain = true;
  const second = press();
  await reading.opened;
  arrive.open();
  expect(await first).toBe('done');
  goOn.open();
  expect(await second).toBe('done');
  expect(network.times({ method: 'PATCH', path: `/customers/${bench.customerId}` })).toBe(1);
  for (const one of [wallet, network.wallet]) one.close();
});

test('a change of address that is pressed again when nothing but its end is left to tell is made once', async () => {
  const network = await createFaultyNetwork({ cards: 0 });
  const { bench, store } = network;
  let again: Promise<unknown> | undefined;
  const wallet = network.open({
    store: {
      ...store,
      async update(key, change) {
        const value = await store.update(key, change);
        if (key.startsWith('action:') && value === undefined) again ??= press();
        return value;
      },
    },
  });
  const press = (): Promise<unknown> =>
    nameOf(wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'));
  expect(await press()).toBe('done');
  expect(await again).toBe('done');
  expect(network.times({ method: 'PATCH', path: `/customers/${bench.customerId}` })).toBe(1);
  for (const one of [wallet, network.wallet]) one.close();
});
