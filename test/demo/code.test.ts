import { expect, test } from 'vitest';
import type { Card } from 'countersign';
import { toggleCard } from '../../demo/code/card.ts';
import { pay } from '../../demo/code/pay.ts';
import { endOthers } from '../../demo/code/sessions.ts';
import { enterCode, sendCode } from '../../demo/code/sign-in.ts';
import { createTestBench, signedIn } from '../journeys/test-bench.ts';

test('the code of the sign-in and of the payment signs in and pays', async () => {
  const bench = await createTestBench();
  const wallet = bench.newWallet();
  await enterCode(await sendCode(wallet), '000000');
  expect(wallet.state().status).toBe('signed-in');
  const transactionId = await pay(wallet, await bench.quote(1_000_000));
  bench.clock.advance(10 * 60_000);
  expect((await bench.page('GET', `/transactions/${transactionId}`)).body).toMatchObject({ status: 'COMPLETED' });
});

test('the code of the card freezes it, and unfreezes it the next time', async () => {
  const bench = await createTestBench();
  const wallet = await signedIn(bench);
  const { customerId, accountId } = bench;
  const made = await bench.platform('POST', '/cards', {
    cardholderId: customerId,
    form: 'VIRTUAL',
    fundingSources: [accountId],
  });
  bench.clock.advance(60_000);
  const frozen = await toggleCard(wallet, made.body as Card);
  expect(frozen.state).toBe('FROZEN');
  expect((await toggleCard(wallet, frozen)).state).toBe('ACTIVE');
});

test('the code of the sessions ends those of other browsers', async () => {
  const bench = await createTestBench();
  await signedIn(bench);
  const own = await signedIn(bench);
  expect(await endOthers(own)).toBe(1);
  expect((await own.session.list()).map(({ current }) => current)).toEqual([true]);
});
