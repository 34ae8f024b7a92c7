/** What `onEvent` hears: one stream of what a wallet does, without a body, code, key, payload or address. */
import type { Instant } from '../../waiting.ts';
import type { KitErrorCode, NextStep } from '../../error-catalogue/index.ts';
import type { EndReason, WalletState } from '../../session/index.ts';
import type { TransportRequest } from '../../transport/index.ts';
import type { IntentName, WalletFlow } from '../flows/facts.ts';

/** A part of a signed action: `asking` for the payload, `approving` it, `sending` what can do the action, `looking` up what came of it. */
export type ActionPhase = 'asking' | 'approving' | 'sending' | 'looking';

/**
 * What came of it: of a request `challenge` (the payload to sign), `success`, `refusal` (it did nothing), `end-state` (401, 404 or 409,
 * by which alone nobody can tell) or `unclear` (no usable answer); of the person `approved`; of a look-up `done`, `over` (it can't be done any more),
 * `undone` or `unread`.
 */
export type ActionOutcome =
  | 'success'
  | 'refusal'
  | 'end-state'
  | 'unclear'
  | 'challenge'
  | 'approved'
  | 'done'
  | 'over'
  | 'undone'
  | 'unread';

/** What all events of a call have in common. */
export interface CallFacts {
  /** Epoch ms on the wallet's clock. */
  readonly at: number;
  /** UUID of this wallet in this page. */
  readonly tab: string;
  /** The method, or what the kit does by itself. */
  readonly flow: WalletFlow;
  /** Counts the calls of this wallet from 1. */
  readonly call: number;
}

/** A method was called. */
export interface CallBegan extends CallFacts {
  /** Which event this is. */
  readonly step: 'begin';
}

/** A call is over. */
export interface CallEnded extends CallFacts {
  /** Which event this is. */
  readonly step: 'end';
  /** How long it took, ms, by the clock that never goes back. */
  readonly durationMs: number;
  /**
   * `done`, with a `code` where only one half of a sign-out was done; `unknown`: nobody can tell (`OUTCOME_UNKNOWN`); `aborted`: the
   * caller's signal; `failed`: nothing was done, without a `code` where the call itself was wrong.
   */
  readonly outcome: 'done' | 'unknown' | 'aborted' | 'failed';
  /** The kit's code. */
  readonly code?: KitErrorCode;
  /** What the caller can do. */
  readonly nextStep?: NextStep;
  /** HTTP status of the answer that decided. */
  readonly status?: number;
  /** The service's own code. */
  readonly platformCode?: string;
}

/** One exchange with the relay is over. */
export interface RequestEnded extends CallFacts {
  /** Which event this is. */
  readonly step: 'request';
  /** HTTP method. */
  readonly method: string;
  /** Path below the relay; each segment that isn't a lower-case word is `{}`. */
  readonly route: string;
  /** The ids in the path. */
  readonly ids: readonly string[];
  /** Of a signed action: 1 asks, 2 carries the stamp. Absent for what needs no signature. */
  readonly leg?: 1 | 2;
  /** How often this leg was sent in this call, from 1. */
  readonly attempt?: number;
  /** How long it took, ms, by the clock that never goes back. */
  readonly durationMs: number;
  /** `answered`, whatever the `status`; `failed`: no whole answer came; `aborted`: the caller's signal ended it. */
  readonly outcome: 'answered' | 'failed' | 'aborted';
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  /** `NETWORK_FAILED` or `TIMED_OUT`, or `WALLET_CLOSED`, where no whole answer came. */
  readonly code?: KitErrorCode;
  /** What the caller can do. */
  readonly nextStep?: NextStep;
  /** The answer's `X-Request-Id`, which the relay's `audit` has too; a UUID, or nothing. */
  readonly requestId?: string;
}

/** A part of a signed action is over. */
export interface PhaseChanged extends CallFacts {
  /** Which event this is. */
  readonly step: 'transition';
  /** What is signed, by the name that `approve` hears. */
  readonly intent: IntentName | 'custom';
  /** HTTP method. */
  readonly method: string;
  /** As of {@link RequestEnded}. */
  readonly route: string;
  /** The ids in the path. */
  readonly ids: readonly string[];
  /** Which part of the action is over. */
  readonly phase: ActionPhase;
  /** What came of it. */
  readonly outcome: ActionOutcome;
  /** How long it took, ms. */
  readonly durationMs: number;
}

/** `wallet.state()` has changed. */
export interface StateChanged extends Pick<CallFacts, 'at' | 'tab'> {
  /** Which event this is. */
  readonly step: 'state';
  /** The state's `status`. */
  readonly outcome: WalletState['status'];
  /** Where the session is kept. */
  readonly storage: WalletState['storage'];
  /** Why the last session ended. */
  readonly reason?: EndReason;
}

/** One event, frozen. `step` tells which. */
export type WalletEvent = CallBegan | CallEnded | RequestEnded | PhaseChanged | StateChanged;

/** Hears of each event, in order. Nothing waits for its promise, and what it throws changes nothing. */
export type WalletEventListener = (event: WalletEvent) => void | Promise<void>;

/** What happened, as it is: an event is made of chosen parts. */
export interface Note {
  readonly step: 'begin' | 'end' | 'request' | 'transition' | 'state';
  readonly flow?: WalletFlow;
  readonly call?: number;
  /** When the work began; it ended with this `value`, or failed where there is an `error`. */
  readonly since?: Instant;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly request?: Pick<TransportRequest, 'method' | 'path'>;
  readonly leg?: 1 | 2 | undefined;
  readonly attempt?: number | undefined;
  readonly intent?: string;
  readonly phase?: ActionPhase;
  readonly outcome?: ActionOutcome;
  readonly state?: WalletState;
}

/** Takes a note. */
export type TakeNote = (note: Note) => void;
