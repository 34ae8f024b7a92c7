/** Presses that meet others, each moment held by a gate. */
import { type SignedRetryOptions, type Wallet } from 'countersign';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { createFaultyNetwork, type FaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { addPasskey, createInterceptedWallet } from './intercepted-wallet.ts';
import { createTestBench, signedIn } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

afterEach(() => vi.unstubAllGlobals());

const nameOf = (press: Promise<unknown>): Promise<unknown> =>
  press.then(
    () => 'done',
    ({ code, name }: { readonly code?: unknown; readonly name: string }) => (typeof code === 'string' ? code : name),
  );
const abortable = (): { readonly signal: AbortSignal; abort(): void } => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

/** Puts a password manager that hears of removed passkeys under the page. */
function tellManager() {
  const told = vi.fn(() => Promise.resolve());
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { signalUnknownCredential: told }));
  return told;
}

test('a list of sessions is given up at once while the service is asked about one that it lacks', async () => {
  const bench = await createTestBench();
  const [asked, answer] = [gate(), gate()];
  let lists = 0;
  const wallet = await signedIn(bench, {
    store: createTabStore(),
    async fetch(url, init) {
      const response = await bench.pageFetch(url, init);
      if (!url.includes('/auth/sessions?')) return response;
      lists += 1;
      if (lists === 1) return Response.json({ data: [] }, { headers: response.headers });
      asked.open();
      await answer.opened;
      return response;
    },
  });
  const { signal, abort } = abortable();
  const list = nameOf(wallet.session.list({ signal }));
  await asked.opened;
  abort();
  expect(await list).toBe('AbortError');
  answer.open();
  wallet.close();
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
  const { signal, abort } = abortable();
  const first = nameOf(attempt.resend({ signal }));
  await sent.opened;
  const second = nameOf(attempt.resend());
  abort();
  expect(await first).toBe('AbortError');
  arrive.open();
  expect(await second).toBe('done');
  expect(codes).toBe(2);
  expect(await nameOf(attempt.verify('000000'))).toBe('done');
  wallet.close();
});

test('a passkey whose password manager is told is removed before what was pressed after it', async () => {
  const intercepted = await createInterceptedWallet();
  const { bench, wallet, stamped, device } = intercepted;
  const { id } = await addPasskey(intercepted, 'Laptop');
  const told = tellManager();
  const before = stamped.length;
  const removed = nameOf(wallet.credentials.remove(id, { type: 'PASSKEY' }));
  const changed = nameOf(wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'));
  expect(await Promise.all([removed, changed])).toEqual(['done', 'done']);
  expect(stamped.slice(before).map(({ method }) => method)).toEqual(['DELETE', 'PATCH']);
  const [credentialId] = device.passkeys.keys();
  await eventually(() => expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ credentialId })));
  wallet.close();
});

describe('an action that ends after its caller has given up', () => {
  /** Gives an action up while the answer to its stamp is on its way, and lets it end. */
  async function leave(press: (wallet: Wallet, network: FaultyNetwork, signal: AbortSignal) => Promise<unknown>) {
    const network = await createFaultyNetwork({ cards: 1 });
    const [sent, arrive] = [gate(), gate()];
    const wallet = network.open({
      async fetch(url, init) {
        const answer = await network.pageFetch(url, init);
        if (new Headers(init.headers).has('Service-Wallet-Signature')) {
          sent.open();
          await arrive.opened;
        }
        return answer;
      },
    });
    const { signal, abort } = abortable();
    const first = nameOf(press(wallet, network, signal));
    await sent.opened;
    abort();
    expect(await first).toBe('OUTCOME_UNKNOWN');
    arrive.open();
    const isSent = async (key: string) => ((await network.store.read(key)) as { phase: string }).phase === 'sent';
    await eventually(async () => {
      const states = await Promise.all((await network.store.keys('action:')).map(isSent));
      expect(states).not.toContain(true);
    });
    return { network, wallet };
  }

  test('is told to the next press as done, and is not done again', async () => {
    const { network, wallet } = await leave(({ credentials }, { bench }, signal) =>
      credentials.changeEmail(bench.customerId, 'two@example.com', { signal }),
    );
    const { customerId } = network.bench;
    expect(await nameOf(wallet.credentials.changeEmail(customerId, 'two@example.com'))).toBe('done');
    expect(network.times({ method: 'PATCH', path: `/customers/${customerId}` })).toBe(1);
    expect(await network.store.keys('action:')).toEqual([]);
    for (const one of [wallet, network.wallet]) one.close();
  });

  test('is not done again where nobody can look it up, until a look-up settles it', async () => {
    const press = (own: Wallet, cardId = '', options?: SignedRetryOptions) =>
      own.signedRetry(
        { method: 'PATCH', path: `/cards/${cardId}`, body: { state: 'FROZEN' }, intent: { opaque: true } },
        options,
      );
    const { network, wallet } = await leave((own, { cards }, signal) => press(own, cards[0], { signal }));
    const [cardId = ''] = network.cards;
    expect(await nameOf(press(wallet, cardId))).toBe('OUTCOME_UNKNOWN');
    expect(await nameOf(press(wallet, cardId, { lookUp: async () => 'done' }))).toBe('done');
    expect(network.times({ method: 'PATCH', path: `/cards/${cardId}` })).toBe(1);
    expect(await network.store.keys('action:')).toEqual([]);
    for (const one of [wallet, network.wallet]) one.close();
  });

  test('leaves no record where it was given up before a stamp, and the service says that it was done before', async () => {
    const network = await createFaultyNetwork({ cards: 1 });
    const [cardId = ''] = network.cards;
    await network.wallet.card.freeze(cardId);
    const [asked, arrive] = [gate(), gate()];
    const wallet = network.open({
      async fetch(url, init) {
        const answer = await network.pageFetch(url, init);
        if (init.method === 'GET' && url.endsWith(cardId)) {
          asked.open();
          await arrive.opened;
        }
        return answer;
      },
    });
    const { signal, abort } = abortable();
    const press = nameOf(wallet.card.freeze(cardId, { signal }));
    await asked.opened;
    abort();
    expect(await press).toBe('AbortError');
    expect(await network.store.keys('action:')).toHaveLength(1);
    arrive.open();
    await eventually(async () => expect(await network.store.keys('action:')).toEqual([]));
    for (const one of [wallet, network.wallet]) one.close();
  });

  test('whose record has ended is told to whoever gives up in that moment', async () => {
    const network = await createFaultyNetwork({ cards: 0 });
    const { store, bench } = network;
    const [ended, goOn] = [gate(), gate()];
    let wasSent = false;
    const wallet = network.open({
      store: {
        ...store,
        async update(key, change) {
          const stored = await store.update(key, change);
          if (wasSent && key.startsWith('action:') && stored === undefined) {
            ended.open();
            await goOn.opened;
          }
          return stored;
        },
      },
      fetch(url, init) {
        wasSent ||= new Headers(init.headers).has('Service-Wallet-Signature');
        return network.pageFetch(url, init);
      },
    });
    const { signal, abort } = abortable();
    const press = nameOf(wallet.credentials.changeEmail(bench.customerId, 'two@example.com', { signal }));
    await ended.opened;
    abort();
    goOn.open();
    expect(await press).toBe('done');
    for (const one of [wallet, network.wallet]) one.close();
  });
});
