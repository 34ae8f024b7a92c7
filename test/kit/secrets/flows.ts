/** Every flow of a wallet that talks to the service, each run to its end or its error. */
import type { PasskeySignIn } from 'countersign';
import { walletCalls, type Method, type Targets } from '../../calls.ts';

/** The customer's number. */
export const phoneNumber = '+14155550100';

/** A code that the service never sent. */
export const wrongCode = 'VHJXQW38RMKT';

/** Preparations of the flows, made without a fault. */
export interface FlowsOptions {
  /** The code that the service sends. */
  readonly code: string;
  /** A passkey sign-in that waits for the click. */
  readonly prepared: PasskeySignIn;
  /** Lets the time come at which the wallet refreshes its session; resolves once it has tried. */
  readonly refreshByItself: () => Promise<void>;
}

type Flow = (targets: Targets) => Promise<unknown>;

const other = 'AuthMethod:00000000-0000-4000-8000-00000000000a';

/** Methods as the catalogue calls them. */
const called = (...names: readonly Method[]): Readonly<Record<string, Flow>> =>
  Object.fromEntries(names.map((name) => [name, (targets: Targets) => walletCalls[name].run(targets)]));

/** The flows by name, in an order in which each still finds a session. */
export const flows = ({ code, prepared, refreshByItself }: FlowsOptions): Readonly<Record<string, Flow>> => ({
  ...called('session.list', 'credentials.list'),
  'a sign-in': async ({ wallet }) => (await wallet.emailOtp.begin()).verify(code),
  'a wrong code': async ({ wallet }) => (await wallet.emailOtp.begin()).verify(wrongCode),
  'a code sent again': async ({ wallet }) => (await wallet.emailOtp.begin()).resend(),
  ...called('session.refresh', 'quote.execute', 'quote.get', 'quote.look', 'quote.authorize'),
  ...called('quote.resendAuthorization', 'quote.unfinished', 'transaction.get'),
  // A wrong answer would be asked for again for ever.
  'a payment that is followed, and given up': async ({ wallet, quote }) => {
    const gaveUp = new AbortController();
    const states = wallet.transaction.follow(quote.transactionId, { signal: gaveUp.signal });
    const first = states[Symbol.asyncIterator]().next();
    await wallet.transaction.get(quote.transactionId).catch(() => gaveUp.abort());
    return first;
  },
  ...called('transaction.list', 'account.get', 'payee.get', 'payee.name', 'account.export', 'card.list'),
  ...called('card.freeze', 'card.unfreeze', 'card.close'),
  ...called('delegatedKeys.create', 'delegatedKeys.list', 'delegatedKeys.revoke', 'credentials.remove'),
  'the removed e-mail credential': async ({ wallet }) => {
    const [credential] = await wallet.credentials.list();
    return wallet.credentials.remove(credential?.id ?? other, { type: 'EMAIL_OTP' });
  },
  ...called('credentials.addEmailOtp', 'credentials.addOAuth'),
  "a sign-in with an identity provider's token": async ({ wallet, token }) => {
    const attempt = await wallet.oauth.begin();
    return attempt.verify(await token(attempt.nonce));
  },
  'a token of another attempt': async ({ wallet, token }) =>
    (await wallet.oauth.begin()).verify(await token('0'.repeat(64))),
  'a text message': async ({ wallet }) => (await wallet.smsOtp.begin()).verify(code),
  'a wrong code of a text message, sent again': async ({ wallet }) => {
    const attempt = await wallet.smsOtp.begin();
    await attempt.resend();
    return attempt.verify(wrongCode);
  },
  ...called('credentials.addSmsOtp', 'passkey.available', 'credentials.changeEmail', 'credentials.changePhone'),
  'a passkey sign-in': async ({ wallet }) => (await wallet.passkey.prepare()).signIn(),
  'a new passkey': async ({ wallet }) => (await wallet.passkey.prepareAdd({ nickname: 'Phone' })).add(),
  'an action of its own': ({ wallet, customerId }) =>
    wallet.signedRetry({
      method: 'DELETE',
      path: `/auth/credentials/${other}`,
      body: { customerId },
      intent: { opaque: true },
    }),
  'a passkey sign-in that was prepared before': () => prepared.signIn(),
  'a refresh by itself': refreshByItself,
  'another session ended': ({ wallet }) =>
    wallet.session.revoke({ sessionId: 'Session:00000000-0000-4000-8000-00000000000a' }),
  ...called('session.revoke'),
});
