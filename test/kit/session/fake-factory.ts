/** Node only: browsers never load this file. */
import { IDBFactory } from 'fake-indexeddb';

export function createFakeIndexedDb(): globalThis.IDBFactory {
  return new IDBFactory();
}
