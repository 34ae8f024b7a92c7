import { describe, expect, test } from 'vitest';
import { paymentSequences, sequenceOfOutcome } from '../../src/service/payments/payment-sequences.ts';
import { endings } from '../../src/service/service/endings.ts';
import { execute } from './actions.ts';
import { balanceOf, createQuote, eventsOf, openHolder, usdAccount, type PlatformClient } from './platform-client.ts';

const prefix = 'OUTGOING_PAYMENT.';
const grid = { profile: 'grid' } as const;

/** Executes a payment to a bank account whose number has this ending. */
async function pay(ending: string, options: object = {}) {
  const { platform, holder } = await openHolder({ ...grid, ...options });
  const accountInfo = { ...usdAccount, accountNumber: `1234567${ending}` };
  const body = { currency: 'USD', customerId: holder.customerId, accountInfo };
  const bank = await platform.call('POST', '/customers/external-accounts', body);
  const quote = await createQuote(platform, { ...holder, bankAccountId: String(bank.body.id) });
  await execute(platform, holder, quote);
  return { platform, holder, quote };
}

async function told(platform: PlatformClient): Promise<string[]> {
  const types = (await eventsOf(platform)).map(({ type }) => type);
  return types.filter((type) => type.startsWith(prefix)).map((type) => type.slice(prefix.length));
}

/** The cell of the sandbox's page with the events that the payment has before it. */
async function shown({ sandbox }: PlatformClient): Promise<string[]> {
  const page = await (await sandbox.fetch(new Request('http://127.0.0.1/_sandbox/'))).text();
  const cells = page.matchAll(/<td data-column="To come">(.*?)<\/td>/g);
  return [...cells].map(([, text = '']) => text).filter((text) => text !== '');
}

test.each([...Object.entries(endings.destination), ['999', undefined] as const])(
  'a payment to an account that ends in %s has the events of its sequence, which the page shows beforehand',
  async (ending, outcome) => {
    const sequence = paymentSequences[outcome === undefined ? 'delivered' : sequenceOfOutcome[outcome]];
    const { platform } = await pay(ending);
    const seen = await told(platform);
    expect(await shown(platform)).toEqual([sequence.slice(seen.length).join(', ')]);
    await platform.advance(3_600_000);
    expect(await told(platform)).toEqual(sequence);
    expect(await shown(platform)).toEqual([]);
  },
);

test('a payment that its customer authorizes has the events of that sequence', async () => {
  const { platform, quote } = await pay('999', { strongAuthenticationRegions: ['US'] });
  const sequence = paymentSequences.authorized;
  expect(await shown(platform)).toEqual([sequence.slice(2).join(', ')]);
  await platform.call('POST', `/quotes/${quote.body.id}/authorize`, { code: '123456' });
  await platform.advance(5000);
  expect(await told(platform)).toEqual(sequence);
});

test('a payment that a platform cancels has the events of a cancellation', async () => {
  const { platform, quote } = await pay('999');
  await platform.call('POST', `/transactions/${quote.body.transactionId}/cancel`, {});
  await platform.advance(5000);
  expect(await told(platform)).toEqual(paymentSequences.cancelled);
});

describe('a refund', () => {
  test('brings the money back when it has settled, not with the failure', async () => {
    const { platform, holder } = await pay('002', { settlementMs: 60_000 });
    await platform.advance(60_000);
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
    await platform.advance(60_000);
    expect(await balanceOf(platform, holder)).toBe(100_000_000);
  });

  test('is told as pending with the failure, and as completed only then', async () => {
    const { platform } = await pay('002');
    await platform.advance(10_000);
    const refunds = (await eventsOf(platform))
      .filter(({ type }) => type.startsWith(prefix))
      .map(({ data }) => data.refund?.status);
    expect(refunds).toEqual([undefined, undefined, 'PENDING', 'PENDING', 'COMPLETED']);
  });
});
