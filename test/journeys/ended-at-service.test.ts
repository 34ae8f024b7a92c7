/** What the service says of the session of this browser changes its state, in every tab. */
import { type Wallet } from 'countersign';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { codeOf, createFaultyNetwork, type FaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { createBus, createLocks, createTabStore } from './tabs.ts';
import { createTestBench, signedIn } from './test-bench.ts';

const isStamped = (init: RequestInit): boolean => new Headers(init.headers).has('Service-Wallet-Signature');
const ended = { status: 'signed-out', ended: { reason: 'revoked' } };
const open: Wallet[] = [];
afterEach(() => open.splice(0).forEach((wallet) => wallet.close()));

/** Two tabs of one browser, and a second browser that can end their session at the service. */
async function twoTabs(fetch?: (url: string, init: RequestInit, network: FaultyNetwork) => Promise<Response>) {
  const [join, locks] = [createBus(), createLocks()];
  const browser = () => ({ channel: join(), visible: () => true, locks });
  const network = await createFaultyNetwork({ cards: 1, browser: browser() });
  const tab = network.open({
    browser: browser(),
    fetch: (url, init) => (fetch === undefined ? network.pageFetch(url, init) : fetch(url, init, network)),
  });
  const elsewhere = await signedIn(network.bench, { store: createTabStore() });
  open.push(network.wallet, tab, elsewhere);
  const sessionId = network.wallet.state().session?.sessionId ?? '';
  return { network, tab, sessionId, end: () => elsewhere.session.revoke({ sessionId }) };
}

/** Both tabs are signed out, and storage holds no session. */
async function expectEnded({ wallet, store }: FaultyNetwork, tab: Wallet): Promise<void> {
  for (const one of [tab, wallet]) await eventually(() => expect(one.state()).toMatchObject(ended));
  for (const key of await store.keys('account:')) expect(await store.read(key)).not.toHaveProperty('session');
}

test.each<[string, (tab: Wallet, cardId: string) => Promise<unknown>, string]>([
  ['a refresh of a session that it does not know any more', (tab) => tab.session.refresh(), 'REFUSED'],
  ['a card whose stamp it refuses', (tab, cardId) => tab.card.freeze(cardId), 'REFUSED'],
  ['a whole list of sessions without this one', (tab) => tab.session.list(), 'done'],
])('%s ends the session in every tab', async (_, press, told) => {
  const { network, tab, end } = await twoTabs();
  await end();
  expect(await codeOf(press(tab, network.cards[0] ?? ''))).toBe(told);
  await expectEnded(network, tab);
});

test('a refresh whose stamp it refuses ends the session in every tab', async () => {
  const refusal = { status: 401, code: 'WALLET_SIGNATURE_INVALID', message: 'No.' };
  const [sent, gone] = [gate(), gate()];
  const { network, tab, end } = await twoTabs(async (url, init, { pageFetch }) => {
    if (!isStamped(init) || !url.endsWith('/refresh')) return pageFetch(url, init);
    sent.open();
    await gone.opened;
    return Response.json(refusal, { status: 401 });
  });
  const told = expect(tab.session.refresh()).rejects.toMatchObject({ status: 401, nextStep: 'reauthenticate' });
  await sent.opened;
  await end();
  gone.open();
  await told;
  await expectEnded(network, tab);
});

test('a partial list of sessions without this one puts nothing in doubt', async () => {
  const { network, tab } = await twoTabs(async (url, init, { pageFetch }) => {
    const response = await pageFetch(url, init);
    if (!url.includes('/auth/sessions?')) return response;
    return Response.json({ data: [], hasMore: true }, { headers: response.headers });
  });
  expect(await tab.session.list()).toEqual([]);
  expect(await codeOf(tab.card.freeze(network.cards[0] ?? ''))).toBe('done');
});

test('a list without this session is checked by a question that begins after it', async () => {
  const [asked, answer, listed] = [gate(), gate(), gate()];
  let lists = 0;
  const { network, tab, end } = await twoTabs(async (url, init, { pageFetch }) => {
    const response = await pageFetch(url, init);
    if (!url.includes('/auth/sessions?')) return response;
    lists += 1;
    if (lists === 1) return Response.json({ data: [] }, { headers: response.headers });
    if (lists === 2) {
      asked.open();
      await answer.opened;
    }
    if (lists === 3) listed.open();
    return response;
  });
  const first = tab.session.list();
  await asked.opened;
  await end();
  network.bench.clock.advance(6_000);
  const second = tab.session.list();
  await listed.opened;
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  answer.open();
  await Promise.all([first, second]);
  await expectEnded(network, tab);
});

test('a refresh whose answer is lost ends the session, where the service has put another one in its place', async () => {
  const bench = await createTestBench({ afterRefresh: 'revoke' });
  const wallet = await signedIn(bench);
  open.push(wallet);
  bench.clock.advance(5_000);
  await bench.fault({ path: '/auth/sessions/*/refresh', leg: 2, drop: 'after' });
  expect(await codeOf(wallet.session.refresh())).toBe('OUTCOME_UNKNOWN');
  await eventually(() => expect(wallet.state()).toMatchObject(ended));
});

test('a stamp that it refuses while another tab waits for the session after this one is made with that session', async () => {
  const [join, locks] = [createBus(), createLocks()];
  const browser = () => ({ channel: join(), visible: () => true, locks });
  const network = await createFaultyNetwork({ cards: 1, afterRefresh: 'revoke', browser: browser() });
  const [stamped, replaced, answer] = [gate(), gate(), gate()];
  const tab = network.open({
    browser: browser(),
    async fetch(url, init) {
      if (isStamped(init)) {
        stamped.open();
        await replaced.opened;
        const response = await network.pageFetch(url, init);
        answer.open();
        return response;
      }
      return network.pageFetch(url, init);
    },
  });
  const refreshing = network.open({
    browser: browser(),
    async fetch(url, init) {
      const response = await network.pageFetch(url, init);
      if (isStamped(init) && url.endsWith('/refresh')) {
        replaced.open();
        await answer.opened;
        for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
      return response;
    },
  });
  open.push(network.wallet, tab, refreshing);
  const told = codeOf(tab.card.freeze(network.cards[0] ?? ''));
  await stamped.opened;
  await refreshing.session.refresh();
  expect(await told).toBe('done');
});
