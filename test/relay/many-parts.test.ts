import { expect, test } from 'vitest';
import { ada, ask, createFakeService, createTestRelay, json, outcome, openRelay } from './service.ts';

// More parts than an engine takes as the arguments of one call.
const long = 'a'.repeat(150_000);

/** A body that comes byte by byte. */
function byByte(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      for (const end = Math.min(bytes.length, at + 1000); at < end; at += 1)
        controller.enqueue(bytes.slice(at, at + 1));
      if (at === bytes.length) controller.close();
    },
  });
}

test('an answer that comes byte by byte is passed on', async () => {
  const line = `GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
  const text = JSON.stringify({ data: [], long });
  const service = createFakeService().on(
    line,
    () => new Response(byByte(text), { headers: { 'Content-Type': 'application/json' } }),
  );
  const response = await openRelay({}, service).send(line);
  expect(await response.text()).toBe(text);
});

test('an answer is passed on up to a mebibyte', async () => {
  const line = `GET /auth/sessions?accountId=${ada.accountIds[0] ?? ''}`;
  const says = (bytes: number): Promise<string> => {
    const text = `{"data":[],"more":"${'a'.repeat(bytes - 21)}"}`;
    const answer = (): Response => new Response(text, { headers: { 'Content-Type': 'application/json' } });
    return openRelay({}, createFakeService().on(line, answer)).says(line);
  };
  expect(await says(1_048_576)).toBe('200');
  expect(await says(1_048_577)).toBe('502 RELAY_UPSTREAM_INVALID');
});

test('names that need joiners between their letters are passed on', async () => {
  const line = 'POST /customers/external-accounts';
  const service = createFakeService().on(line, () => json({}, 201));
  const names = [
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0dbd\u0d82\u0d9a\u0dcf',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ];
  const body = { customerId: ada.customerId, currency: 'USD', accountInfo: { names } };
  expect(await openRelay({}, service).says(line, { body })).toBe('201');
});

test('a request whose body comes byte by byte is passed on, up to the largest body', async () => {
  const line = 'POST /customers/external-accounts';
  /** A body of so many bytes. */
  const bodyOf = (bytes: number): string => {
    const write = (last: string): string => {
      const texts = [...(long.slice(0, 64_500).match(/.{1000}|.{500}/g) ?? []), last];
      return JSON.stringify({ customerId: ada.customerId, currency: 'USD', accountInfo: { texts } });
    };
    return write('a'.repeat(bytes - write('').length));
  };
  const service = createFakeService().on(line, () => json({}, 201));
  const send = async (body: string): Promise<string> => {
    const whole = ask(line.replace(' ', ' /wallet'), { body });
    const inParts = new Request(whole.url, {
      method: 'POST',
      headers: whole.headers,
      body: byByte(body),
      duplex: 'half',
    } as RequestInit);
    return outcome(await createTestRelay(service)(inParts));
  };
  expect(await send(bodyOf(65_536))).toBe('201');
  expect(service.calls.at(-1)?.body).toBe(bodyOf(65_536));
  expect(await send(bodyOf(65_537))).toBe('413 RELAY_BODY_TOO_LARGE');
});
