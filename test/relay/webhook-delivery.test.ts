import { expect, test } from 'vitest';
import { createWebhookVerifier, RelayError, type WebhookEvent } from '../../src/relay/index.ts';
import { createSandbox } from '../../sandbox/src/service/index.ts';

test.each(['spec', 'grid'] as const)(
  'what the %s sandbox delivers is verified, and a second delivery of it refused',
  async (profile) => {
    const received: WebhookEvent[] = [];
    const statuses: number[] = [];
    const deliveries: Request[] = [];
    const receive = async (request: Request): Promise<Response> => {
      deliveries.push(request.clone());
      try {
        const rawBody = new Uint8Array(await request.arrayBuffer());
        const delivery = await webhooks.verify(rawBody, { headers: request.headers });
        received.push(delivery.event);
        await delivery.complete();
        return new Response(null, { status: 200 });
      } catch (error) {
        const status = error instanceof RelayError ? error.status : 500;
        statuses.push(status);
        return new Response(null, { status });
      }
    };
    const sandbox = createSandbox({ profile, fetch: receive });
    const webhooks = createWebhookVerifier({
      publicKey: sandbox.webhookPublicKeyPem,
      environment: 'sandbox',
      profile,
    });
    const control = (path: string, body: unknown): Promise<Response> =>
      sandbox.fetch(
        new Request(`http://localhost/_sandbox/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    await control('webhooks', { url: 'http://127.0.0.1:9/webhooks' });
    await control('clock', { advanceMs: 1000 });
    expect(received.map(({ type }) => type)).toEqual(['TEST']);
    const [delivery] = deliveries;
    if (delivery === undefined) throw new Error('nothing was delivered');
    await receive(delivery);
    expect(statuses).toEqual([409]);
  },
);
