import { expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { receiveByUma } from './actions.ts';
import { createHolder, createPlatformClient, createQuote, openHolder, type PlatformClient } from './platform-client.ts';

const url = 'http://127.0.0.1:4999/webhooks';

interface Call {
  readonly type: string;
  answer(): void;
}

/** A platform whose receiver answers when it is told to. */
function thoughtful(profile: 'spec' | 'grid' = 'spec'): { platform: PlatformClient; calls: Call[] } {
  const calls: Call[] = [];
  const platform = createPlatformClient({
    profile,
    quoteMs: 10_000,
    async fetch(request) {
      const { type } = (await request.json()) as { type: string };
      return new Promise((resolve) => calls.push({ type, answer: () => resolve(new Response()) }));
    },
  });
  return { platform, calls };
}

test('a webhook that is under way when a snapshot is taken is delivered again where that is restored', async () => {
  const { platform, calls } = thoughtful();
  await platform.control('POST', '/webhooks', { url });
  await eventually(() => expect(calls).toHaveLength(1));
  const snapshot = await platform.sandbox.snapshot();
  const next = thoughtful();
  await next.platform.sandbox.restore(snapshot);
  void next.platform.sandbox.tick();
  await eventually(() => expect(next.calls).toMatchObject([{ type: 'TEST' }]));
});

test('the clock waits for the receivers of what was due before it moves', async () => {
  const fetch = (): Promise<Response> => new Promise((resolve) => setImmediate(() => resolve(new Response())));
  const { platform, customerId } = await openHolder({ profile: 'grid', fetch }, 0);
  await platform.control('POST', '/webhooks', { url });
  const { body } = await receiveByUma(platform, { customerId });
  await platform.advance(10_000);
  const transaction = await platform.call('GET', `/transactions/${body.id}`);
  expect([transaction.body.status, transaction.body.settledAt]).toEqual(['COMPLETED', '2026-01-15T12:00:05.000Z']);
});

test('an answer to a webhook from before a reset decides nothing after it', async () => {
  const { platform, calls } = thoughtful('grid');
  const receive = async (): Promise<string> => {
    const { customerId } = await createHolder(platform, 0);
    await platform.control('POST', '/webhooks', { url });
    return String((await receiveByUma(platform, { customerId })).body.id);
  };
  const first = await receive();
  await eventually(
    () => {
      calls.find(({ type }) => type === 'TEST')?.answer();
      expect(calls.at(-1)?.type).toBe('INCOMING_PAYMENT.PENDING');
    },
    { interval: 1 },
  );
  await platform.control('POST', '/reset');
  expect(await receive()).toBe(first);
  const seen = calls.length;
  calls.at(-1)?.answer();
  // The waiting one is sent once its predecessor has been dealt with.
  await eventually(() => expect(calls.length).toBeGreaterThan(seen));
  expect((await platform.call('GET', `/transactions/${first}`)).body.status).toBe('PENDING');
});

test('a clock that is being moved stops where everything is reset', async () => {
  const { platform, calls } = thoughtful();
  const now = async (): Promise<unknown> => (await platform.control('GET', '/clock')).body.now;
  const start = await now();
  await createQuote(platform, await createHolder(platform));
  await platform.control('POST', '/webhooks', { url });
  const moving = platform.control('POST', '/clock', { advanceMs: 3_600_000 });
  await eventually(() => expect(calls).toHaveLength(1));
  calls[0]?.answer();
  // It has come to the quote's end, and waits there for the receiver.
  await eventually(async () => expect([await now(), calls.length]).toEqual(['2026-01-15T12:00:10.000Z', 2]));
  await platform.control('POST', '/reset');
  calls[1]?.answer();
  expect((await moving).body).toEqual({ now: start });
});
