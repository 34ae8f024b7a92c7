/** Reads for a page: payments, quotes, cards and the account. Signs nothing. */
import { changesOfPage, mergedMs, type ChangeSubject } from '../../session/changes.ts';
import { unlessAborted } from '../../waiting.ts';
import { CountersignError } from '../../errors.ts';
import { markerPrefix } from '../../stored.ts';
import { invalidAnswer, type TransportError } from '../../transport/index.ts';
import type { Card, CardTransaction, ExternalAccount, InternalAccount, Quote, Transaction } from '../../wire.ts';
import { maybe } from '../../options.ts';
import { anId, aText, checkId, isId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { fieldsAbout, fieldsOf, readShort, readText } from '../response-readers.ts';
import { announce } from '../run/announce.ts';
import { readList, readOne, request } from '../run/send.ts';
import { requireCard } from './card-forms.ts';

/** Options of `account.get`. */
export interface AccountGetOptions extends SignalOptions {
  /** The customer whose account it is. */
  readonly customerId: string;
}

/** Reads a payment. @throws TypeError, RangeError, TransportError */
export async function getTransaction(
  context: WalletContext,
  transactionId: string,
  options?: SignalOptions,
): Promise<Transaction> {
  const { signal } = readOptions(options, 'transaction.get', {});
  checkId(transactionId, 'Transaction', 'transactionId');
  return readFrozen<Transaction>(context, `/transactions/${transactionId}`, transactionId, signal);
}

/** Options of `transaction.list`. */
export interface TransactionListOptions extends SignalOptions {
  /** The customer whose payments are listed. */
  readonly customerId: string;
  /** `nextCursor` of the page before; the newest without it. */
  readonly cursor?: string;
}

/** Some of a customer's payments, newest first. */
export interface TransactionPage {
  /** Payments and card purchases, told apart by `type`. */
  readonly data: readonly (Transaction | CardTransaction)[];
  /** Cursor of the next page; absent on the last. */
  readonly nextCursor?: string;
}

/** Lists a customer's payments and card purchases, twenty at a time. @throws TypeError, RangeError, TransportError */
export async function listTransactions(
  context: WalletContext,
  options: TransactionListOptions,
): Promise<TransactionPage> {
  const { signal, customerId, cursor } = readOptions(options, 'transaction.list', {
    customerId: anId('Customer'),
    cursor: maybe(aText),
  });
  const query = { customerId, ...(cursor === undefined ? {} : { cursor }) };
  const { items, next } = await readList(context, { path: '/transactions', query, signal }, (item) => {
    const transaction = fieldsOf(item, 'transaction');
    for (const name of ['id', 'type', 'status']) readText(transaction, name);
    return Object.freeze({ ...transaction }) as unknown as Transaction | CardTransaction;
  });
  return Object.freeze({ data: items, ...(next !== undefined && { nextCursor: next }) });
}

const ended: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'EXPIRED', 'REJECTED', 'REFUNDED']);

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/**
 * Follows a payment until it has ended: yields each changed state, with growing pauses between requests, which end
 * early when this browser changes payments. Retries for as long as the caller waits.
 *
 * @throws the signal's reason; TransportError that another attempt would only repeat
 */
export async function* followTransaction(
  context: WalletContext,
  transactionId: string,
  options?: SignalOptions,
): AsyncGenerator<Transaction, void, undefined> {
  const { signal } = readOptions(options, 'transaction.follow', {});
  context.lazy.told ??= new Map();
  const { told } = context.lazy;
  let shown: string | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    let askedToWaitMs = 0;
    const transaction = await getTransaction(context, transactionId, { signal }).catch((error: unknown) => {
      askedToWaitMs = waitAfter(error);
    });
    if (transaction !== undefined && transaction.status !== shown) {
      shown = transaction.status;
      // Told once, however many follow it and however often.
      if (told.get(transactionId) !== shown) announce(context, 'transaction.follow');
      told.set(transactionId, shown);
      yield transaction;
      if (ended.has(shown)) return;
      // A status that has just changed may soon change again.
      pauseMs = firstPauseMs;
    }
    await pause(context, pauseMs, askedToWaitMs, signal);
  }
}

/** The service's requested pause, ms. @throws the error, where another attempt would only repeat it */
function waitAfter(error: unknown): number {
  if (!(error instanceof CountersignError) || error.nextStep !== 'retry') throw error;
  const { retryAfter = 0 } = error as Partial<TransportError>;
  return retryAfter * 1_000;
}

/**
 * Waits so long, at least as the service asks, or else until payments have changed.
 *
 * @throws the reason of the signal, or of the wallet's end
 */
async function pause(
  { accountId, clock, transportOptions: { life } }: WalletContext,
  ms: number,
  askedToWaitMs: number,
  signal?: AbortSignal,
) {
  const stops: (() => void)[] = [];
  const over = new Promise<void>((resolve) => {
    const end = (afterMs: number): unknown => stops.push(clock.schedule(afterMs, resolve));
    end(Math.max(ms, askedToWaitMs));
    if (askedToWaitMs > 0) return;
    const hear = (changedId: string, changed: readonly ChangeSubject[]): void => {
      if (changedId === accountId && changed.includes('payments')) end(mergedMs);
    };
    stops.push(changesOfPage().listen(hear));
  });
  await unlessAborted(unlessAborted(over, signal), life).finally(() => {
    for (const stop of stops) stop();
  });
}

/** Reads a quote. @throws TypeError, RangeError, TransportError */
export async function getQuote(context: WalletContext, quoteId: string, options?: SignalOptions): Promise<Quote> {
  const { signal } = readOptions(options, 'quote.get', {});
  checkId(quoteId, 'Quote', 'quoteId');
  return readFrozen<Quote>(context, `/quotes/${quoteId}`, quoteId, signal);
}

/** Lists the quotes whose stamp may be on its way from this browser. Executing one again finds its outcome. @throws SessionError */
export async function unfinishedQuotes({
  accountId,
  session,
  transportOptions: { life },
}: WalletContext): Promise<readonly string[]> {
  await session.ready();
  life.throwIfAborted();
  const prefix = `${markerPrefix}${accountId}:POST /quotes/`;
  const keys = await session.store().keys(prefix);
  return keys.flatMap((key) => {
    const id = key.slice(prefix.length).replace(/\/execute:.*$/, '');
    return isId(id, 'Quote') ? [id] : [];
  });
}

/** Lists the cards that this account pays. @throws TransportError */
export async function listCards(context: WalletContext, options?: SignalOptions): Promise<readonly Card[]> {
  const { signal } = readOptions(options, 'card.list', {});
  const { accountId } = context;
  // As many as one answer may hold.
  const query = { accountId, limit: '100' };
  const cards = await readList(context, { path: '/cards', query, signal }, (item) => {
    const card = requireCard(fieldsOf(item, 'card'));
    if (!isId(card.id, 'Card')) throw invalidAnswer('id is missing');
    if (!card.fundingSources.includes(accountId)) {
      throw invalidAnswer("the card belongs to another account, or `identify` doesn't list its owner");
    }
    return card;
  });
  return cards.whole();
}

/** Reads this wallet's account with its balance. @throws TypeError, RangeError, TransportError */
export async function getAccount(context: WalletContext, options: AccountGetOptions): Promise<InternalAccount> {
  const { signal, customerId } = readOptions(options, 'account.get', { customerId: anId('Customer') });
  const query = { customerId, type: 'EMBEDDED_WALLET' };
  const path = context.profile.walletAccountsPath;
  const { items } = await readList(context, { path, query, signal }, (item) => fieldsOf(item, 'account'));
  const account = items.find(({ id }) => id === context.accountId);
  if (account === undefined) throw invalidAnswer('the account is not in the list');
  fieldsOf(account['balance'], 'balance');
  return Object.freeze({ ...account }) as unknown as InternalAccount;
}

/** Somebody who can be paid. */
export interface Payee {
  /** Their account, from the service. */
  readonly account: ExternalAccount;
  /** Whether the relay says that the account has not been paid yet; it says so where it asks for a sign-in before a first payment. */
  readonly isNew: boolean;
}

/** Reads the payee of a quote. @throws TypeError, RangeError, TransportError */
export async function getPayee(context: WalletContext, id: string, options?: SignalOptions): Promise<Payee> {
  const { signal } = readOptions(options, 'payee.get', {});
  checkId(id, 'ExternalAccount', 'externalAccountId');
  const path = `/customers/external-accounts/${id}`;
  const { body, isNewPayee } = await request(context, { method: 'GET', path, signal });
  const fields = fieldsAbout(body, 'account', id);
  const accountInfo = fieldsOf(fields['accountInfo'], 'accountInfo');
  readText(accountInfo, 'accountType');
  const account = Object.freeze({ ...fields, accountInfo }) as unknown as ExternalAccount;
  return Object.freeze({ account, isNew: isNewPayee });
}

/**
 * Asks the back-end who a quote pays; undefined where it names nobody.
 * @throws TypeError, RangeError, TransportError
 */
export async function namePayee(
  context: WalletContext,
  quoteId: string,
  options?: SignalOptions,
): Promise<string | undefined> {
  const { signal } = readOptions(options, 'payee.name', {});
  checkId(quoteId, 'Quote', 'quoteId');
  try {
    const { body } = await request(context, { method: 'GET', path: `/quotes/${quoteId}/payee`, signal });
    return readShort(fieldsOf(body, 'name'), 'name', /^.{1,100}$/su);
  } catch (error) {
    if ((error as { readonly status?: unknown }).status === 404) return undefined;
    throw error;
  }
}

async function readFrozen<Item>(context: WalletContext, path: string, id: string, signal?: AbortSignal): Promise<Item> {
  const fields = await readOne(context, { path, signal }, id);
  readText(fields, 'status');
  return Object.freeze({ ...fields }) as unknown as Item;
}
