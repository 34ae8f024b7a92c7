import { describe, expect, test } from 'vitest';
import { press } from './life.ts';
import { faultNamed, quietLives } from './quiet-lives.ts';
import { atEnd, atRest } from './rest.ts';

const begin = quietLives();

describe.concurrent('a life at rest', { timeout: 60_000 }, () => {
  test('in which nothing went wrong has nothing to say', async (context) => {
    const { life: calm, tab } = await begin(context);
    await press(calm, tab, { kind: 'quote.execute', quote: await calm.service.quote() });
    expect(await atRest(calm)).toEqual([]);
    expect(await atEnd(calm)).toEqual([]);
  });

  test('notices a payment that a service without protection of its own made twice', async (context) => {
    const { life: twice, tab } = await begin(context, { unsafeExecuteTwice: true });
    twice.armed.push({ tab: tab.number, leg: 2, fault: faultNamed('delivered twice') });
    await press(twice, tab, { kind: 'quote.execute', quote: await twice.service.quote() });
    expect(await atRest(twice)).toEqual([
      expect.stringMatching(/^the wallet holds 4998000000, and 4999000000 is what/),
    ]);
  });

  test('notices a key in storage that nobody uses', async (context) => {
    const { life: strewn, tab } = await begin(context);
    await tab.page.evaluate(async () => {
      const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('forgotten', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'));
        opening.addEventListener('success', () => resolve(opening.result));
      });
      database.transaction('keys', 'readwrite').objectStore('keys').put(privateKey, 'old');
      database.close();
    });
    expect(await atRest(strewn, { agreementMs: 500 })).toEqual(['old holds a key that nobody uses']);
  });

  test('notices a timer that outlives its wallet', async (context) => {
    const { life: stale, tab } = await begin(context);
    await tab.page.evaluate(() => void setTimeout(() => undefined, 3_600_000));
    expect(await atEnd(stale, { agreementMs: 500 })).toEqual([
      `tab ${tab.number} holds 1 timers after its wallet was closed`,
    ]);
  });
});
