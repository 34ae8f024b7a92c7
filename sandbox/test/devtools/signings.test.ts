import { createWallet, type Quote } from 'countersign';
import { createTap } from 'countersign-sandbox/devtools';
import { expect, test } from 'vitest';
import { createRecord } from '../../src/devtools/record/record.ts';
import { tappedBy } from '../../src/devtools/tap.ts';
import { eventually } from '../../../test/eventually.ts';
import { createTestBench, pageOrigin } from '../../../test/journeys/test-bench.ts';

/**
 * Two payments that ask for approval before either is signed; what the inspector knows of their stamps, the first
 * answered, left without an answer, or lost.
 */
async function payTwice({ first }: { readonly first: 'answered' | 'unanswered' | 'lost' }) {
  const bench = await createTestBench();
  const tap = createTap({ storage: false });
  // The two are read side by side, so that either may be asked about first.
  const questions = new Map<string, () => void>();
  const quotes: Quote[] = [];
  let stamps = 0;
  const wallet = createWallet(
    tap.watch({
      relay: `${pageOrigin}/wallet`,
      accountId: bench.accountId,
      enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      clock: bench.clock,
      approve: async ({ intent, request }) => {
        if (intent === 'quote.execute') await new Promise<void>((resolve) => questions.set(request.path, resolve));
        return true;
      },
      fetch: async (url, init) => {
        const isFirst = url.endsWith(`/${quotes[0]?.id ?? ''}/execute`);
        if (!isFirst || !new Headers(init.headers).has('Service-Wallet-Signature')) return bench.pageFetch(url, init);
        stamps += 1;
        if (first === 'answered') return bench.pageFetch(url, init);
        return first === 'lost' ? Promise.reject(new TypeError('fetch failed')) : new Promise(() => {});
      },
    }),
  );
  await (await wallet.emailOtp.begin()).verify('000000');
  const destination = await bench.addBankAccount();
  for (const amount of [1_000_000, 2_000_000]) quotes.push(await bench.quote(amount, destination));
  const paying = quotes.map((quote) => wallet.quote.execute(quote).catch(() => undefined));
  const answer = (quote: Quote | undefined): void => questions.get(`/quotes/${quote?.id}/execute`)?.();
  await eventually(() => expect(questions.size).toBe(2));
  answer(quotes[0]);
  await eventually(() => expect(stamps).toBeGreaterThan(0));
  answer(quotes[1]);
  await (first === 'answered' ? Promise.all(paying) : paying[1]);
  const { record } = tappedBy(tap);
  await eventually(() => expect(record.snapshot().signings.at(-1)?.outcome).toBe('done'));
  const { signings } = record.snapshot();
  wallet.close();
  return signings.slice(1).map(({ report, outcome }) => [report?.intent, report?.payloadToSign !== undefined, outcome]);
}

const done = ['quote.execute', true, 'done'];

test('each of two actions at once is shown with what it signed', async () => {
  expect(await payTwice({ first: 'answered' })).toEqual([done, done]);
});

test.each(['unanswered', 'lost'] as const)(
  'a stamp that is %s stays unknown when another action is done',
  async (first) => {
    expect(await payTwice({ first })).toEqual([['quote.execute', true, 'unknown'], done]);
  },
);

test('a stamp that is sent again is one signature, of both requests', () => {
  const record = createRecord({ clock: { now: () => 0 } });
  const signing = { report: null, stamp: 'one', assertion: null, outcome: 'unknown' } as const;
  for (const id of [1, 2]) record.sign({ ...signing, entryIds: [id] });
  expect(record.snapshot().signings).toEqual([{ ...signing, entryIds: [1, 2] }]);
});
