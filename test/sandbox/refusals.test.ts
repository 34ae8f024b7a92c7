import { generateClientKeyPair, stamp } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import {
  createHolder,
  createQuote,
  ledgerOf,
  openDesk,
  payloadOf,
  signIn,
  verifyBody,
  type Answer,
  type Desk,
  type Holder,
  type SignedIn,
} from './desk.ts';

interface Scene {
  readonly desk: Desk;
  readonly holder: Holder;
  readonly signedIn: SignedIn;
  readonly quote: Answer;
  readonly path: string;
}

async function withQuote(): Promise<Scene> {
  const desk = openDesk();
  const holder = await createHolder(desk);
  const signedIn = await signIn(desk, holder);
  const quote = await createQuote(desk, holder);
  return { desk, holder, signedIn, quote, path: `/quotes/${quote.body.id}/execute` };
}

/** Holds a call to its refusal, and to having changed nothing. */
async function refused(scene: Scene, call: () => Promise<Answer>, status: number, code: string): Promise<Answer> {
  const before = await ledgerOf(scene.desk, scene.holder);
  const quote = await scene.desk.call('GET', `/quotes/${scene.quote.body.id}`);
  const answer = await call();
  expect([answer.status, answer.body.status, answer.body.code]).toEqual([status, status, code]);
  expect(await ledgerOf(scene.desk, scene.holder)).toEqual(before);
  expect((await scene.desk.call('GET', `/quotes/${scene.quote.body.id}`)).body).toEqual(quote.body);
  expect(scene.desk.sandbox.audit()).toEqual([]);
  return answer;
}

describe('an execution is refused', () => {
  test('without a signature', async () => {
    const scene = await withQuote();
    await refused(scene, () => scene.desk.call('POST', scene.path), 401, 'WALLET_SIGNATURE_MISSING');
  });

  test.each([
    ['an empty signature', ''],
    ['a shortcut', 'sandbox-valid-signature'],
    ['text that is not base64url', '{"publicKey":"x"}'],
    ['JSON without the fields of a stamp', btoa('{"publicKey":"02"}').replaceAll('=', '')],
  ])('with %s', async (_, value) => {
    const scene = await withQuote();
    const headers = { [scene.desk.signatureHeader]: value };
    await refused(
      scene,
      () => scene.desk.call('POST', scene.path, undefined, headers),
      401,
      'WALLET_SIGNATURE_MALFORMED',
    );
  });

  test('with a stamp over a payload that nobody asked to sign', async () => {
    const scene = await withQuote();
    const headers = await scene.desk.signed('something else', scene.signedIn.key);
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
  });

  test('with the stamp of another quote', async () => {
    const scene = await withQuote();
    const other = await createQuote(scene.desk, scene.holder, 7_000_000);
    const headers = await scene.desk.signed(payloadOf(other), scene.signedIn.key);
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    await refused(scene, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
  });

  test('with a stamp by an unknown key', async () => {
    const scene = await withQuote();
    const headers = await scene.desk.signed(payloadOf(scene.quote), await generateClientKeyPair());
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    const answer = await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key unknown');
  });

  test("with a stamp by another customer's session", async () => {
    const scene = await withQuote();
    const stranger = await createHolder(scene.desk, 0);
    const { key } = await signIn(scene.desk, stranger);
    const headers = await scene.desk.signed(payloadOf(scene.quote), key);
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    const answer = await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('key belongs to another account');
  });

  test('with a stamp by an expired session', async () => {
    const scene = await withQuote();
    await scene.desk.advance(15 * 60_000);
    const quote = await createQuote(scene.desk, scene.holder);
    const late = { ...scene, quote, path: `/quotes/${quote.body.id}/execute` };
    const headers = await scene.desk.signed(payloadOf(quote), scene.signedIn.key);
    const call = (): Promise<Answer> => late.desk.call('POST', late.path, undefined, headers);
    const answer = await refused(late, call, 401, 'WALLET_SIGNATURE_INVALID');
    expect(answer.body.details.reason).toBe('session expired');
  });

  test('once the quote has expired', async () => {
    const scene = await withQuote();
    await scene.desk.advance(5 * 60_000);
    const headers = await scene.desk.signed(payloadOf(scene.quote), scene.signedIn.key);
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    await refused(scene, call, 409, 'QUOTE_EXPIRED');
    const transaction = await scene.desk.call('GET', `/transactions/${scene.quote.body.transactionId}`);
    expect(transaction.body.status).toBe('EXPIRED');
  });

  test('when the money went elsewhere in the meantime', async () => {
    const scene = await withQuote();
    const big = await createQuote(scene.desk, scene.holder, 99_000_000);
    const { key } = scene.signedIn;
    const path = `/quotes/${big.body.id}/execute`;
    await scene.desk.call('POST', path, undefined, await scene.desk.signed(payloadOf(big), key));
    const headers = await scene.desk.signed(payloadOf(scene.quote), key);
    const call = (): Promise<Answer> => scene.desk.call('POST', scene.path, undefined, headers);
    await refused(scene, call, 400, 'INSUFFICIENT_FUNDS');
  });
});

test('a quote beyond the balance is refused', async () => {
  const scene = await withQuote();
  const call = (): Promise<Answer> => createQuote(scene.desk, scene.holder, 100_000_001);
  await refused(scene, call, 400, 'INSUFFICIENT_FUNDS');
});

describe('a verification is refused', () => {
  const pathOf = ({ credentialId }: Holder): string => `/auth/credentials/${credentialId}/verify`;

  test('with a wrong code, on the first leg, and the bundle stays good', async () => {
    const scene = await withQuote();
    const { credentialId } = scene.holder;
    const wrong = await verifyBody(scene.desk, credentialId, '111111');
    const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), wrong.body);
    const answer = await refused(scene, call, 401, 'UNAUTHORIZED');
    expect(answer.body.details.reason).toBe('Invalid OTP code');
    expect((await scene.desk.control('GET', `/otp?credentialId=${credentialId}`)).body).toMatchObject({
      otpCode: '000000',
      wrongAttempts: 1,
    });
  });

  test('after five wrong codes, until a new one is asked for', async () => {
    const scene = await withQuote();
    const wrong = await verifyBody(scene.desk, scene.holder.credentialId, '111111');
    const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), wrong.body);
    for (let attempt = 0; attempt < 5; attempt += 1) await refused(scene, call, 401, 'UNAUTHORIZED');
    const answer = await refused(scene, call, 429, 'RATE_LIMITED');
    expect(answer.headers.get('Retry-After')).toBe('300');
    expect((await signIn(scene.desk, scene.holder)).sessionId).toMatch(/^Session:/);
  });

  test('with a code that has expired', async () => {
    const scene = await withQuote();
    const { body } = await verifyBody(scene.desk, scene.holder.credentialId);
    await scene.desk.advance(5 * 60_000);
    const late = { ...scene, quote: await createQuote(scene.desk, scene.holder) };
    const answer = await refused(late, () => scene.desk.call('POST', pathOf(scene.holder), body), 401, 'UNAUTHORIZED');
    expect(answer.body.details.reason).toBe('OTP expired');
  });

  test('with a bundle of an earlier challenge', async () => {
    const scene = await withQuote();
    const { body } = await verifyBody(scene.desk, scene.holder.credentialId);
    await verifyBody(scene.desk, scene.holder.credentialId);
    await refused(scene, () => scene.desk.call('POST', pathOf(scene.holder), body), 401, 'UNAUTHORIZED');
  });

  test('with a code that was used', async () => {
    const scene = await withQuote();
    const { body, keyPair } = await verifyBody(scene.desk, scene.holder.credentialId);
    const first = await scene.desk.call('POST', pathOf(scene.holder), body);
    const headers = await scene.desk.signed(first.body.payloadToSign, keyPair, first.body.requestId);
    expect((await scene.desk.call('POST', pathOf(scene.holder), body, headers)).status).toBe(200);
    const answer = await refused(scene, () => scene.desk.call('POST', pathOf(scene.holder), body), 401, 'UNAUTHORIZED');
    expect(answer.body.details.reason).toBe('No pending OTP for this credential');
  });

  test.each([
    ['text that is not JSON', 'nonsense'],
    ['a bundle encoded twice', JSON.stringify('{"encappedPublic":"04","ciphertext":"00"}')],
  ])('with %s', async (_, encryptedOtpBundle) => {
    const scene = await withQuote();
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
    const answer = await refused(
      scene,
      () => scene.desk.call('POST', pathOf(scene.holder), body),
      400,
      'INVALID_INPUT',
    );
    expect(answer.body.details.errors[0].field).toBe('encryptedOtpBundle');
  });

  describe('on the second leg', () => {
    const open = async (): Promise<{
      scene: Scene;
      body: { encryptedOtpBundle: string };
      first: Answer;
      headers: Record<string, string>;
    }> => {
      const scene = await withQuote();
      const { body, keyPair } = await verifyBody(scene.desk, scene.holder.credentialId);
      const first = await scene.desk.call('POST', pathOf(scene.holder), body);
      const headers = await scene.desk.signed(first.body.payloadToSign, keyPair, first.body.requestId);
      return { scene, body, first, headers };
    };

    test('without a Request-Id', async () => {
      const { scene, body, headers } = await open();
      const { 'Request-Id': _, ...rest } = headers;
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, rest);
      await refused(scene, call, 401, 'REQUEST_ID_MISSING');
    });

    test('without a signature', async () => {
      const { scene, body, first } = await open();
      const rest = { 'Request-Id': String(first.body.requestId) };
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, rest);
      await refused(scene, call, 401, 'WALLET_SIGNATURE_MISSING');
    });

    test('with a Request-Id that lost its prefix', async () => {
      const { scene, body, headers } = await open();
      const bare = { ...headers, 'Request-Id': (headers['Request-Id'] ?? '').slice('Request:'.length) };
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, bare);
      await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
    });

    test('with a body that differs from the first leg in a single space', async () => {
      const { scene, body, headers } = await open();
      const spaced = `${JSON.stringify(body)} `;
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), spaced, headers);
      await refused(scene, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
      expect((await scene.desk.call('POST', pathOf(scene.holder), body, headers)).status).toBe(200);
    });

    test('with a stamp by a key other than the one in the bundle', async () => {
      const { scene, body, first, headers } = await open();
      const { key } = scene.signedIn;
      const other = { ...headers, [scene.desk.signatureHeader]: await stamp(first.body.payloadToSign, key) };
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, other);
      const answer = await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('key not allowed to sign this');
    });

    test('with an expired challenge', async () => {
      const { scene, body, headers } = await open();
      await scene.desk.advance(5 * 60_000);
      const late = { ...scene, quote: await createQuote(scene.desk, scene.holder) };
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, headers);
      const answer = await refused(late, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('Request-Id expired');
    });

    test('with a Request-Id that was used', async () => {
      const { scene, body, headers } = await open();
      expect((await scene.desk.call('POST', pathOf(scene.holder), body, headers)).status).toBe(200);
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, headers);
      const answer = await refused(scene, call, 401, 'WALLET_SIGNATURE_INVALID');
      expect(answer.body.details.reason).toBe('Request-Id already used');
    });

    test("with another action's Request-Id", async () => {
      const { scene, body, headers } = await open();
      const path = `/auth/sessions/${scene.signedIn.sessionId}`;
      const revocation = await scene.desk.call('DELETE', path);
      const other = { ...headers, 'Request-Id': String(revocation.body.requestId) };
      const call = (): Promise<Answer> => scene.desk.call('POST', pathOf(scene.holder), body, other);
      await refused(scene, call, 401, 'WALLET_SIGNATURE_BODY_MISMATCH');
    });
  });
});

test.each([
  ['no credentials', undefined],
  ['a wrong secret', `Basic ${btoa('sandbox-client:wrong')}`],
  ['another scheme', 'Bearer sandbox-secret'],
])('a call with %s is UNAUTHORIZED', async (_, authorization) => {
  const { sandbox } = openDesk();
  const headers = authorization === undefined ? {} : { authorization };
  const response = await sandbox.fetch(new Request('http://127.0.0.1/2025-10-13/transactions', { headers }));
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, 'UNAUTHORIZED']);
});
