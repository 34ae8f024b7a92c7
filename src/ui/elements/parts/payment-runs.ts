/** Payments that were pressed on this page, by wallet and quote: they outlive the element in which they were pressed. */
import type { Quote, QuoteExecution } from '../../../kit/wire.ts';
import type { Wallet } from '../../../kit/wallet/index.ts';

/**
 * A press and its outcome: `ready` can be pressed again, nothing was done; `unknown` may have been sent, and its outcome isn't known;
 * `undone` is the same, but a look has found it not done; `waiting` is signed, and moves no money before a code of the service, which
 * `confirming` sends; `refused` is over.
 */
export interface PaymentRun {
  readonly status:
    | 'signing'
    | 'looking'
    | 'waiting'
    | 'confirming'
    | 'paid'
    | 'ready'
    | 'unknown'
    | 'undone'
    | 'refused';
  readonly error?: unknown;
  readonly transactionId?: string;
  /** The last code was wrong; another one is being sent, or was. */
  readonly code?: 'wrong' | 'sending' | 'sent';
  /** How many codes were accepted, where a payment takes more than one. */
  readonly accepted?: number;
}

/** The runs of one wallet. */
export interface PaymentRuns {
  of(quoteId: string): PaymentRun | undefined;
  /** Finds the quotes whose stamp may be on its way, also from before a reload, and looks up their outcomes. */
  find(): Promise<readonly string[]>;
  /** Signs and sends; pressed twice it runs once. */
  start(quote: Quote): void;
  /** Looks what came of it, and signs nothing. */
  look(quoteId: string): void;
  /** Takes over what was done elsewhere with a payment that waits for the person, and says nothing of a look that finds none. */
  takeOver(quoteId: string, look: Promise<QuoteExecution | undefined>): void;
  /** Sends the code of a payment that waits for one. */
  authorize(quoteId: string, code: string): void;
  /** Has that code sent again. */
  resend(quoteId: string): void;
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
    const isOpen = [...runs.values()].some(({ status }) => !['ready', 'paid', 'waiting', 'refused'].includes(status));
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
    for (const [quoteId, run] of runs)
      if (run.error !== undefined && run.status !== 'refused') set(quoteId, { ...run, error: undefined });
  });
  // If the store can't be read, executing the quote reports it.
  const unfinished = (): Promise<readonly string[]> => wallet.quote.unfinished().catch(() => []);
  const run = (
    quoteId: string,
    doing: 'signing' | 'looking',
    work: () => Promise<QuoteExecution | undefined>,
  ): void => {
    const before = runs.get(quoteId)?.status;
    if (before === 'signing' || before === 'looking' || before === 'confirming') return;
    set(quoteId, { status: doing });
    const began = signIns;
    const fail = async (error: unknown): Promise<void> => {
      const mayBeSent = errorCodeOf(error) === 'OUTCOME_UNKNOWN' || (await unfinished()).includes(quoteId);
      const next = mayBeSent ? 'unknown' : statusAfter(error);
      // A look that failed has found nothing.
      const status = doing === 'looking' && next === 'ready' ? 'unknown' : next;
      set(quoteId, status === 'refused' || began === signIns ? { status, error } : { status });
    };
    work().then((paid) => set(quoteId, paid === undefined ? { status: 'undone' } : reached(paid)), fail);
  };
  /** One that waits for a code; after the loss of this page the service's word that it waits is enough. */
  const waiting = (quoteId: string): PaymentRun | undefined => {
    const before: PaymentRun = runs.get(quoteId) ?? { status: 'waiting' };
    return before.status === 'waiting' && before.code !== 'sending' ? before : undefined;
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
    takeOver(quoteId, look) {
      const takeOver = (next: PaymentRun): void => {
        const { status = 'ready' } = runs.get(quoteId) ?? {};
        const isOpen = status === 'ready' || status === 'undone' || status === 'waiting';
        if (isOpen && next.status !== status && next.status !== 'ready') set(quoteId, next);
      };
      look.then(
        (found) => found && takeOver(reached(found)),
        (error: unknown) => takeOver({ status: statusAfter(error), error }),
      );
    },
    authorize(quoteId, code) {
      const before = waiting(quoteId);
      if (before === undefined) return;
      const { accepted = 0 } = before;
      if (!/^[A-Za-z0-9]{4,10}$/.test(code)) return set(quoteId, { status: 'waiting', code: 'wrong', accepted });
      set(quoteId, { status: 'confirming', accepted });
      wallet.quote.authorize(quoteId, code).then(
        (paid) => set(quoteId, { ...reached(paid), accepted: accepted + 1 }),
        (error: unknown) => {
          const isWrong = errorCodeOf(error) === 'REFUSED' && nextStepOf(error) === 'fix-input';
          const status = errorCodeOf(error).startsWith('QUOTE_') ? 'refused' : 'waiting';
          set(quoteId, { status, accepted, ...(isWrong ? { code: 'wrong' } : { error }) });
        },
      );
    },
    resend(quoteId) {
      const before = waiting(quoteId);
      if (before === undefined) return;
      const { accepted = 0 } = before;
      set(quoteId, { status: 'waiting', accepted, code: 'sending' });
      wallet.quote.resendAuthorization(quoteId).then(
        () => set(quoteId, { status: 'waiting', accepted, code: 'sent' }),
        (error: unknown) => set(quoteId, { status: 'waiting', accepted, error }),
      );
    },
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

function nextStepOf(error: unknown): unknown {
  return (error as { readonly nextStep?: unknown }).nextStep;
}

/** A payment that was signed is paid only once it waits for no code. */
function reached({ status, transactionId }: QuoteExecution): PaymentRun {
  return { status: status === 'PENDING_AUTHORIZATION' ? 'waiting' : 'paid', transactionId };
}

function isUnreached(error: unknown): boolean {
  return ['NETWORK_FAILED', 'TIMED_OUT'].includes(errorCodeOf(error));
}

function throwUnreached(error: unknown): void {
  if (isUnreached(error)) throw error;
}

function statusAfter(error: unknown): PaymentRun['status'] {
  const code = errorCodeOf(error);
  const isOver = code.startsWith('QUOTE_') || code.startsWith('PAYLOAD_');
  return isOver || (code === 'REFUSED' && !['retry', 'log-in', 'reauthenticate'].includes(String(nextStepOf(error))))
    ? 'refused'
    : 'ready';
}
