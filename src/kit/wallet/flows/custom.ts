/** The signed retry, for actions without a flow in the kit. */
import { aFunction, maybe } from '../../options.ts';
import { readOptions } from '../arguments.ts';
import { customActivityTypes, intents } from '../payload/activities.ts';
import type { WalletContext } from '../context.ts';
import type { Intent } from '../payload/intent.ts';
import { copyOwn } from '../../own-members.ts';
import type { SignedAction } from '../run/action.ts';
import type { Finding } from '../run/decide.ts';
import { signedAction } from '../run/session-action.ts';

/**
 * The required payload of a custom action: an activity of one of these types whose parameters hold what was submitted, or, only
 * where the service publishes no form for the action, anything that can't be read.
 */
export type CustomIntent =
  | { readonly activityTypes: readonly string[]; readonly expect: Readonly<Record<string, unknown>> }
  | { readonly opaque: true };

/** A request that the service wants signed. */
export interface SignedRetryRequest {
  /** The HTTP method of both legs. */
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the relay, beginning with a slash, without a query. */
  readonly path: string;
  /** JSON value; turned into text once, so that both legs carry identical bytes. */
  readonly body?: unknown;
  /** The required payload: one of these activities with these values, or unreadable. */
  readonly intent: CustomIntent;
  /**
   * Whether the service may do it at once, without a stamp. Then a lost first request counts as possibly done;
   * otherwise only a lost stamp does.
   */
  readonly mayCommitUnsigned?: boolean;
}

/** Options of `signedRetry`. */
export interface SignedRetryOptions {
  /** Aborts the call: before a stamp was sent it rejects with the reason, afterwards with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal;
  /**
   * Looks up the outcome, after a lost answer or one that stayed unknown. Return `undone` only if the action can no longer happen.
   */
  readonly lookUp?: () => Promise<'done' | 'undone' | 'unknown'>;
}

/** The service's answer to a signed action. `body` is undefined if it sent none, or if a look-up found the action done. */
export interface SignedRetryResult {
  /** The HTTP status; 200 where the action was found done. */
  readonly status: number;
  /** The JSON of the answer. */
  readonly body: unknown;
}

/**
 * Requests the payload, stamps it with the session's key, and sends the identical bytes again. Accepts an action that
 * the service does at once.
 *
 * @throws TypeError, RangeError naming the argument, also for activity types that only the wallet's own flows sign; SessionError;
 * WalletError `PAYLOAD_MISMATCH`, `NOT_APPROVED`; TransportError, `OUTCOME_UNKNOWN` among them
 */
export async function customSignedRetry(
  context: WalletContext,
  request: SignedRetryRequest,
  options?: SignedRetryOptions,
): Promise<SignedRetryResult> {
  const { signal, lookUp } = readOptions<Pick<SignedRetryOptions, 'lookUp'>>(options, 'signedRetry', {
    lookUp: maybe(aFunction),
  });
  const own = copyRequest(request);
  const intent = checkRequest(own);
  const { method, path, mayCommitUnsigned = false } = own;
  const action: SignedAction<SignedRetryResult> = {
    request: { method, path, body: writeBody(own.body) },
    intent,
    unsigned: mayCommitUnsigned ? 'may-act' : 'accepted',
    readOutcome: ({ status, body }) => Object.freeze({ status, body }),
    lookUp: lookUp && (async () => findingOf(await lookUp())),
    unknown: {
      message: "The outcome is unknown. Press again with a lookUp that says 'done' or 'undone'.",
    },
  };
  return signedAction(context, action, { signal });
}

function writeBody(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(body) as string | undefined;
  } catch {
    // The engine's own words may name what is in the body.
  }
  if (text === undefined) throw new TypeError('signedRetry: body must be a JSON value');
  return text;
}

const methods: ReadonlySet<unknown> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

function copyRequest(request: SignedRetryRequest): SignedRetryRequest {
  if (typeof request !== 'object' || request === null) throw new TypeError('signedRetry: request must be an object');
  return copyOwn(request);
}

function checkRequest(request: SignedRetryRequest): Intent {
  if (!methods.has(request.method)) throw new RangeError('signedRetry: method must be POST, PUT, PATCH or DELETE');
  if (typeof request.path !== 'string' || !/^(\/[A-Za-z0-9_:-]{1,100})+$/.test(request.path)) {
    throw new RangeError('signedRetry: path must be a plain path below the relay, / first');
  }
  const { mayCommitUnsigned } = request as { readonly mayCommitUnsigned?: unknown };
  if (mayCommitUnsigned !== undefined && typeof mayCommitUnsigned !== 'boolean') {
    throw new TypeError('signedRetry: mayCommitUnsigned must be true or false');
  }
  // Only an object has members to copy.
  const intent = copyOwn<Partial<{ activityTypes: unknown; expect: unknown; opaque: unknown }>>(request.intent);
  const { activityTypes, expect, opaque } = intent;
  if (opaque === true && activityTypes === undefined) return intents.customOpaque();
  if (!isStringList(activityTypes) || typeof expect !== 'object' || expect === null || Array.isArray(expect)) {
    throw new TypeError('signedRetry: intent must be { activityTypes, expect } or { opaque: true }');
  }
  if (!activityTypes.every((type) => customActivityTypes.has(type))) {
    throw new RangeError(`signedRetry: intent.activityTypes may hold ${[...customActivityTypes].join(', ')} only`);
  }
  return intents.custom(activityTypes, expect as Readonly<Record<string, unknown>>);
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function findingOf(outcome: 'done' | 'undone' | 'unknown'): Finding<SignedRetryResult> {
  if (outcome === 'done') return { found: 'done', outcome: Object.freeze({ status: 200, body: undefined }) };
  return { found: outcome === 'undone' ? 'undone' : 'unread' };
}
