/** What the sign-in script runs in a page of the application: built into one script of its own, which nothing else loads. */
import { createWallet } from '../../wallet/index.ts';
import type { InPageSignIn } from '../sign-in-options.ts';

/** Signs in on the page's own origin, and leaves the session in its storage. Resolves with the session's id. */
export async function signInOnPage({ code, ...options }: InPageSignIn): Promise<string> {
  const wallet = createWallet({ ...options, environment: 'sandbox', refreshBefore: false });
  try {
    const attempt = await wallet.emailOtp.begin();
    return (await attempt.verify(code)).sessionId;
  } finally {
    wallet.close();
  }
}
