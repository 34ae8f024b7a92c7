/** Reads of the service that concurrent requests share. */
import type { Clock } from '../../kit/waiting.ts';
import { RelayError } from '../relay-error.ts';
import type { CallUpstream, UpstreamAnswer } from '../upstream/upstream.ts';

/** Reads by path. */
export interface SharedReads {
  /** Reads a path, or resolves with the answer to a read of a moment ago. @throws what {@link CallUpstream} throws. */
  read(path: string, signal: AbortSignal): Promise<UpstreamAnswer>;
  /** Whether {@link SharedReads.read} needs no call for a path. */
  isShared(path: string): boolean;
  /** Forgets what was read of a path, because it may have changed. */
  forget(path: string): void;
}

/** Options of {@link createSharedReads}. */
export interface CreateSharedReadsOptions {
  readonly call: CallUpstream;
  readonly clock: Clock;
  /** How long an answer, and a failure too, is shared after it came, ms. */
  readonly shareMs: number;
}

interface Shared {
  readonly answer: Promise<UpstreamAnswer>;
  /** Null while it is under way. */
  until: number | null;
}

const mostShared = 1024;

/** Creates the reads. A browser that goes away ends only its own wait; others may wait for the same read. */
export function createSharedReads({ call, clock, shareMs }: CreateSharedReadsOptions): SharedReads {
  const reads = new Map<string, Shared>();

  const start = (path: string): Shared => {
    const { signal } = new AbortController();
    const answer = call({ method: 'GET', path, signal, signsInAlone: true });
    const shared: Shared = { answer, until: null };
    const settle = (): void => void (shared.until = clock.now() + shareMs);
    answer.then(settle, settle);
    for (const [known, { until }] of reads) if (until !== null && until <= clock.now()) reads.delete(known);
    reads.delete(path);
    // The oldest goes first: a Map keeps the order of insertion.
    const [oldest] = reads.keys();
    if (reads.size >= mostShared && oldest !== undefined) reads.delete(oldest);
    reads.set(path, shared);
    return shared;
  };

  const findShared = (path: string): Shared | undefined => {
    const known = reads.get(path);
    return known !== undefined && (known.until === null || known.until > clock.now()) ? known : undefined;
  };

  return Object.freeze({
    read: (path: string, signal: AbortSignal) => untilAborted((findShared(path) ?? start(path)).answer, signal),
    isShared: (path: string) => findShared(path) !== undefined,
    forget: (path: string) => void reads.delete(path),
  });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void =>
      reject(
        new RelayError('RELAY_CLIENT_CLOSED', 'The request was given up before the answer came.', { status: 499 }),
      );
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
