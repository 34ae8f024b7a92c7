import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptOtpCodeToBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto';
import { describe, expect, test } from 'vitest';
import { createQuote, openHolder } from './platform-client.ts';
import { payloadOf } from './reading.ts';

async function stampWith(privateKey: string, payload: string): Promise<string> {
  const publicKey = Buffer.from(getPublicKey(privateKey, true)).toString('hex');
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  return (await stamper.stamp(payload)).stampHeaderValue;
}

describe.each(['spec', 'grid'] as const)('profile %s', (profile) => {
  // Several rounds: the peer's arithmetic differs with the parity of a key.
  test.each([1, 2, 3, 4])('the public packages sign in and execute a quote on their own, round %i', async () => {
    const { platform, holder } = await openHolder({ profile });
    const base = `/auth/credentials/${holder.credentialId}`;
    const challenge = await platform.call('POST', `${base}/challenge`);
    const client = generateP256KeyPair();
    const encryptedOtpBundle = await encryptOtpCodeToBundle(
      '000000',
      challenge.body.otpEncryptionTargetBundle,
      client.publicKeyUncompressed,
      platform.sandbox.enclavePublicKeyHex,
    );
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
    const first = await platform.call('POST', `${base}/verify`, body);
    expect(first.status).toBe(202);
    const second = await platform.call('POST', `${base}/verify`, body, {
      [platform.signatureHeader]: await stampWith(client.privateKey, first.body.payloadToSign),
      'Request-Id': first.body.requestId,
    });
    expect(second.status).toBe(200);
    const sealed = second.body.encryptedSessionSigningKey as string | undefined;
    expect(sealed === undefined).toBe(profile === 'grid');
    const sessionKey = sealed === undefined ? client.privateKey : decryptCredentialBundle(sealed, client.privateKey);
    const quote = await createQuote(platform, holder);
    const executed = await platform.call('POST', `/quotes/${quote.body.id}/execute`, undefined, {
      [platform.signatureHeader]: await stampWith(sessionKey, payloadOf(quote)),
    });
    expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
  });
});
