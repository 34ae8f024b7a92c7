import { afterEach, expect, test } from 'vitest';
import { createTestBench, signedIn } from './test-bench.ts';

const lent = new Set<string>();
const everyObject: object = Object.prototype;

/** Lends every object members, as a script does that merges foreign JSON carelessly; objects may still have their own. */
function lend(members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    lent.add(name);
    Object.defineProperty(everyObject, name, {
      configurable: true,
      get: () => value,
      set(this: object, own: unknown) {
        Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true });
      },
    });
  }
}

function takeBack(): void {
  for (const name of lent) Reflect.deleteProperty(everyObject, name);
  lent.clear();
}

afterEach(takeBack);

test.each<[what: string, body: unknown, members: Readonly<Record<string, unknown>>]>([
  ['an empty refusal', {}, { code: 'CARD_NOT_FOUND', message: 'no', status: 403 }],
  ['an execution without a status', undefined, { status: 'FAILED' }],
])('of a polluted prototype nothing is taken for the answer to a payment: %s', async (_, refusal, members) => {
  const bench = await createTestBench();
  let isLost = true;
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      if (!isLost || !url.includes('/execute')) return bench.pageFetch(url, init);
      isLost = false;
      const answer = await bench.pageFetch(url, init);
      const { status: _status, ...rest } = (await answer.json()) as Record<string, unknown>;
      lend(members);
      return Response.json(refusal ?? rest, { status: refusal === undefined ? 200 : 403, headers: answer.headers });
    },
  });
  const paying = wallet.quote.execute(await bench.quote(1_000_000)).finally(takeBack);
  await expect(paying).resolves.toMatchObject({ status: 'PROCESSING' });
  wallet.close();
});
