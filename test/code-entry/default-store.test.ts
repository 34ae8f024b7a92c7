import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { createFakeIndexedDb } from '../session/fake-factory.ts';
import { openBrowser, reaches } from './tabs-of-a-browser.ts';

afterEach(() => vi.unstubAllGlobals());

/** Puts an IndexedDB into the page, and counts the connections that are open. */
function stubIndexedDb() {
  const factory = createFakeIndexedDb();
  const connections = new Set<IDBDatabase>();
  vi.stubGlobal('indexedDB', {
    open(name: string, version: number) {
      const request = factory.open(name, version);
      request.addEventListener('success', () => {
        const database = request.result;
        const close = database.close.bind(database);
        connections.add(database);
        database.close = () => {
          connections.delete(database);
          close();
        };
      });
      return request;
    },
  });
  return connections;
}

test('a screen that is closed while its message is sent leaves it to the next one, and no connection behind', async () => {
  const connections = stubIndexedDb();
  const { tab, sent } = await openBrowser();
  tab({ store: undefined } as never).entry.close();
  const { entry } = tab({ store: undefined } as never);
  await reaches(entry, 'waiting');
  expect([entry.state().isContinued, entry.state().storage, await sent()]).toEqual([true, 'persistent', 1]);
  entry.close();
  await eventually(() => expect(connections.size).toBe(0));
});
