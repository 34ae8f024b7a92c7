import { type Wallet } from 'countersign';
import { describe, expect, test, vi } from 'vitest';
import { recordKey } from '../../src/kit/session/record.ts';
import { eventually } from '../eventually.ts';
import {
  actionKinds,
  codeOf,
  createFaultyNetwork,
  lose,
  type ActionKind,
  type FaultyNetwork,
} from './faulty-network.ts';
import { isStamped } from './test-bench.ts';

/** A tab that is closed while a leg of its request is under way: the request arrives or not, its answer never. */
async function closeDuring(
  network: FaultyNetwork,
  leg: 1 | 2,
  arrives: boolean,
  act: (wallet: Wallet) => Promise<unknown>,
) {
  const { bench, store } = network;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const tab = bench.newWallet({
    store,
    async fetch(url, init) {
      const isSigned = isStamped(init);
      if (init.method === 'GET' || isSigned !== (leg === 2)) return network.pageFetch(url, init);
      if (arrives) await network.pageFetch(url, init);
      reach();
      return new Promise<Response>(() => {});
    },
  });
  act(tab).catch(() => undefined);
  await reached;
  tab.close();
}

const moments = [
  ['before the second leg arrived', 2, false],
  ['after the second leg was carried out', 2, true],
  ['before the first leg arrived', 1, false],
  ['after the first leg was answered', 1, true],
] as const;
const interruptions = actionKinds.flatMap((action) =>
  moments.filter(([, leg]) => action.legs.includes(leg)).map(([when, ...rest]) => [action.name, when, action, ...rest]),
) as [string, string, ActionKind, 1 | 2, boolean][];

describe('a tab closed', () => {
  test.each(interruptions)(
    'during %s, %s: the reopened page finds what there is to know, and nothing is done twice',
    async (_name, _when, action, leg, arrives) => {
      const network = await createFaultyNetwork({ cards: 2 });
      const target = await action.prepare(network);
      await closeDuring(network, leg, arrives, (tab) => target.run(tab));
      const isDone = network.times(target) === 1;
      expect(isDone).toBe(leg === 2 && arrives);

      const reopened = network.open();
      const told = await codeOf(target.run(reopened));
      if (action.name === 'a refresh') {
        // The key that was sealed for the closed page is gone with it; the old session lives and is refreshed again.
        expect(told).toBe('done');
        await expect(reopened.session.list()).resolves.toContainEqual(expect.objectContaining({ current: true }));
      } else if (leg === 2 && action.unknownAfter.includes(2)) {
        expect(told).toBe('OUTCOME_UNKNOWN');
        expect(network.times(target)).toBe(isDone ? 1 : 0);
      } else {
        expect(told).toBe('done');
        expect(network.times(target)).toBe(1);
      }
    },
  );
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
