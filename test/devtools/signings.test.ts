import { createWallet } from 'countersign';
import { createTap } from 'countersign/devtools';
import { expect, test } from 'vitest';
import { tappedBy } from '../../src/devtools/tap.ts';
import { eventually } from '../eventually.ts';
import { createTestBench, pageOrigin } from '../journeys/test-bench.ts';

/** Two payments that ask for approval before either is signed; what the inspector knows of their stamps, the first with no answer or with one. */
async function payTwice({ first }: { readonly first: 'unanswered' | 'answered' }) {
  const bench = await createTestBench();
  const tap = createTap({ storage: false });
  const questions: (() => void)[] = [];
  let stamps = 0;
  const wallet = createWallet(
    tap.watch({
      relay: `${pageOrigin}/wallet`,
      accountId: bench.accountId,
      enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      clock: bench.clock,
      browser: { visible: () => false },
      approve: async ({ intent }) => {
        if (intent === 'quote.execute') await new Promise<void>((resolve) => questions.push(resolve));
        return true;
      },
      fetch: async (url, init) => {
        const isPaid = questions.length > 0 && new Headers(init.headers).has('Service-Wallet-Signature');
        if (isPaid) stamps += 1;
        return isPaid && stamps === 1 && first === 'unanswered' ? new Promise(() => {}) : bench.pageFetch(url, init);
      },
    }),
  );
  await (await wallet.emailOtp.begin()).verify('000000');
  const destination = await bench.addBankAccount();
  const quotes = [await bench.quote(1_000_000, destination), await bench.quote(2_000_000, destination)];
  const paying = quotes.map((quote) => wallet.quote.execute(quote).catch(() => undefined));
  await eventually(() => expect(questions).toHaveLength(2));
  questions[0]?.();
  await eventually(() => expect(stamps).toBe(1));
  questions[1]?.();
  await (first === 'answered' ? Promise.all(paying) : paying[1]);
  const { record } = tappedBy(tap);
  await eventually(() => expect(record.snapshot().signings.at(-1)?.outcome).toBe('done'));
  const { signings } = record.snapshot();
  wallet.close();
  return signings.slice(1).map(({ intent, payload, outcome }) => ({ intent, isKnown: payload !== null, outcome }));
}

const done = { intent: 'quote.execute', isKnown: true, outcome: 'done' };

test('each of two actions at once is shown with what it signed', async () => {
  expect(await payTwice({ first: 'answered' })).toEqual([done, done]);
});
