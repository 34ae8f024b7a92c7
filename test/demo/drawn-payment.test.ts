/** Plays what the demo's first screen draws. */
import type { Quote } from 'countersign';
import { expect, test } from 'vitest';
import { drawnActivity, drawnLie } from '../../demo/page/underneath/drawn-payment.ts';
import { createTestBench, signedIn } from '../journeys/test-bench.ts';

/** A quote whose payload names another activity. */
function withActivity(quote: Quote, type: string): Quote {
  const paymentInstructions = quote.paymentInstructions?.map((way) => {
    const { payloadToSign } = way.accountOrWalletInfo;
    if (payloadToSign === undefined) return way;
    const payload = { ...(JSON.parse(payloadToSign) as object), type };
    return { ...way, accountOrWalletInfo: { ...way.accountOrWalletInfo, payloadToSign: JSON.stringify(payload) } };
  });
  return { ...quote, ...(paymentInstructions === undefined ? {} : { paymentInstructions }) };
}

test('in the first payment of a session, the drawn lie is stopped unsent, and the drawn payment is accepted', async () => {
  const bench = await createTestBench();
  const sent = async (): Promise<number> =>
    (await bench.requests()).filter(({ path }) => path.endsWith('/execute')).length;
  const wallet = await signedIn(bench);
  const quote = await bench.quote(1_000_000);
  const lie = wallet.quote.execute(withActivity(quote, drawnLie));
  await expect(lie).rejects.toMatchObject({ code: 'PAYLOAD_MISMATCH' });
  expect(await sent()).toBe(0);
  const { status } = await wallet.quote.execute(withActivity(quote, drawnActivity));
  expect([status, await sent()]).toEqual(['PROCESSING', 1]);
});
