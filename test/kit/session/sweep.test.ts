import { expect, test } from 'vitest';
import { createMemoryStore, type Store } from '../../../src/kit/session/index.ts';
import { recordKey as keyOf } from '../../../src/kit/session/record.ts';
import { sweep } from '../../../src/kit/session/sweep.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { eventually } from '../../eventually.ts';
import { accountId, hour, minute, noon, open, persistent, recordKey, signedIn, storedSession } from './fixtures.ts';

const clock = createFixedClock({ now: noon });
const another = 'InternalAccount:another';
const options = { accountId: another, hasSignedOut: false };
const put = (store: Store, key: string, value: unknown): Promise<unknown> => store.update(key, () => value);

test('what older versions have kept is deleted unread', async () => {
  const store = createMemoryStore();
  const older = ['account:a', 'kept:a', 'action:a', 'probe:a', 'code-entry:a', 'passkeys:a'];
  for (const key of older) await put(store, key, 'anything');
  await put(store, 'of the page', 'anything');
  await sweep(store, { ...options, clock });
  expect(await store.keys('')).toEqual(['of the page']);
});

test('the expired key of another account is deleted, and its end is told; a session that lives is left alone', async () => {
  const { store } = await signedIn();
  const live = await storedSession(store);
  const other = keyOf('InternalAccount:other');
  await put(store, other, { epoch: 'one', session: live, lastCredentialId: 'AuthMethod:1' });
  const later = createFixedClock({ now: noon + 14 * minute });
  await sweep(store, { ...options, clock: later });
  expect(await storedSession(store)).toEqual(live);
  later.advance(minute);
  await sweep(store, { ...options, clock: later });
  const expired = { ended: 'expired', lastCredentialId: 'AuthMethod:1' };
  expect(await store.read(recordKey)).toEqual({ epoch: expect.any(String) as string, ...expired });
  expect(await store.read(other)).toEqual({ epoch: 'one', ...expired });
});

test('a marker is kept for a day after its end, and what is none goes at once', async () => {
  const store = createMemoryStore();
  const marker = (until: unknown) => ({ idempotencyKey: 'key', until });
  await put(store, 'sent:3:kept', marker(noon - 24 * hour));
  await put(store, 'sent:3:old', marker(noon - 24 * hour - 1));
  await put(store, 'sent:3:odd', marker('soon'));
  await sweep(store, { ...options, clock });
  expect(await store.keys('')).toEqual(['sent:3:kept']);
});

test('a load that finds nobody signed in sweeps, and so does a sign-out; a load that finds a session does not', async () => {
  const store = persistent();
  const older = async (): Promise<number> => (await store.keys('account:')).length;
  await put(store, `account:${accountId}`, 'anything');
  const first = open({ store });
  await eventually(async () => expect(await older()).toBe(0));
  const { session } = await signedIn({ store, clock: first.clock });
  await put(store, `account:${accountId}`, 'anything');
  await open({ store, clock: first.clock }).session.ready();
  expect(await older()).toBe(1);
  await session.signOut();
  await eventually(async () => expect(await older()).toBe(0));
});
