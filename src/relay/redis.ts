/** `countersign/relay/redis`: the relay's store in Redis or Valkey, which several instances share. */
import { maybe, readTable, type RowsOf } from '../kit/options.ts';
import type { RelayStore } from './store/store.ts';

/** A client of the package `redis` (or `@redis/client`): one server, a pool, a sentinel or a cluster. */
export interface NodeRedisClient {
  /** Runs a script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A client of the package `ioredis`: one server or a cluster. */
export interface IoRedisClient {
  /** Method that a client of `redis` lacks. */
  readonly defineCommand: unknown;
  /** Runs a script. */
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** Options of {@link createRedisRelayStore}. */
export interface CreateRedisRelayStoreOptions {
  /** A connected client; TLS, password and reconnection are its own. */
  readonly client: NodeRedisClient | IoRedisClient;
  /** Prefix of every key; `countersign:` by default. */
  readonly prefix?: string;
}

// One key each, so that a cluster can run them; scripts are atomic, and Redis 2.6 and Valkey have all that is in them.
const getScript = `
return redis.call('GET', KEYS[1])`;
const takeScript = `
local value = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return value`;
const putScript = `
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[1])
return 1`;
// Also a counter that lost its expiry gets one. The count is a text: the first request shows a client that answers something else.
const incrementScript = `
local count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { tostring(count), redis.call('PTTL', KEYS[1]) }`;

const rows: RowsOf<Required<CreateRedisRelayStoreOptions>> = {
  client: (value, fail) =>
    typeof (value as Partial<NodeRedisClient> | null | undefined)?.eval === 'function'
      ? (value as NodeRedisClient)
      : fail('must be a client of redis or ioredis'),
  prefix: maybe((value, fail) => (typeof value === 'string' ? value : fail('must be a string')), 'countersign:'),
};

/**
 * Creates a store in Redis or Valkey. Errors of the client pass unchanged. The relay waits two seconds for a connection.
 *
 * @example
 * const openStore = (client: NodeRedisClient) => createRedisRelayStore({ client });
 *
 * @throws TypeError naming the option.
 */
export function createRedisRelayStore(options: CreateRedisRelayStoreOptions): RelayStore {
  const { client, prefix } = readTable(options, rows, 'createRedisRelayStore');

  const run = (script: string, key: string, ...given: string[]): Promise<unknown> =>
    'defineCommand' in client
      ? client.eval(script, 1, prefix + key, ...given)
      : client.eval(script, { keys: [prefix + key], arguments: given });
  const readText = async (script: string, key: string): Promise<string | null> => {
    const value = await run(script, key);
    return value === null ? null : aText(value);
  };

  return Object.freeze({
    get: (key) => readText(getScript, key),
    take: (key) => readText(takeScript, key),
    async put(key, value, { ttlMs }) {
      await run(putScript, key, wholeMs(ttlMs), value);
    },
    async increment(key, { ttlMs }) {
      const [count, remainingMs] = (await run(incrementScript, key, wholeMs(ttlMs))) as readonly [unknown, unknown];
      return { count: Number(aText(count)), remainingMs: Number(remainingMs) };
    },
  } satisfies RelayStore);
}

/** Refuses a client that maps texts to Buffers or objects: an entry that it reads couldn't be compared. */
function aText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(
    "createRedisRelayStore: client must answer texts as strings: leave out the client's own type mapping",
  );
}

/** Redis takes whole milliseconds, and no lifetime of nought. */
function wholeMs(ttlMs: number): string {
  return String(Math.max(1, Math.ceil(ttlMs)));
}
