/** The page's own requests: to the platform's back-end under /api, and through the relay under /wallet. */

import {
  TransportError,
  type CurrencyAmount,
  type ErrorBody,
  type ExternalAccount,
  type InternalAccount,
  type Page,
  type Quote,
} from 'countersign';
import type { PageSettings } from './settings.ts';
import type { ServerClock } from './server-clock.ts';

/** Who is signed in to the platform. */
export interface Person {
  readonly email: string;
  readonly fullName: string;
  readonly customerId: string;
  readonly accountId: string;
}

/** A bank account to be added. */
export interface BankAccount {
  readonly currency: string;
  readonly accountInfo: object;
}

/** The error of a request that was refused, as the service writes it; `describe` has the words for it. */
export function refusal(body: Partial<ErrorBody>, retryAfter?: number): Error {
  return Object.assign(new Error(body.message ?? 'The request was refused.'), body, { retryAfter });
}

/** Everything that the page asks of the two, apart from what the wallet does itself. */
export class Requests {
  readonly #fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly #profile: PageSettings['profile'];
  readonly #clock: ServerClock;

  /** Each answer's `Date` teaches the clock. */
  constructor(
    doFetch: (url: string, init?: RequestInit) => Promise<Response>,
    { profile }: PageSettings,
    clock: ServerClock,
  ) {
    this.#fetch = doFetch;
    this.#profile = profile;
    this.#clock = clock;
  }

  async person(): Promise<Person | null> {
    return (await this.call<{ person: Person | null }>('GET', '/api/session')).person;
  }

  async enter(email: string): Promise<Person> {
    return (await this.call<{ person: Person }>('POST', '/api/session', { email })).person;
  }

  async leave(): Promise<void> {
    await this.call('DELETE', '/api/session');
  }

  async fund(amount: number): Promise<void> {
    await this.call('POST', '/api/fund', { amount });
  }

  async advanceClock(advanceMs: number): Promise<void> {
    this.#clock.learn((await this.call<{ now: string }>('POST', '/api/clock', { advanceMs })).now);
  }

  /** Asks the sandbox's identity provider, which wants no password, for a token of the person. */
  async idToken({ email }: Person, nonce: string): Promise<string> {
    const wanted = { subject: email, email, nonce };
    return (await this.call<{ idToken: string }>('POST', '/api/sandbox/id-tokens', wanted)).idToken;
  }

  /** Tells the service the person's number, while no codes go to one. */
  async setPhoneNumber({ customerId }: Person, phoneNumber: string): Promise<void> {
    const customerType = this.#profile === 'grid' ? { customerType: 'INDIVIDUAL' } : {};
    await this.call('PATCH', `/wallet/customers/${customerId}`, { ...customerType, phoneNumber });
  }

  async walletAccount(person: Person): Promise<InternalAccount> {
    const path = this.#profile === 'grid' ? 'customers/internal-accounts' : 'internal-accounts';
    const accounts = await this.#list<InternalAccount>(path, person, '&type=EMBEDDED_WALLET');
    const account = accounts.find(({ id }) => id === person.accountId);
    if (account === undefined) throw refusal({ status: 404, code: 'NOT_FOUND' });
    return account;
  }

  banks(person: Person): Promise<readonly ExternalAccount[]> {
    return this.#list('customers/external-accounts', person);
  }

  addBank({ customerId }: Person, account: BankAccount): Promise<ExternalAccount> {
    const ids = { customerId, platformAccountId: crypto.randomUUID() };
    return this.call('POST', '/wallet/customers/external-accounts', { ...ids, ...account });
  }

  quote(from: string, to: string, sending: CurrencyAmount): Promise<Quote> {
    return this.call('POST', '/wallet/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: sending.amount,
      description: 'Withdrawal to my bank',
    });
  }

  async issueCard(): Promise<void> {
    await this.call('POST', '/api/card', {});
  }

  /** Lets a sample shop charge a card; resolves with whether it could. */
  async purchase(cardId: string, amount: number): Promise<boolean> {
    return (await this.call<{ approved: boolean }>('POST', '/api/card/purchase', { cardId, amount })).approved;
  }

  async #list<Item>(path: string, { customerId }: Person, more = ''): Promise<readonly Item[]> {
    const query = `customerId=${encodeURIComponent(customerId)}${more}`;
    return (await this.call<Page<Item>>('GET', `/wallet/${path}?${query}`)).data;
  }

  /** Asks, and reads the answer; rejects for a refusal. */
  async call<Answer>(method: string, path: string, body?: object, more?: Record<string, string>): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...more };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const response = await this.#fetch(path, init).catch(() => {
      throw new TransportError('NETWORK_FAILED', 'No answer came.', { nextStep: 'retry' });
    });
    if (response.ok && path.startsWith('/wallet/')) this.#clock.learn(response.headers.get('date'));
    return readAnswer(response);
  }
}

/** Reads an answer; rejects for a refusal. */
export async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const { status, ok, headers } = response;
  const answer: unknown = status === 204 ? null : await response.json().catch(() => null);
  if (ok) return answer as Answer;
  throw refusal({ ...(answer as Partial<ErrorBody> | null), status }, Number(headers.get('retry-after')));
}
