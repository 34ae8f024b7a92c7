import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPlatformClient, type PlatformClient } from './platform-client.ts';

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
