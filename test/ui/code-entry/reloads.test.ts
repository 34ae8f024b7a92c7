import { describe, expect, test, vi } from 'vitest';
import { gate } from '../../journeys/gate.ts';
import { createTabStorage, openBrowser, reaches } from './tabs-of-a-browser.ts';

describe.each(['spec', 'grid'] as const)('a code screen in the profile %s', (profile) => {
  test('goes on after a reload of its tab, without another message and without a code or a key in storage', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    const storage = createTabStorage();
    const before = tab({ storage });
    await reaches(before.entry, 'waiting');
    await before.entry.submit('111111');
    before.entry.close();
    bench.clock.advance(60_000);
    const [kept = ''] = storage.items.values();
    expect(Object.keys(JSON.parse(kept) as object)).toEqual(['challenge', 'sentAt']);
    expect(kept).not.toMatch(/"111111"|privateKey|signingKey/);
    const { entry, wallet } = tab({ storage });
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({ isContinued: true, expiresIn: 240, storage: 'persistent' });
    await entry.submit('000000');
    expect(wallet.state().status).toBe('signed-in');
    expect(await sent()).toBe(1);
    expect(storage.items.size).toBe(0);
  });

  test('says after a reload that the code is of no more use, and sends nothing by itself', async () => {
    for (const end of ['time', 'tries'] as const) {
      const { bench, tab, sent } = await openBrowser({ profile });
      const before = tab();
      await reaches(before.entry, 'waiting');
      const codes = ['111111', '222222', '333333', '444444', '555555', '666666'];
      if (end === 'tries') for (const code of codes) await before.entry.submit(code);
      before.entry.close();
      if (end === 'time') bench.clock.advance(301_000);
      const { entry } = tab({ storage: before.storage });
      await reaches(entry, 'expired', 'exhausted', 'waiting');
      expect(entry.state()).toMatchObject({ phase: end === 'time' ? 'expired' : 'exhausted', isContinued: true });
      expect(await sent()).toBe(1);
      await entry.resend();
      expect(entry.state()).toMatchObject({ phase: 'waiting', isContinued: false });
      await entry.submit('000000');
      expect(entry.state().phase).toBe('done');
    }
  });

  test('goes on though the machine of the service that answers now is some seconds behind the one that sent', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    await bench.fault({ path: '/auth/credentials/*/challenge', dateSkewMs: 3_000 });
    const before = tab();
    await reaches(before.entry, 'waiting');
    before.entry.close();
    const { entry } = tab({ storage: before.storage });
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({ isContinued: true, expiresIn: 300 });
    expect(await sent()).toBe(1);
  });

  test('sends a message on a later visit, for a credential that was removed, and where storage holds something else', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    const storage = createTabStorage();
    const before = tab({ storage });
    await reaches(before.entry, 'waiting');
    before.entry.close();
    const [[key, kept] = ['', '']] = storage.items;
    const id = 'AuthMethod:00000000-0000-4000-8000-00000000000b';
    const gone = JSON.parse(kept) as { readonly challenge: object };
    bench.clock.advance(601_000);
    for (const found of [kept, JSON.stringify({ ...gone, challenge: { ...gone.challenge, id } }), '{', '{}', 'null']) {
      storage.items.set(key, found);
      const { entry } = tab({ storage });
      await reaches(entry, 'waiting', 'expired');
      expect(entry.state()).toMatchObject({ phase: 'waiting', isContinued: false });
      entry.close();
    }
    expect(await sent()).toBe(6);
  });

  test('has a message of its own in each tab, and is done in all of them with the sign-in in one', async () => {
    const { tab, sent } = await openBrowser({ profile });
    const tabs = [tab(), tab()] as const;
    for (const { entry } of tabs) await reaches(entry, 'waiting');
    expect(await sent()).toBe(2);
    await tabs[1].entry.submit('000000');
    for (const { entry } of tabs) await reaches(entry, 'done');
  });

  test('says done when another tab signs in while its code is checked, and nothing after it', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const [answer, asked] = [gate(), gate()];
    const fetch: typeof bench.pageFetch = async (url, init) => {
      if (url.endsWith('/verify')) {
        asked.open();
        await answer.opened;
      }
      return bench.pageFetch(url, init);
    };
    const [one, two] = [tab({}, { fetch }), tab()];
    for (const { entry } of [one, two]) await reaches(entry, 'waiting');
    const submitted = one.entry.submit('111111');
    await asked.opened;
    const phases: string[] = [];
    one.entry.subscribe(() => phases.push(one.entry.state().phase));
    await two.entry.submit('000000');
    await reaches(one.entry, 'done');
    answer.open();
    await submitted;
    expect(phases).toEqual(['done']);
  });
});

test('a message is kept before the screen says that it was sent, and forgotten before it says done', async () => {
  const { tab, sent } = await openBrowser();
  const storage = createTabStorage();
  const first = tab({ storage });
  const kept: (readonly [string, number])[] = [];
  first.entry.subscribe(() => kept.push([first.entry.state().phase, storage.items.size]));
  await reaches(first.entry, 'waiting');
  await first.entry.submit('000000');
  expect(kept).toContainEqual(['waiting', 1]);
  expect(kept.at(-1)).toEqual(['done', 0]);
  await first.wallet.session.revoke();
  const { entry } = tab({ storage });
  await reaches(entry, 'waiting');
  expect([entry.state().isContinued, await sent()]).toEqual([false, 2]);
});

test('a storage that is missing or fails keeps nothing, says so, and holds nothing up', async () => {
  const broken = (): never => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  for (const storage of [undefined, { getItem: broken, setItem: broken, removeItem: broken }]) {
    const { tab } = await openBrowser();
    const { entry } = tab({ storage });
    await reaches(entry, 'waiting');
    expect(entry.state().storage).toBe('memory');
    await entry.submit('000000');
    expect(entry.state().phase).toBe('done');
  }
});

test('the storage of the tab is used where none is given, unless it is blocked', async () => {
  const { tab } = await openBrowser();
  const storage = createTabStorage();
  const open = async (): Promise<string> => {
    // As a page calls it.
    const { wallet, entry } = tab();
    entry.close();
    const { createCodeEntry } = await import('countersign/code-entry');
    const own = createCodeEntry(wallet);
    await reaches(own, 'waiting');
    own.close();
    return own.state().storage;
  };
  vi.stubGlobal('sessionStorage', storage);
  expect([await open(), storage.items.size]).toEqual(['persistent', 1]);
  vi.unstubAllGlobals();
  const blocked = vi.fn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: blocked });
  expect(await open()).toBe('memory');
  if (before === undefined) Reflect.deleteProperty(globalThis, 'sessionStorage');
  else Object.defineProperty(globalThis, 'sessionStorage', before);
});
