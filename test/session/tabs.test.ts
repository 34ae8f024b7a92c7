import { describe, expect, test, vi } from 'vitest';
import {
  createIndexedDbStore,
  createMemoryStore,
  createSessionKeeper,
  createTabChannel,
  openTabChannel,
  withAccountLock,
  type SessionKeeper,
} from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { accountId, createTabs, deferred, fresh, minute, noon, persistent } from './fixtures.ts';

const other = 'InternalAccount:0192a000-0000-7000-8000-000000000002';

function openTabs(count: number): {
  tabs: readonly SessionKeeper[];
  clock: ReturnType<typeof createFixedClock>;
  store: ReturnType<typeof persistent>;
  channels: ReturnType<typeof createTabs>;
} {
  const clock = createFixedClock({ now: noon });
  const store = persistent(createMemoryStore());
  const channels = createTabs();
  const tabs = Array.from({ length: count }, () =>
    createSessionKeeper({ accountId, store, clock, channel: channels.open() }),
  );
  return { tabs, clock, store, channels };
}

const settle = (tabs: readonly SessionKeeper[]): Promise<unknown> =>
  Promise.all(tabs.map((tab) => tab.lastCredentialId()));
const first = (tabs: readonly SessionKeeper[]): SessionKeeper => {
  const [tab] = tabs;
  if (tab === undefined) throw new RangeError('tabs must not be empty');
  return tab;
};

describe.each([2, 3, 10])('%i tabs of one account', (count) => {
  test('all know of a sign-in, a refresh, a sign-out and an end', async () => {
    const { tabs, clock } = openTabs(count);
    await Promise.all(tabs.map((tab) => tab.ready()));
    const all = (): readonly (readonly [string, string | undefined])[] =>
      tabs.map((tab) => [tab.state().status, tab.state().session?.sessionId] as const);
    const each = (status: string, sessionId?: string): unknown => tabs.map(() => [status, sessionId]);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    expect(all()).toEqual(each('signed-in', 'Session:1'));
    await first(tabs).adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await settle(tabs);
    expect(all()).toEqual(each('signed-in', 'Session:2'));
    await first(tabs).drop('Session:2', 'signed-out');
    await settle(tabs);
    expect(all()).toEqual(each('signed-out'));
    await first(tabs).adopt(await fresh('3', clock), { replaces: 'any' });
    await settle(tabs);
    await first(tabs).drop('Session:3', 'expired');
    await settle(tabs);
    expect(all()).toEqual(each('expired'));
  });

  test('that refresh at once agree on the one session that was stored', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('0', clock), { replaces: 'any' });
    await settle(tabs);
    const won = await Promise.all(
      tabs.map(async (tab, index) => tab.adopt(await fresh(`new-${index}`, clock), { replaces: 'Session:0' })),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    const sessions = await Promise.all(tabs.map((tab) => tab.current()));
    expect(new Set(sessions.map((session) => session.sessionId))).toEqual(
      new Set([`Session:new-${won.indexOf(true)}`]),
    );
  });

  test('that sign out at once delete the session once, and never the one after it', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    const deleted = await Promise.all(tabs.map((tab) => tab.drop('Session:1', 'signed-out')));
    expect(deleted.filter(Boolean)).toHaveLength(1);
    await first(tabs).adopt(await fresh('2', clock), { replaces: 'any' });
    await Promise.all(tabs.map((tab) => tab.drop('Session:1', 'expired')));
    expect(await first(tabs).current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('that see the end at once delete one key and all ask for a login', async () => {
    const { tabs, clock } = openTabs(count);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await settle(tabs);
    clock.advance(15 * minute);
    await Promise.all(tabs.map((tab) => tab.check()));
    await settle(tabs);
    expect(tabs.map((tab) => tab.state().status)).toEqual(tabs.map(() => 'expired'));
  });
});

describe('tabs', () => {
  test('that hear nothing find the new session before they sign', async () => {
    const clock = createFixedClock({ now: noon });
    const store = persistent(createMemoryStore());
    const [one, two] = [
      createSessionKeeper({ accountId, store, clock }),
      createSessionKeeper({ accountId, store, clock }),
    ];
    await one.adopt(await fresh('1', clock), { replaces: 'any' });
    expect(await two.current()).toMatchObject({ sessionId: 'Session:1' });
    await one.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    expect(await two.current()).toMatchObject({ sessionId: 'Session:2' });
    await one.drop('Session:2', 'signed-out');
    await expect(two.current()).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });

  test('that come back from the back/forward cache read the store again', async () => {
    const clock = createFixedClock({ now: noon });
    const store = persistent(createMemoryStore());
    const page = new EventTarget();
    const cached = createSessionKeeper({ accountId, store, clock, page });
    const live = createSessionKeeper({ accountId, store, clock });
    await live.adopt(await fresh('1', clock), { replaces: 'any' });
    await cached.check();
    await live.drop('Session:1', 'signed-out');
    expect(cached.state().status).toBe('signed-in');
    page.dispatchEvent(new Event('pageshow'));
    await settle([cached]);
    expect(cached.state().status).toBe('signed-out');
  });

  test('that wake late never delete the session that another tab has refreshed', async () => {
    const { tabs, clock } = openTabs(1);
    const stale = first(tabs);
    await stale.adopt(await fresh('1', clock), { replaces: 'any' });
    const store = stale.store();
    const frozenSince = createSessionKeeper({ accountId, store: persistent(store), clock });
    clock.advance(14 * minute);
    const times = {
      updatedAt: new Date(noon + 14 * minute).toISOString(),
      expiresAt: new Date(noon + 29 * minute).toISOString(),
    };
    const refreshed = await fresh('2', clock, { date: noon + 14 * minute });
    await frozenSince.adopt({ ...refreshed, session: { ...refreshed.session, ...times } }, { replaces: 'Session:1' });
    clock.advance(2 * minute);
    expect(await stale.current()).toMatchObject({ sessionId: 'Session:2' });
  });

  test('of two accounts in one browser do not disturb each other', async () => {
    const { tabs, clock, store, channels } = openTabs(1);
    const read = vi.spyOn(store, 'read');
    await first(tabs).ready();
    const reads = read.mock.calls.length;
    const second = createSessionKeeper({
      accountId: other,
      store: persistent(createMemoryStore()),
      clock,
      channel: channels.open(),
    });
    await second.adopt(await fresh('9', clock), { replaces: 'any' });
    await settle(tabs);
    expect(read.mock.calls.length - reads).toBe(1);
    expect(first(tabs).state().status).toBe('signed-out');
  });

  test('announce that something changed, and nothing more', async () => {
    const { tabs, clock, channels } = openTabs(1);
    await first(tabs).adopt(await fresh('1', clock), { replaces: 'any' });
    await first(tabs).current();
    await first(tabs).drop('Session:1', 'signed-out');
    expect(channels.sent).toEqual([accountId, accountId]);
  });
});

describe('a channel over BroadcastChannel', () => {
  test('carries the account id to other tabs, and nothing that it does not know', async () => {
    const name = `countersign-${crypto.randomUUID()}`;
    const [mine, theirs] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    const [sender, receiver] = [createTabChannel(mine), createTabChannel(theirs)];
    const heard: string[] = [];
    const arrived = deferred<void>();
    const raw: unknown[] = [];
    theirs.addEventListener('message', (event) => raw.push(event.data));
    const stop = receiver.listen((changed) => {
      heard.push(changed);
      if (changed === accountId) arrived.resolve();
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    for (const noise of [null, 'changed', { changed: 1 }, {}]) mine.postMessage(noise);
    sender.announce(accountId);
    await arrived.promise;
    expect(heard).toEqual([accountId]);
    expect(raw.at(-1)).toEqual({ changed: accountId });
    stop();
    sender.close();
    receiver.close();
  });

  test('that is closed is no reason to fail', () => {
    const channel = createTabChannel(new BroadcastChannel('countersign-closed'));
    channel.close();
    expect(() => channel.announce(accountId)).not.toThrow();
  });
});

describe('opening the channel', () => {
  test('gives none where there is no BroadcastChannel, or it is refused', () => {
    const Refused = vi.fn(function refuse(): never {
      throw new DOMException('Refused.', 'SecurityError');
    });
    expect(openTabChannel(undefined)).toBeUndefined();
    expect(openTabChannel(Refused as unknown as typeof BroadcastChannel)).toBeUndefined();
  });

  test('gives one that reaches the others of this origin', async () => {
    const [mine, theirs] = [openTabChannel(BroadcastChannel), openTabChannel(BroadcastChannel)];
    const account = crypto.randomUUID();
    const arrived = deferred<string>();
    theirs?.listen((changed) => {
      if (changed === account) arrived.resolve(changed);
    });
    mine?.announce(account);
    expect(await arrived.promise).toBe(account);
    mine?.close();
    theirs?.close();
  });
});

describe('two tabs over IndexedDB and BroadcastChannel', () => {
  test('follow each other through sign-in, refresh and sign-out', async () => {
    const factory = await findIndexedDb();
    const databaseName = freshName();
    const account = `InternalAccount:${crypto.randomUUID()}`;
    const clock = createFixedClock({ now: noon });
    const open = (): { keeper: SessionKeeper; close: () => void } => {
      const store = createIndexedDbStore({ databaseName, indexedDB: () => factory });
      const channel = openTabChannel(BroadcastChannel);
      const keeper = createSessionKeeper({ accountId: account, store, clock, channel });
      return {
        keeper,
        close() {
          keeper.close();
          channel?.close();
          store.close();
        },
      };
    };
    const [one, two] = [open(), open()];
    await two.keeper.ready();
    const next = (): Promise<void> => {
      const told = deferred<void>();
      const stop = two.keeper.subscribe(() => told.resolve());
      return told.promise.finally(stop);
    };
    let told = next();
    await one.keeper.adopt(await fresh('1', clock), { replaces: 'any' });
    await told;
    expect(two.keeper.state().session?.sessionId).toBe('Session:1');
    told = next();
    await one.keeper.adopt(await fresh('2', clock), { replaces: 'Session:1' });
    await told;
    expect(two.keeper.state().session?.sessionId).toBe('Session:2');
    told = next();
    await one.keeper.drop('Session:2', 'signed-out');
    await told;
    expect(two.keeper.state()).toEqual({ status: 'signed-out', storage: 'persistent' });
    one.close();
    two.close();
  });
});

/** Web Locks as the standard has them, of one name, without the parts that are not used. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let last: Promise<unknown> = Promise.resolve();
  const request = (
    _name: string,
    { signal }: { signal: AbortSignal },
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    const before = last;
    const result = (async () => {
      const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      await Promise.race([before, aborted]);
      return run();
    })();
    last = before.then(() => result.catch(() => {}));
    return result;
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

const engineLocks = globalThis.navigator?.locks;

describe.each([
  { name: 'a stand-in', locks: fakeLocks() },
  ...(engineLocks === undefined ? [] : [{ name: 'the engine', locks: engineLocks }]),
])('the lock of an account, by $name', ({ locks }) => {
  test('lets one tab run at a time', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    let inside = 0;
    const most: number[] = [];
    const run = async ({ held }: { held: boolean }): Promise<boolean> => {
      inside += 1;
      most.push(inside);
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      inside -= 1;
      return held;
    };
    const results = await Promise.all([1, 2, 3].map(() => withAccountLock(account, run, { locks, clock })));
    expect(results).toEqual([true, true, true]);
    expect(Math.max(...most)).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  test('is not waited for longer than patience allows: a frozen tab may hold it for ever', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withAccountLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const waiter = withAccountLock(account, async ({ held }) => held, { locks, clock });
    clock.advance(10_000);
    expect(await waiter).toBe(false);
    frozen.resolve();
    await holder;
  });

  test('passes on what the run throws, and runs it once', async () => {
    const clock = createFixedClock({ now: noon });
    const failure = new Error('mine');
    const run = vi.fn(() => Promise.reject(failure));
    await expect(withAccountLock(crypto.randomUUID(), run, { locks, clock })).rejects.toBe(failure);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is not asked for when the caller has given up, and left when it gives up', async () => {
    const account = crypto.randomUUID();
    const clock = createFixedClock({ now: noon });
    const run = vi.fn(async () => {});
    await expect(withAccountLock(account, run, { locks, clock, signal: AbortSignal.abort() })).rejects.toThrow();
    const frozen = deferred<void>();
    const holding = deferred<void>();
    const holder = withAccountLock(
      account,
      async () => {
        holding.resolve();
        await frozen.promise;
      },
      { locks, clock },
    );
    await holding.promise;
    const given = new AbortController();
    const waiter = withAccountLock(account, run, { locks, clock, signal: given.signal });
    given.abort();
    await expect(waiter).rejects.toThrow();
    expect(run).not.toHaveBeenCalled();
    frozen.resolve();
    await holder;
  });
});

describe('without Web Locks', () => {
  test('the run goes ahead and is told so', async () => {
    expect(await withAccountLock(accountId, async ({ held }) => held)).toBe(false);
  });

  test('that are there but refused, as in a sandboxed frame, the run goes ahead and is told so', async () => {
    const refused = new DOMException('Refused.', 'SecurityError');
    const locks = { request: () => Promise.reject(refused) } as unknown as Pick<LockManager, 'request'>;
    const clock = createFixedClock({ now: noon });
    expect(await withAccountLock(accountId, async ({ held }) => held, { locks, clock })).toBe(false);
  });
});
