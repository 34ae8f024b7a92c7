/**
 * The store of one document. A session is in its memory alone, or in IndexedDB under the name of one visit. All else is in IndexedDB,
 * where the next document finds a payment that was sent and a sign-in at a provider.
 */
import { recordPrefix } from '../../kit/stored.ts';
import { createIndexedDbStore, createMemoryStore, type Store } from '../../kit/session/index.ts';

/** Creates it. `visit`: the public hash of the visit that keeps sessions; memory keeps them without one. */
export function createPageStore(visit: string | undefined): Store {
  const kept = createIndexedDbStore();
  const sessions = visit === undefined ? createMemoryStore() : named(kept, `:${visit}`);
  const storeOf = (key: string): Store => (key.startsWith(recordPrefix) ? sessions : kept);
  return {
    storage: 'persistent',
    read: (key) => storeOf(key).read(key),
    update: (key, change) => storeOf(key).update(key, change),
    async keys(prefix) {
      const others = (await kept.keys(prefix)).filter((key) => !key.startsWith(recordPrefix));
      return [...(await sessions.keys(prefix)), ...others];
    },
    close: () => kept.close(),
  };
}

/** The same store, whose keys have an ending. */
function named(kept: Store, ending: string): Store {
  return {
    ...kept,
    read: (key) => kept.read(key + ending),
    update: (key, change) => kept.update(key + ending, change),
    keys: async (prefix) =>
      (await kept.keys(prefix)).filter((key) => key.endsWith(ending)).map((key) => key.slice(0, -ending.length)),
  };
}

/** Deletes the sessions that this browser has kept for other visits, or for any without one. */
export async function deleteOtherSessions(visit: string | undefined): Promise<void> {
  const kept = createIndexedDbStore();
  try {
    for (const key of await kept.keys(recordPrefix))
      if (visit === undefined || !key.endsWith(`:${visit}`)) await kept.update(key, () => undefined);
  } finally {
    kept.close();
  }
}
