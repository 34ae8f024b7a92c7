import { describe, expect, test } from 'vitest';
import { openBrowser, reaches } from './tabs-of-a-browser.ts';

describe.each(['spec', 'grid'] as const)('a code screen in the profile %s', (profile) => {
  test('goes on after a reload, without another message and without a code or a key in the store', async () => {
    const { bench, tab, sent, store } = await openBrowser({ profile });
    const before = tab();
    await reaches(before.entry, 'waiting');
    await before.entry.submit('111111');
    before.entry.close();
    bench.clock.advance(60_000);
    const [key = ''] = await store.keys('code-entry:');
    const kept = await store.read(key);
    expect(Object.keys(kept as object)).toEqual(['challenge', 'sentAt']);
    expect(JSON.stringify(kept)).not.toMatch(/111111|privateKey|signingKey/);
    const { entry, wallet } = tab();
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({ isContinued: true, expiresIn: 240 });
    await entry.submit('000000');
    expect(wallet.state().status).toBe('signed-in');
    expect(await sent()).toBe(1);
    expect(await store.keys('code-entry:')).toEqual([]);
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
      const { entry } = tab();
      await reaches(entry, 'expired', 'exhausted', 'waiting');
      expect(entry.state()).toMatchObject({ phase: end === 'time' ? 'expired' : 'exhausted', isContinued: true });
      expect(await sent()).toBe(1);
      await entry.resend();
      expect(entry.state()).toMatchObject({ phase: 'waiting', isContinued: false });
      await entry.submit('000000');
      expect(entry.state().phase).toBe('done');
    }
  });

  test('sends a message on a later visit, and for a credential that was removed', async () => {
    const { bench, tab, sent, store } = await openBrowser({ profile });
    const before = tab();
    await reaches(before.entry, 'waiting');
    before.entry.close();
    bench.clock.advance(601_000);
    const later = tab();
    await reaches(later.entry, 'waiting', 'expired');
    expect(later.entry.state()).toMatchObject({ phase: 'waiting', isContinued: false });
    later.entry.close();
    const [key = ''] = await store.keys('code-entry:');
    const kept = (await store.read(key)) as { challenge: object };
    const id = 'AuthMethod:00000000-0000-4000-8000-00000000000b';
    await store.update(key, () => ({ ...kept, challenge: { ...kept.challenge, id } }));
    const { entry } = tab();
    await reaches(entry, 'waiting');
    expect(entry.state().isContinued).toBe(false);
    expect(await sent()).toBe(3);
  });

  test('three tabs send one message, each can submit, and all see the sign-in', async () => {
    const { tab, sent } = await openBrowser({ profile });
    const tabs = [tab(), tab(), tab()];
    await Promise.all(tabs.map(({ entry }) => reaches(entry, 'waiting')));
    expect(await sent()).toBe(1);
    expect(tabs.filter(({ entry }) => entry.state().isContinued)).toHaveLength(2);
    await tabs[2]?.entry.submit('000000');
    await Promise.all(tabs.map(({ entry }) => reaches(entry, 'done')));
  });

  test('a resend in one tab is heard by the others, whose codes are then those of the new message', async () => {
    const { tab, sent, bench } = await openBrowser({ profile });
    const [one, two] = [tab(), tab()];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    bench.clock.advance(30_000);
    expect(two.entry.state().expiresIn).toBe(270);
    await one.entry.resend();
    await new Promise<void>((resolve) => {
      const stop = two.entry.subscribe(() => {
        if (two.entry.state().expiresIn !== 300) return;
        stop();
        resolve();
      });
    });
    await two.entry.submit('000000');
    expect(two.entry.state().phase).toBe('done');
    expect(await sent()).toBe(2);
  });

  test('a tab that hears nothing takes the newest message up before it submits', async () => {
    const { tab } = await openBrowser({ profile });
    const [one, two] = [tab(), tab({ channel: undefined })];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    await one.entry.resend();
    await two.entry.submit('000000');
    expect(two.entry.state().phase).toBe('done');
  });
});
