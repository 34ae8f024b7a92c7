/**
 * One row for each method of the wallet: how it is called well. The suites that walk all methods read it; `flowFacts` says that none is
 * missing.
 */
import type { Quote, Wallet } from 'countersign';
import { flowFacts, type FlowsBy } from '../src/kit/wallet/facts.ts';

/** A person's wallet, and what its methods are about. */
export interface Targets {
  readonly wallet: Wallet;
  readonly quote: Quote;
  readonly cardId: string;
  readonly customerId: string;
  /** A passkey. */
  readonly credentialId: string;
  readonly payeeId: string;
  /** Code of a payment. */
  readonly code: string;
  /** Address and number to be added. */
  readonly email: string;
  readonly phoneNumber: string;
  readonly enclaveKeys: readonly string[];
  /** Makes the token of an identity. */
  token(nonce: string): Promise<string> | string;
}

/** A method of the wallet, by its name in events. */
export type Method = FlowsBy<'method'>;

interface Call {
  /** How it takes options: `alone` they are a signal at most, `beside` they hold what it needs, too. */
  readonly options: 'alone' | 'beside' | 'none';
  run(targets: Targets, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

const alone = (run: Call['run']): Call => ({ options: 'alone', run });
const beside = (run: Call['run']): Call => ({ options: 'beside', run });
const none = (run: Call['run']): Call => ({ options: 'none', run });

/** Address and number that replace the person's own. */
export const changed = { email: 'new.address@example.com', phoneNumber: '+14155550199' };

/** Every method that resolves with something. */
export const walletCalls: Readonly<Record<Method, Call>> = {
  'emailOtp.begin': alone(({ wallet }, options) => wallet.emailOtp.begin(options)),
  'smsOtp.begin': alone(({ wallet }, options) => wallet.smsOtp.begin(options)),
  'oauth.begin': alone(({ wallet }, options) => wallet.oauth.begin(options)),
  'passkey.prepare': alone(({ wallet }, options) => wallet.passkey.prepare(options)),
  'passkey.prepareAdd': beside(({ wallet }, options) => wallet.passkey.prepareAdd({ nickname: 'Laptop', ...options })),
  'passkey.available': none(({ wallet }) => wallet.passkey.available()),
  'quote.execute': alone(({ wallet, quote }, options) => wallet.quote.execute(quote, options)),
  'quote.authorize': alone(({ wallet, quote, code }, options) => wallet.quote.authorize(quote.id, code, options)),
  'quote.resendAuthorization': alone(({ wallet, quote }, options) =>
    wallet.quote.resendAuthorization(quote.id, options),
  ),
  'quote.get': alone(({ wallet, quote }, options) => wallet.quote.get(quote.id, options)),
  'quote.look': alone(({ wallet, quote }, options) => wallet.quote.look(quote.id, options)),
  'quote.unfinished': none(({ wallet }) => wallet.quote.unfinished()),
  'transaction.get': alone(({ wallet, quote }, options) => wallet.transaction.get(quote.transactionId, options)),
  'transaction.list': beside(({ wallet, customerId }, options) => wallet.transaction.list({ customerId, ...options })),
  'transaction.follow': beside(({ wallet, quote }, options) =>
    wallet.transaction.follow(quote.transactionId, options)[Symbol.asyncIterator]().next(),
  ),
  'payee.name': alone(({ wallet, quote }, options) => wallet.payee.name(quote.id, options)),
  'payee.get': alone(({ wallet, payeeId }, options) => wallet.payee.get(payeeId, options)),
  'account.get': beside(({ wallet, customerId }, options) => wallet.account.get({ customerId, ...options })),
  'account.export': beside(({ wallet, enclaveKeys }, options) => wallet.account.export({ enclaveKeys, ...options })),
  'session.refresh': alone(({ wallet }, options) => wallet.session.refresh(options)),
  'session.revoke': alone(({ wallet }, options) => wallet.session.revoke(options)),
  'session.list': alone(({ wallet }, options) => wallet.session.list(options)),
  'credentials.list': alone(({ wallet }, options) => wallet.credentials.list(options)),
  'credentials.remove': beside(({ wallet, credentialId }, options) =>
    wallet.credentials.remove(credentialId, { type: 'PASSKEY', ...options }),
  ),
  'credentials.addEmailOtp': alone(({ wallet, email }, options) => wallet.credentials.addEmailOtp(email, options)),
  'credentials.addSmsOtp': alone(({ wallet, phoneNumber }, options) =>
    wallet.credentials.addSmsOtp(phoneNumber, options),
  ),
  'credentials.addOAuth': alone(async ({ wallet, token }, options) => {
    const attempt = await wallet.oauth.begin(options);
    return wallet.credentials.addOAuth(attempt, await token(attempt.nonce), options);
  }),
  'credentials.changeEmail': alone(({ wallet, customerId }, options) =>
    wallet.credentials.changeEmail(customerId, changed.email, options),
  ),
  'credentials.changePhone': alone(({ wallet, customerId }, options) =>
    wallet.credentials.changePhone(customerId, changed.phoneNumber, options),
  ),
  'card.list': alone(({ wallet }, options) => wallet.card.list(options)),
  'card.freeze': alone(({ wallet, cardId }, options) => wallet.card.freeze(cardId, options)),
  'card.unfreeze': alone(({ wallet, cardId }, options) => wallet.card.unfreeze(cardId, options)),
  'card.close': beside(({ wallet, cardId }, options) =>
    wallet.card.close(cardId, { confirm: 'permanent', ...options }),
  ),
  'delegatedKeys.create': beside(({ wallet, cardId }, options) =>
    wallet.delegatedKeys.create({ cardId, nickname: 'Card spending', ...options }),
  ),
  'delegatedKeys.list': alone(({ wallet }, options) => wallet.delegatedKeys.list(options)),
  'delegatedKeys.revoke': alone(({ wallet, cardId }, options) =>
    wallet.delegatedKeys.revoke(cardId.replace('Card', 'DelegatedKey'), options),
  ),
  signedRetry: alone(({ wallet, cardId }, options) =>
    wallet.signedRetry(
      { method: 'PATCH', path: `/cards/${cardId}`, body: { state: 'FROZEN' }, intent: { opaque: true } },
      options,
    ),
  ),
};

/** All methods, as the kit's own table names them. */
export const methods: readonly Method[] = (Object.keys(flowFacts) as (keyof typeof flowFacts)[]).filter(
  (flow): flow is Method => flowFacts[flow].by === 'method',
);

/** A token of the form that a provider signs, and that no provider has signed. */
export function madeUpToken(nonce: string): string {
  const parts = [{ alg: 'ES256' }, { nonce }].map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''));
  return `${parts.join('.')}.AAAA`;
}
