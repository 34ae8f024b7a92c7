import { createFixedClock } from 'countersign-sandbox/testing';
import { expect, test } from 'vitest';
import { createChanges, subjects, type Changes } from '../../../src/kit/session/changes.ts';
import type { BroadcastChannelLike } from '../../../src/kit/session/index.ts';
import { defaultRelayLimits } from '../../../src/relay/limits/limits.ts';
import { createFollower } from '../../../src/ui/elements/host/follower.ts';

const accountId = 'InternalAccount:00000000-0000-4000-8000-000000000003';
const everlasting = new AbortController().signal;

/** A channel that reaches all tabs but its own, as a BroadcastChannel does. */
function createBus(): () => BroadcastChannelLike {
  const tabs = new Set<EventTarget>();
  return () => {
    const tab = new EventTarget();
    tabs.add(tab);
    return Object.assign(tab, {
      postMessage(data: unknown) {
        for (const other of tabs) if (other !== tab) other.dispatchEvent(new MessageEvent('message', { data }));
      },
      close: () => void tabs.delete(tab),
    });
  };
}

/** A tab whose person can look away. */
function createTab(changes: Changes, clock = createFixedClock({ now: 1_000_000 })) {
  const page = new EventTarget();
  let isVisible = true;
  const follower = createFollower({ accountId: () => accountId, changes, clock, page, visible: () => isVisible });
  const turn = (visible: boolean): void => {
    isVisible = visible;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const pass = async (ms: number): Promise<void> => {
    // An announcement is heard in a microtask.
    await Promise.resolve();
    clock.advance(ms);
    await Promise.resolve();
  };
  return { follower, page, turn, pass };
}

test('changes within 250 ms are one, and reach only those who follow the list of this account', async () => {
  const changes = createChanges(() => undefined);
  const { follower, pass } = createTab(changes);
  const read: string[] = [];
  follower.follow(['balance'], () => read.push('balance'));
  const stop = follower.follow(['cards', 'card-keys'], () => read.push('cards'));
  changes.announce(accountId, ['balance', 'payments']);
  await pass(200);
  changes.announce(accountId, ['balance', 'cards']);
  changes.announce(accountId.replace('3', '4'), ['balance']);
  await pass(49);
  expect(read).toEqual([]);
  await pass(1);
  expect(read).toEqual(['balance', 'cards']);
  stop();
  changes.announce(accountId, ['cards']);
  await pass(250);
  expect(read).toHaveLength(2);
});

test('a change is heard in every tab, as subjects alone, and nothing else that comes over the channel is', async () => {
  const open = createBus();
  const outside = open();
  const [mine, theirs] = [createChanges(open), createChanges(open)];
  const tab = createTab(theirs);
  const heard: unknown[] = [];
  const said: unknown[] = [];
  let runs = 0;
  theirs.listen((...all) => heard.push(all));
  outside.addEventListener('message', ({ data }: MessageEvent) => said.push(data));
  tab.follower.follow(['balance'], () => (runs += 1));
  for (const noise of [null, 'balance', { accountId: 1, changed: ['balance'] }, { accountId, changed: 'balance' }])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
    outside.postMessage(noise);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of one origin
  outside.postMessage({ accountId, changed: ['of a later version', 'cards'] });
  mine.announce(accountId, ['balance']);
  await tab.pass(250);
  expect(heard).toEqual([
    [accountId, ['cards']],
    [accountId, ['balance']],
  ]);
  expect(said).toEqual([{ accountId, changed: ['balance'] }]);
  expect(runs).toBe(1);
});

test('a channel is open while somebody listens, and for a call beside it', () => {
  const open = createBus();
  let openNow = 0;
  const changes = createChanges(() => {
    openNow += 1;
    return Object.assign(open(), { close: () => void (openNow -= 1) });
  });
  changes.announce(accountId, ['balance']);
  expect(openNow).toBe(0);
  const stops = [changes.listen(() => undefined), changes.listen(() => undefined)];
  changes.announce(accountId, ['balance']);
  expect(openNow).toBe(1);
  for (const stop of stops) stop();
  expect(openNow).toBe(0);
});

test('a listener that throws reaches no action, and no other listener', async () => {
  const changes = createChanges(() => undefined);
  const before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = new Promise((resolve) => void process.once('uncaughtException', resolve));
  const heard: unknown[] = [];
  changes.listen(() => {
    throw new Error('broken');
  });
  changes.listen((account) => heard.push(account));
  expect(() => changes.announce(accountId, ['balance'])).not.toThrow();
  expect(await thrown).toMatchObject({ message: 'broken' });
  for (const listener of before) process.on('uncaughtException', listener);
  expect(heard).toEqual([accountId]);
});

test('a hidden tab reads once it is shown, and a person who was away for 3 s finds everything read again', async () => {
  const changes = createChanges(() => undefined);
  const { follower, page, turn, pass } = createTab(changes);
  const read: string[] = [];
  follower.follow(['balance'], () => read.push('balance'));
  follower.follow(['cards'], () => read.push('cards'));
  turn(false);
  changes.announce(accountId, ['balance']);
  await pass(1000);
  expect(read).toEqual([]);
  turn(true);
  expect(read).toEqual(['balance']);
  turn(false);
  await pass(2999);
  turn(true);
  expect(read).toEqual(['balance']);
  // Beside a window of another origin, such as the wallet page's.
  page.dispatchEvent(new Event('blur'));
  await pass(3000);
  page.dispatchEvent(new Event('focus'));
  expect(read).toEqual(['balance', 'balance', 'cards']);
  page.dispatchEvent(new Event('focus'));
  expect(read).toHaveLength(3);
});

test('what is read once serves all who ask until it changes, and ends when the last of them has left', async () => {
  const changes = createChanges(() => undefined);
  const { follower, pass } = createTab(changes);
  const answers: ((value: string) => void)[] = [];
  const signals: AbortSignal[] = [];
  const read = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return new Promise((resolve) => answers.push(resolve));
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const both = [first, second].map(({ signal }) => follower.read('cards', signal, read));
  expect(answers).toHaveLength(1);
  first.abort(new Error('gone'));
  await expect(both[0]).rejects.toThrow('gone');
  expect(signals[0]?.aborted).toBe(false);
  follower.follow(['cards'], () => void follower.read('cards', everlasting, read));
  changes.announce(accountId, ['cards']);
  await pass(0);
  // Begun after the change, as by the press that made it: the merged one shares it, though it is over.
  const after = follower.read('cards', everlasting, read);
  answers[1]?.('new');
  expect(await after).toBe('new');
  await pass(250);
  expect(answers).toHaveLength(2);
  answers[0]?.('old');
  expect(await both[1]).toBe('old');
  const third = follower.read('cards', second.signal, read);
  expect(answers).toHaveLength(3);
  second.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  expect(signals[2]?.aborted).toBe(true);
});

test('ten elements in each of five tabs in view stay within the relay’s limit of reads, at an action each 4 s', async () => {
  const open = createBus();
  const clock = createFixedClock({ now: 1_000_000 });
  const tabs = Array.from({ length: 5 }, () => createTab(createChanges(open), clock));
  const acting = createChanges(open);
  const lists = ['account', 'payments', 'cards', 'card keys', 'credentials', 'sessions'];
  let reads = 0;
  for (const { follower } of tabs)
    for (let element = 0; element < 10; element += 1)
      follower.follow(subjects, () => {
        const path = lists[element % lists.length] ?? '';
        void follower.read(path, everlasting, () => Promise.resolve((reads += 1)));
      });
  for (let action = 0; action < 15; action += 1) {
    acting.announce(accountId, subjects);
    acting.announce(accountId, subjects);
    await tabs[0]?.pass(4000);
  }
  expect(clock.monotonic()).toBe(defaultRelayLimits.reads.windowMs);
  expect(reads).toBe(15 * tabs.length * lists.length);
  expect(reads).toBeLessThan(defaultRelayLimits.reads.limit);
});
