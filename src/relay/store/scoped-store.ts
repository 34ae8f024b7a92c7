/** Gives a relay its own part of a store, so that one Redis serves several environments. */
import { encodeUtf8 } from '../../kit/encoding/index.ts';
import { sha256Of } from '../digest.ts';
import type { RelayStore } from './store.ts';

/** The service and the client at it that a relay works for. */
export interface RelayScope {
  readonly baseUrl: string;
  readonly clientId: string;
}

/** Begins each key with a digest of the scope: a sign-in at one service says nothing of another. */
export function createScopedStore(store: RelayStore, { baseUrl, clientId }: RelayScope): RelayStore {
  let scope: Promise<string> | undefined;
  const scoped = async (key: string): Promise<string> => {
    scope ??= sha256Of(encodeUtf8(`${baseUrl}\n${clientId}`));
    return `${(await scope).slice(0, 16)}:${key}`;
  };
  return Object.freeze({
    get: async (key) => store.get(await scoped(key)),
    take: async (key) => store.take(await scoped(key)),
    put: async (key, value, options) => store.put(await scoped(key), value, options),
    increment: async (key, options) => store.increment(await scoped(key), options),
  } satisfies RelayStore);
}
