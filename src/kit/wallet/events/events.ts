/** Events for `onEvent`: one stream of the wallet's activity, without a body, code, key, payload or address. */
import type { Instant } from '../../waiting.ts';
import type { KitErrorCode, NextStep } from '../../error-catalogue/index.ts';
import type { EndReason, WalletState } from '../../session/index.ts';
import type { TransportRequest, Verdict } from '../../transport/index.ts';
import type { Finding } from '../run/decide.ts';
import type { IntentName, WalletFlow } from '../facts.ts';

/**
 * A part of a signed action: `asking` for the payload, `approving` it, `sending` the request that can do the action,
 * `looking` up its outcome.
 */
export type ActionPhase = 'asking' | 'approving' | 'sending' | 'looking';

/**
 * Result of a phase. A request: `challenge` (the payload to sign), `success`, `refusal` (it did nothing), `end-state` (401, 404 or 409,
 * inconclusive alone) or `unclear` (no usable answer). The person: `approved` or `declined`. A look-up: `done`, `over` (it can't be done
 * any more), `undone` or `unread`.
 */
export type ActionOutcome = Verdict | 'challenge' | 'approved' | 'declined' | Finding<unknown>['found'];

/** Members that all events of a call share. */
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
  /** Kind of the event. */
  readonly step: 'begin';
}

/** A call is over. */
export interface CallEnded extends CallFacts {
  /** Kind of the event. */
  readonly step: 'end';
  /** Duration, ms, by the clock that never goes back. */
  readonly durationMs: number;
  /**
   * `done`, with a `code` where only one half of a sign-out was done; `unknown`: the outcome is unknown (`OUTCOME_UNKNOWN`); `aborted`: the
   * caller's signal; `failed`: nothing was done, without a `code` where the call itself was wrong.
   */
  readonly outcome: 'done' | 'unknown' | 'aborted' | 'failed';
  /** The kit's code. */
  readonly code?: KitErrorCode;
  /** The caller's next step. */
  readonly nextStep?: NextStep;
  /** HTTP status of the answer that decided. */
  readonly status?: number;
  /** The service's own code. */
  readonly platformCode?: string;
}

/** One exchange with the relay is over. */
export interface RequestEnded extends CallFacts {
  /** Kind of the event. */
  readonly step: 'request';
  /** HTTP method. */
  readonly method: string;
  /** Path below the relay; each segment that isn't a lower-case word is `{}`. */
  readonly route: string;
  /** The ids in the path. */
  readonly ids: readonly string[];
  /** Leg of a signed action: 1 requests the payload, 2 carries the stamp. Absent without a signature. */
  readonly leg?: 1 | 2;
  /** Number of the attempt at this leg in this call, from 1. */
  readonly attempt?: number;
  /** How long it took, ms, by the clock that never goes back. */
  readonly durationMs: number;
  /** `answered`, whatever the `status`; `failed`: no whole answer came; `aborted`: the caller's signal ended it. */
  readonly outcome: 'answered' | 'failed' | 'aborted';
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  /** `NETWORK_FAILED` or `TIMED_OUT`, or `WALLET_CLOSED`, where no whole answer came. */
  readonly code?: KitErrorCode;
  /** The caller's next step. */
  readonly nextStep?: NextStep;
  /** The answer's `X-Request-Id`, which the relay's `audit` has too; a UUID, or nothing. */
  readonly requestId?: string;
}

/** A part of a signed action is over. */
export interface PhaseChanged extends CallFacts {
  /** Kind of the event. */
  readonly step: 'transition';
  /** The signed action, by the name that `approve` gets. */
  readonly intent: IntentName | 'custom';
  /** HTTP method. */
  readonly method: string;
  /** As of {@link RequestEnded}. */
  readonly route: string;
  /** The ids in the path. */
  readonly ids: readonly string[];
  /** The phase that ended. */
  readonly phase: ActionPhase;
  /** Result of the phase. */
  readonly outcome: ActionOutcome;
  /** Duration, ms, since the phase before: of `approving` the person's time, of `sending` also the wait for the locks. */
  readonly durationMs: number;
}

/** `wallet.state()` has changed. */
export interface StateChanged extends Pick<CallFacts, 'at' | 'tab'> {
  /** Kind of the event. */
  readonly step: 'state';
  /** The state's `status`. */
  readonly outcome: WalletState['status'];
  /** Storage of the session. */
  readonly storage: WalletState['storage'];
  /** Reason of the last session's end. */
  readonly reason?: EndReason;
}

/** One event, frozen. `step` tells which. */
export type WalletEvent = CallBegan | CallEnded | RequestEnded | PhaseChanged | StateChanged;

/** Called with each event, in order. Nothing waits for its promise, and its errors are ignored. */
export type WalletEventListener = (event: WalletEvent) => void | Promise<void>;

/** An event before its members are chosen. */
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
