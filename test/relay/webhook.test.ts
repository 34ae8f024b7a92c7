import { describe, expect, test } from 'vitest';
import { encodeDer, encodeHex } from '../../src/kit/encoding/index.ts';
import {
  createMemoryRelayStore,
  createWebhookVerifier,
  RelayError,
  type CreateWebhookVerifierOptions,
  type PartialClock,
} from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const point = encodeHex(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)));
const spki = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey));
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const pem = `-----BEGIN PUBLIC KEY-----\n${base64(spki).replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;

const event = {
  id: 'Webhook:00000001-0000-7000-8000-00000000000a',
  type: 'TEST',
  timestamp: '2027-01-01T00:00:00Z',
  data: {},
};
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const raw = bytesOf(JSON.stringify(event, null, 1));

async function sign(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64(encodeDer(new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, body))));
}
const signature = await sign(raw);
const service = (value: string): { headers: Record<string, string> } => ({ headers: { 'x-service-signature': value } });

const create = (options: Partial<CreateWebhookVerifierOptions> = {}) =>
  createWebhookVerifier({ publicKey: point, clock: createTestClock(), ...options });

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it was accepted'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof RelayError)) throw error;
  return `${error.status} ${error.code}`;
}

describe('a webhook', () => {
  test.each([
    ['a point in hex', point],
    ['a point in upper-case hex', point.toUpperCase()],
    ['an SPKI in hex', encodeHex(spki)],
    ['an SPKI in PEM', pem],
    ['a PEM in quotes', `"${pem}"`],
    ['a PEM whose breaks are written as \\n', `'${pem.replaceAll('\n', '\\n')}\\n'`],
    ['a PEM whose breaks are spaces', pem.replaceAll('\n', ' ')],
    ['a PEM without its breaks', pem.replaceAll('\n', '')],
  ])('is verified with %s', async (_title, publicKey) => {
    const delivery = await create({ publicKey }).verify(raw, service(signature));
    expect(delivery.event).toEqual(event);
  });

  test('brings its signature in the header of the profile', async () => {
    const headers = new Headers({ 'X-Grid-Signature': signature });
    expect((await create({ profile: 'grid' }).verify(raw, { headers })).event.id).toBe(event.id);
    expect(await codeOf(create().verify(raw, { headers }))).toBe('401 WEBHOOK_SIGNATURE_MISSING');
  });

  test('brings its signature as a list of one, and not of two', async () => {
    const listed = (...list: string[]) => create().verify(raw, { headers: { 'x-service-signature': list } });
    expect((await listed(signature)).event.id).toBe(event.id);
    expect(await codeOf(listed(signature, signature))).toBe('401 WEBHOOK_SIGNATURE_MALFORMED');
  });

  test('brings its signature in the headers of a framework that has a class of its own for them', async () => {
    const names = new Map([['x-service-signature', signature]]);
    const headers = { get: (name: string) => names.get(name.toLowerCase()) ?? null };
    expect((await create().verify(raw, { headers: headers as Headers })).event.id).toBe(event.id);
  });

  test.each([
    ['base64 without its padding', 'MAYCAQECAQE'],
    ['bytes that are no DER', btoa('hello')],
    ['long names', JSON.stringify({ version: '1', signature })],
    ['two signatures', `${signature}, ${signature}`],
    ['a long text', 'A'.repeat(4000)],
  ])('with %s for a signature is refused as malformed', async (_title, value) => {
    const verified = create().verify(raw, service(value));
    expect(await codeOf(verified)).toBe('401 WEBHOOK_SIGNATURE_MALFORMED');
    await expect(verified).rejects.toThrow('The X-Service-Signature header holds no signature: look at the profile');
  });

  test('that is signed but no event is refused', async () => {
    for (const text of ['', '[]', 'null', '{"id":"a"}', '{']) {
      const body = bytesOf(text);
      expect(await codeOf(create().verify(body, service(await sign(body))))).toBe('400 WEBHOOK_BODY_INVALID');
    }
    expect(await codeOf(create({ maxBodyBytes: 10 }).verify(raw, service(signature)))).toBe('413 WEBHOOK_BODY_INVALID');
  });

  test('is refused for good once it has been handled, whichever of two receivers it reaches', async () => {
    const store = createMemoryRelayStore();
    const delivery = await create({ store }).verify(raw, service(signature));
    await delivery.complete();
    for (const receiver of [create({ store }), create({ store })]) {
      expect(await codeOf(receiver.verify(raw, service(signature)))).toBe('409 WEBHOOK_REPLAYED');
    }
  });

  test('is to be sent again while it is being handled, even where two arrive at once', async () => {
    const store = createMemoryRelayStore();
    const [first, second] = await Promise.allSettled([
      create({ store }).verify(raw, service(signature)),
      create({ store }).verify(raw, service(signature)),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(create({ store }).verify(raw, service(signature)))).toBe('503 WEBHOOK_IN_PROGRESS');
  });

  test('is let through again at once when its handler gave it back', async () => {
    const verifier = create();
    await (await verifier.verify(raw, service(signature))).release();
    expect((await verifier.verify(raw, service(signature))).event.id).toBe(event.id);
  });

  test('stays handled, whoever gives it back late, twice or after completing it', async () => {
    const clock = createTestClock();
    const verifier = create({ clock, handlingMs: 60_000 });
    const slow = await verifier.verify(raw, service(signature));
    // Nearer to the end than the store may take, the claim could be the next one's already.
    clock.advance(58_000);
    await slow.release();
    expect(await codeOf(verifier.verify(raw, service(signature)))).toBe('503 WEBHOOK_IN_PROGRESS');
    clock.advance(2000);
    const next = await verifier.verify(raw, service(signature));
    // The slow one's failure leaves the claim of the next alone.
    await slow.release();
    expect(await codeOf(verifier.verify(raw, service(signature)))).toBe('503 WEBHOOK_IN_PROGRESS');
    await next.complete();
    for (const delivery of [slow, next, next]) {
      await delivery.release();
      expect(await codeOf(verifier.verify(raw, service(signature)))).toBe('409 WEBHOOK_REPLAYED');
    }
  });

  test('is given back once: a second time leaves the claim of the next receiver alone', async () => {
    const verifier = create();
    const first = await verifier.verify(raw, service(signature));
    await first.release();
    await verifier.verify(raw, service(signature));
    await first.release();
    expect(await codeOf(verifier.verify(raw, service(signature)))).toBe('503 WEBHOOK_IN_PROGRESS');
  });

  test('is let through again when its handler was never heard of any more', async () => {
    const clock = createTestClock();
    const verifier = create({ clock, handlingMs: 60_000 });
    await verifier.verify(raw, service(signature));
    clock.advance(59_999);
    expect(await codeOf(verifier.verify(raw, service(signature)))).toBe('503 WEBHOOK_IN_PROGRESS');
    clock.advance(1);
    expect((await verifier.verify(raw, service(signature))).event.id).toBe(event.id);
  });

  test('that was captured is refused as long as its id is remembered, and for its age from then on', async () => {
    const clock = createTestClock();
    const store = createMemoryRelayStore({ clock });
    await (await create({ clock, store }).verify(raw, service(signature))).complete();
    const day = 86_400_000;
    clock.advance(8 * day - 1);
    expect(await codeOf(create({ clock, store }).verify(raw, service(signature)))).toBe('409 WEBHOOK_REPLAYED');
    clock.advance(1);
    // A receiver that started anew remembers nothing; the event is too old for it too.
    for (const memory of [store, createMemoryRelayStore({ clock })]) {
      const receiver = create({ clock, store: memory });
      expect(await codeOf(receiver.verify(raw, service(signature)))).toBe('400 WEBHOOK_TIMESTAMP_REFUSED');
    }
  });

  test.each([
    ['five minutes ahead', '2027-01-01T00:05:00Z', null],
    ['more than five minutes ahead', '2027-01-01T00:05:01Z', '400 WEBHOOK_TIMESTAMP_REFUSED'],
    ['without an offset', '2027-01-01T00:00:00', '400 WEBHOOK_TIMESTAMP_REFUSED'],
    ['eight days old', '2026-12-24T00:00:00Z', '400 WEBHOOK_TIMESTAMP_REFUSED'],
  ])('whose time is %s is judged by it', async (_title, timestamp, refusal) => {
    const body = bytesOf(JSON.stringify({ ...event, timestamp }));
    const verified = create().verify(body, service(await sign(body)));
    if (refusal === null) expect((await verified).event.timestamp).toBe(timestamp);
    else expect(await codeOf(verified)).toBe(refusal);
  });

  test('isn’t let through by a store that doesn’t answer', async () => {
    const clock = createTestClock();
    const store = { ...createMemoryRelayStore(), increment: () => new Promise<never>(() => clock.advance(2000)) };
    expect(await codeOf(create({ clock, store }).verify(raw, service(signature)))).toBe('503 RELAY_STORE_TIMED_OUT');
  });

  test('with a wrong signature doesn’t use up the id of the right one', async () => {
    const verifier = create();
    const other = bytesOf(JSON.stringify({ ...event, data: { amount: 1 } }));
    expect(await codeOf(verifier.verify(other, service(signature)))).toBe('401 WEBHOOK_SIGNATURE_INVALID');
    expect((await verifier.verify(raw, service(signature))).event.id).toBe(event.id);
  });
});

test('a verifier names the option or argument that is wrong', async () => {
  expect(() => create({ publicKey: '' })).toThrow(RangeError);
  expect(() => create({ publicKey: `02${'ab'.repeat(32)}` })).toThrow(/publicKey/);
  expect(() => create({ publicKey: 7 as unknown as string })).toThrow(TypeError);
  expect(() => create({ replayWindowMs: 0 })).toThrow(/replayWindowMs/);
  expect(() => create({ handlingMs: 0 })).toThrow(/handlingMs/);
  expect(() => create({ profile: 'other' as 'spec' })).toThrow(/profile/);
  expect(() => create({ clock: {} as PartialClock })).toThrow(/clock/);
  const text = JSON.stringify(event) as unknown as Uint8Array;
  await expect(create().verify(text, service(signature))).rejects.toThrow(/rawBody/);
});

test('a key that is no point of the curve is found out when the verifier is made', async () => {
  const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['verify', 'sign']);
  const foreign = new Uint8Array(await crypto.subtle.exportKey('spki', other.publicKey));
  const p = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';
  for (const publicKey of [
    `04${'11'.repeat(64)}`,
    `04${'00'.repeat(64)}`,
    `04${p}${'00'.repeat(32)}`,
    encodeHex(spki).replace(/..$/, (last) => (last === '00' ? '01' : '00')),
    `-----BEGIN PUBLIC KEY-----\n${base64(foreign)}\n-----END PUBLIC KEY-----`,
  ]) {
    expect(() => create({ publicKey })).toThrow(/publicKey must be a point of P-256/);
  }
});
