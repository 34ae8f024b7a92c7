import { expect, test } from 'vitest';
import { createQuote, openHolder } from './platform-client.ts';
import type { Answer } from './reading.ts';

async function afterQuotes(): Promise<(body: object) => Promise<Answer>> {
  const { platform, holder } = await openHolder();
  const { body } = await createQuote(platform, holder);
  await platform.call('POST', `/quotes/${body.id}/execute`);
  await createQuote(platform, holder);
  return (expectation) => platform.control('POST', '/requests/expect', expectation);
}

test.each<[string, object, number]>([
  ['a method and a path', { method: 'POST', path: '/quotes' }, 2],
  ['a pattern', { path: '/quotes/*/execute' }, 1],
  ['a code', { code: 'WALLET_SIGNATURE_MISSING', status: 401, leg: 1 }, 1],
  ['how often', { method: 'POST', path: '/quotes', times: 2 }, 2],
  ['that it never happened', { path: '/cards', times: 0 }, 0],
])('requests are expected by %s', async (_, expectation, count) => {
  const { status, body } = await (await afterQuotes())(expectation);
  expect([status, body.data.length]).toEqual([200, count]);
});

test.each<[string, object, string, string]>([
  ['none', { path: '/cards' }, 'Of the requests so far 0 fit, not at least one.', 'none fits'],
  [
    'too many',
    { method: 'POST', path: '/quotes', times: 1 },
    'Of the requests so far 2 fit, not 1.',
    '#1 POST /quotes 201; #3 POST /quotes 201',
  ],
])('an expectation that %s fit says what did', async (_, expectation, message, reason) => {
  const { status, body } = await (await afterQuotes())(expectation);
  expect([status, body.code, body.message, body.details.reason]).toEqual([409, 'EXPECTATION_NOT_MET', message, reason]);
});

test('requests up to a number are left out', async () => {
  const expectRequests = await afterQuotes();
  const { body } = await expectRequests({ method: 'POST', path: '/quotes', after: 1 });
  expect(body.data.map(({ number }: { number: number }) => number)).toEqual([3]);
});

test.each(['/2025-10-13/quotes', '/quotes?limit=1', 'quotes'])(
  'an expectation of %s, which no request can fit, is refused even with times 0',
  async (path) => {
    const { status, body } = await (await afterQuotes())({ path, times: 0 });
    expect([status, body.details.errors[0].field]).toEqual([400, 'path']);
  },
);
