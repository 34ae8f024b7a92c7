import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import {
  createHolder,
  createQuote,
  ledgerOf,
  createPlatformClient,
  payloadOf,
  signIn,
  verifyBody,
  type Answer,
  type PlatformClient,
  type Holder,
  type SignedIn,
} from './platform-client.ts';

interface Setup {
  readonly platform: PlatformClient;
  readonly holder: Holder;
  readonly signedIn: SignedIn;
  readonly quote: Answer;
  readonly path: string;
}

async function withQuote(): Promise<Setup> {
  const platform = createPlatformClient();
  const holder = await createHolder(platform);
  const signedIn = await signIn(platform, holder);
  const quote = await createQuote(platform, holder);
  return { platform, holder, signedIn, quote, path: `/quotes/${quote.body.id}/execute` };
}

/** Holds a call to its refusal, and to having changed nothing. */
async function refused(setup: Setup, call: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await ledgerOf(setup.platform, setup.holder);
  const quote = await setup.platform.call('GET', `/quotes/${setup.quote.body.id}`);
  const answer = await call();
  expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
  expect(await ledgerOf(setup.platform, setup.holder)).toEqual(before);
  expect((await setup.platform.call('GET', `/quotes/${setup.quote.body.id}`)).body).toEqual(quote.body);
  expect(setup.platform.sandbox.audit()).toEqual([]);
  return answer;
}

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
    const headers = await setup.platform.signed('something else', setup.signedIn.key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
  });

  test('with the stamp of another quote', async () => {
    const setup = await withQuote();
    const other = await createQuote(setup.platform, setup.holder, 7_000_000);
    const headers = await setup.platform.signed(payloadOf(other), setup.signedIn.key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
  });

  test('with a stamp by an unknown key', async () => {
    const setup = await withQuote();
    const headers = await setup.platform.signed(payloadOf(setup.quote), await generateClientKeyPair());
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key unknown');
  });

  test("with a stamp by another customer's session", async () => {
    const setup = await withQuote();
    const stranger = await createHolder(setup.platform, 0);
    const { key } = await signIn(setup.platform, stranger);
    const headers = await setup.platform.signed(payloadOf(setup.quote), key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    const answer = await refused(setup, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key belongs to another account');
  });

  test('with a stamp by an expired session', async () => {
    const setup = await withQuote();
    await setup.platform.advance(15 * 60_000);
    const quote = await createQuote(setup.platform, setup.holder);
    const late = { ...setup, quote, path: `/quotes/${quote.body.id}/execute` };
    const headers = await setup.platform.signed(payloadOf(quote), setup.signedIn.key);
    const call = (): Promise<Answer> => late.platform.call('POST', late.path, undefined, headers);
    const answer = await refused(late, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('session expired');
  });

  test('once the quote has expired', async () => {
    const setup = await withQuote();
    await setup.platform.advance(5 * 60_000);
    const headers = await setup.platform.signed(payloadOf(setup.quote), setup.signedIn.key);
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
    await setup.platform.call('POST', path, undefined, await setup.platform.signed(payloadOf(big), key));
    const headers = await setup.platform.signed(payloadOf(setup.quote), key);
    const call = (): Promise<Answer> => setup.platform.call('POST', setup.path, undefined, headers);
    await refused(setup, call, 400, 'INSUFFICIENT_FUNDS');
  });
});

test('a quote beyond the balance is refused', async () => {
  const setup = await withQuote();
  const call = (): Promise<Answer> => createQuote(setup.platform, setup.holder, 100_000_001);
  await refused(setup, call, 400, 'INSUFFICIENT_FUNDS');
});

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

  test('with a bundle of an earlier challenge', async () => {
    const setup = await withQuote();
    const { body } = await verifyBody(setup.platform, setup.holder.credentialId);
    await verifyBody(setup.platform, setup.holder.credentialId);
    await refused(setup, () => setup.platform.call('POST', pathOf(setup.holder), body), 401, 'UNAUTHORIZED');
  });

  test('with a code that was used', async () => {
    const setup = await withQuote();
    const { body, keyPair } = await verifyBody(setup.platform, setup.holder.credentialId);
    const first = await setup.platform.call('POST', pathOf(setup.holder), body);
    const headers = await setup.platform.signed(first.body.payloadToSign, keyPair, first.body.requestId);
    expect((await setup.platform.call('POST', pathOf(setup.holder), body, headers)).status).toBe(200);
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
      const headers = await setup.platform.signed(first.body.payloadToSign, keyPair, first.body.requestId);
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
