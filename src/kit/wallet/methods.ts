/** The wallet as its users see it. */
import type { SessionState, WalletState } from '../session/index.ts';
import type { PasskeyAvailability } from '../passkey/index.ts';
import type { AuthMethod, Card, DelegatedKey, InternalAccount, Quote, QuoteExecution, Transaction } from '../wire.ts';
import type { SignalOptions } from './context.ts';
import type { CardCloseOptions } from './flows/card.ts';
import type { ChangeEmailOptions, CredentialRemoveOptions } from './flows/credentials.ts';
import type { SignedRetryOptions, SignedRetryRequest, SignedRetryResult } from './flows/custom.ts';
import type { DelegatedKeyCreateOptions } from './flows/delegated-key.ts';
import type { AccountExportOptions } from './flows/export.ts';
import type { OAuthAttempt, OAuthBeginOptions } from './flows/oauth.ts';
import type { CodeAttempt, CodeBeginOptions } from './flows/one-time-code.ts';
import type { PasskeyAdd, PasskeyPrepareAddOptions, PasskeyPrepareOptions, PasskeySignIn } from './flows/passkey.ts';
import type { QuoteExecuteOptions } from './flows/quote.ts';
import type { AccountGetOptions, Payee, TransactionListOptions, TransactionPage } from './flows/reads.ts';
import type { ListedSession } from './flows/sessions.ts';
import type { Revocation, RevokeOptions } from './flows/revoke.ts';

export type { DelegatedKeyCreateOptions };

/** The wallet of one account in one page. Every call that does I/O takes a `signal`. */
export interface Wallet {
  /** The account that it was created for. */
  readonly accountId: string;
  /**
   * The same frozen object until something changes.
   *
   * @example
   * const { status, session } = wallet.state();
   */
  state(): WalletState;
  /**
   * Calls `listener` after each change of `state()`; returns a function that stops it.
   *
   * @example
   * const stop = wallet.subscribe(() => draw(wallet.state()));
   */
  subscribe(listener: () => void): () => void;
  /**
   * The state for a server that renders the page: always `loading`, always the same object.
   *
   * @example
   * const state = useSyncExternalStore(wallet.subscribe, wallet.state, wallet.serverState);
   */
  serverState(): WalletState;
  /**
   * Ends everything: timers, listeners, requests and the connection to the store; the session stays stored. Calls that are under
   * way, and later ones, reject with `WALLET_CLOSED`, or with `OUTCOME_UNKNOWN` where a stamp was sent.
   *
   * @example
   * wallet.close();
   */
  close(): void;
  /**
   * Loads code ahead: that of signing in, or, once signed in, that of signing. Call it when the page is idle: then a
   * press waits only for the service. Sends nothing to the relay.
   *
   * @throws WalletError `CHUNK_UNAVAILABLE`, after which the press loads it
   * @example
   * await wallet.prepare();
   */
  prepare(): Promise<void>;
  /** Signing in with a code by e-mail. */
  readonly emailOtp: {
    /**
     * Sends a code to the account's e-mail address.
     *
     * @example
     * const attempt = await wallet.emailOtp.begin();
     * await attempt.verify(code);
     */
    begin(options?: CodeBeginOptions): Promise<CodeAttempt>;
  };
  /** Signing in with a code by SMS. */
  readonly smsOtp: {
    /**
     * Sends a code to the customer's telephone, if the account has a credential for that.
     *
     * @example
     * const attempt = await wallet.smsOtp.begin();
     * await attempt.verify(code);
     */
    begin(options?: CodeBeginOptions): Promise<CodeAttempt>;
  };
  /** Signing in with an identity provider. */
  readonly oauth: {
    /**
     * Makes a key of this browser and the `nonce` that binds an ID token to it.
     *
     * @example
     * const attempt = await wallet.oauth.begin({ audience: clientId });
     * await attempt.verify(await idTokenFor(attempt.nonce));
     */
    begin(options?: OAuthBeginOptions): Promise<OAuthAttempt>;
  };
  /** Signing in with a passkey, and adding one. */
  readonly passkey: {
    /**
     * Fetches a challenge, so that the click can start the ceremony at once.
     *
     * @example
     * const signingIn = await wallet.passkey.prepare();
     * button.addEventListener('click', () => signingIn.signIn());
     */
    prepare(options?: PasskeyPrepareOptions): Promise<PasskeySignIn>;
    /**
     * Prepares a new passkey for the signed-in account.
     *
     * @example
     * const adding = await wallet.passkey.prepareAdd({ nickname: 'My laptop' });
     * button.addEventListener('click', () => adding.add());
     */
    prepareAdd(options: PasskeyPrepareAddOptions): Promise<PasskeyAdd>;
    /**
     * Detects where a passkey can be used, before a button is drawn: `here` on this device, `elsewhere` by a security key or a
     * phone, or `no`. Shows no prompt.
     *
     * @example
     * passkeyButton.hidden = (await wallet.passkey.available()) === 'no';
     */
    available(): Promise<PasskeyAvailability>;
  };
  /** Paying. */
  readonly quote: {
    /**
     * Signs and executes a quote that this account pays.
     *
     * @example
     * const { status, transactionId } = await wallet.quote.execute(quote);
     */
    execute(quote: Quote, options?: QuoteExecuteOptions): Promise<QuoteExecution>;
    /**
     * Releases a payment that is `PENDING_AUTHORIZATION`, by the code that the service has sent. If it still is, it
     * has its next `scaChallenge`.
     *
     * @example
     * const { status } = await wallet.quote.authorize(quoteId, code);
     */
    authorize(quoteId: string, code: string, options?: SignalOptions): Promise<QuoteExecution>;
    /**
     * Requests the code of such a payment again.
     *
     * @example
     * await wallet.quote.resendAuthorization(quoteId);
     */
    resendAuthorization(quoteId: string, options?: SignalOptions): Promise<void>;
    /**
     * Reads a quote.
     *
     * @example
     * const { status } = await wallet.quote.get(quote.id);
     */
    get(quoteId: string, options?: SignalOptions): Promise<Quote>;
    /**
     * Looks up a quote's outcome, and signs nothing. Undefined: it was not executed, and still can be.
     *
     * @example
     * const { status = 'not paid' } = (await wallet.quote.look(quote.id)) ?? {};
     */
    look(quoteId: string, options?: SignalOptions): Promise<QuoteExecution | undefined>;
    /**
     * Lists the quotes whose stamp may be on its way from this browser, also from before a reload.
     *
     * @example
     * for (const id of await wallet.quote.unfinished()) await wallet.quote.look(id);
     */
    unfinished(): Promise<readonly string[]>;
  };
  /** Payments, once they are on their way. */
  readonly transaction: {
    /**
     * Reads a payment.
     *
     * @example
     * const { status } = await wallet.transaction.get(transactionId);
     */
    get(transactionId: string, options?: SignalOptions): Promise<Transaction>;
    /**
     * Follows a payment to its end, with growing pauses. A later return is told by a webhook alone.
     *
     * @example
     * for await (const { status } of wallet.transaction.follow(transactionId)) show(status);
     */
    follow(transactionId: string, options?: SignalOptions): AsyncIterable<Transaction>;
    /**
     * Lists the customer's payments and card purchases, newest first. The relay answers it with its group `payments`.
     *
     * @example
     * const { data, nextCursor } = await wallet.transaction.list({ customerId });
     */
    list(options: TransactionListOptions): Promise<TransactionPage>;
  };
  /** Payee of a quote. */
  readonly payee: {
    /**
     * Reads the external account that a quote's `destination` names.
     *
     * @example
     * const { account, isNew } = await wallet.payee.get(quote.destination.accountId ?? '');
     */
    get(externalAccountId: string, options?: SignalOptions): Promise<Payee>;
    /**
     * Asks the back-end who a quote pays, where no account can be read: the name by its `nameAccount`; undefined without one.
     *
     * @example
     * const name = await wallet.payee.name(quote.id);
     */
    name(quoteId: string, options?: SignalOptions): Promise<string | undefined>;
  };
  /** The wallet account itself. */
  readonly account: {
    /**
     * Reads the account with its balance. The relay answers it with its group `payments`.
     *
     * @example
     * const { balance } = await wallet.account.get({ customerId });
     */
    get(options: AccountGetOptions): Promise<InternalAccount>;
    /**
     * Opens the wallet's recovery phrase in this page. The phrase alone gives access to the money. The relay answers
     * it with its group `export`.
     *
     * @example
     * const phrase = await wallet.account.export({ enclaveKeys: [quorumKeyHex] });
     */
    export(options: AccountExportOptions): Promise<string>;
  };
  /** The session of this browser, and the others of the account. */
  readonly session: {
    /**
     * Replaces the session by a fresh one before it ends.
     *
     * @example
     * const { expiresAt } = await wallet.session.refresh();
     */
    refresh(options?: SignalOptions): Promise<SessionState>;
    /**
     * Signs out, or ends the named session.
     *
     * @example
     * const { localKeyDeleted, service } = await wallet.session.revoke();
     */
    revoke(options?: RevokeOptions): Promise<Revocation>;
    /**
     * Lists the account's active sessions.
     *
     * @example
     * const others = (await wallet.session.list()).filter(({ current }) => !current);
     */
    list(options?: SignalOptions): Promise<readonly ListedSession[]>;
  };
  /** The ways to sign in to the account. */
  readonly credentials: {
    /**
     * Lists the account's credentials.
     *
     * @example
     * const passkeys = (await wallet.credentials.list()).filter(({ type }) => type === 'PASSKEY');
     */
    list(options?: SignalOptions): Promise<readonly AuthMethod[]>;
    /**
     * Removes a credential; the session must come from another one.
     *
     * @example
     * await wallet.credentials.remove(credential.id, { type: credential.type });
     */
    remove(credentialId: string, options: CredentialRemoveOptions): Promise<void>;
    /**
     * Adds the e-mail credential back, for this address.
     *
     * @example
     * await wallet.credentials.addEmailOtp('sample.customer@example.com');
     */
    addEmailOtp(email: string, options?: SignalOptions): Promise<AuthMethod>;
    /**
     * Adds codes by SMS, to this number.
     *
     * @example
     * await wallet.credentials.addSmsOtp('+14155550100');
     */
    addSmsOtp(phoneNumber: string, options?: SignalOptions): Promise<AuthMethod>;
    /**
     * Adds an identity of a provider, by an ID token for an attempt of its own.
     *
     * @example
     * await wallet.credentials.addOAuth(attempt, await idTokenFor(attempt.nonce));
     */
    addOAuth(attempt: OAuthAttempt, idToken: string, options?: SignalOptions): Promise<AuthMethod>;
    /**
     * Changes the customer's e-mail address, and with it the e-mail credential's.
     *
     * @example
     * await wallet.credentials.changeEmail(customerId, 'new.address@example.com');
     */
    changeEmail(customerId: string, email: string, options?: ChangeEmailOptions): Promise<void>;
    /**
     * Changes the customer's telephone number, and with it the SMS credential's.
     *
     * @example
     * await wallet.credentials.changePhone(customerId, '+14155550199');
     */
    changePhone(customerId: string, phoneNumber: string, options?: ChangeEmailOptions): Promise<void>;
  };
  /** The cards that the account pays. */
  readonly card: {
    /**
     * Freezes a card: no new authorizations.
     *
     * @example
     * const { state } = await wallet.card.freeze(cardId);
     */
    freeze(cardId: string, options?: SignalOptions): Promise<Card>;
    /**
     * Makes a frozen card active again.
     *
     * @example
     * const { state } = await wallet.card.unfreeze(cardId);
     */
    unfreeze(cardId: string, options?: SignalOptions): Promise<Card>;
    /**
     * Closes a card for good.
     *
     * @example
     * await wallet.card.close(cardId, { confirm: 'permanent' });
     */
    close(cardId: string, options: CardCloseOptions): Promise<Card>;
    /**
     * Lists the cards that this account pays.
     *
     * @example
     * const active = (await wallet.card.list()).filter(({ state }) => state === 'ACTIVE');
     */
    list(options?: SignalOptions): Promise<readonly Card[]>;
  };
  /** The service's keys that sign while a card of this account is used; profile `grid` alone has them. */
  readonly delegatedKeys: {
    /** Whether `create` can sign: the rights of card keys are pinned by `cardKeyPolicies`, or are the sandbox's. */
    readonly canCreate: boolean;
    /**
     * Lets the service sign payments from this wallet for a card, of any amount and to anyone, until the key is
     * revoked. A card that has such a key already keeps it.
     *
     * @example
     * const { id } = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
     */
    create(options: DelegatedKeyCreateOptions): Promise<DelegatedKey>;
    /**
     * Lists the account's delegated keys, revoked ones too; undefined in profile `spec`, whose cards need none.
     *
     * @example
     * const active = (await wallet.delegatedKeys.list())?.filter(({ status }) => status === 'ACTIVE');
     */
    list(options?: SignalOptions): Promise<readonly DelegatedKey[] | undefined>;
    /**
     * Revokes a key: its card declines from then on. The service wants no signature for that.
     *
     * @example
     * await wallet.delegatedKeys.revoke(delegatedKey.id);
     */
    revoke(delegatedKeyId: string, options?: SignalOptions): Promise<void>;
  };
  /**
   * The signed retry for actions that have no method of their own here.
   *
   * @example
   * const { status } = await wallet.signedRetry({ method: 'POST', path: '/agreements', body, intent: { opaque: true } });
   */
  signedRetry(request: SignedRetryRequest, options?: SignedRetryOptions): Promise<SignedRetryResult>;
}
