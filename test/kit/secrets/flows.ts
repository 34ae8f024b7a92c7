/** Every flow of a wallet that talks to the service, each run to its end or its error. */
import type { PasskeySignIn, Quote, Wallet } from 'countersign';
import { link, tokenOf } from '../../journeys/identities.ts';
import type { TestBench } from '../../journeys/test-bench.ts';

/** The customer's number. */
export const phoneNumber = '+14155550100';

/** A code that the service never sent. */
export const wrongCode = 'VHJXQW38RMKT';

/** Preparations of the flows, made without a fault. */
export interface FlowsOptions {
  /** The code that the service sends. */
  readonly code: string;
  readonly quote: Quote;
  /** A passkey sign-in that waits for the click. */
  readonly prepared: PasskeySignIn;
  /** Lets the time come at which the wallet refreshes its session; resolves once it has tried. */
  readonly refreshByItself: () => Promise<void>;
}

type Flow = (wallet: Wallet, bench: TestBench) => Promise<unknown>;

const card = 'Card:00000000-0000-4000-8000-00000000000a';
const other = 'AuthMethod:00000000-0000-4000-8000-00000000000a';

/** The flows by name, in an order in which each still finds a session. */
export const flows = ({ code, quote, prepared, refreshByItself }: FlowsOptions): Readonly<Record<string, Flow>> => ({
  'a list of sessions': (wallet) => wallet.session.list(),
  'a list of credentials': (wallet) => wallet.credentials.list(),
  'a sign-in': async (wallet) => (await wallet.emailOtp.begin()).verify(code),
  'a wrong code': async (wallet) => (await wallet.emailOtp.begin()).verify(wrongCode),
  'a code sent again': async (wallet) => (await wallet.emailOtp.begin()).resend(),
  'a refresh': (wallet) => wallet.session.refresh(),
  'a payment': (wallet) => wallet.quote.execute(quote),
  'a quote that is read': (wallet) => wallet.quote.get(quote.id),
  'a quote that is looked for': (wallet) => wallet.quote.look(quote.id),
  'a payment that is authorized': (wallet) => wallet.quote.authorize(quote.id, wrongCode.slice(0, 10)),
  'a code for a payment, sent again': (wallet) => wallet.quote.resendAuthorization(quote.id),
  'quotes that are unfinished': (wallet) => wallet.quote.unfinished(),
  'a payment that is read': (wallet) => wallet.transaction.get(quote.transactionId),
  // A wrong answer would be asked for again for ever.
  'a payment that is followed, and given up': async (wallet) => {
    const gaveUp = new AbortController();
    const states = wallet.transaction.follow(quote.transactionId, { signal: gaveUp.signal });
    const first = states[Symbol.asyncIterator]().next();
    await wallet.transaction.get(quote.transactionId).catch(() => gaveUp.abort());
    return first;
  },
  'the payments': (wallet, bench) => wallet.transaction.list({ customerId: bench.customerId }),
  'the account': (wallet, bench) => wallet.account.get({ customerId: bench.customerId }),
  'a payee': async (wallet, bench) => wallet.payee.get(await bench.addBankAccount()),
  'an export': (wallet, bench) => wallet.account.export({ enclaveKeys: [bench.sandbox.enclavePublicKeyHex] }),
  'a list of cards': (wallet) => wallet.card.list(),
  'a frozen card': (wallet) => wallet.card.freeze(card),
  'an unfrozen card': (wallet) => wallet.card.unfreeze(card),
  'a closed card': (wallet) => wallet.card.close(card, { confirm: 'permanent' }),
  'a delegated key': (wallet) => wallet.delegatedKeys.create({ cardId: card, nickname: 'Card spending' }),
  'a list of delegated keys': (wallet) => wallet.delegatedKeys.list(),
  'a revoked delegated key': (wallet) => wallet.delegatedKeys.revoke(other.replace('AuthMethod', 'DelegatedKey')),
  'a removed credential': (wallet) => wallet.credentials.remove(other, { type: 'PASSKEY' }),
  'the removed e-mail credential': async (wallet) => {
    const [credential] = await wallet.credentials.list();
    return wallet.credentials.remove(credential?.id ?? other, { type: 'EMAIL_OTP' });
  },
  'an added e-mail credential': (wallet) => wallet.credentials.addEmailOtp('sample.customer@example.com'),
  'an identity of a provider, added': (wallet, bench) => link(bench, wallet),
  "a sign-in with an identity provider's token": async (wallet, bench) => {
    const attempt = await wallet.oauth.begin();
    return attempt.verify(await tokenOf(bench, attempt));
  },
  'a token of another attempt': async (wallet, bench) => {
    const attempt = await wallet.oauth.begin();
    return attempt.verify(await tokenOf(bench, { nonce: '0'.repeat(64) }));
  },
  'a text message': async (wallet) => (await wallet.smsOtp.begin()).verify(code),
  'a wrong code of a text message, sent again': async (wallet) => {
    const attempt = await wallet.smsOtp.begin();
    await attempt.resend();
    return attempt.verify(wrongCode);
  },
  'an added number': (wallet) => wallet.credentials.addSmsOtp(phoneNumber),
  'where passkeys can be used': (wallet) => wallet.passkey.available(),
  'a changed address': (wallet, bench) => wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'),
  'a changed number': (wallet, bench) => wallet.credentials.changePhone(bench.customerId, '+14155550199'),
  'a passkey sign-in': async (wallet) => (await wallet.passkey.prepare()).signIn(),
  'a new passkey': async (wallet) => (await wallet.passkey.prepareAdd({ nickname: 'Phone' })).add(),
  'an action of its own': (wallet, bench) =>
    wallet.signedRetry({
      method: 'DELETE',
      path: `/auth/credentials/${other}`,
      body: { customerId: bench.customerId },
      intent: { opaque: true },
    }),
  'a passkey sign-in that was prepared before': () => prepared.signIn(),
  'a refresh by itself': refreshByItself,
  'another session ended': (wallet) =>
    wallet.session.revoke({ sessionId: 'Session:00000000-0000-4000-8000-00000000000a' }),
  'the session ended': (wallet) => wallet.session.revoke(),
});
