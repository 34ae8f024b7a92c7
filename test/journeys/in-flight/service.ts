/** The service at the far end: a sandbox in real time, the customer's things in it, and what it knows to be true. */
import type { CreateSandboxOptions, Sandbox } from 'countersign-sandbox';
import type { AuthSession, Card, Quote, Transaction } from 'countersign';
import { issueCard } from '../intercepted-wallet.ts';
import { createTestBench } from '../test-bench.ts';

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
  /** The card's state. */
  card(): Promise<string>;
}

/** Options of {@link startService}. */
export interface StartServiceOptions {
  readonly sandbox?: Partial<CreateSandboxOptions>;
}

/** Starts a service with a customer, a funded wallet, a bank account and an active card. */
export async function startService({ sandbox: options }: StartServiceOptions = {}): Promise<Service> {
  const bench = await createTestBench({
    profile: options?.profile === 'grid' ? 'grid' : 'spec',
    fund: funds,
    sandbox: { provisionMs: 0, clock: { now: () => Date.now() }, ...options },
  });
  const { sandbox, customerId, accountId, platform, control } = bench;
  const bankAccountId = await bench.addBankAccount();
  const cardId = await issueCard({ bench });
  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    (await platform('GET', path)).body.data as readonly Item[];
  return Object.freeze({
    sandbox,
    customerId,
    accountId,
    cardId,
    quote: () => bench.quote(1_000_000, bankAccountId),
    readQuote: async (quoteId: string) => (await platform('GET', `/quotes/${quoteId}`)).body as Quote,
    async wait(advanceMs: number) {
      await control('POST', '/clock', { advanceMs });
    },
    async revoke(sessionId: string) {
      const { status } = await control('DELETE', `/sessions/${sessionId}`);
      if (status >= 400) throw new Error(`the session was not ended: ${status}`);
    },
    sessions: () => list<AuthSession>(`/auth/sessions?accountId=${accountId}`),
    payments: async () =>
      (await list<Transaction>(`/transactions?customerId=${customerId}&limit=100`)).filter(
        ({ type, status }) => type === 'OUTGOING' && status !== 'PENDING',
      ),
    balance: () => bench.balance(),
    card: async () => ((await platform('GET', `/cards/${cardId}`)).body as Card).state,
  });
}
