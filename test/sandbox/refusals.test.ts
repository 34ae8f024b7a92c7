import { generateClientKeyPair } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { createHolder, createPlatformClient, createQuote, payloadOf, signIn, type Answer } from './platform-client.ts';
import { refused, withQuote } from './refused.ts';

describe('an execution is refused', () => {
  test('without a signature', async () => {
    const setup = await withQuote();
    await refused(setup, () => setup.platform.call('POST', setup.path), 401, 'WALLET_SIGNATURE_MISSING');
  });

  test.each([
    ['an empty signature', ''],
    ['a shortcut', 'sandbox-valid-signature'],
    ['text that is not base64url', '{"publicKey":"x"}'],
    ['JSON without the fields of a stamp', btoa('{"publicKey":"02"}').replaceAll('=', '')],
  ])('with %s', async (_, value) => {
    const setup = await withQuote();
    const headers = { [setup.platform.signatureHeader]: value };
    await refused(
      setup,
      () => setup.platform.call('POST', setup.path, undefined, headers),
      401,
      'WALLET_SIGNATURE_MALFORMED',
    );
  });

  test('with a stamp over a payload that nobody asked to sign', async () => {
    const setup = await withQuote();
    const headers = await setup.platform.stampHeaders('something else', setup.signedIn.key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
  });

  test('with the stamp of another quote', async () => {
    const setup = await withQuote();
    const other = await createQuote(setup.platform, setup.holder, 7_000_000);
    const headers = await setup.platform.stampHeaders(payloadOf(other), setup.signedIn.key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
  });

  test('with a stamp by an unknown key', async () => {
    const setup = await withQuote();
    const headers = await setup.platform.stampHeaders(payloadOf(setup.quote), await generateClientKeyPair());
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key unknown');
  });

  test("with a stamp by another customer's session", async () => {
    const setup = await withQuote();
    const stranger = await createHolder(setup.platform, 0);
    const { key } = await signIn(setup.platform, stranger);
    const headers = await setup.platform.stampHeaders(payloadOf(setup.quote), key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key belongs to another account');
  });

  test('with a stamp by an expired session', async () => {
    const setup = await withQuote();
    await setup.platform.advance(15 * 60_000);
    const quote = await createQuote(setup.platform, setup.holder);
    const late = { ...setup, quote, path: `/quotes/${quote.body.id}/execute` };
    const headers = await setup.platform.stampHeaders(payloadOf(quote), setup.signedIn.key);
    const call = (): Promise<Answer> => late.platform.call('POST', late.path, undefined, headers);
    const answer = await refused(late, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('session expired');
  });

  test('once the quote has expired', async () => {
    const setup = await withQuote();
    await setup.platform.advance(5 * 60_000);
    const headers = await setup.platform.stampHeaders(payloadOf(setup.quote), setup.signedIn.key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 409, 'QUOTE_EXPIRED');
    const transaction = await setup.platform.call('GET', `/transactions/${setup.quote.body.transactionId}`);
    expect(transaction.body.status).toBe('EXPIRED');
  });

  test('when the money went elsewhere in the meantime', async () => {
    const setup = await withQuote();
    const big = await createQuote(setup.platform, setup.holder, 99_000_000);
    const { key } = setup.signedIn;
    const path = `/quotes/${big.body.id}/execute`;
    await setup.platform.call('POST', path, undefined, await setup.platform.stampHeaders(payloadOf(big), key));
    const headers = await setup.platform.stampHeaders(payloadOf(setup.quote), key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 400, 'INSUFFICIENT_FUNDS');
  });
});

test('a quote beyond the balance is refused', async () => {
  const setup = await withQuote();
  const call = (): Promise<Answer> => createQuote(setup.platform, setup.holder, 100_000_001);
  await refused(setup, call, 400, 'INSUFFICIENT_FUNDS');
});

test.each([
  ['no credentials', undefined],
  ['a wrong secret', `Basic ${btoa('sandbox-client:wrong')}`],
  ['another scheme', 'Bearer sandbox-secret'],
])('a call with %s is UNAUTHORIZED', async (_, authorization) => {
  const { sandbox } = createPlatformClient();
  const headers = authorization === undefined ? {} : { authorization };
  const response = await sandbox.fetch(new Request('http://127.0.0.1/2025-10-13/transactions', { headers }));
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'UNAUTHORIZED']);
});
