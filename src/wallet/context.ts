/** What the flows of one wallet share. */
import type { Clock } from '../clock.ts';
import type { SessionKeeper } from '../session/index.ts';
import type { CreateTransportOptions, Transport } from '../transport/index.ts';
import type { SessionKeys, WireProfile } from '../wire.ts';
import type { BrowserApis } from './browser.ts';
import type { TakeNote } from './events.ts';
import type { Checks, CreateWalletOptions } from './options.ts';
import type { Flights } from './single-flight.ts';

/** Options of the calls that only take a signal. */
export interface SignalOptions {
  /** Gives the call up: before a stamp was sent it rejects with the reason, afterwards with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal | undefined;
}

/** Handed to every flow. */
export interface WalletContext {
  readonly accountId: string;
  readonly otpKeys: readonly string[];
  readonly profile: WireProfile;
  readonly sessionKeys: SessionKeys;
  readonly clock: Clock;
  readonly locks: BrowserApis['locks'];
  readonly keeper: SessionKeeper;
  readonly transportOptions: CreateTransportOptions;
  /** What is made when first needed, since its code loads with the first flow; how many passkeys this page has made. */
  readonly made: { transport?: Transport; locks?: NonNullable<BrowserApis['locks']>; passkeys?: number };
  /** Notes what is done, for `onEvent`; the context of a call adds which. */
  readonly note: TakeNote;
  /** How many calls there were. */
  readonly calls: { count: number };
  /** The sign-in under whose session this call was pressed. */
  readonly signInId?: Promise<string | undefined>;
  /** What was under way in this page at that press: shared even if it ends before the code of this call has loaded. */
  readonly atPress?: Flights;
  /** What is asked and told before each stamp. */
  readonly checks: Checks;
  /** The domain that passkeys belong to, and whether password managers hear of removed ones; as given. */
  readonly passkeys: Pick<CreateWalletOptions, 'relyingPartyId' | 'signals'>;
  /** The longest that a session is kept, ms. */
  readonly maxSessionMs: number;
  /** The actions that are under way in this page. */
  readonly flights: Flights;
}
