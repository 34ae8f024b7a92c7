import { expect, test, vi } from 'vitest';
import { recordKey } from '../../src/kit/session/record.ts';
import { eventually } from '../eventually.ts';
import { codeOf, createFaultyNetwork, lose } from './faulty-network.ts';
import { isStamped } from './test-bench.ts';

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
