import { describe, expect, test } from 'vitest';
import { createQuote, signIn, verifyBody, type Holder } from './platform-client.ts';
import type { Answer } from './reading.ts';
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

  interface SecondLeg {
    readonly setup: Setup;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
    readonly first: Answer;
  }
  type Change = (leg: SecondLeg) => object | Promise<object>;

  describe('on the second leg', () => {
    test.each<[string, Change, code: string, reason?: string]>([
      [
        'without a Request-Id',
        ({ setup: { platform }, headers }) => ({
          headers: { [platform.signatureHeader]: headers[platform.signatureHeader] },
        }),
        'REQUEST_ID_MISSING',
      ],
      [
        'without a signature',
        ({ first }) => ({ headers: { 'Request-Id': first.body.requestId } }),
        'WALLET_SIGNATURE_MISSING',
      ],
      [
        'with a Request-Id that lost its prefix',
        ({ headers, first }) => ({
          headers: { ...headers, 'Request-Id': first.body.requestId.replace('Request:', '') },
        }),
        'WALLET_SIGNATURE_INVALID',
      ],
      [
        'with a body that differs from the first leg in a single space',
        ({ body }) => ({ body: `${JSON.stringify(body)} ` }),
        'WALLET_SIGNATURE_BODY_MISMATCH',
      ],
      [
        'with a stamp by a key other than the one in the bundle',
        ({ setup: { platform, signedIn }, first: { body } }) =>
          platform.stampHeaders(body.payloadToSign, signedIn.key, body.requestId).then((headers) => ({ headers })),
        'WALLET_SIGNATURE_INVALID',
        'key not allowed to sign this',
      ],
      [
        'with an expired challenge',
        ({ setup }) => setup.platform.advance(5 * 60_000).then(() => ({})),
        'WALLET_SIGNATURE_INVALID',
        'Request-Id expired',
      ],
      [
        'with a Request-Id that was used',
        async ({ setup, body, headers }) => {
          expect((await setup.platform.call('POST', pathOf(setup.holder), body, headers)).status).toBe(200);
          return {};
        },
        'WALLET_SIGNATURE_INVALID',
        'Request-Id already used',
      ],
      [
        "with another action's Request-Id",
        async ({ setup, headers }) => {
          const { body } = await setup.platform.call('DELETE', `/auth/sessions/${setup.signedIn.sessionId}`);
          return { headers: { ...headers, 'Request-Id': body.requestId } };
        },
        'WALLET_SIGNATURE_BODY_MISMATCH',
      ],
    ])('%s', async (_, change, code, reason) => {
      const setup = await withQuote();
      const { platform, holder } = setup;
      const { body, keyPair } = await verifyBody(platform, holder.credentialId);
      const first = await platform.call('POST', pathOf(holder), body);
      const headers = await platform.stampHeaders(first.body.payloadToSign, keyPair, first.body.requestId);
      const sent = { body, headers, ...(await change({ setup, body, headers, first })) };
      const call = (): Promise<Answer> => platform.call('POST', pathOf(holder), sent.body, sent.headers);
      const answer = await refused(setup, call, 401, code);
      if (reason !== undefined) expect(answer.body.details.reason).toBe(reason);
      // The challenge stays good, but for one that is over.
      if (reason?.startsWith('Request-Id')) return;
      expect((await platform.call('POST', pathOf(holder), body, headers)).status).toBe(200);
    });
  });
});
