import { stamp } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { createQuote, signIn, verifyBody, type Answer, type Holder } from './platform-client.ts';
import { refused, withQuote, type Setup } from './refused.ts';

describe('a verification is refused', () => {
  const pathOf = ({ credentialId }: Holder): string => `/auth/credentials/${credentialId}/verify`;

  test('with a wrong code, on the first leg, and the bundle stays good', async () => {
    const setup = await withQuote();
    const { credentialId } = setup.holder;
    const wrong = await verifyBody(setup.platform, credentialId, '111111');
    const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), wrong.body);
    const answer = await refused(setup, call, 401, 'UNAUTHORIZED');
    expect(answer.body.details.reason).toBe('Invalid OTP code');
    expect((await setup.platform.control('GET', `/otp?credentialId=${credentialId}`)).body).toMatchObject({
      otpCode: '000000',
      wrongAttempts: 1,
    });
  });

  test('after five wrong codes, until a new one is asked for', async () => {
    const setup = await withQuote();
    const wrong = await verifyBody(setup.platform, setup.holder.credentialId, '111111');
    const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), wrong.body);
    for (let attempt = 0; attempt < 5; attempt += 1) await refused(setup, call, 401, 'UNAUTHORIZED');
    const answer = await refused(setup, call, 429, 'RATE_LIMITED');
    expect(answer.headers.get('Retry-After')).toBe('300');
    expect(answer.body.details).toEqual({ reason: 'Too many wrong OTP codes' });
    expect((await signIn(setup.platform, setup.holder)).sessionId).toMatch(/^Session:/);
  });

  test('with a code that has expired', async () => {
    const setup = await withQuote();
    const { body } = await verifyBody(setup.platform, setup.holder.credentialId);
    await setup.platform.advance(5 * 60_000);
    const late = { ...setup, quote: await createQuote(setup.platform, setup.holder) };
    const answer = await refused(
      late,
      () => setup.platform.call('POST', pathOf(setup.holder), body),
      401,
      'UNAUTHORIZED',
    );
    expect(answer.body.details.reason).toBe('OTP expired');
  });

  test('in grid with one reason, whether the code is wrong, expired or was never sent, and without one when it is blocked', async () => {
    const setup = await withQuote('grid');
    const { platform, holder } = setup;
    const reasons: unknown[] = [];
    const send = async (body: object): Promise<void> => {
      const answer = await platform.call('POST', pathOf(holder), body);
      reasons.push([answer.status, answer.body.code, answer.body.details?.reason]);
    };
    const { body } = await verifyBody(platform, holder.credentialId);
    await platform.advance(5 * 60_000);
    await send(body);
    const wrong = await verifyBody(platform, holder.credentialId, '111111');
    for (let attempt = 0; attempt < 6; attempt += 1) await send(wrong.body);
    const refusal = [401, 'UNAUTHORIZED', 'Invalid OTP code'];
    expect(reasons).toEqual([...Array.from({ length: 6 }, () => refusal), [429, 'RATE_LIMITED', undefined]]);
  });

  test('with a bundle of an earlier challenge', async () => {
    const setup = await withQuote();
    const { body } = await verifyBody(setup.platform, setup.holder.credentialId);
    await verifyBody(setup.platform, setup.holder.credentialId);
    await refused(setup, () => setup.platform.call('POST', pathOf(setup.holder), body), 401, 'UNAUTHORIZED');
  });

  test('with a code that was used', async () => {
    const setup = await withQuote();
    const { body, keyPair } = await verifyBody(setup.platform, setup.holder.credentialId);
    expect((await setup.platform.signed(keyPair, 'POST', pathOf(setup.holder), body)).status).toBe(200);
    const answer = await refused(
      setup,
      () => setup.platform.call('POST', pathOf(setup.holder), body),
      401,
      'UNAUTHORIZED',
    );
    expect(answer.body.details.reason).toBe('No pending OTP for this credential');
  });

  test.each([
    ['text that is not JSON', 'nonsense'],
    ['a bundle encoded twice', JSON.stringify('{"encappedPublic":"04","ciphertext":"00"}')],
  ])('with %s', async (_, encryptedOtpBundle) => {
    const setup = await withQuote();
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
    const answer = await refused(
      setup,
      () => setup.platform.call('POST', pathOf(setup.holder), body),
      400,
      'INVALID_INPUT',
    );
    expect(answer.body.details.errors[0].field).toBe('encryptedOtpBundle');
  });

  describe('on the second leg', () => {
    const open = async (): Promise<{
      setup: Setup;
      body: { encryptedOtpBundle: string };
      first: Answer;
      headers: Record<string, string>;
    }> => {
      const setup = await withQuote();
      const { body, keyPair } = await verifyBody(setup.platform, setup.holder.credentialId);
      const first = await setup.platform.call('POST', pathOf(setup.holder), body);
      const headers = await setup.platform.stampHeaders(first.body.payloadToSign, keyPair, first.body.requestId);
      return { setup, body, first, headers };
    };

    test('without a Request-Id', async () => {
      const { setup, body, headers } = await open();
      const { 'Request-Id': _, ...rest } = headers;
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, rest);
      await refused(setup, call, 401, 'REQUEST_ID_MISSING');
    });

    test('without a signature', async () => {
      const { setup, body, first } = await open();
      const rest = { 'Request-Id': String(first.body.requestId) };
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, rest);
      await refused(setup, call, 401, 'WALLET_SIGNATURE_MISSING');
    });

    test('with a Request-Id that lost its prefix', async () => {
      const { setup, body, headers } = await open();
      const bare = { ...headers, 'Request-Id': (headers['Request-Id'] ?? '').slice('Request:'.length) };
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, bare);
      await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
    });

    test('with a body that differs from the first leg in a single space', async () => {
      const { setup, body, headers } = await open();
      const spaced = `${JSON.stringify(body)} `;
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), spaced, headers);
      await refused(setup, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
      expect((await setup.platform.call('POST', pathOf(setup.holder), body, headers)).status).toBe(200);
    });

    test('with a stamp by a key other than the one in the bundle', async () => {
      const { setup, body, first, headers } = await open();
      const { key } = setup.signedIn;
      const other = { ...headers, [setup.platform.signatureHeader]: await stamp(first.body.payloadToSign, key) };
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, other);
      const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('key not allowed to sign this');
    });

    test('with an expired challenge', async () => {
      const { setup, body, headers } = await open();
      await setup.platform.advance(5 * 60_000);
      const late = { ...setup, quote: await createQuote(setup.platform, setup.holder) };
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, headers);
      const answer = await refused(late, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('Request-Id expired');
    });

    test('with a Request-Id that was used', async () => {
      const { setup, body, headers } = await open();
      expect((await setup.platform.call('POST', pathOf(setup.holder), body, headers)).status).toBe(200);
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, headers);
      const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('Request-Id already used');
    });

    test("with another action's Request-Id", async () => {
      const { setup, body, headers } = await open();
      const path = `/auth/sessions/${setup.signedIn.sessionId}`;
      const revocation = await setup.platform.call('DELETE', path);
      const other = { ...headers, 'Request-Id': String(revocation.body.requestId) };
      const call = (): Promise<Answer> => setup.platform.call('POST', pathOf(setup.holder), body, other);
      await refused(setup, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
    });
  });
});
