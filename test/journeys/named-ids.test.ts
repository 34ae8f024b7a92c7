import type { PayloadReport, Quote } from 'countersign';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { deferred } from '../kit/session/fixtures.ts';
import { codeOf } from './faulty-network.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';

type Payload = Record<string, unknown> & { parameters: Record<string, unknown> };

/** A payload that names somebody else. */
function renamed(payloadToSign: string, { organizationId, ...parameters }: Readonly<Record<string, string>>): string {
  const payload = JSON.parse(payloadToSign) as Payload;
  return JSON.stringify({
    ...payload,
    ...(organizationId !== undefined && { organizationId }),
    parameters: { ...payload.parameters, ...parameters },
  });
}

/** A quote whose payload is for another wallet. */
async function quoteFor(bench: TestBench, names: Readonly<Record<string, string>>): Promise<Quote> {
  const quote = await bench.quote(1_000_000);
  const instructions = quote.paymentInstructions?.at(-1);
  if (instructions?.accountOrWalletInfo === undefined) throw new Error('The quote has nothing to sign.');
  const info = instructions.accountOrWalletInfo as { payloadToSign: string };
  info.payloadToSign = renamed(info.payloadToSign, names);
  return quote;
}

const executions = async (bench: TestBench): Promise<number> =>
  (await bench.requests()).filter(({ path, leg }) => path.endsWith('/execute') && leg === 2).length;

test('two payments that are read at once, for two organizations, are not both signed', async () => {
  const bench = await createTestBench();
  const asked = deferred<void>();
  let questions = 0;
  const wallet = await signedIn(bench, {
    async approve({ intent }) {
      if (intent === 'quote.execute' && (questions += 1) === 2) asked.resolve();
      if (intent === 'quote.execute') await asked.promise;
      return true;
    },
  });
  const [first, second] = [
    await quoteFor(bench, { organizationId: 'organization-a', signWith: 'wallet-a' }),
    await quoteFor(bench, { organizationId: 'organization-b', signWith: 'wallet-b' }),
  ];
  const told = await Promise.all([first, second].map((quote) => codeOf(wallet.quote.execute(quote))));
  expect(told).toContain('PAYLOAD_MISMATCH');
  expect(await executions(bench)).toBe(1);
});

test('what a payload names while its session is refreshed is compared from then on', async () => {
  const bench = await createTestBench();
  const [asked, answered] = [deferred<void>(), deferred<void>()];
  const wallet = await signedIn(bench, {
    async approve({ intent }) {
      if (intent !== 'quote.execute') return true;
      asked.resolve();
      await answered.promise;
      return true;
    },
  });
  const paying = codeOf(wallet.quote.execute(await quoteFor(bench, { signWith: 'wallet-a' })));
  await asked.promise;
  await wallet.session.refresh();
  answered.resolve();
  await paying;
  expect(await codeOf(wallet.quote.execute(await quoteFor(bench, { signWith: 'wallet-b' })))).toBe('PAYLOAD_MISMATCH');
  expect(await executions(bench)).toBe(1);
});

test('a session that the kit ends by itself is ended for the user that its payloads have named, and for nobody else', async () => {
  const bench = await createTestBench();
  const reports: PayloadReport[] = [];
  let isLying = false;
  const stamped: string[] = [];
  const wallet = await signedIn(bench, {
    onPayload: (report) => reports.push(report),
    async fetch(url, init) {
      const isEnd = init.method === 'DELETE' && url.includes('/auth/sessions/');
      if (isLying && isEnd && new Headers(init.headers).has('Service-Wallet-Signature')) stamped.push(url);
      const answer = await bench.pageFetch(url, init);
      if (!isLying || !isEnd || answer.status !== 202) return answer;
      const body = (await answer.json()) as { payloadToSign: string };
      const payloadToSign = renamed(body.payloadToSign, { organizationId: 'organization-b', userId: 'user-b' });
      return Response.json({ ...body, payloadToSign }, { status: 202, headers: answer.headers });
    },
  });
  await wallet.session.refresh();
  await eventually(() => expect(reports.map(({ intent }) => intent)).toContain('session.revoke'));
  isLying = true;
  reports.length = 0;
  await wallet.session.refresh();
  await eventually(() => expect(reports.map(({ verdict }) => verdict)).toEqual(['fits', 'contradicts']));
  await wallet.session.revoke();
  expect(reports.at(-1)).toMatchObject({ intent: 'session.revoke', verdict: 'contradicts' });
  expect(stamped).toEqual([]);
});
