/** State and dependencies that the flows of one wallet share. */
import type { Clock } from '../waiting.ts';
import type { Locks, Session, Account } from '../session/index.ts';
import type { CreateTransportOptions, Transport } from '../transport/index.ts';
import type { SessionKeys, WireProfile } from '../wire.ts';
import type { TakeNote } from './events/events.ts';
import type { Checks } from './options.ts';
import type { Flights } from './run/share.ts';

/** Options of the calls that only take a signal. */
export interface SignalOptions {
  /** Aborts the call: before a stamp was sent it rejects with the reason, afterwards with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal | undefined;
}

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
   * created on this page; `onceFree`, called once when an action has released its locks; `told`, the last announced status of
   * each payment that was followed.
   */
  readonly lazy: {
    transport?: Transport;
    locks?: Locks;
    /** The runs of this page that hold a lock or wait for it. */
    asking?: Set<{ readonly name: string }>;
    passkeys?: number;
    onceFree?: () => void;
    told?: Map<string, string>;
  };
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
