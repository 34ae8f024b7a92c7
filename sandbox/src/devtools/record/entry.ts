/** Entries of the recorder: without secrets, so that they may be kept over a reload and exported. */
import type { ShownField } from './shown-fields.ts';

/** Members of every entry. */
interface EntryBase {
  /** Counts from 1 in this page. */
  readonly id: number;
  /** Epoch ms on this device. */
  readonly at: number;
  /** Entries with the same number belong to one call of the wallet. */
  readonly group: number;
  /** Whether it was written before the page was reloaded. */
  readonly isEarlier?: boolean;
}

/** Receiver of the page's request: the relay, or the platform's back-end by itself. */
export type Receiver = 'relay' | 'back-end';

/** One request and its answer. */
export interface ExchangeEntry extends EntryBase {
  readonly kind: 'exchange';
  readonly method: string;
  /** Path and query, as the page asked for it. */
  readonly path: string;
  readonly to: Receiver;
  /** Leg of a signed retry: 1 requests the payload, 2 carries the stamp. */
  readonly leg: 1 | 2 | null;
  /** Null while it runs, and where no answer came. */
  readonly status: number | null;
  readonly isLost: boolean;
  readonly durationMs: number | null;
  /** The code of an error body. */
  readonly code: string | null;
  /** The compressed public key that the stamp names, hex. */
  readonly signedBy: string | null;
  /** The relay's `X-Request-Id`. */
  readonly relayRequestId: string | null;
  readonly sent: readonly ShownField[];
  readonly sentHeaders: readonly ShownField[];
  readonly received: readonly ShownField[];
  readonly receivedHeaders: readonly ShownField[];
}

/** A call of the wallet began or ended, or its signed action went from one phase to the next. */
export interface CallEntry extends EntryBase {
  readonly kind: 'call';
  readonly step: 'begin' | 'transition' | 'end';
  readonly flow: string;
  readonly outcome: string | null;
  readonly phase: string | null;
  readonly code: string | null;
  readonly nextStep: string | null;
  readonly durationMs: number | null;
}

/** The wallet compared a payload with its intent. */
export interface CheckEntry extends EntryBase {
  readonly kind: 'check';
  readonly intent: string;
  readonly verdict: string;
  /** The payload as read: `activity`, `token`, `opaque`; an activity with its type. */
  readonly reading: string;
  readonly reason: string | null;
  /** Result for each expected value: `equal`, `differs`, `not in the payload`. */
  readonly compared: Readonly<Record<string, string>>;
}

/** The wallet's state changed. */
export interface StateEntry extends EntryBase {
  readonly kind: 'state';
  readonly status: string;
  readonly storage: string;
  readonly ended: string | null;
  readonly publicKeyHex: string | null;
}

/** Something that a key or a secret went through. */
export interface KeyEntry extends EntryBase {
  readonly kind: 'key';
  readonly key: KeyName;
  readonly happened: Happened;
  readonly how: string;
  readonly publicKeyHex: string | null;
}

/** Keys and secrets that come and go with sign-ins and sessions. */
export type KeyName = 'login key' | 'session key' | 'one-time code' | 'target key' | 'identity token';

/** Events of a key; an identity token is tied to the key that is sent with it, or to another one. */
export type Happened = 'created' | 'sealed' | 'opened' | 'deleted' | 'tied' | 'foreign';

/** An entry of the record. */
export type Entry = ExchangeEntry | CallEntry | CheckEntry | StateEntry | KeyEntry;

/** An entry before the recorder has numbered it. */
export type NewEntry = Entry extends infer One ? (One extends Entry ? Omit<One, 'id' | 'at'> : never) : never;
