/**
 * One row for each method of the wallet: how it is called well. The suites that walk all methods read it; `flowFacts` says that none is
 * missing, and `noting` that each row calls its own method.
 */
import type { OAuthAttempt, Quote, Wallet } from 'countersign';
import { flowFacts, type FlowsBy } from '../src/kit/wallet/facts.ts';
import { sandboxEnclavePublicKeyHex } from '../src/kit/wire.ts';

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
  /** Address that replaces the person's own; that of `changed` by default. */
  readonly newEmail?: string;
  readonly enclaveKeys: readonly string[];
  /** Attempt for whose nonce a token is made; a new one by default. */
  readonly attempt?: OAuthAttempt;
  /** Makes the token of an identity. */
  token(nonce: string): Promise<string> | string;
}

const uuid = '00000000-0000-4000-8000-00000000000a';

/** Address and number that replace the person's own. */
export const changed = { email: 'new.address@example.com', phoneNumber: '+14155550199' };

/** Targets that no service knows, where a call doesn't reach it, or is about something else. */
export const madeUp: Omit<Targets, 'wallet'> = {
  quote: { id: `Quote:${uuid}` } as Quote,
  cardId: `Card:${uuid}`,
  customerId: `Customer:${uuid}`,
  credentialId: `AuthMethod:${uuid}`,
  payeeId: `ExternalAccount:${uuid}`,
  code: '123456',
  ...changed,
  enclaveKeys: [sandboxEnclavePublicKeyHex],
  token: madeUpToken,
};

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
  'credentials.addOAuth': alone(async ({ wallet, token, attempt }, options) => {
    const own = attempt ?? (await wallet.oauth.begin(options));
    return wallet.credentials.addOAuth(own, await token(own.nonce), options);
  }),
  'credentials.changeEmail': alone(({ wallet, customerId, newEmail = changed.email }, options) =>
    wallet.credentials.changeEmail(customerId, newEmail, options),
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

/** Names of what stamped requests ask for: method and path, and the state or value that is wanted. */
export const intents: Readonly<Partial<Record<Method, (targets: Omit<Targets, 'wallet'>) => string>>> = {
  'quote.execute': ({ quote }) => `POST /quotes/${quote.id}/execute`,
  'quote.authorize': ({ quote }) => `POST /quotes/${quote.id}/authorize`,
  'card.freeze': ({ cardId }) => `PATCH /cards/${cardId} FROZEN`,
  'card.unfreeze': ({ cardId }) => `PATCH /cards/${cardId} ACTIVE`,
  'credentials.changeEmail': ({ customerId, newEmail = changed.email }) => `PATCH /customers/${customerId} ${newEmail}`,
  'credentials.changePhone': ({ customerId }) => `PATCH /customers/${customerId} ${changed.phoneNumber}`,
  'credentials.remove': ({ credentialId }) => `DELETE /auth/credentials/${credentialId}`,
  'delegatedKeys.create': ({ cardId }) => `POST /auth/delegated-keys ${cardId}`,
};

/** All methods, as the kit's own table names them. */
export const methods: readonly Method[] = (Object.keys(flowFacts) as (keyof typeof flowFacts)[]).filter(
  (flow): flow is Method => flowFacts[flow].by === 'method',
);

/** A stand-in for a wallet that writes down which methods are called. */
export function noting(wallet: Wallet, called: string[]): Wallet {
  const watch = (name: string, member: unknown): unknown => {
    if (typeof member === 'object' && member !== null)
      return Object.fromEntries(
        Object.entries(member).map(([inner, one]: [string, unknown]) => [inner, watch(`${name}.${inner}`, one)]),
      );
    if (typeof member !== 'function') return member;
    return (...given: readonly unknown[]): unknown => {
      called.push(name);
      return (member as (...all: readonly unknown[]) => unknown)(...given);
    };
  };
  return Object.fromEntries(
    Object.entries(wallet).map(([name, member]: [string, unknown]) => [name, watch(name, member)]),
  ) as unknown as Wallet;
}

/** A token of the form that a provider signs, and that no provider has signed. */
export function madeUpToken(nonce: string): string {
  const parts = [{ alg: 'ES256' }, { nonce }].map((part) => btoa(JSON.stringify(part)).replaceAll('=', ''));
  return `${parts.join('.')}.AAAA`;
}
