/**
 * A store for one payment: the session stays in this page's memory, all else in IndexedDB, where the next visit finds
 * a payment that was sent.
 */
import { recordPrefix } from '../../kit/stored.ts';
import { createIndexedDbStore, createMemoryStore, type Store } from '../../kit/session/index.ts';

/** Creates it, without a session. */
export function createPaymentStore(): Store {
  const [memory, kept] = [createMemoryStore(), createIndexedDbStore()];
  const storeOf = (key: string): Store => (key.startsWith(recordPrefix) ? memory : kept);
  return {
    storage: 'persistent',
    read: (key) => storeOf(key).read(key),
    update: (key, change) => storeOf(key).update(key, change),
    keys: async (prefix) => [...(await memory.keys(prefix)), ...(await kept.keys(prefix))],
    close: () => kept.close(),
  };
}
