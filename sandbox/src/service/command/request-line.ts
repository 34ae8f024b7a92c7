/** A request in the terminal: time, request, status and the reason of a refusal; with its bodies, except secrets. */
import { apiBasePath, controlBasePath } from '../http/path-pattern.ts';

/** One request that a listening sandbox answered. */
export interface ServedExchange {
  /** HTTP method. */
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Null when the answer was dropped. */
  readonly status: number | null;
  /** The `Date` of the answer, or when it was dropped. */
  readonly date: string;
  /** The body as received. */
  readonly sent: string;
  /** The body as answered. */
  readonly answered: string;
}

/** The lines of a request; none for one that only looks. */
export function requestLines(
  { method, path, status, date, sent, answered }: ServedExchange,
  { withBodies }: { readonly withBodies: boolean },
): readonly string[] {
  const looks = method === 'GET' && (path === '/health' || path.startsWith(controlBasePath));
  if (looks && status !== null && status < 400) return [];
  const answer = read(answered);
  const place = path.startsWith(`${apiBasePath}/`) ? path.slice(apiBasePath.length) : path;
  const time = new Date(date).toISOString().slice(11, 19);
  const line = [time, method, place, status ?? 'no answer', ...(status !== null && status >= 400 ? [why(answer)] : [])];
  const bodies = withBodies ? [shown('>', read(sent)), shown('<', answer)] : [];
  // Names from callers must not steer a terminal.
  return [line.join(' '), ...bodies.flat()].map((text) => text.replace(/\p{Cc}/gu, '?'));
}

interface ErrorAnswer {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly reason?: string };
}

function why(answer: unknown): string {
  const { code, message, details } = (answer ?? {}) as ErrorAnswer;
  return `${code ?? ''}: ${details?.reason ?? message ?? ''}`;
}

// Members that open something, by their names. A code is one where it is all digits; what is long is a bundle or a text that holds others.
const secret =
  /token|bundle|payload|stamp|assertion|attestation|challenge|otpcode|secret|password|signature|signingkey|kycurl|embedurl/i;
const LONGEST = 120;

function shown(mark: string, body: unknown): readonly string[] {
  if (body === undefined) return [];
  const text = JSON.stringify(body, (name, value: unknown) => {
    const isCode = name === 'code' && /^\d+$/.test(String(value));
    return secret.test(name) || isCode || (typeof value === 'string' && value.length > LONGEST) ? '…' : value;
  });
  return [`  ${mark} ${text}`];
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
