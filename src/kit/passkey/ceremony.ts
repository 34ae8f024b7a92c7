/** One WebAuthn ceremony at a time: a new one ends the one before, and each ends with its time limit or its caller's signal. */
import { browserSupportsWebAuthn, WebAuthnAbortService } from '@simplewebauthn/browser';
import { onAbort, unlessAborted, type Clock } from '../waiting.ts';
import { explain, type CeremonyKind } from './explain.ts';
import { PasskeyError } from './passkey-error.ts';

/** Options of every ceremony. */
export interface CeremonyOptions {
  /** How long the prompt stays, ms. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

// Browsers round their clocks and run their own timer beside ours: a ceremony that ends this close to the limit has timed out.
const slackMs = 1000;

/** Members that a ceremony leaves out, said as that: the library hands the browser an object that would inherit them. */
export const leftOut: object = { attestationFormats: undefined, extensions: undefined, hints: undefined };

/** Ends the ceremony that began last, unless it is over. */
let endLast: (() => void) | undefined;

/**
 * Runs a ceremony. The time limit and the signal hold even where the browser has a limit of its own, or where a password manager
 * that took the browser's place knows neither; an answer that comes after that is dropped.
 *
 * @throws PasskeyError; the signal's reason when the caller aborted
 */
export async function holdCeremony<Result>(
  kind: CeremonyKind,
  start: () => Promise<Result>,
  { timeoutMs, clock, signal }: CeremonyOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  if (!browserSupportsWebAuthn()) {
    throw new PasskeyError('UNSUPPORTED', 'This browser has no passkeys. Sign in another way.', {
      nextStep: 'unsupported',
    });
  }
  const ending = new AbortController();
  const end = (): void => ending.abort();
  endLast?.();
  endLast = end;
  const cancel = (): void => {
    // The library's abort service is one for the whole page: it could cancel the next ceremony.
    if (endLast === end) WebAuthnAbortService.cancelCeremony();
    end();
  };
  let outOfTime = false;
  const startedAt = clock.monotonic();
  const stopTimer = clock.schedule(timeoutMs, () => {
    outOfTime = true;
    cancel();
  });
  const stopListening = onAbort(signal, cancel);
  try {
    return await unlessAborted(start(), ending.signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error, {
      kind,
      outOfTime: outOfTime || clock.monotonic() - startedAt >= timeoutMs - slackMs,
    });
  } finally {
    stopTimer();
    stopListening();
  }
}
