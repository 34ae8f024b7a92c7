/** The sign-in script's part in a page of the application: built into one script of its own, which nothing else loads. */
import { createWallet } from 'countersign';
import type { InPageSignIn } from '../sign-in-options.ts';

/** Meanings of the relay's refusals of the first request in a test. */
const meanings: Readonly<Record<string, string>> = {
  RELAY_UNAUTHENTICATED: "log in to your application first: the relay's `identify` says that nobody is",
  RELAY_NOT_FOUND: "this account is another person's: `identify` must list it for whom your application has logged in",
};

/** Signs in on the page's own origin, and leaves the session in its storage. Resolves with the session's id. */
export async function signInOnPage({ code, ...options }: InPageSignIn): Promise<string> {
  if (!/^https?:$/.test(location.protocol))
    throw new Error('signIn: no page of your application is open; call page.goto first');
  const wallet = createWallet({ ...options, environment: 'sandbox', refreshBefore: false });
  try {
    const attempt = await wallet.emailOtp.begin();
    return (await attempt.verify(code)).sessionId;
  } catch (error) {
    const { platformCode = '' } = error as { readonly platformCode?: string };
    const meaning = meanings[platformCode];
    throw meaning === undefined ? error : new Error(`signIn: ${meaning}`, { cause: error });
  } finally {
    wallet.close();
  }
}
