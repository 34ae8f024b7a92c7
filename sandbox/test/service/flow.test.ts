import { sandboxEnclavePublicKeyHex } from '../../../src/kit/wire.ts';
import { createWebhookVerifier } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { describe, expect, test } from 'vitest';
import { transactionOf } from './actions.ts';
import { balanceOf, createQuote, openHolder, openSession } from './platform-client.ts';
import { idsOf, payloadOf, verdict, type Answer } from './reading.ts';

describe.each(['spec', 'grid'] as const)('profile %s', (profile) => {
  test('a customer signs in, withdraws and sees the money arrive', async () => {
    const { platform, holder, key, sessionId } = await openSession({ profile });
    const quote = await createQuote(platform, holder);
    expect(quote.status).toBe(201);
    const headers = { 'Idempotency-Key': 'one', ...(await platform.stampHeaders(payloadOf(quote), key)) };
    const executed = await platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
    expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
    const transaction = (): Promise<Answer['body']> => transactionOf(platform, quote.body.transactionId);
    expect((await transaction()).status).toBe('PROCESSING');
    await platform.advance(5000);
    expect(await transaction()).toMatchObject({ status: 'COMPLETED', settledAt: '2026-01-15T12:00:05.000Z' });
    expect((await platform.call('GET', `/quotes/${quote.body.id}`)).body.status).toBe('COMPLETED');
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
    expect(platform.sandbox.audit()).toEqual([]);
    const sessions = await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`);
    expect(idsOf(sessions)).toEqual([sessionId]);
    expect(JSON.stringify(sessions.body)).not.toContain('encryptedSessionSigningKey');
  });

  test('the request log names the key that signed and holds no stamp, code or bundle', async () => {
    const { platform, holder, key } = await openSession({ profile });
    const quote = await createQuote(platform, holder);
    const headers = await platform.stampHeaders(payloadOf(quote), key);
    await platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, headers);
    const { body } = await platform.control('GET', '/requests');
    expect(body.data.at(-1)).toMatchObject({ leg: 2, status: 200, signedBy: key.compressedPublicKeyHex });
    const text = JSON.stringify(body);
    for (const secret of [headers[platform.signatureHeader] ?? '', '000000"', 'encappedPublic', 'sandbox-secret']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('repetition', () => {
  test('an idempotency key gives the first answer again and moves no money twice', async () => {
    const { platform, holder, key } = await openSession();
    const quote = await createQuote(platform, holder);
    const path = `/quotes/${quote.body.id}/execute`;
    const first = await platform.call('POST', path, undefined, {
      'Idempotency-Key': 'one',
      ...(await platform.stampHeaders(payloadOf(quote), key)),
    });
    await platform.advance(60_000);
    const again = await platform.call('POST', path, undefined, { 'Idempotency-Key': 'one' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const other = await platform.call('POST', path, undefined, { 'Idempotency-Key': 'two' });
    expect(verdict(other)).toEqual([409, 'CONFLICT']);
    expect(await balanceOf(platform, holder)).toBe(95_000_000);
  });

  test('an idempotency key of another request is refused', async () => {
    const { platform, accountId } = await openHolder();
    const path = `/sandbox/internal-accounts/${accountId}/fund`;
    const key = { 'Idempotency-Key': 'one' };
    expect((await platform.call('POST', path, { amount: 1 }, key)).status).toBe(200);
    expect(verdict(await platform.call('POST', path, { amount: 2 }, key))).toEqual([409, 'CONFLICT']);
  });

  test('a refused execution is not remembered', async () => {
    const { platform, holder, key } = await openSession();
    const quote = await createQuote(platform, holder);
    const path = `/quotes/${quote.body.id}/execute`;
    const headers = { 'Idempotency-Key': 'one' };
    expect((await platform.call('POST', path, undefined, headers)).status).toBe(401);
    const signed = { ...headers, ...(await platform.stampHeaders(payloadOf(quote), key)) };
    expect((await platform.call('POST', path, undefined, signed)).status).toBe(200);
  });
});

test('every seed has the published keys, which production refuses; random keys are of one sandbox', () => {
  for (const seed of [undefined, 'ci', 'test', 'relay-check']) {
    const { enclavePublicKeyHex, webhookPublicKeyPem } = createSandbox(seed === undefined ? {} : { seed });
    expect(enclavePublicKeyHex).toBe(sandboxEnclavePublicKeyHex);
    expect(() => createWebhookVerifier({ publicKey: webhookPublicKeyPem })).toThrow(/publicKey is the sandbox's/);
  }
  const [one, other] = [createSandbox({ keys: 'random' }), createSandbox({ keys: 'random' })];
  expect(new Set([one, other].map((each) => each.enclavePublicKeyHex)).size).toBe(2);
  expect(one.enclavePublicKeyHex).not.toBe(sandboxEnclavePublicKeyHex);
  expect(() => createWebhookVerifier({ publicKey: one.webhookPublicKeyPem })).not.toThrow();
});
