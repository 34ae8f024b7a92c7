import { createSandbox } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';
import { sampleCustomer } from '../../../test/sample-customer.ts';
import { createHolder, createPlatformClient, type PlatformClient } from './platform-client.ts';

const authorization = `Basic ${btoa('sandbox-client:sandbox-secret')}`;

async function statusesOf(platform: PlatformClient, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await platform.call('GET', '/transactions')).status);
  return found;
}

describe('chance', () => {
  const draw = async (seed: string): Promise<number[]> => {
    const platform = createPlatformClient({ seed });
    await platform.control('POST', '/faults', { path: '/transactions', status: 503, count: null, probability: 0.3 });
    return statusesOf(platform, 100);
  };

  test('follows from the seed', async () => {
    expect(await draw('one')).toEqual(await draw('one'));
    expect(await draw('one')).not.toEqual(await draw('other'));
  });

  test('meets about as many requests as it says', async () => {
    const failed = (await draw('one')).filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
  });

  test.each([
    [0, 200],
    [1, 503],
  ])('of %i answers %i', async (probability, status) => {
    const platform = createPlatformClient();
    await platform.control('POST', '/faults', { status: 503, count: null, probability });
    expect(new Set(await statusesOf(platform, 20))).toEqual(new Set([status]));
  });

  test('changes no id that the service draws', async () => {
    const [plain, faulty] = [createPlatformClient(), createPlatformClient()];
    await faulty.control('POST', '/faults', { count: null, probability: 0.5, dateSkewMs: 1000 });
    expect(await createHolder(faulty)).toEqual(await createHolder(plain));
  });
});

test('a rule may make up a success', async () => {
  const platform = createPlatformClient();
  const body = { data: [], hasMore: false, totalCount: 7 };
  await platform.control('POST', '/faults', { path: '/transactions', status: 200, body });
  expect(await platform.call('GET', '/transactions')).toMatchObject({ status: 200, body });
});

test.each([
  ['one', { skip: 2 }, [200, 200, 503, 200]],
  ['all', { skip: 2, count: null }, [200, 200, 503, 503]],
])(
  'a rule that skips two lets two requests pass that fit, and meets %s of those that follow',
  async (_, rule, expected) => {
    const platform = createPlatformClient();
    await platform.control('POST', '/faults', { path: '/transactions', status: 503, ...rule });
    await platform.call('GET', '/quotes/none');
    expect(await statusesOf(platform, 4)).toEqual(expected);
  },
);

describe('a rule that can not be meant', () => {
  test.each([
    [{}, 'body', 'A rule needs something to do: status, processing, drop, spoil, delayMs or dateSkewMs.'],
    [{ path: '/quotes', count: 2, probability: 0.5 }, 'body', 'A rule needs something to do'],
    [{ path: 'quotes', status: 500 }, 'path', 'This must begin with a slash, such as /quotes.'],
    [{ path: '/2025-10-13/quotes', status: 500 }, 'path', 'leave out /2025-10-13 and the query'],
    [{ path: '/cards?limit=1', status: 500 }, 'path', 'leave out /2025-10-13 and the query'],
    [{ status: 99 }, 'status', 'This must be at least 200.'],
    [{ status: 600 }, 'status', 'This must be at most 599.'],
    [{ status: 503, probability: 2 }, 'probability', 'This must be at most 1.'],
  ])('%j is refused with what to write', async (rule, field, message) => {
    const { status, body } = await createPlatformClient().control('POST', '/faults', rule);
    expect([status, body.details.errors.length, body.details.errors[0].field]).toEqual([400, 1, field]);
    expect(body.details.errors[0].message).toContain(message);
  });
});

describe('latency', () => {
  const delaysOf = async (seed: string): Promise<number[]> => {
    const delays: number[] = [];
    const platform = createPlatformClient({
      seed,
      clock: {
        now: () => 0,
        schedule(delayMs, run) {
          delays.push(delayMs);
          run();
          return () => undefined;
        },
      },
    });
    await platform.control('POST', '/faults', { count: null, delayMs: { min: 60, max: 180 } });
    await statusesOf(platform, 50);
    return delays;
  };

  test('is drawn from its range for each request, and follows from the seed', async () => {
    const delays = await delaysOf('one');
    expect(delays).toEqual(await delaysOf('one'));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...delays)).toBeLessThanOrEqual(180);
    expect(new Set(delays).size).toBeGreaterThan(20);
  });

  test('whose range is upside down is refused', async () => {
    const { status } = await createPlatformClient().control('POST', '/faults', { delayMs: { min: 2, max: 1 } });
    expect(status).toBe(400);
  });
});

test('rules without an end apply together, beneath the first countable one', async () => {
  const platform = createPlatformClient();
  await platform.control('POST', '/faults', { count: null, dateSkewMs: 60_000 });
  await platform.control('POST', '/faults', { count: null, path: '/cards', status: 501 });
  await platform.control('POST', '/faults', { status: 503 });
  const met: unknown[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { status, headers } = await platform.call('GET', '/cards');
    met.push([status, headers.get('Date')]);
  }
  const date = 'Thu, 15 Jan 2026 12:01:00 GMT';
  expect(met).toEqual([
    [503, date],
    [501, date],
  ]);
  expect((await platform.control('GET', '/faults')).body.data).toMatchObject([
    { remaining: null },
    { remaining: null },
  ]);
});

describe('a spoiled answer', () => {
  const read = async (rule: object): Promise<[number, string, string, number]> => {
    const sandbox = createSandbox({ clock: { now: () => Date.UTC(2026, 0, 15, 12) } });
    const send = (path: string, body: object): Promise<Response> =>
      sandbox.fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', authorization },
          body: JSON.stringify(body),
        }),
      );
    await send('/_sandbox/faults', { path: '/customers', ...rule });
    const answer = await send('/2025-10-13/customers', sampleCustomer);
    const { state } = JSON.parse(await sandbox.snapshot()) as { state: { customers: { $map: unknown[] } } };
    const type = answer.headers.get('Content-Type') ?? '';
    return [answer.status, type, await answer.text(), state.customers.$map.length];
  };

  test('is cut in half after the request took effect', async () => {
    const [status, type, text, customers] = await read({ spoil: 'truncated' });
    expect([status, type, customers]).toEqual([201, 'application/json', 1]);
    expect(text).toMatch(/^\{"id":"Customer:/);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  test('is a page of HTML in place of the answer to a request that took effect', async () => {
    const [status, type, text, customers] = await read({ spoil: 'html' });
    expect([status, type, customers]).toEqual([201, 'text/html; charset=utf-8', 1]);
    expect(text).toMatch(/^<!doctype html>/);
  });

  test("is a gateway's page, and the request took no effect, where the rule has a status", async () => {
    const [status, type, , customers] = await read({ spoil: 'html', status: 502 });
    expect([status, type, customers]).toEqual([502, 'text/html; charset=utf-8', 0]);
  });
});

test('a Date header that is off leaves the time of the service alone', async () => {
  const platform = createPlatformClient();
  await platform.control('POST', '/faults', { dateSkewMs: -3_600_000 });
  const { headers } = await platform.call('GET', '/transactions');
  expect(headers.get('Date')).toBe('Thu, 15 Jan 2026 11:00:00 GMT');
  expect((await platform.control('GET', '/clock')).body.now).toBe('2026-01-15T12:00:00.000Z');
});
