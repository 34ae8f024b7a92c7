/** Sends a wallet's requests, and those without a stamp again while the service still processes them. */
import { isStillProcessing } from '../../still-processing.ts';
import { unlessAborted } from '../../waiting.ts';
import { createTransport, invalidAnswer, judge, toError } from '../../transport/index.ts';
import type { Answer, Transport, TransportRequest } from '../../transport/index.ts';
import type { WalletContext } from '../context.ts';
import type { Note } from '../events/events.ts';
import { noted } from '../events/notes.ts';
import { fieldsAbout, fieldsOf, type Fields } from '../response-readers.ts';

/** The one transport of this wallet. */
export function transportOf(context: WalletContext): Transport {
  return (context.lazy.transport ??= createTransport(context.transportOptions));
}

/** The service's time, epoch ms; the device's own before the service's first answer to this page. */
export function serviceNow(context: WalletContext): number {
  return transportOf(context).serviceTime() ?? context.clock.now();
}

/** Sends a request and notes its outcome. @throws as {@link Transport.send} */
export function send(
  context: WalletContext,
  request: TransportRequest,
  leg?: Pick<Note, 'leg' | 'attempt'>,
): Promise<Answer> {
  return noted(context, { step: 'request', request, ...leg }, () => transportOf(context).send(request));
}

/** Limit for sending the same request again while the service processes it, ms, without the requests' own time; the first pause. */
const processingMs = 15_000;
const firstPauseMs = 1_000;

/**
 * Creates the pauses before the same request goes again: 1, 2, 4, 8 s, or as `Retry-After` says. The function waits, and
 * resolves with false at once when the time is over. It rejects with the signal's reason.
 */
export function createPauses({ clock }: Pick<WalletContext, 'clock'>) {
  let [pauseMs, passedMs] = [firstPauseMs, 0];
  return async (retryAfter: number | null, signal: AbortSignal | undefined): Promise<boolean> => {
    const waitMs = retryAfter === null ? pauseMs : Math.max(firstPauseMs, retryAfter * 1_000);
    pauseMs *= 2;
    passedMs += waitMs;
    if (passedMs > processingMs) return false;
    await unlessAborted(new Promise<void>((resolve) => void clock.schedule(waitMs, resolve)), signal);
    return true;
  };
}

/** Sends a request without a stamp until the service no longer processes it; the last answer, if that takes too long. */
export async function sendUntilDone(context: WalletContext, what: TransportRequest): Promise<Answer> {
  const pause = createPauses(context);
  for (;;) {
    const answer = await send(context, what);
    if (!isStillProcessing(answer) || !(await pause(answer.retryAfter, what.signal))) return answer;
  }
}

/** Sends a request; every answer but a success becomes an error. @throws TransportError */
export async function request(context: WalletContext, what: TransportRequest): Promise<Answer> {
  const answer = await sendUntilDone(context, what);
  if (judge(answer) !== 'success') throw toError(answer);
  return answer;
}

/** A read of one path. */
type Reading = Pick<TransportRequest, 'path' | 'query' | 'signal'>;

/** Reads the record with this id. @throws TransportError */
export async function readOne(context: WalletContext, reading: Reading, id: string): Promise<Fields> {
  const { body } = await request(context, { method: 'GET', ...reading });
  return fieldsAbout(body, 'record', id);
}

/** A list as it was answered. */
export interface List<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page. */
  readonly next: string | undefined;
  /** Whether it holds all records. */
  readonly isWhole: boolean;
  /** Returns the items of a whole list; a partial one can't prove that a record is absent. @throws TransportError `ANSWER_INVALID` */
  whole(): readonly Item[];
}

/** Reads a list, item by item. @throws TransportError */
export async function readList<Item>(
  context: WalletContext,
  reading: Reading,
  readItem: (item: unknown) => Item,
): Promise<List<Item>> {
  const { body } = await request(context, { method: 'GET', ...reading });
  const { data, hasMore, nextCursor } = fieldsOf(body, 'list');
  if (!Array.isArray(data)) throw invalidAnswer('data is missing');
  const items = data.map(readItem);
  const isWhole = (hasMore ?? false) === false && (nextCursor ?? null) === null;
  const whole = () => {
    if (!isWhole) throw invalidAnswer('the list is partial');
    return items;
  };
  return { items, next: hasMore === true && typeof nextCursor === 'string' ? nextCursor : undefined, isWhole, whole };
}
