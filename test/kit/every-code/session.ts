/** For each code of `SessionError`, the way in which a caller of the wallet meets it. */
import type { SessionErrorCode } from 'countersign';
import { openIndexedDbStore } from '../../../src/kit/session/indexed-db-store.ts';
import { open, openSignedIn, signIn, withMore } from './opened.ts';
import type { Provocations } from './provocations.ts';

const minute = 60_000;

export const provokeSession: Provocations<SessionErrorCode> = {
  STORE_UNAVAILABLE: () => openIndexedDbStore(() => undefined, 'none').read('account'),
  SIGNED_OUT: async () => (await open()).wallet.session.refresh(),
  SESSION_EXPIRED: async () => {
    const { wallet, bench } = await openSignedIn();
    bench.clock.advance(15 * minute);
    return wallet.session.refresh();
  },
  SESSION_LIFETIME_INVALID: async () => {
    const { wallet, bench, network } = await open();
    network.answer = async (url, init) => {
      const answer = await bench.pageFetch(url, init);
      const isLast = url.endsWith('/verify') && answer.status === 200;
      return isLast ? withMore(answer, { expiresAt: '2020-01-01T00:00:00Z' }) : answer;
    };
    return signIn(wallet);
  },
  KEY_NOT_DELETED: async () => {
    const { wallet, faults } = await openSignedIn();
    faults.update = () => Promise.reject(new DOMException('Broken.', 'UnknownError'));
    return wallet.session.revoke();
  },
  WALLET_CLOSED: async () => {
    const { wallet } = await open();
    wallet.close();
    return wallet.session.refresh();
  },
};
