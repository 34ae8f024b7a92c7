/** One WebAuthn ceremony at a time: a new one ends the one before. */
import { browserSupportsWebAuthn, WebAuthnAbortService } from '@simplewebauthn/browser';
import { explain } from './explain.ts';
import { PasskeyError } from './passkey-error.ts';

/** Options of every ceremony. */
export interface CeremonyOptions {
  /** How long the prompt stays, ms. */
  readonly timeoutMs: number;
  /** Monotonic time, ms. */
  readonly monotonic: () => number;
  readonly signal?: AbortSignal | undefined;
}

const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/** Runs a ceremony. @throws PasskeyError; the signal's reason when the caller aborted */
export async function holdCeremony<Result>(
  start: () => Promise<Result>,
  { timeoutMs, monotonic, signal }: CeremonyOptions,
): Promise<Result> {
  signal?.throwIfAborted();
  if (!browserSupportsWebAuthn()) {
    throw new PasskeyError('UNSUPPORTED', 'This browser has no passkeys. Sign in another way.', {
      nextStep: 'unsupported',
    });
  }
  const startedAt = monotonic();
  signal?.addEventListener('abort', cancelCeremony, { once: true });
  try {
    return await start();
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error, { outOfTime: monotonic() - startedAt >= timeoutMs });
  } finally {
    signal?.removeEventListener('abort', cancelCeremony);
  }
}
