/** The store of the process, in Redis or Valkey. */
import { Redis } from 'ioredis';
import type { RelayStore } from 'countersign/relay';
import { createRedisRelayStore } from 'countersign/relay/redis';
import { namesOf } from './failure.ts';

/** Options of {@link openStore}. */
export interface OpenStoreOptions {
  /** Prefix of each key; null for the store's own. */
  readonly prefix: string | null;
  /** Called when the connection stands, or with names and codes of its failure. */
  readonly tell: (event: 'connected' | 'failed', cause?: string) => void;
  /** Whether a connection that fails is tried again. */
  readonly reconnect: boolean;
}

/** A store that connects. */
export interface OpenedStore {
  readonly store: RelayStore;
  /** Resolves with the first connection; rejects if it isn't retried. */
  readonly connected: Promise<unknown>;
  close(): void;
}

// The relay has given up by then (after two seconds), and the client need not wait on.
const commandTimeoutMs = 10_000;

/** Opens the store at an address. A command that can't be sent now fails now: its request is refused, and none is run later. */
export function openStore(url: string, { prefix, tell, reconnect }: OpenStoreOptions): OpenedStore {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    commandTimeout: commandTimeoutMs,
    ...(reconnect ? {} : { retryStrategy: () => null }),
  });
  client.on('error', (error: unknown) => tell('failed', namesOf(error)));
  client.on('ready', () => tell('connected'));
  const connected = client.connect();
  connected.catch(() => undefined);
  return {
    store: createRedisRelayStore({ client, ...(prefix === null ? {} : { prefix }) }),
    connected,
    close: () => client.disconnect(),
  };
}
