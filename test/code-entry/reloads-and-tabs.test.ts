import { describe, expect, test } from 'vitest';
import { createMemoryStore, type Store } from 'countersign';
import { gate, type Gate } from '../journeys/gate.ts';
import type { TestBench } from '../journeys/test-bench.ts';
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

  test('goes on though the machine of the service that answers now is some seconds behind the one that sent', async () => {
    const { bench, tab, sent } = await openBrowser({ profile });
    await bench.fault({ path: '/auth/credentials/*/challenge', dateSkewMs: 3_000 });
    const before = tab();
    await reaches(before.entry, 'waiting');
    before.entry.close();
    const { entry } = tab();
    await reaches(entry, 'waiting');
    expect(entry.state()).toMatchObject({ isContinued: true, expiresIn: 300 });
    expect(await sent()).toBe(1);
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

  test('a message is kept before the screen says that it was sent, so that a reload at once goes on with it', async () => {
    const { tab, sent, bench } = await openBrowser({ profile });
    const { store, changes } = recordingStore();
    const seen: unknown[] = [];
    const first = tab({ store });
    first.entry.subscribe(() => {
      if (first.entry.state().phase === 'waiting') seen.push(changes.at(-1));
    });
    await reaches(first.entry, 'waiting');
    expect(seen[0]).toMatchObject({ challenge: expect.anything() as unknown });
    const [before] = seen;
    bench.clock.advance(30_000);
    seen.length = 0;
    await first.entry.resend();
    expect(seen[0]).toMatchObject({ challenge: expect.anything() as unknown });
    expect(seen[0]).not.toEqual(before);
    first.entry.close();
    const again = tab({ store });
    await reaches(again.entry, 'waiting');
    expect(again.entry.state()).toMatchObject({ isContinued: true });
    expect(await sent()).toBe(2);
  });

  test('a used message is forgotten before the screen says that it is done, so that the next sign-in sends another', async () => {
    const { tab, sent } = await openBrowser({ profile });
    const { store, changes } = recordingStore();
    const { entry, wallet } = tab({ store });
    await reaches(entry, 'waiting');
    let kept: unknown = 'nothing was said';
    entry.subscribe(() => {
      if (entry.state().phase !== 'done') return;
      kept = changes.at(-1);
      // As a page does that goes on to the wallet.
      entry.close();
    });
    await entry.submit('000000');
    expect(kept).toBeUndefined();
    await wallet.session.revoke();
    const next = tab({ store }, { store: createMemoryStore() });
    await reaches(next.entry, 'waiting');
    expect(next.entry.state().isContinued).toBe(false);
    expect(await sent()).toBe(2);
  });

  test('the answer about an older message ends nothing of a newer one, in any tab', async () => {
    const { bench, tab, store } = await openBrowser({ profile });
    const answer = gate();
    const [one, two] = [tab({}, { fetch: lateCodes(bench, answer) }), tab()];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    const submitted = one.entry.submit('111111');
    await reaches(one.entry, 'checking');
    bench.clock.advance(301_000);
    await two.entry.resend();
    const [key = ''] = await store.keys('code-entry:');
    const newer = await store.read(key);
    answer.open();
    await submitted;
    expect(await store.read(key)).toEqual(newer);
    expect(one.entry.state()).toMatchObject({ phase: 'waiting', expiresIn: 300 });
    expect(two.entry.state()).toMatchObject({ phase: 'waiting', expiresIn: 300 });
    await one.entry.submit('000000');
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'done')));
  });

  test('a tab that hears late of a sign-in forgets none of the messages that were sent since', async () => {
    const { tab, store, sent } = await openBrowser({ profile });
    const written = gate();
    const late: Store = {
      ...store,
      async update(key, change) {
        await written.opened;
        return store.update(key, change);
      },
    };
    const two = tab();
    await reaches(two.entry, 'waiting');
    const one = tab({ store: late });
    await reaches(one.entry, 'waiting');
    const heard = new Promise<void>((resolve) => {
      one.wallet.subscribe(() => one.wallet.state().status === 'signed-in' && resolve());
    });
    await two.entry.submit('000000');
    await heard;
    await two.wallet.session.revoke();
    const next = tab();
    await reaches(next.entry, 'waiting');
    written.open();
    await reaches(one.entry, 'done');
    next.entry.close();
    const reloaded = tab();
    await reaches(reloaded.entry, 'waiting');
    expect(reloaded.entry.state().isContinued).toBe(true);
    expect(await sent()).toBe(2);
  });

  test('a code that another tab has used is expired, not wrong', async () => {
    const { tab } = await openBrowser({ profile });
    const [one, two] = [tab(), tab({}, { store: createMemoryStore() })];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    await one.entry.submit('000000');
    await two.entry.submit('000000');
    expect(two.entry.state().phase).toBe('expired');
    await two.entry.resend();
    await two.entry.submit('000000');
    expect(two.entry.state().phase).toBe('done');
  });

  test('a wrong code is wrong, whatever became of the message to another credential', async () => {
    const { tab, store } = await openBrowser({ profile });
    const first = tab();
    await reaches(first.entry, 'waiting');
    first.entry.close();
    const [key = ''] = await store.keys('code-entry:');
    const kept = (await store.read(key)) as { challenge: { id: string } };
    const { entry } = tab({ credentialId: kept.challenge.id });
    await reaches(entry, 'waiting');
    const id = 'AuthMethod:00000000-0000-4000-8000-00000000000b';
    const challenge = { ...kept.challenge, id, otpEncryptionTargetBundle: 'another' };
    await store.update(key, () => ({ ...kept, challenge, over: 'exhausted' }));
    await entry.submit('111111');
    expect(entry.state().phase).toBe('wrong');
  });

  test('a wrong code for a message that another tab has replaced meanwhile leads to the new one', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const answer = gate();
    const late: typeof bench.pageFetch = async (url, init) => {
      const response = await bench.pageFetch(url, init);
      if (url.endsWith('/verify')) await answer.opened;
      return response;
    };
    const [one, two] = [tab({ channel: undefined }, { fetch: late }), tab()];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    const submitted = one.entry.submit('111111');
    await reaches(one.entry, 'checking');
    await two.entry.resend();
    answer.open();
    await submitted;
    expect(one.entry.state().phase).toBe('waiting');
    await one.entry.submit('000000');
    expect(one.entry.state().phase).toBe('done');
  });

  test('a tab whose code is being checked while another signs in says done, and nothing after it', async () => {
    const { bench, tab } = await openBrowser({ profile });
    const answer = gate();
    const [one, two] = [tab({}, { fetch: lateCodes(bench, answer) }), tab()];
    await Promise.all([one, two].map(({ entry }) => reaches(entry, 'waiting')));
    const submitted = one.entry.submit('111111');
    await reaches(one.entry, 'checking');
    const phases: string[] = [];
    one.entry.subscribe(() => phases.push(one.entry.state().phase));
    await two.entry.submit('000000');
    await reaches(one.entry, 'done');
    answer.open();
    await submitted;
    expect(phases).toEqual(['done']);
  });
});

/** The fetch of a page whose codes reach the service when the gate opens. */
function lateCodes(bench: TestBench, { opened }: Gate): TestBench['pageFetch'] {
  return async (url, init) => {
    if (url.endsWith('/verify')) await opened;
    return bench.pageFetch(url, init);
  };
}

/** A store in memory that tells what was written into it. */
function recordingStore(): { readonly store: Store; readonly changes: readonly unknown[] } {
  const below = createMemoryStore();
  const changes: unknown[] = [];
  const store: Store = {
    ...below,
    async update(key, change) {
      const written = await below.update(key, change);
      changes.push(written);
      return written;
    },
  };
  return { store, changes };
}
