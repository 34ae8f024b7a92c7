import { describe, expect, test, vi } from 'vitest';
import { createIndexedDbStore, createTabChannel, openTabChannel, type SessionKeeper } from '../../src/session/index.ts';
import { createFixedClock } from '../../src/testing/index.ts';
import { findIndexedDb, freshName } from './factory.ts';
import { accountId, deferred, fresh, noon } from './fixtures.ts';
import { createKeeper } from './opened.ts';

describe('a channel over BroadcastChannel', () => {
  test('carries the account and what ended to other tabs, and nothing that it does not know', async () => {
    const name = `countersign-${crypto.randomUUID()}`;
    const [mine, theirs] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    const [sender, receiver] = [createTabChannel(mine), createTabChannel(theirs)];
    const heard: unknown[] = [];
    const arrived = deferred<void>();
    const raw: unknown[] = [];
    theirs.addEventListener('message', (event) => raw.push(event.data));
    const stop = receiver.listen((message) => {
      heard.push(message);
      if (message.ended !== undefined) arrived.resolve();
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    for (const noise of [null, 'changed', { changed: 1 }, {}]) mine.postMessage(noise);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    mine.postMessage({ changed: accountId, ended: 'Session:1', reason: 'of a later version' });
    sender.announce({ accountId, ended: { sessionId: 'Session:1', reason: 'revoked' } });
    await arrived.promise;
    expect(heard).toEqual([{ accountId }, { accountId, ended: { sessionId: 'Session:1', reason: 'revoked' } }]);
    expect(raw.at(-1)).toEqual({ changed: accountId, ended: 'Session:1', reason: 'revoked' });
    stop();
    sender.close();
    receiver.close();
  });

  test('that is closed is no reason to fail', () => {
    const channel = createTabChannel(new BroadcastChannel('countersign-closed'));
    channel.close();
    expect(() => channel.announce({ accountId })).not.toThrow();
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
    theirs?.listen((message) => {
      if (message.accountId === account) arrived.resolve(message.accountId);
    });
    mine?.announce({ accountId: account });
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
      const keeper = createKeeper({ accountId: account, store, clock, channel });
      return {
        keeper,
        close() {
          void keeper.close().then(() => store.close());
          channel?.close();
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
    await one.keeper.signOut();
    await told;
    expect(two.keeper.state()).toEqual({
      status: 'signed-out',
      storage: 'persistent',
      ended: { reason: 'signed-out' },
    });
    one.close();
    two.close();
  });
});
