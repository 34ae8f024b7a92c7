/** The calls that only the platform's back-end makes: they need its API credentials and never pass through the relay. */

import type { Card, ErrorBody, ExternalAccount, InternalAccount, Page, Quote, WireProfileName } from 'countersign';
import type { ServiceAccess } from './options.ts';

/** The service refused, or couldn't be reached (status 502). */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(`The service answered ${String(body.status)} ${body.code}.`);
    this.body = body;
  }
}

/** Whose card it is, and which account it spends from. */
export interface CardHolder {
  readonly customerId: string;
  readonly accountId: string;
}

/** What the platform's back-end does with the service for its customers. */
export interface PlatformService {
  /** Creates a customer and resolves with its id. */
  createCustomer(customer: { platformCustomerId: string; email: string; fullName: string }): Promise<string>;
  /** The customer's wallet account, which the service makes with the customer. */
  walletAccount(customerId: string): Promise<InternalAccount>;
  /** Credits a wallet; sandboxes only. `amount` is in the currency's smallest unit. */
  fund(accountId: string, amount: number): Promise<void>;
  /** Adds a bank account of the customer's own; the service refuses details that it can't use. */
  addBank(
    holder: CardHolder,
    bank: { readonly currency: unknown; readonly accountInfo: unknown },
  ): Promise<ExternalAccount>;
  bankIds(holder: CardHolder): Promise<readonly string[]>;
  /** Makes a quote over an amount that leaves the wallet, in its currency's smallest unit. */
  quote(holder: CardHolder, bankId: string, amount: number): Promise<Quote>;
  /** Issues a virtual card that spends from the wallet. */
  issueCard(holder: CardHolder): Promise<void>;
  cardIds(holder: CardHolder): Promise<readonly string[]>;
  /** Lets a sample shop charge a card; sandboxes only. Resolves with whether the charge was approved. */
  purchase(holder: CardHolder, cardId: string, amount: number): Promise<boolean>;
}

const timeoutMs = 15_000;

/** How a profile names a card's owner and what pays for it: the list of one, or the one. */
interface CardNames {
  readonly owner: string;
  source(accountId: string): Readonly<Record<string, unknown>>;
}

const plainCardNames: CardNames = { owner: 'cardholderId', source: (id) => ({ fundingSources: [id] }) };

/** Those of profile `grid` since September 2026. */
const newCardNames: CardNames = { owner: 'customerId', source: (id) => ({ fundingSource: id }) };

/** How the service is reached. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Makes the platform's client of the service. */
export function createPlatformService(
  access: ServiceAccess,
  profile: WireProfileName,
  send: Send = (url, init) => fetch(url, init),
): PlatformService {
  const accountsPath = profile === 'grid' ? '/customers/internal-accounts' : '/internal-accounts';
  const cardNames = profile === 'grid' ? newCardNames : plainCardNames;
  const authorization = `Basic ${btoa(`${access.clientId}:${access.clientSecret}`)}`;

  async function call(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<unknown> {
    let response: Response;
    try {
      response = await send(`${access.baseUrl}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch {
      throw new ServiceRefusal({ status: 502, code: 'SERVICE_UNREACHABLE', message: 'The service did not answer.' });
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    throw new ServiceRefusal(readErrorBody(response.status, answer));
  }

  return Object.freeze({
    async createCustomer(customer: { platformCustomerId: string; email: string; fullName: string }): Promise<string> {
      const created = (await call('POST', '/customers', {
        customerType: 'INDIVIDUAL',
        platformCustomerId: customer.platformCustomerId,
        region: 'US',
        email: customer.email,
        fullName: customer.fullName,
        birthDate: '1990-01-15',
        nationality: 'US',
      })) as { id: string };
      return created.id;
    },
    async walletAccount(customerId: string): Promise<InternalAccount> {
      const query = new URLSearchParams({ customerId, type: 'EMBEDDED_WALLET' });
      const { data } = (await call('GET', `${accountsPath}?${query.toString()}`)) as Page<InternalAccount>;
      const account = data.find(({ type }) => type === 'EMBEDDED_WALLET');
      if (account !== undefined) return account;
      throw new ServiceRefusal({
        status: 502,
        code: 'WALLET_MISSING',
        message: 'The new customer has no wallet account.',
      });
    },
    async fund(accountId: string, amount: number): Promise<void> {
      await call('POST', `/sandbox/internal-accounts/${encodeURIComponent(accountId)}/fund`, { amount });
    },
    async addBank({ customerId }: CardHolder, { currency, accountInfo }: { currency: unknown; accountInfo: unknown }) {
      const body = { customerId, platformAccountId: crypto.randomUUID(), currency, accountInfo };
      return (await call('POST', '/customers/external-accounts', body)) as ExternalAccount;
    },
    async bankIds({ customerId }: CardHolder): Promise<readonly string[]> {
      const query = new URLSearchParams({ customerId });
      const { data } = (await call('GET', `/customers/external-accounts?${query.toString()}`)) as Page<ExternalAccount>;
      return data.map(({ id }) => id);
    },
    async quote({ accountId }: CardHolder, bankId: string, amount: number): Promise<Quote> {
      return (await call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: bankId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
        description: 'Withdrawal to my bank',
      })) as Quote;
    },
    async issueCard({ customerId, accountId }: CardHolder): Promise<void> {
      const card = { [cardNames.owner]: customerId, form: 'VIRTUAL', ...cardNames.source(accountId) };
      await call('POST', '/cards', card, { 'idempotency-key': crypto.randomUUID() });
    },
    async cardIds({ customerId }: CardHolder): Promise<readonly string[]> {
      const query = new URLSearchParams({ [cardNames.owner]: customerId });
      return ((await call('GET', `/cards?${query.toString()}`)) as Page<Card>).data.map(({ id }) => id);
    },
    async purchase({ customerId }: CardHolder, cardId: string, amount: number): Promise<boolean> {
      const merchant = { descriptor: 'Sample Shop', mcc: '5411', country: 'US' };
      const path = `/sandbox/cards/${encodeURIComponent(cardId)}/simulate/authorization`;
      const currency = profile === 'grid' ? { code: 'USDB' } : 'USDB';
      const { issuerTransactionToken } = (await call('POST', path, { amount, currency, merchant })) as {
        issuerTransactionToken: string;
      };
      // A refused charge leaves no transaction, or one that says so.
      const query = new URLSearchParams({ customerId });
      const { data } = (await call('GET', `/transactions?${query.toString()}`)) as Page<{
        issuerTransactionToken?: string;
        status: string;
      }>;
      const charge = data.find((transaction) => transaction.issuerTransactionToken === issuerTransactionToken);
      return charge !== undefined && charge.status !== 'DECLINED';
    },
  });
}

/** The service calls its text `reason`; by an older document `message`, with a `status` beside it. */
function readErrorBody(status: number, answer: unknown): ErrorBody {
  const { code, reason, message = reason, details } = Object(answer) as Partial<ErrorBody> & { reason?: string };
  if (typeof code === 'string' && typeof message === 'string') {
    return { status, code, message, ...(details !== undefined && { details }) };
  }
  return { status, code: 'SERVICE_ERROR', message: `The service answered ${String(status)} without a reason.` };
}
