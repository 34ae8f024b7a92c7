import type { Wallet } from 'countersign';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { gate, type Gate } from './gate.ts';
import { createBus, createLocks } from './tabs.ts';
import { codeOf, createFaultyNetwork, type FaultyNetwork } from './faulty-network.ts';

const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');
const signIn = async (wallet: Wallet) => (await wallet.emailOtp.begin()).verify('000000');

let network: FaultyNetwork;
let tab: Wallet;
afterEach(() => {
  tab.close();
  network.wallet.close();
});

/** A tab beside the first one, whose answers to requests that carry no stamp for a card wait for the gate. */
async function openTab(
  options: Parameters<FaultyNetwork['open']>[0] = {},
): Promise<{ cardId: string; answer: Gate; sent: Gate }> {
  network = await createFaultyNetwork({
    cards: 1,
    ...(options.browser === undefined ? {} : { browser: options.browser }),
  });
  const [answer, sent] = [gate(), gate()];
  tab = network.open({
    async fetch(url, init) {
      const response = await network.pageFetch(url, init);
      if (url.includes('/cards/') && init.method === 'PATCH' && !isStamped(init)) {
        sent.open();
        await answer.opened;
      }
      return response;
    },
    ...options,
  });
  return { cardId: network.cards[0] ?? '', answer, sent };
}

describe('an action that was pressed before a sign-out', () => {
  const stamped = async (): Promise<number> =>
    (await network.bench.requests()).filter(({ method, leg }) => method === 'PATCH' && leg === 2).length;

  test('is not signed by the session of a later sign-in', async () => {
    const { cardId, answer, sent } = await openTab();
    const told = codeOf(tab.card.freeze(cardId));
    await sent.opened;
    await network.wallet.session.revoke();
    await signIn(network.wallet);
    answer.open();
    expect(await told).toBe('BUSY');
    expect(await stamped()).toBe(0);
    expect(await codeOf(tab.card.freeze(cardId))).toBe('done');
  });

  test('is not joined by a press under the later sign-in, which does it', async () => {
    const { cardId, answer, sent } = await openTab({
      browser: { visible: () => true, locks: createLocks(), channel: createBus()() },
    });
    const told = codeOf(tab.card.freeze(cardId));
    await sent.opened;
    await network.wallet.session.revoke();
    await signIn(network.wallet);
    const again = codeOf(tab.card.freeze(cardId));
    answer.open();
    expect(await Promise.all([told, again])).toEqual(['BUSY', 'done']);
    expect(await stamped()).toBe(1);
  });

  test('is told so though its code was still loading and its person still reading', async () => {
    const reading = gate();
    const asked = gate();
    await openTab({
      async approve() {
        asked.open();
        await reading.opened;
        return true;
      },
    });
    const quote = await network.bench.quote(1_000_000, network.bankAccountId);
    const told = codeOf(tab.quote.execute(quote));
    await asked.opened;
    await network.wallet.session.revoke();
    await signIn(network.wallet);
    reading.open();
    expect(await told).toBe('BUSY');
    expect(network.times({ method: 'POST', path: `/quotes/${quote.id}/execute` })).toBe(0);
  });

  test('whose stamp was lost is not sent again under the later sign-in, and stays unknown until it is pressed again', async () => {
    let isLost = true;
    const [looked, look] = [gate(), gate()];
    const { cardId, answer } = await openTab({
      async fetch(url, init) {
        if (isStamped(init) && isLost) throw new TypeError('fetch failed');
        if (isLost && url.endsWith(`/cards/${network.cards[0]}`) && init.method === 'GET') {
          looked.open();
          await look.opened;
        }
        return network.pageFetch(url, init);
      },
    });
    answer.open();
    const told = codeOf(tab.card.freeze(cardId));
    await looked.opened;
    await network.wallet.session.revoke();
    await signIn(network.wallet);
    isLost = false;
    look.open();
    expect(await told).toBe('OUTCOME_UNKNOWN');
    expect(await stamped()).toBe(0);
    expect(await codeOf(tab.card.freeze(cardId))).toBe('done');
  });

  test('is signed by the session that a refresh has put in the place of its own', async () => {
    const { cardId, answer, sent } = await openTab();
    const told = codeOf(tab.card.freeze(cardId));
    await sent.opened;
    await network.wallet.session.refresh();
    await network.wallet.session.refresh();
    answer.open();
    expect(await told).toBe('done');
  });
});

describe('a page without Web Locks', () => {
  test('does what is pressed about one card in the order of the presses', async () => {
    const { cardId, answer, sent } = await openTab({ browser: { visible: () => true } });
    const ended: string[] = [];
    const freeze = tab.card.freeze(cardId).then(({ state }) => ended.push(state));
    await sent.opened;
    const unfreeze = tab.card.unfreeze(cardId).then(({ state }) => ended.push(state));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect((await network.bench.requests()).filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    answer.open();
    await Promise.all([freeze, unfreeze]);
    expect(ended).toEqual(['FROZEN', 'ACTIVE']);
  });

  test('is told what came of the press that it joined, though its own request failed and a later press has begun another record', async () => {
    const [asked, failing] = [gate(), gate()];
    network = await createFaultyNetwork({ cards: 1, browser: { visible: () => true } });
    const cardId = network.cards[0] ?? '';
    tab = network.open({
      async fetch(url, init) {
        if (init.method === 'GET') return network.pageFetch(url, init);
        asked.open();
        await failing.opened;
        throw new TypeError('fetch failed');
      },
    });
    const told = codeOf(tab.card.freeze(cardId));
    await asked.opened;
    expect(await codeOf(network.wallet.card.freeze(cardId))).toBe('done');
    const later = network.open({ fetch: () => new Promise(() => {}) });
    void codeOf(later.card.freeze(cardId));
    await eventually(async () => expect(await network.store.keys('action:')).toHaveLength(1));
    failing.open();
    expect(await told).toBe('done');
    later.close();
  });
});

describe('an action that another tab holds up, which is frozen while it holds the lock of the card,', () => {
  /** A tab that another one holds up until that lets go, and when it has asked for the lock. */
  async function heldUp(): Promise<{ cardId: string; waiting: Promise<void>; letGo: () => void }> {
    const inner = createLocks();
    const waiting = gate();
    const isCards = (name: string): boolean => name.includes(':/cards/');
    const request = (name: string, options: LockOptions, run: () => Promise<unknown>): Promise<unknown> => {
      const granted = inner.request(name, options, run);
      if (isCards(name)) waiting.open();
      return granted;
    };
    const locks = { request } as Pick<LockManager, 'request'>;
    const { cardId, answer } = await openTab({ browser: { visible: () => true, locks } });
    const holding = gate();
    void inner.request(`countersign:${network.bench.accountId}:/cards/${cardId}`, {}, () => holding.opened);
    answer.open();
    return { cardId, waiting: waiting.opened, letGo: () => holding.open() };
  }
  const sent = async (): Promise<number> =>
    (await network.bench.requests()).filter(({ method }) => method === 'PATCH').length;

  test('waits for two time limits and ten seconds, and then does it', async () => {
    const { cardId, waiting } = await heldUp();
    const told = codeOf(tab.card.freeze(cardId));
    await waiting;
    network.bench.clock.advance(2 * 30_000 + 10_000 - 1);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await sent()).toBe(0);
    network.bench.clock.advance(1);
    expect(await told).toBe('done');
  });

  test('is done with the press that it joined, though a later press has begun another record by then', async () => {
    const { cardId, waiting, letGo } = await heldUp();
    const told = codeOf(tab.card.freeze(cardId));
    await waiting;
    const unlocked = (fetch?: () => Promise<never>): Wallet =>
      network.open({
        browser: { visible: () => true, locks: createLocks(), channel: createBus()() },
        ...(fetch && { fetch }),
      });
    const joined = unlocked();
    expect(await codeOf(joined.card.freeze(cardId))).toBe('done');
    const before = await sent();
    const later = unlocked(() => new Promise(() => {}));
    void codeOf(later.card.freeze(cardId));
    await eventually(async () => expect(await network.store.keys('action:')).toHaveLength(1));
    letGo();
    expect(await told).toBe('done');
    expect(await sent()).toBe(before);
    joined.close();
    later.close();
  });

  test('is done with the press that it joined, though that ends while old records are looked for', async () => {
    const [asked, answer, listing, listed] = [gate(), gate(), gate(), gate()];
    const browser = { visible: () => true, locks: createLocks(), channel: createBus()() };
    network = await createFaultyNetwork({ cards: 0, browser });
    const { store } = network;
    const changeAddress = (wallet: Wallet): Promise<string> =>
      codeOf(wallet.credentials.changeEmail(network.bench.customerId, 'new.address@example.com'));
    const first = network.open({
      browser,
      async fetch(url, init) {
        asked.open();
        await answer.opened;
        return network.pageFetch(url, init);
      },
    });
    const told = changeAddress(first);
    await asked.opened;
    tab = network.open({
      browser,
      store: {
        ...store,
        async keys(prefix) {
          if (prefix === 'action:') {
            listing.open();
            await listed.opened;
          }
          return store.keys(prefix);
        },
      },
    });
    // Old records are those that are old by the service's time.
    await tab.credentials.list();
    const joined = changeAddress(tab);
    await listing.opened;
    answer.open();
    expect(await told).toBe('done');
    const before = await sent();
    listed.open();
    expect(await joined).toBe('done');
    expect(await sent()).toBe(before);
    first.close();
  });

  test('is given up by its own signal, and nothing was sent', async () => {
    const { cardId, waiting } = await heldUp();
    const controller = new AbortController();
    const told = tab.card.freeze(cardId, { signal: controller.signal }).catch((error: Error) => error.name);
    await waiting;
    expect(await network.store.keys('action:')).toHaveLength(1);
    controller.abort();
    expect(await told).toBe('AbortError');
    await eventually(async () => expect(await network.store.keys('action:')).toEqual([]));
    expect(await sent()).toBe(0);
  });
});

describe('many calls at once', () => {
  test('leave no more than one listener each behind a signal, of which Node would warn', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    await openTab();
    const calls = Array.from({ length: 30 }, () => tab.credentials.list());
    const presses = Array.from({ length: 30 }, (_, number) =>
      codeOf(tab.credentials.changeEmail(network.bench.customerId, `address-${number}@example.com`)),
    );
    await Promise.all([...calls, ...presses]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings.map(({ message }) => message)).toEqual([]);
  });
});
