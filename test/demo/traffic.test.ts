import { describe, expect, test } from 'vitest';
import { redact, redactText } from '../../demo/page/underneath/redact.ts';
import { createTraffic } from '../../demo/page/underneath/traffic.ts';

const secrets = {
  encryptedOtpBundle: 'SECRET-bundle',
  payloadToSign: 'SECRET-payload',
  requestId: 'SECRET-request-id',
  encryptedSessionSigningKey: 'SECRET-sealed',
  otpEncryptionTargetBundle: 'SECRET-target',
  accountNumber: 'SECRET-account',
  aFieldNobodyThoughtOf: 'SECRET-new',
  nested: { signature: 'SECRET-signature' },
  list: ['SECRET-item'],
};
const key = `02${'ab'.repeat(32)}`;
const stamp = btoa(JSON.stringify({ publicKey: key, scheme: 'x', signature: '30SECRET' }))
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');

describe('redact', () => {
  test('shows the values of listed fields only, and the names of all', () => {
    const shown = redact({ status: 'PENDING', ...secrets });
    expect(JSON.stringify(shown)).not.toContain('SECRET');
    expect(shown).toContainEqual({ name: 'status', value: 'PENDING' });
    expect(shown).toContainEqual({ name: 'nested.signature', value: null });
    expect(shown).toContainEqual({ name: 'payloadToSign', value: null });
    expect(shown).toContainEqual({ name: 'list', value: null });
  });

  test('reads the first record of a list and says how many there are', () => {
    expect(redact({ data: [{ id: 'A:1', secret: 'x' }, { id: 'A:2' }] })).toEqual([
      { name: 'data[0] (first of 2).id', value: 'A:1' },
      { name: 'data[0] (first of 2).secret', value: null },
    ]);
  });

  test('shows nothing of a text that is not JSON', () => {
    expect(redactText('SECRET')).toEqual([]);
    expect(redactText('"SECRET"')).toEqual([]);
  });
});

describe('createTraffic', () => {
  const answer = (status: number, body: unknown): Response => Response.json(body, { status });

  test('keeps method, path, status, leg and the stamp’s public key, and nothing secret', async () => {
    let time = 0;
    const traffic = createTraffic(
      async () => {
        time += 25;
        return answer(200, { ...secrets, id: 'Session:1' });
      },
      () => time,
    );
    const headers = { 'Service-Wallet-Signature': stamp, 'Request-Id': 'SECRET-id', 'Idempotency-Key': 'SECRET-key' };
    const response = await traffic.fetch('/wallet/auth/credentials/AuthMethod%3A1/verify?accountId=A%3A1', {
      method: 'post',
      headers,
      body: JSON.stringify(secrets),
    });
    await response.text();
    await expect.poll(() => traffic.exchanges()[0]?.received.length).toBeGreaterThan(0);
    expect(traffic.exchanges()).toMatchObject([
      {
        method: 'POST',
        path: '/wallet/auth/credentials/AuthMethod:1/verify?accountId=A:1',
        to: 'relay',
        status: 200,
        failed: false,
        durationMs: 25,
        leg: 'signed',
        signedBy: key,
        hasRequestId: true,
        hasIdempotencyKey: true,
      },
    ]);
    expect(JSON.stringify(traffic.exchanges())).not.toContain('SECRET');
  });

  test('marks the leg that asks what to sign, and the platform’s own requests', async () => {
    const traffic = createTraffic(async (url) => answer(url.startsWith('/api/') ? 200 : 202, {}));
    await traffic.fetch('/wallet/x', { method: 'POST' });
    await traffic.fetch('/api/fund', { method: 'POST' });
    expect(traffic.exchanges().map(({ leg, to }) => [leg, to])).toEqual([
      [null, 'platform'],
      ['asks what to sign', 'relay'],
    ]);
  });

  test('a request without an answer is kept as failed, and its error goes on', async () => {
    const traffic = createTraffic(async () => {
      throw new TypeError('offline');
    });
    await expect(traffic.fetch('/wallet/x')).rejects.toThrow('offline');
    expect(traffic.exchanges()).toMatchObject([{ failed: true, status: null }]);
  });

  test('a stamp that cannot be read names no key', async () => {
    const traffic = createTraffic(async () => answer(401, {}));
    await traffic.fetch('/wallet/x', { headers: { 'Grid-Wallet-Signature': 'not base64!' } });
    expect(traffic.exchanges()).toMatchObject([{ leg: 'signed', signedBy: null }]);
  });

  test('tells its listeners, until they stop', async () => {
    const traffic = createTraffic(async () => answer(204, null));
    let calls = 0;
    const stop = traffic.subscribe(() => (calls += 1));
    traffic.clear();
    stop();
    traffic.clear();
    expect(calls).toBe(1);
  });
});
