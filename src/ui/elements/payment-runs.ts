/** Payments that were pressed on this page, by wallet and quote: they outlive the element in which they were pressed. */
import type { Quote, QuoteExecution } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';

/**
 * A press and what came of it: `ready` can be pressed again, nothing was done; `unknown` may have been sent, and its outcome isn't known;
 * `undone` is the same, but a look has found it not done; `refused` is over.
 */
export interface PaymentRun {
  readonly status: 'signing' | 'looking' | 'paid' | 'ready' | 'unknown' | 'undone' | 'refused';
  readonly error?: unknown;
  readonly transactionId?: string;
}

/** The runs of one wallet. */
export interface PaymentRuns {
  of(quoteId: string): PaymentRun | undefined;
  /** Finds the quotes whose stamp may be on its way, also from before a reload, and looks what became of them. */
  find(): Promise<readonly string[]>;
  /** Signs and sends; pressed twice it runs once. */
  start(quote: Quote): void;
  /** Looks what came of it, and signs nothing. */
  look(quoteId: string): void;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: (quoteId: string) => void): () => void;
}

const runsOfWallets = new WeakMap<Wallet, PaymentRuns>();

/** The runs of a wallet. */
export function paymentRuns(wallet: Wallet): PaymentRuns {
  const known = runsOfWallets.get(wallet) ?? createRuns(wallet);
  runsOfWallets.set(wallet, known);
  return known;
}

function createRuns(wallet: Wallet): PaymentRuns {
  const runs = new Map<string, PaymentRun>();
  const listeners = new Set<(quoteId: string) => void>();
  // In memory a reload would forget that a stamp may be on its way.
  const stay = (event: BeforeUnloadEvent): void => {
    event.preventDefault();
    // Chromium before 119.
    event.returnValue = true;
  };
  const set = (quoteId: string, run: PaymentRun): void => {
    runs.set(quoteId, run);
    const isOpen = [...runs.values()].some(({ status }) => !['ready', 'paid', 'refused'].includes(status));
    if (isOpen && wallet.state().storage === 'memory') addEventListener('beforeunload', stay);
    else removeEventListener('beforeunload', stay);
    for (const listener of listeners) listener(quoteId);
  };
  let signIns = 0;
  let isSignedIn = wallet.state().status === 'signed-in';
  wallet.subscribe(() => {
    const wasSignedIn = isSignedIn;
    isSignedIn = wallet.state().status === 'signed-in';
    if (wasSignedIn || !isSignedIn) return;
    signIns += 1;
    // An error belongs to the session that had it; a refusal is the payment's.
    for (const [quoteId, { status, error }] of runs)
      if (error !== undefined && status !== 'refused') set(quoteId, { status });
  });
  // Where the store can't be read, executing the quote says so.
  const unfinished = (): Promise<readonly string[]> => wallet.quote.unfinished().catch(() => []);
  const run = (
    quoteId: string,
    doing: 'signing' | 'looking',
    work: () => Promise<QuoteExecution | undefined>,
  ): void => {
    const before = runs.get(quoteId)?.status;
    if (before === 'signing' || before === 'looking') return;
    set(quoteId, { status: doing });
    const began = signIns;
    const fail = async (error: unknown): Promise<void> => {
      const mayBeSent = errorCodeOf(error) === 'OUTCOME_UNKNOWN' || (await unfinished()).includes(quoteId);
      const after = mayBeSent ? 'unknown' : statusAfter(error);
      // A look that failed has found nothing.
      const status = doing === 'looking' && after === 'ready' ? 'unknown' : after;
      set(quoteId, status === 'refused' || began === signIns ? { status, error } : { status });
    };
    work().then(
      (done) =>
        set(quoteId, done === undefined ? { status: 'undone' } : { status: 'paid', transactionId: done.transactionId }),
      fail,
    );
  };
  const look = (quoteId: string): void => run(quoteId, 'looking', () => wallet.quote.look(quoteId));
  return {
    of: (quoteId) => runs.get(quoteId),
    start: (quote) =>
      run(quote.id, 'signing', async () => {
        // A stamp that never leaves would be told as sent. The read decides, since a service on this device needs no network.
        if (!navigator.onLine) await wallet.quote.get(quote.id).catch(throwUnreached);
        return wallet.quote.execute(quote);
      }),
    look,
    async find() {
      const found = await unfinished();
      for (const quoteId of new Set([...found, ...runs.keys()])) {
        const { status = 'unknown', error } = runs.get(quoteId) ?? {};
        if (status === 'unknown') look(quoteId);
        // It can be pressed again.
        else if (status === 'ready' && isUnreached(error)) set(quoteId, { status });
      }
      return found;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The code of an error, or a text that is none. */
export function errorCodeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | undefined)?.code);
}

function isUnreached(error: unknown): boolean {
  return ['NETWORK_FAILED', 'TIMED_OUT'].includes(errorCodeOf(error));
}

function throwUnreached(error: unknown): void {
  if (isUnreached(error)) throw error;
}

function statusAfter(error: unknown): PaymentRun['status'] {
  const { nextStep } = error as { readonly nextStep?: unknown };
  const code = errorCodeOf(error);
  const isOver = code.startsWith('QUOTE_') || code.startsWith('PAYLOAD_');
  return isOver || (code === 'REFUSED' && !['retry', 'log-in', 'reauthenticate'].includes(String(nextStep)))
    ? 'refused'
    : 'ready';
}
