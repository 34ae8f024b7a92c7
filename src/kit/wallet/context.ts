/** State and dependencies that the flows of one wallet share. */
import type { Clock } from '../waiting.ts';
import type { Locks, Session, Account } from '../session/index.ts';
import type { CreateTransportOptions, Transport } from '../transport/index.ts';
import type { SessionKeys, WireProfile } from '../wire.ts';
import type { TakeNote } from './events/events.ts';
import type { Checks } from './options.ts';

/** Options of the calls that only take a signal. */
export interface SignalOptions {
  /** Aborts the call: before a stamp was sent it rejects with the reason, afterwards with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal | undefined;
}

/** A run under way, as the work in it sees it. */
export interface Flight {
  /** Aborts when the last caller has left and nothing was sent that can do the action. */
  readonly signal: AbortSignal;
  /** Set once a request was sent that can do the action: a caller that leaves then gets an unknown outcome, and the run goes on. */
  isSent: boolean;
  /** Whether somebody still waits for the outcome. */
  hasCallers(): boolean;
}

/** A run with those who wait for it. */
export interface SharedRun<Outcome> extends Flight {
  readonly outcome: Promise<Outcome>;
  callers: number;
  readonly controller: AbortController;
}

/** The runs of a wallet, by what makes presses equal. */
export type Flights = Map<string, SharedRun<unknown>>;

/** Handed to every flow. */
export interface WalletContext {
  readonly accountId: string;
  readonly otpKeys: readonly string[];
  readonly profile: WireProfile;
  readonly sessionKeys: SessionKeys;
  readonly clock: Clock;
  readonly session: Session;
  /** The account behind it, which adopt.ts alone opens, to store new sessions. */
  readonly account: Account;
  /** `navigator.locks`, where there are any. */
  readonly locks: Locks | undefined;
  readonly transportOptions: CreateTransportOptions;
  /**
   * Values created on first use: `transport` and `locks`, whose code loads with the first flow; `passkeys`, the number
   * created on this page; `onceFree`, called once when an action has released its locks.
   */
  readonly lazy: { transport?: Transport; locks?: Locks; passkeys?: number; onceFree?: () => void };
  /** Records events for `onEvent`; the context of a call adds its facts. */
  readonly note: TakeNote;
  /** How many calls there were. */
  readonly calls: { count: number };
  /** Epoch of the session at the press of a call: an action is signed in no other. */
  readonly epoch?: Promise<string | undefined>;
  /** Callbacks and rules that apply before each stamp. */
  readonly checks: Checks;
  /** The domain that passkeys belong to, as given. */
  readonly relyingPartyId: string | undefined;
  /** The longest that a session is kept, ms. */
  readonly maxSessionMs: number;
  /** The calls under way in this page that an equal one would join. */
  readonly flights: Flights;
}
