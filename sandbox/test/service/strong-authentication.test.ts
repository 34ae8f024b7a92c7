/** Strong authentication as the public service has it; that of `spec` is in payments.test.ts. */
import { describe, expect, test } from 'vitest';
import { platformAccount, quoteFromOutside, transactionOf } from './actions.ts';
import { createPlatformClient, type PlatformClient } from './platform-client.ts';
import { verdict } from './reading.ts';

const american = (): PlatformClient => createPlatformClient({ profile: 'grid', strongAuthenticationRegions: ['US'] });

async function createAsked(platform: PlatformClient, more: object = {}) {
  const asked = await quoteFromOutside(platform, more);
  return { ...asked, path: `/quotes/${asked.quote.body.id}/authorize` };
}

describe('in grid', () => {
  test.each([{}, { immediatelyExecute: true }])(
    'a quote that money from outside pays says how only after the code (%j)',
    async (more) => {
      const platform = american();
      const { quote, path } = await createAsked(platform, more);
      expect([quote.status, quote.body.status, quote.body.scaChallenge.factor]).toEqual([
        202,
        'PENDING_AUTHORIZATION',
        'SMS_OTP',
      ]);
      expect('paymentInstructions' in quote.body).toBe(false);
      const waiting = await transactionOf(platform, quote.body.transactionId);
      expect([waiting.status, 'paymentInstructions' in waiting]).toEqual(['PENDING_AUTHORIZATION', false]);
      const send = { quoteId: quote.body.id, currencyCode: 'USD' };
      expect((await platform.call('POST', '/sandbox/send', send)).status).toBe(400);
      const authorized = await platform.call('POST', path, { code: '123456' });
      expect([authorized.status, authorized.body.status, 'scaChallenge' in authorized.body]).toEqual([
        200,
        'PENDING',
        false,
      ]);
      expect(authorized.body.paymentInstructions).toMatchObject([
        { accountOrWalletInfo: { accountType: 'USD_ACCOUNT' } },
      ]);
      expect(await transactionOf(platform, quote.body.transactionId)).toMatchObject({
        status: 'PENDING',
        paymentInstructions: authorized.body.paymentInstructions,
      });
      expect((await platform.call('POST', '/sandbox/send', send)).body.status).toBe('PROCESSING');
      await platform.advance(5000);
      expect((await transactionOf(platform, quote.body.transactionId)).status).toBe('COMPLETED');
    },
  );

  test('such a quote expires after its code too, and fails without one', async () => {
    const platform = american();
    const first = await createAsked(platform);
    await platform.call('POST', first.path, { code: '123456' });
    const second = await createAsked(platform);
    await platform.advance(5 * 60_000);
    expect((await transactionOf(platform, first.quote.body.transactionId)).status).toBe('EXPIRED');
    expect(await transactionOf(platform, second.quote.body.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'SCA_NOT_COMPLETED',
    });
  });

  test('a wrong code is 400, and the right one counts afterwards', async () => {
    const platform = american();
    const { path } = await createAsked(platform);
    expect(verdict(await platform.call('POST', path, { code: '000000' }))).toEqual([400, 'INVALID_INPUT']);
    expect((await platform.call('POST', path, { code: '123456' })).status).toBe(200);
  });

  test('a wrong code confirms no trust: 400', async () => {
    const platform = american();
    const { bankAccountId } = await createAsked(platform);
    const path = `/customers/external-accounts/${bankAccountId}/trust`;
    await platform.call('POST', path);
    expect(verdict(await platform.call('POST', `${path}/confirm`, { code: '1' }))).toEqual([400, 'INVALID_INPUT']);
  });

  test('a code that is sent again belongs to the same challenge, which ends when it would have', async () => {
    const platform = american();
    const { quote, path } = await createAsked(platform);
    await platform.advance(4 * 60_000);
    expect((await platform.call('POST', `${path}/resend`)).status).toBe(204);
    const { body } = await platform.call('GET', `/quotes/${quote.body.id}`);
    expect(body.scaChallenge).toEqual(quote.body.scaChallenge);
    await platform.advance(60_000);
    expect((await transactionOf(platform, quote.body.transactionId)).failureReason).toBe('SCA_NOT_COMPLETED');
  });

  test("money from outside for the platform's own payment waits for nobody's code", async () => {
    const platform = american();
    const { quote } = await createAsked(platform, {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: await platformAccount(platform, 'EUR') },
    });
    expect([quote.status, quote.body.status]).toEqual([201, 'PENDING']);
  });
});
