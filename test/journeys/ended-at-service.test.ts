/** The service's word about the session of this browser changes its state, in every tab. */
import { type Wallet } from 'countersign';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { atRest, countCryptoCalls } from '../rest.ts';
import { codeOf, createFaultyNetwork, type FaultyNetwork } from './faulty-network.ts';
import { gate } from './gate.ts';
import { isStamped, signedIn } from './test-bench.ts';

beforeAll(countCryptoCalls);

const ended = { status: 'signed-out', ended: { reason: 'revoked' } };
const open: Wallet[] = [];
afterEach(() => open.splice(0).forEach((wallet) => wallet.close()));

/** Two tabs of one browser, and a second browser that can end their session at the service. */
async function twoTabs(fetch?: (url: string, init: RequestInit, network: FaultyNetwork) => Promise<Response>) {
  const network = await createFaultyNetwork({ cards: 1 });
  const tab = network.open({
    fetch: (url, init) => (fetch === undefined ? network.pageFetch(url, init) : fetch(url, init, network)),
  });
  const elsewhere = await signedIn(network.bench);
  open.push(network.wallet, tab, elsewhere);
  const sessionId = network.wallet.state().session?.sessionId ?? '';
  return { network, tab, sessionId, end: () => elsewhere.session.revoke({ sessionId }) };
}

/** Both tabs are signed out, and storage holds no session. */
async function expectEnded({ wallet, store }: FaultyNetwork, tab: Wallet): Promise<void> {
  await atRest();
  for (const one of [tab, wallet]) expect(one.state()).toMatchObject(ended);
  for (const key of await store.keys('session:')) expect(await store.read(key)).not.toHaveProperty('session');
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

test('a list without the session that another tab is refreshing ends nothing', async () => {
  const [sent, answered] = [gate(), gate()];
  const { network, tab, sessionId } = await twoTabs(async (url, init, { pageFetch }) => {
    const answer = await pageFetch(url, init);
    if (!isStamped(init) || !url.endsWith('/refresh')) return answer;
    sent.open();
    await answered.opened;
    return answer;
  });
  const lister = network.open({ fetch: async () => Response.json({ data: [] }) });
  open.push(lister);
  const refreshing = tab.session.refresh();
  await sent.opened;
  const listing = lister.session.list();
  await atRest();
  answered.open();
  const next = await refreshing;
  expect(next.sessionId).not.toBe(sessionId);
  expect(await listing).toEqual([]);
  await atRest();
  expect(lister.state().session?.sessionId).toBe(next.sessionId);
});
