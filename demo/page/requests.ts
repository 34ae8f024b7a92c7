/** The page's own requests: to the platform's back-end under /api, and through the relay under /wallet. */

import type { CurrencyAmount, ErrorBody, ExternalAccount, FieldError, InternalAccount, Page, Quote } from 'countersign';
import type { HistoryItem } from './payment-entry.ts';
import type { PageSettings } from './settings.ts';
import type { ServerClock } from './server-clock.ts';

/** Who is signed in to the platform. */
export interface Person {
  readonly email: string;
  readonly fullName: string;
  readonly customerId: string;
  readonly accountId: string;
}

/** A request of the page that was refused (`status`, the service's `code`) or never answered (status 0). */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(body: Pick<ErrorBody, 'status' | 'code' | 'message' | 'details'>, retryAfter: number | null) {
    super(body.message);
    this.status = body.status;
    this.code = body.code;
    this.fields = body.details?.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** A bank account to be added. */
export interface BankAccount {
  readonly currency: string;
  readonly accountInfo: object;
}

/** Everything that the page asks of the two, apart from what the wallet does itself. */
export interface Requests {
  readonly person: () => Promise<Person | null>;
  readonly enter: (email: string) => Promise<Person>;
  readonly leave: () => Promise<void>;
  readonly fund: (amount: number) => Promise<void>;
  readonly advanceClock: (advanceMs: number) => Promise<void>;
  /** Asks the sandbox's identity provider, which wants no password, for a token of the person. */
  readonly idToken: (person: Person, nonce: string) => Promise<string>;
  /** Tells the service the person's number, while no codes go to one. */
  readonly setPhoneNumber: (person: Person, phoneNumber: string) => Promise<void>;
  readonly walletAccount: (person: Person) => Promise<InternalAccount>;
  readonly banks: (person: Person) => Promise<readonly ExternalAccount[]>;
  readonly addBank: (person: Person, account: BankAccount) => Promise<ExternalAccount>;
  readonly quote: (from: string, to: string, sending: CurrencyAmount) => Promise<Quote>;
  readonly issueCard: () => Promise<void>;
  /** Lets a sample shop charge a card; resolves with whether it could. */
  readonly purchase: (cardId: string, amount: number) => Promise<boolean>;
  readonly transaction: (person: Person, id: string) => Promise<HistoryItem>;
  readonly transactions: (person: Person) => Promise<readonly HistoryItem[]>;
}

/** Makes the requests over a `fetch`; each answer's `Date` teaches the clock. */
export function createRequests(
  doFetch: (url: string, init?: RequestInit) => Promise<Response>,
  settings: PageSettings,
  clock: ServerClock,
): Requests {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const init = body === undefined ? { method } : { method, ...json(body) };
    const response = await doFetch(path, init).catch(() => {
      throw new RequestError({ status: 0, code: 'NETWORK_FAILED', message: 'No answer came.' }, null);
    });
    if (response.ok && path.startsWith('/wallet/')) clock.learn(response.headers.get('date'));
    const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
    if (response.ok) return answer;
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    throw new RequestError(readBody(response.status, answer), Number.isNaN(seconds) ? null : seconds);
  }

  const accounts = settings.profile === 'grid' ? '/wallet/customers/internal-accounts' : '/wallet/internal-accounts';

  const list = async (person: Person): Promise<readonly HistoryItem[]> =>
    ((await call('GET', `/wallet/transactions?${ofCustomer(person)}`)) as Page<HistoryItem>).data;

  return Object.freeze({
    person: async () => ((await call('GET', '/api/session')) as { person: Person | null }).person,
    enter: async (email: string) => ((await call('POST', '/api/session', { email })) as { person: Person }).person,
    leave: async () => void (await call('DELETE', '/api/session')),
    fund: async (amount: number) => void (await call('POST', '/api/fund', { amount })),
    async advanceClock(advanceMs: number) {
      clock.learn(((await call('POST', '/api/clock', { advanceMs })) as { now: string }).now);
    },
    idToken: async ({ email }: Person, nonce: string) =>
      ((await call('POST', '/api/sandbox/id-tokens', { subject: email, email, nonce })) as { idToken: string }).idToken,
    async setPhoneNumber({ customerId }: Person, phoneNumber: string) {
      const customerType = settings.profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
      await call('PATCH', `/wallet/customers/${customerId}`, { ...customerType, phoneNumber });
    },
    async walletAccount(person: Person) {
      const { data } = (await call(
        'GET',
        `${accounts}?${ofCustomer(person)}&type=EMBEDDED_WALLET`,
      )) as Page<InternalAccount>;
      const account = data.find(({ id }) => id === person.accountId);
      if (account !== undefined) return account;
      throw new RequestError({ status: 404, code: 'NOT_FOUND', message: 'The wallet account was not found.' }, null);
    },
    banks: async (person: Person) =>
      ((await call('GET', `/wallet/customers/external-accounts?${ofCustomer(person)}`)) as Page<ExternalAccount>).data,
    addBank: async (person: Person, { currency, accountInfo }: BankAccount) =>
      (await call('POST', '/wallet/customers/external-accounts', {
        customerId: person.customerId,
        currency,
        platformAccountId: crypto.randomUUID(),
        accountInfo,
      })) as ExternalAccount,
    quote: async (from: string, to: string, sending: CurrencyAmount) =>
      (await call('POST', '/wallet/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: from },
        destination: { destinationType: 'ACCOUNT', accountId: to },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: sending.amount,
        description: 'Withdrawal to my bank',
      })) as Quote,
    issueCard: async () => void (await call('POST', '/api/card', {})),
    purchase: async (cardId: string, amount: number) =>
      ((await call('POST', '/api/card/purchase', { cardId, amount })) as { approved: boolean }).approved,
    async transaction(person: Person, id: string) {
      if (id.startsWith('Transaction:')) return (await call('GET', `/wallet/transactions/${id}`)) as HistoryItem;
      // A card purchase is read from the list: the relay has no path for one alone.
      const found = (await list(person)).find((item) => item.id === id);
      if (found !== undefined) return found;
      throw new RequestError({ status: 404, code: 'NOT_FOUND', message: 'There is no such payment.' }, null);
    },
    transactions: list,
  });
}

function ofCustomer({ customerId }: Person): string {
  return `customerId=${encodeURIComponent(customerId)}`;
}

function json(body: object): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function readBody(status: number, answer: unknown): ErrorBody {
  if (typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string') {
    const { code } = answer;
    return { message: `The answer was ${code}.`, ...(answer as Partial<ErrorBody>), status, code };
  }
  return { status, code: 'SERVICE_FAILED', message: `The answer was ${String(status)} without a reason.` };
}
