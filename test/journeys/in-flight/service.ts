/** The service at the far end: a sandbox in real time, the customer's things in it, and what it knows to be true. */
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';
import type { AuthSession, Quote, Transaction } from 'countersign';
import { cardFields } from '../../contract/flows/people.ts';
import { sampleBankAccount, sampleCustomer } from '../../sample-customer.ts';

/** The service's base URL, as relay and platform know it. */
export const serviceUrl = 'http://localhost/2025-10-13';

/** Money in the wallet at the start, smallest unit. */
export const funds = 5_000_000_000;

/** The service, its platform's calls and its truth. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly customerId: string;
  readonly accountId: string;
  readonly cardId: string;
  /** Asks for a quote from the wallet to a bank account. */
  quote(): Promise<Quote>;
  readQuote(quoteId: string): Promise<Quote>;
  /** Lets time pass at the service alone. */
  wait(ms: number): Promise<void>;
  /** Ends a session as an operator would: nobody in the browser is told. */
  revoke(sessionId: string): Promise<void>;
  sessions(): Promise<readonly AuthSession[]>;
  /** The payments that left the wallet. */
  payments(): Promise<readonly Transaction[]>;
  balance(): Promise<number>;
}

/** Options of {@link startService}. */
export interface StartServiceOptions {
  readonly sandbox?: Partial<CreateSandboxOptions>;
}

interface Answer {
  readonly status: number;
  // Tests read what the service is known to answer; a wrong guess fails them.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

interface Sent {
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Starts a service with a customer, a funded wallet, a bank account and an active card. */
export async function startService({ sandbox: options }: StartServiceOptions = {}): Promise<Service> {
  const sandbox = createSandbox({ provisionMs: 0, ...options });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const send = async (url: string, { method, body, headers }: Sent): Promise<Answer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await sandbox.fetch(
      new Request(url, {
        method,
        headers: { Authorization: authorization, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}`);
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const platform = (method: string, path: string, body?: unknown, headers?: Sent['headers']): Promise<Answer> =>
    send(serviceUrl + path, { method, body, headers });
  const control = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`http://localhost/_sandbox${path}`, { method, body });

  const customerId = (await platform('POST', '/customers', sampleCustomer)).body.id as string;
  const accounts = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = accounts.body.data[0].id as string;
  await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: funds });
  const bank = await platform('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    platformAccountId: 'sample-bank-account',
    accountInfo: sampleBankAccount,
  });
  const card = cardFields({ sandbox }, { customerId, accountId });
  const issued = await platform('POST', '/cards', card, { 'Idempotency-Key': 'card' });
  const cardId = issued.body.id as string;

  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    (await platform('GET', path)).body.data as readonly Item[];
  const service: Service = {
    sandbox,
    customerId,
    accountId,
    cardId,
    quote: async () =>
      (
        await platform('POST', '/quotes', {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: bank.body.id as string },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000_000,
        })
      ).body as Quote,
    readQuote: async (quoteId) => (await platform('GET', `/quotes/${quoteId}`)).body as Quote,
    async wait(advanceMs) {
      await control('POST', '/clock', { advanceMs });
    },
    async revoke(sessionId) {
      await control('DELETE', `/sessions/${sessionId}`);
    },
    sessions: () => list(`/auth/sessions?accountId=${accountId}`),
    payments: async () =>
      (await list<Transaction>(`/transactions?customerId=${customerId}&limit=100`)).filter(
        ({ type, status }) => type === 'OUTGOING' && status !== 'PENDING',
      ),
    balance: async () =>
      (await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)).body.data[0].balance
        .amount as number,
  };
  return Object.freeze(service);
}
