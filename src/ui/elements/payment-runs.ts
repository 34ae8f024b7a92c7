/** Payments that were pressed on this page, by wallet and quote: they outlive the element in which they were pressed. */
import type { Quote } from '../../kit/wire.ts';
import type { Wallet } from '../../kit/wallet/index.ts';

/**
 * A press and what came of it: `ready` can be pressed again, nothing was done; `unknown` was sent, and its outcome isn't known;
 * `refused` is over.
 */
export interface PaymentRun {
  readonly status: 'signing' | 'paid' | 'ready' | 'unknown' | 'refused';
  readonly error?: unknown;
  readonly transactionId?: string;
}

/** The runs of one wallet. */
export interface PaymentRuns {
  of(quoteId: string): PaymentRun | undefined;
  /** Looks for stamps that this browser sent before a reload. */
  look(): Promise<void>;
  /** Signs and sends, or looks what came of it; pressed twice it runs once. */
  start(quote: Quote): void;
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
    const isOpen = [...runs.values()].some(({ status }) => status === 'signing' || status === 'unknown');
    if (isOpen && wallet.state().storage === 'memory') addEventListener('beforeunload', stay);
    else removeEventListener('beforeunload', stay);
    for (const listener of listeners) listener(quoteId);
  };
  return {
    of: (quoteId) => runs.get(quoteId),
    start(quote) {
      if (runs.get(quote.id)?.status === 'signing') return;
      set(quote.id, { status: 'signing' });
      wallet.quote.execute(quote).then(
        ({ transactionId }) => set(quote.id, { status: 'paid', transactionId }),
        (error: unknown) => set(quote.id, { status: statusAfter(error), error }),
      );
    },
    async look() {
      // Where the store can't be read, executing the quote says so.
      for (const quoteId of await wallet.quote.unfinished().catch(() => []))
        if (!runs.has(quoteId)) set(quoteId, { status: 'unknown' });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function statusAfter(error: unknown): PaymentRun['status'] {
  const { code, nextStep } = error as { readonly code?: unknown; readonly nextStep?: unknown };
  if (code === 'OUTCOME_UNKNOWN') return 'unknown';
  const isOver = String(code).startsWith('QUOTE_') || String(code).startsWith('PAYLOAD_');
  return isOver || (code === 'REFUSED' && !['retry', 'log-in', 'reauthenticate'].includes(String(nextStep)))
    ? 'refused'
    : 'ready';
}
