/** Delegates a key for a card by the platform's own calls, with a session of its own, as a page for it would. */
import { encryptOtp, generateClientKeyPair, stamp, type SessionSigningKey } from 'countersign/crypto';
import type { TestBench } from './test-bench.ts';

/** Lets a card spend from the wallet in the profile where that takes a delegated key. */
export async function delegateKey(bench: TestBench, cardId: string): Promise<void> {
  if (bench.sandbox.profile !== 'grid') return;
  const { body: credentials } = await bench.platform('GET', `/auth/credentials?accountId=${bench.accountId}`);
  const path = `/auth/credentials/${String(credentials.data[0].id)}`;
  const { body: challenge } = await bench.platform('POST', `${path}/challenge`);
  const key = await generateClientKeyPair();
  const encryptedOtpBundle = await encryptOtp(challenge.otpEncryptionTargetBundle, {
    otpCode: '000000',
    publicKeyHex: key.publicKeyHex,
    enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
  });
  await signedLegs(bench, key, { path: `${path}/verify`, body: { type: 'EMAIL_OTP', encryptedOtpBundle } });
  const body = { cardId, internalAccountId: bench.accountId, nickname: 'Card spending' };
  await signedLegs(bench, key, { path: '/auth/delegated-keys', body });
}

async function signedLegs(
  bench: TestBench,
  key: SessionSigningKey,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<void> {
  let answer = await bench.platform('POST', path, body);
  while (answer.status === 202) {
    const { payloadToSign, requestId } = answer.body as { payloadToSign: string; requestId: string };
    const headers = { 'Grid-Wallet-Signature': await stamp(payloadToSign, key), 'Request-Id': requestId };
    answer = await bench.platform('POST', path, body, headers);
  }
}
