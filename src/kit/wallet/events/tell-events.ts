/** Turns notes into events. A lazy chunk that only a listener loads; it imports nothing, so that no other chunk is split for it. */
import type { Instant } from '../../waiting.ts';
import type { BaseError } from '../../errors.ts';
import type { Answer, TransportError } from '../../transport/index.ts';
import type { Note, WalletEvent, WalletEventListener } from './events.ts';

/** Tells a listener, note by note: words, numbers and ids that are chosen here, and nothing else that a note holds. */
export function tellEvents(
  onEvent: WalletEventListener,
  KitError: typeof BaseError,
  isCallersReason: (error: unknown) => boolean,
): (note: Note, now: Instant) => Promise<void> {
  const tab = crypto.randomUUID();
  return async (note, now) => {
    const { since, request, state, value, error, ...said } = note;
    const failed = Object.hasOwn(note, 'error');
    const { method, path } = request ?? {};
    const answer = (said.step === 'request' ? value : undefined) as Answer | undefined;
    const problem = failed ? error : (value as { readonly error?: unknown } | undefined)?.error;
    const facts = (problem instanceof KitError ? problem : Object.create(null)) as Partial<TransportError>;
    const { code, nextStep, platformCode, status = answer?.status } = facts;
    const ended = answer === undefined ? 'done' : 'answered';
    const unended = code === 'OUTCOME_UNKNOWN' ? 'unknown' : isCallersReason(problem) ? 'aborted' : 'failed';
    const event = {
      at: now.wall,
      tab,
      method,
      // Anything but a word or an id could be personal data.
      route: path?.replace(/[^/]*[^/a-z-][^/]*/g, '{}'),
      ids: path?.match(/\b[A-Za-z]{1,40}:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g),
      durationMs: since && now.monotonic - since.monotonic,
      outcome: since ? (failed ? unended : ended) : state?.status,
      storage: state?.storage,
      reason: state?.ended?.reason,
      code,
      nextStep,
      platformCode,
      status,
      requestId: answer?.requestId,
      ...said,
    };
    // Without the members that are undefined.
    await onEvent(Object.freeze(JSON.parse(JSON.stringify(event))) as WalletEvent);
  };
}
