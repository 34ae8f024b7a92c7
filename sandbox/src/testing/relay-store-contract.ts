/** The relay's requirements of a store, as rules that any store can be run against. */
import type { RelayStore } from 'countersign/relay';

/** Stores that a rule is run against. */
export interface RelayStoreSubject {
  /** A store that other work may use meanwhile. */
  readonly store: RelayStore;
  /** The same store as another instance of the relay sees it; `store` itself by default. */
  readonly other?: RelayStore;
  /** Lets time pass for the store; the system's clock by default. */
  readonly wait?: (ms: number) => Promise<unknown> | void;
}

/** A rule that a store keeps. */
export interface RelayStoreRule {
  /** A sentence, for the title of a test. */
  readonly title: string;
  /** Resolves when the rule is kept; its keys are new each time. @throws Error with what the store did instead. */
  readonly run: (subject: RelayStoreSubject) => Promise<void>;
}

/** Times that a store on another machine can keep. */
const long = 60_000;
const short = 200;
/** After `short`, also by a clock that rounds and a timer that fires early. */
const past = short + 5;

type Check = (subject: Required<RelayStoreSubject>, key: string) => Promise<void>;

function rule(title: string, check: Check): RelayStoreRule {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return Object.freeze({
    title,
    run: ({ store, other = store, wait = pause }: RelayStoreSubject) =>
      check({ store, other, wait }, `contract ${crypto.randomUUID()} É`),
  });
}

/**
 * The rules of a {@link RelayStore}, each for a test of its own.
 *
 * @example
 * for (const { run } of relayStoreContract) await run({ store: createMemoryRelayStore() });
 */
export const relayStoreContract: readonly RelayStoreRule[] = Object.freeze([
  rule('gives an entry once, and null where there is none', async ({ store, other }, key) => {
    equal('an entry that nobody put', await store.take(key), null);
    const value = '{"text":"ü \\u0000 \\" \'"}';
    await store.put(key, value, { ttlMs: long });
    equal('the entry', await other.take(key), value);
    equal('an entry that was taken', await store.take(key), null);
  }),
  rule(
    'reads an entry and a counter, which stay, and null where there is none',
    async ({ store, other, wait }, key) => {
      equal('an entry that nobody put', await store.get(key), null);
      await store.put(key, 'one', { ttlMs: short });
      equal('the entries', [await other.get(key), await store.get(key)].join(), 'one,one');
      await store.increment(`${key} counter`, { ttlMs: long });
      equal('the counter', await other.get(`${key} counter`), '1');
      await wait(past);
      equal('an entry whose time is up', await other.get(key), null);
    },
  ),
  rule('gives an entry to one of many that take it at once', async ({ store, other }, key) => {
    await store.put(key, 'one', { ttlMs: long });
    const takers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : other).take(key));
    const given = (await Promise.all(takers)).filter((value) => value !== null);
    equal('what all takers got', given.join(), 'one');
  }),
  rule('writes an entry over another, with the new lifetime', async ({ store, wait }, key) => {
    await store.put(key, 'one', { ttlMs: short });
    await store.put(key, 'two', { ttlMs: long });
    await wait(past);
    equal('the entry', await store.take(key), 'two');
  }),
  rule('forgets an entry when its time is up', async ({ store, other, wait }, key) => {
    await store.put(key, 'one', { ttlMs: short });
    await wait(past);
    equal('an entry whose time is up', await other.take(key), null);
  }),
  rule('counts each of many increments at once', async ({ store, other }, key) => {
    const counting = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? store : other).increment(key, { ttlMs: long }),
    );
    const counts = (await Promise.all(counting)).map(({ count }) => count).sort((a, b) => a - b);
    equal('the counts', counts.join(), Array.from({ length: 20 }, (_, index) => index + 1).join());
  }),
  rule('runs the time of a counter from its first increment', async ({ store, wait }, key) => {
    const first = await store.increment(key, { ttlMs: long });
    within('the time that is left', first.remainingMs, long - 5000, long);
    await wait(past);
    const second = await store.increment(key, { ttlMs: long });
    within('the time that is left later', second.remainingMs, long - 5000 - short, long - short);
  }),
  rule('starts a counter over when its time is up', async ({ store, wait }, key) => {
    await store.increment(key, { ttlMs: short });
    await wait(past);
    equal('the count', (await store.increment(key, { ttlMs: long })).count, 1);
  }),
  rule('counts on from an entry of digits, for as long as that entry lives', async ({ store, other, wait }, key) => {
    await store.put(key, '1000000', { ttlMs: short });
    const { count, remainingMs } = await other.increment(key, { ttlMs: long });
    equal('the count', count, 1_000_001);
    within('the time that is left', remainingMs, 0, short);
    await wait(past);
    equal('the count afterwards', (await store.increment(key, { ttlMs: long })).count, 1);
  }),
  rule('gives a counter as an entry of its digits', async ({ store, other }, key) => {
    await store.increment(key, { ttlMs: long });
    await store.increment(key, { ttlMs: long });
    equal('the entry', await other.take(key), '2');
    equal('the count', (await store.increment(key, { ttlMs: long })).count, 1);
  }),
  rule('keeps entries of different keys apart', async ({ store, other }, key) => {
    await store.put(`${key} a`, 'a', { ttlMs: long });
    await store.put(`${key} b`, 'b', { ttlMs: long });
    equal('the entries', [await other.take(`${key} b`), await other.take(`${key} a`)].join(), 'b,a');
  }),
]);

function equal(what: string, found: unknown, expected: unknown): void {
  if (found === expected) return;
  throw new Error(`${what} must be ${JSON.stringify(expected)}, and is ${JSON.stringify(found)}`);
}

function within(what: string, found: number, least: number, most: number): void {
  if (found >= least && found <= most) return;
  throw new Error(`${what} must be from ${least} to ${most} ms, and is ${found} ms`);
}
