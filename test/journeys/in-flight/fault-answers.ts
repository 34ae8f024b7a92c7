/** Sends the answer to a request that met a fault: to the page over a socket, to the relay as a `Response`. */
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';

/** Options of {@link answerPage}. */
export interface AnswerPageOptions {
  /** The relay's answer; undefined when it wasn't asked. */
  readonly answer: Response | undefined;
  readonly fault: Fault | undefined;
  /** Resolves when the page has let go of the connection. */
  readonly gone: Promise<void>;
}

/** Answers the page as the fault has it; resolves with whether the relay's own answer was sent whole. */
export async function answerPage(
  outgoing: ServerResponse,
  { answer, fault, gone }: AnswerPageOptions,
): Promise<boolean> {
  const kind = fault?.answer ?? 'real';
  const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
  if (outgoing.destroyed) return false;
  if (kind === 'silence') {
    await gone;
    return false;
  }
  if (kind === 'reset' || answer === undefined ? typeof kind === 'string' : false) {
    outgoing.destroy();
    return false;
  }
  if (typeof kind === 'object') {
    const retry = kind.retryAfter === undefined ? {} : { 'Retry-After': String(kind.retryAfter) };
    outgoing.writeHead(kind.status, { 'Content-Type': kind.type, ...retry }).end(kind.text);
    return false;
  }
  const length = answer?.status === 204 ? {} : { 'content-length': String(bytes.length) };
  outgoing.writeHead(answer?.status ?? 200, { ...Object.fromEntries(answer?.headers ?? []), ...length });
  if (kind === 'half') {
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
    return false;
  }
  outgoing.end(bytes);
  return true;
}

/** Answers the relay as the fault has it. @throws TypeError for a network that is lost, DOMException once the relay gives up. */
export async function answerRelay({ answer }: Fault, signal: AbortSignal): Promise<Response> {
  if (typeof answer === 'object') {
    const retry = answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) };
    return new Response(answer.text, { status: answer.status, headers: { 'Content-Type': answer.type, ...retry } });
  }
  if (answer === 'silence') {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }
  throw new TypeError('fetch failed');
}
