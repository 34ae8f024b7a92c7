import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { decodeDer } from '../../../src/kit/encoding/index.ts';
import { listen } from '../../../test/listen.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  executeWith,
  signIn,
  type PlatformClient,
} from './platform-client.ts';
import { verdict } from './reading.ts';

interface Delivery {
  readonly url: string;
  readonly signature: string;
  readonly text: string;
}

function receiver(profile: 'spec' | 'grid', answer: () => Response | Promise<Response>) {
  const deliveries: Delivery[] = [];
  const header = profile === 'grid' ? 'X-Grid-Signature' : 'X-Service-Signature';
  const platform = createPlatformClient({
    profile,
    async fetch(request) {
      deliveries.push({ url: request.url, signature: request.headers.get(header) ?? '', text: await request.text() });
      return answer();
    },
  });
  return { platform, deliveries };
}

const url = 'http://127.0.0.1:4999/webhooks';

/** A receiver that is told of everything from now on. */
async function hearing(answer: () => Response | Promise<Response>, profile: 'spec' | 'grid' = 'spec') {
  const opened = receiver(profile, answer);
  await opened.platform.control('POST', '/webhooks', { url });
  return opened;
}
const typesOf = (deliveries: readonly Delivery[]): unknown[] =>
  deliveries.map(({ text }) => (JSON.parse(text) as { type: unknown }).type);

async function verify(pem: string, { signature, text }: Delivery): Promise<boolean> {
  const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const spki = bytes(pem.replace(/-----.*?-----|\s/g, ''));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify']);
  const { v, s } = JSON.parse(signature) as { v: string; s: string };
  expect(v).toBe('1');
  return crypto.subtle.verify(algorithm, key, decodeDer(bytes(s)), new TextEncoder().encode(text));
}

describe.each([
  ['spec', ['TEST', 'INCOMING_PAYMENT', 'OUTGOING_PAYMENT', 'OUTGOING_PAYMENT']],
  [
    'grid',
    [
      'TEST',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      'INCOMING_PAYMENT.COMPLETED',
      'OUTGOING_PAYMENT.PENDING',
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ],
  ],
] as const)('profile %s', (profile, types) => {
  test('each event is delivered once, in order, signed over its exact body', async () => {
    const { platform, deliveries } = await hearing(() => new Response(null, { status: 200 }), profile);
    const holder = await createHolder(platform);
    const { key } = await signIn(platform, holder);
    const quote = await createQuote(platform, holder);
    await executeWith(platform, key, quote);
    await platform.advance(5000);
    const log = await platform.control('GET', '/webhooks');
    expect(typesOf(deliveries)).toEqual(types);
    for (const delivery of deliveries) {
      expect(await verify(log.body.publicKeyPem, delivery)).toBe(true);
      expect(await verify(log.body.publicKeyPem, { ...delivery, text: `${delivery.text} ` })).toBe(false);
    }
    expect(JSON.parse(deliveries.at(-1)?.text ?? '')).toMatchObject({
      id: expect.stringMatching(/^Webhook:/),
      timestamp: '2026-01-15T12:00:05.000Z',
      data: { id: quote.body.transactionId, status: 'COMPLETED' },
    });
    expect(log.body.data.map(({ state }: { state: string }) => state)).toEqual(types.map(() => 'delivered'));
  });
});

test.each([
  ['an error', () => new Response(null, { status: 500 })],
  ['no answer', () => Promise.reject(new TypeError('refused'))],
])('after %s a webhook is sent again, with growing gaps, until it is taken', async (_, failing) => {
  let down = false;
  const { platform, deliveries } = await hearing(() => (down ? failing() : new Response()));
  down = true;
  await createHolder(platform);
  await platform.advance(0);
  expect(typesOf(deliveries)).toEqual(['TEST', 'INCOMING_PAYMENT']);
  await platform.advance(999);
  expect(deliveries).toHaveLength(2);
  await platform.advance(1);
  expect(deliveries).toHaveLength(3);
  await platform.advance(1999);
  expect(deliveries).toHaveLength(3);
  down = false;
  await platform.advance(1);
  expect(deliveries).toHaveLength(4);
  await platform.advance(3_600_000);
  expect(deliveries).toHaveLength(4);
  expect(new Set(deliveries.slice(1).map(({ text }) => text)).size).toBe(1);
});

test('409 says that the event is known, and ends its delivery', async () => {
  const { platform, deliveries } = await hearing(() => new Response(null, { status: 409 }));
  await createHolder(platform);
  await platform.advance(3_600_000);
  expect(deliveries).toHaveLength(2);
});

test('a receiver that points elsewhere is not followed, so that no event leaves this machine', async () => {
  const elsewhere = await serve(200);
  const first = await serve(307, { Location: elsewhere.url });
  const { control } = createPlatformClient();
  await control('POST', '/webhooks', { url: first.url });
  const { body } = await control('GET', '/webhooks');
  expect(body.data).toMatchObject([{ type: 'TEST', attempts: [{ status: 307 }], state: 'given-up' }]);
  expect([first.calls(), elsewhere.calls()]).toEqual([1, 0]);
  for (const { close } of [first, elsewhere]) close();
});

/** A receiver on a port of its own. */
async function serve(status: number, headers: Readonly<Record<string, string>> = {}) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.writeHead(status, headers).end();
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/`, calls: () => calls, close: () => server.close() };
}

test.each(['https://example.com/hook', 'ftp://localhost/', 'http://user@127.0.0.1/', 'http://192.0.2.1/', 'nonsense'])(
  'an endpoint off this machine is refused: %s',
  async (bad) => {
    const answer = await createPlatformClient().control('POST', '/webhooks', { url: bad });
    expect([answer.status, answer.body.details.errors[0].field]).toEqual([400, 'url']);
  },
);

test('a receiver may call the sandbox back', async () => {
  const seen: number[] = [];
  const platform: PlatformClient = createPlatformClient({
    async fetch() {
      seen.push((await platform.call('GET', '/transactions')).status);
      return new Response();
    },
  });
  await platform.control('POST', '/webhooks', { url });
  await createHolder(platform);
  await platform.advance(0);
  expect(seen).toEqual([200, 200]);
});

test('a jump of the clock repeats a delivery at each instant at which it falls due, events in between in order', async () => {
  const { platform, deliveries } = receiver('grid', () => new Response(null, { status: 503 }));
  const holder = await createHolder(platform);
  const { key } = await signIn(platform, holder);
  const quote = await createQuote(platform, holder);
  await platform.control('POST', '/webhooks', { url });
  await executeWith(platform, key, quote);
  await platform.advance(70_000);
  const { body } = await platform.control('GET', '/webhooks');
  const seconds = (at: string): number => (Date.parse(at) - Date.UTC(2026, 0, 15, 12)) / 1000;
  const log = (body.data as { type: string; attempts: { at: string; status: number }[] }[])
    .filter(({ type }) => !type.startsWith('INTERNAL_ACCOUNT'))
    .map(({ type, attempts }) => [type, attempts.map(({ at }) => seconds(at))] as const);
  expect(log).toEqual([
    ['INCOMING_PAYMENT.COMPLETED', []],
    ['OUTGOING_PAYMENT.PENDING', []],
    ['TEST', [0]],
    ['OUTGOING_PAYMENT.PROCESSING', [0, 1, 3, 7, 15, 31, 63]],
    ['OUTGOING_PAYMENT.COMPLETED', [5, 6, 8, 12, 20, 36, 68]],
  ]);
  const payments = (typesOf(deliveries) as string[]).filter((type) => !type.startsWith('INTERNAL_ACCOUNT'));
  expect(payments.slice(4, 8)).toEqual([
    'OUTGOING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ]);
});

test('the gap between two deliveries grows to half an hour at most, and after 160 nobody tries again', async () => {
  const { platform, deliveries } = await hearing(() => new Response(null, { status: 500 }));
  await createHolder(platform);
  await platform.advance(7 * 24 * 3_600_000);
  const { body } = await platform.control('GET', '/webhooks');
  const [, { attempts, state }] = body.data;
  const gaps = attempts.map(({ at }: { at: string }, index: number) =>
    index === 0 ? 0 : Date.parse(at) - Date.parse(attempts[index - 1].at),
  );
  expect([attempts.length, state, Math.max(...gaps), gaps[1]]).toEqual([160, 'given-up', 1_800_000, 1000]);
  expect(deliveries).toHaveLength(161);
});

test('a delivery that falls due while no endpoint is set ends there, and is none of the next endpoint', async () => {
  const { platform, deliveries } = await hearing(() => new Response(null, { status: 500 }));
  await createHolder(platform);
  await platform.advance(0);
  const before = deliveries.length;
  await platform.control('POST', '/webhooks', { url: null });
  await platform.advance(2000);
  const { body } = await platform.control('GET', '/webhooks');
  expect(body.data.map(({ state }: { state: string }) => state)).not.toContain('pending');
  expect(body.data.at(-1).state).toBe('no-endpoint');
  await platform.control('POST', '/webhooks', { url });
  await platform.advance(3_600_000);
  expect(new Set(typesOf(deliveries.slice(before)))).toEqual(new Set(['TEST']));
});

test('a receiver that is called during a jump sees the instant of its delivery', async () => {
  const seen: string[] = [];
  let up = true;
  const platform: PlatformClient = createPlatformClient({
    async fetch() {
      seen.push((await platform.control('GET', '/clock')).body.now);
      return new Response(null, { status: up ? 200 : 500 });
    },
  });
  await platform.control('POST', '/webhooks', { url });
  await platform.advance(0);
  up = false;
  await createHolder(platform);
  await platform.advance(3000);
  expect(seen.map((at) => at.slice(17, 19))).toEqual(['00', '00', '01', '03']);
});

describe('the test of the endpoint', () => {
  const path = '/sandbox/webhooks/test';

  test('sends one TEST and says how it was answered', async () => {
    const { platform, deliveries } = await hearing(() => new Response(null, { status: 418 }));
    await platform.advance(0);
    const answer = await platform.call('POST', path);
    expect([answer.status, answer.body]).toEqual([200, { response_status: 418, url }]);
    expect(typesOf(deliveries)).toEqual(['TEST', 'TEST']);
  });

  test('is answered when its receiver calls the sandbox back first', async () => {
    const { platform } = receiver('spec', async () => {
      const { status } = await platform.call('GET', '/transactions');
      return new Response(null, { status: status + 1 });
    });
    await platform.control('POST', '/webhooks', { url });
    const answer = await platform.call('POST', path);
    expect([answer.status, answer.body]).toEqual([200, { response_status: 201, url }]);
    const { body } = await platform.control('GET', '/requests');
    expect(body.data.at(-1)).toMatchObject({ method: 'POST', path, status: 200 });
  });

  test('without an endpoint is WEBHOOK_ENDPOINT_NOT_SET', async () => {
    expect(verdict(await createPlatformClient().call('POST', path))).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
  });

  test('of one that can not be reached is WEBHOOK_DELIVERY_ERROR', async () => {
    const { platform } = await hearing(() => Promise.reject(new TypeError('refused')));
    expect(verdict(await platform.call('POST', path))).toEqual([400, 'WEBHOOK_DELIVERY_ERROR']);
  });
});
