import { expect, test } from 'vitest';
import { balanceOf, createQuote, executeWith, openHolder, openSession, signIn } from './platform-client.ts';
import { payloadOf } from './reading.ts';

test.each([
  [false, [200, 200, 409], 100_000_000 - 5_000_000],
  [true, [200, 200, 200], 100_000_000 - 3 * 5_000_000],
])(
  'with unsafeExecuteTwice %s, executions answer %j and leave a balance of %i',
  async (unsafeExecuteTwice, statuses, balance) => {
    const { platform, holder, key } = await openSession({ unsafeExecuteTwice });
    const quote = await createQuote(platform, holder);
    const path = `/quotes/${quote.body.id}/execute`;
    const signature = await platform.stampHeaders(payloadOf(quote), key);
    const keyed = { ...signature, 'Idempotency-Key': 'one' };
    const found: number[] = [];
    for (const headers of [keyed, keyed, signature]) {
      found.push((await platform.call('POST', path, undefined, headers)).status);
    }
    expect(found).toEqual(statuses);
    await platform.advance(5000);
    expect(await balanceOf(platform, holder)).toBe(balance);
  },
);

test('with unsafeExecuteTwice an expired quote stays unexecuted', async () => {
  const { platform, holder } = await openHolder({ unsafeExecuteTwice: true });
  const quote = await createQuote(platform, holder);
  await platform.advance(5 * 60_000);
  const { key } = await signIn(platform, holder);
  const { body } = await executeWith(platform, key, quote);
  expect(body.code).toBe('QUOTE_EXPIRED');
});
