/** Presses before a sign-out, a later sign-in or a refresh, and presses that wait for a tab with the same work. */
import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { nextTurn } from '../rest.ts';
import { gate, type Gate } from './gate.ts';
import { codeOf, createFaultyNetwork, lose, type FaultyNetwork } from './faulty-network.ts';
import { isStamped } from './test-bench.ts';

let network: FaultyNetwork;
let tab: Wallet;

/** A tab beside the first one, whose answers to requests that carry no stamp for a card wait for the gate. */
async function openTab(
  options: Parameters<FaultyNetwork['open']>[0] = {},
): Promise<{ cardId: string; answer: Gate; sent: Gate }> {
  network = await createFaultyNetwork({ cards: 1 });
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

/** The first tab signs out, and in again; the second one has heard of it. */
async function changeEpoch(): Promise<void> {
  const { wallet } = network;
  await wallet.session.revoke();
  const { sessionId } = await (await wallet.emailOtp.begin()).verify('000000');
  await eventually(() => expect(tab.state().session?.sessionId).toBe(sessionId));
}

const stamped = async (): Promise<number> =>
  (await network.bench.requests()).filter(({ method, leg }) => method === 'PATCH' && leg === 2).length;

describe('an action that was pressed before a sign-out', () => {
  test('is not signed by the session of a later sign-in, and not joined by a press under it, which does it', async () => {
    const { cardId, answer, sent } = await openTab();
    const told = codeOf(tab.card.freeze(cardId));
    await sent.opened;
    await changeEpoch();
    const again = codeOf(tab.card.freeze(cardId));
    answer.open();
    expect(await Promise.all([told, again])).toEqual(['BUSY', 'done']);
    expect(await stamped()).toBe(1);
  });

  test('is told so though its code was still loading and its person still reading', async () => {
    const [reading, asked] = [gate(), gate()];
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
    await changeEpoch();
    reading.open();
    expect(await told).toBe('BUSY');
    expect(network.times({ method: 'POST', path: `/quotes/${quote.id}/execute` })).toBe(0);
  });

  test('whose stamp was lost is not sent again, and stays unknown until it is pressed again', async () => {
    let isLost = true;
    const [looked, look] = [gate(), gate()];
    const { cardId, answer } = await openTab({
      async fetch(url, init) {
        if (isStamped(init) && isLost) return lose();
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
    await changeEpoch();
    isLost = false;
    look.open();
    expect(await told).toBe('OUTCOME_UNKNOWN');
    expect(await stamped()).toBe(0);
    expect(await codeOf(tab.card.freeze(cardId))).toBe('done');
  });
});

test('an action is signed by the session that refreshes have put in the place of its own', async () => {
  const { cardId, answer, sent } = await openTab();
  const told = codeOf(tab.card.freeze(cardId));
  await sent.opened;
  await network.wallet.session.refresh();
  await network.wallet.session.refresh();
  answer.open();
  expect(await told).toBe('done');
});

test('many calls at once leave no more than one listener each behind a signal, of which Node would warn', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await openTab();
  const calls = Array.from({ length: 30 }, () => tab.credentials.list());
  const presses = Array.from({ length: 30 }, (_, number) =>
    codeOf(tab.credentials.changeEmail(network.bench.customerId, `address-${number}@example.com`)),
  );
  await Promise.all([...calls, ...presses]);
  await nextTurn();
  process.off('warning', note);
  expect(warnings.map(({ message }) => message)).toEqual([]);
});
