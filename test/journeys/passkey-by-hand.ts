/** A passkey that is added past the wallet, as a test needs one that no prompt has made. */
import { stamp, type SessionSigningKey } from 'countersign/crypto';
import type { Passkey } from '../../sandbox/test/service/authenticator.ts';
import { pageOrigin, type TestBench } from './test-bench.ts';

/** Adds it by the platform's own calls, signed with a session's key; its id. */
export async function addByHand(
  { platform, accountId }: TestBench,
  passkey: Passkey,
  signer: SessionSigningKey,
): Promise<string> {
  const challenge = btoa(`challenge of ${passkey.credentialId}`).replaceAll('=', '');
  const page = { origin: pageOrigin, relyingParty: new URL(pageOrigin).hostname };
  const attestation = await passkey.attest({ challenge, ...page });
  const nickname = `Phone ${passkey.credentialId.slice(0, 8)}`;
  const body = { type: 'PASSKEY', accountId, nickname, challenge, attestation };
  const first = await platform('POST', '/auth/credentials', body);
  const { payloadToSign, requestId } = first.body as { payloadToSign: string; requestId: string };
  const headers = { 'Service-Wallet-Signature': await stamp(payloadToSign, signer), 'Request-Id': requestId };
  const added = await platform('POST', '/auth/credentials', body, headers);
  if (added.status !== 201) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return added.body.id as string;
}
