import { describe, expect, test, vi } from 'vitest';
import { createChanges, type ChangeSubject } from '../../../src/kit/session/changes.ts';
import { createTabChannel, openTabChannel } from '../../../src/kit/session/index.ts';
import { accountId, deferred } from './fixtures.ts';

describe('a channel over BroadcastChannel', () => {
  test('carries the account, and of a sign-out the epoch, to other tabs, and nothing that it does not know', async () => {
    const name = `countersign-${crypto.randomUUID()}`;
    const [mine, theirs] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    const [sender, receiver] = [createTabChannel(mine), createTabChannel(theirs)];
    const heard: unknown[] = [];
    const arrived = deferred<void>();
    const raw: unknown[] = [];
    theirs.addEventListener('message', (event) => raw.push(event.data));
    const stop = receiver.listen((message) => {
      heard.push(message);
      if (message.epoch !== undefined) arrived.resolve();
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    for (const noise of [null, 'changed', { changed: 1 }, {}]) mine.postMessage(noise);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    mine.postMessage({ changed: accountId, epoch: 1, more: 'of a later version' });
    sender.announce({ accountId, epoch: 'two' });
    await arrived.promise;
    expect(heard).toEqual([{ accountId }, { accountId, epoch: 'two' }]);
    expect(raw.at(-1)).toEqual({ changed: accountId, epoch: 'two' });
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

  test('keeps no process of Node alive', () => {
    const unref = vi.fn();
    class Unreferenced extends BroadcastChannel {
      readonly unref = unref;
    }
    openTabChannel(Unreferenced)?.close();
    expect(unref).toHaveBeenCalledTimes(1);
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

test('a message of another tab changes only what it names itself', async () => {
  let hear: (message: { readonly data: unknown }) => void = () => {};
  const channel = {
    addEventListener: (_: string, run: typeof hear) => (hear = run),
    removeEventListener() {},
    postMessage() {},
    close() {},
  };
  const shared = Object.getPrototypeOf({}) as { changed?: readonly ChangeSubject[] };
  const heard: unknown[] = [];
  createChanges(() => channel as never).listen((account, changed) => heard.push([account, changed]));
  shared.changed = ['credentials'];
  for (const data of [null, { accountId }, { accountId, changed: ['cards'] }]) hear({ data });
  delete shared.changed;
  await Promise.resolve();
  expect(heard).toEqual([[accountId, ['cards']]]);
});
