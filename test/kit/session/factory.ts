/** The IndexedDB of this engine; in Node, which has none, the one of fake-indexeddb. */
export async function findIndexedDb(): Promise<IDBFactory> {
  if (globalThis.indexedDB !== undefined) return globalThis.indexedDB;
  const { createFakeIndexedDb } = await import('./fake-factory.ts');
  return createFakeIndexedDb();
}

let names = 0;

/** A database name that no other test of this run uses. */
export function freshName(): string {
  names += 1;
  return `countersign-test-${names}-${globalThis.crypto.randomUUID()}`;
}
