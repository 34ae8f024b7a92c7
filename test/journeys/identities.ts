/** Identities of the sandbox's provider, and their tokens. */
import type { OAuthAttempt, Wallet } from 'countersign';
import type { TestBench } from './test-bench.ts';

/** An ID token of the sandbox's provider. */
export async function tokenOf(
  bench: TestBench,
  { nonce }: Pick<OAuthAttempt, 'nonce'>,
  more: object = {},
): Promise<string> {
  const { body } = await bench.control('POST', '/id-tokens', { subject: 'sample-subject', nonce, ...more });
  return body.idToken as string;
}

/** Adds an identity of the account, by a session of the e-mail credential; its id. */
export async function link(bench: TestBench, wallet: Wallet, subject = 'sample-subject'): Promise<string> {
  const attempt = await wallet.oauth.begin();
  return (await wallet.credentials.addOAuth(attempt, await tokenOf(bench, attempt, { subject }))).id;
}
