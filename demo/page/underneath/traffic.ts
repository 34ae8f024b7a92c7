/** Watches every request of the page by wrapping `fetch`; keeps what is safe to show and nothing else. */

import { redactText, type ShownField } from './redact.ts';

/** One request and its answer, without secrets. */
export interface Exchange {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  /** `relay`: on to the service; `platform`: the platform's own back-end. */
  readonly to: 'relay' | 'platform';
  /** HTTP status; null while it runs or when no answer came. */
  readonly status: number | null;
  readonly failed: boolean;
  readonly durationMs: number | null;
  /** Of a signed retry: the request that is answered by a payload, or the one that carries the stamp. */
  readonly leg: 'asks what to sign' | 'signed' | null;
  /** The action that the wallet signed, and what it read the payload as. */
  readonly signed: SignedReading | null;
  /** Compressed public key (hex) that the stamp names. */
  readonly signedBy: string | null;
  readonly hasRequestId: boolean;
  readonly hasIdempotencyKey: boolean;
  readonly sent: readonly ShownField[];
  readonly received: readonly ShownField[];
}

/** What the wallet says before it signs. */
export interface SignedReading {
  readonly action: string;
  readonly reading: string;
}

/** The log, newest first. */
export interface Traffic {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  exchanges(): readonly Exchange[];
  /** Says what the next stamp is for. */
  expectStamp(signed: SignedReading): void;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  clear(): void;
}

const longestLog = 200;
const signatureHeaders = ['Service-Wallet-Signature', 'Grid-Wallet-Signature'];

/** Makes a log over a `fetch`; `now` is monotonic milliseconds. */
export function createTraffic(
  doFetch: (url: string, init?: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
  now: () => number = () => performance.now(),
): Traffic {
  let log: readonly Exchange[] = [];
  let nextId = 1;
  let expected: SignedReading | null = null;
  const listeners = new Set<() => void>();
  const publish = (changed: readonly Exchange[]): void => {
    log = changed.slice(0, longestLog);
    for (const listener of listeners) listener();
  };

  async function watched(url: string, init: RequestInit = {}): Promise<Response> {
    const started = now();
    const described = describeRequest(nextId++, url, init);
    const exchange = described.leg === 'signed' ? { ...described, signed: expected } : described;
    publish([exchange, ...log]);
    const finish = (rest: Partial<Exchange>): void => {
      const done = { ...exchange, durationMs: Math.round(now() - started), ...rest };
      publish(log.map((item) => (item.id === done.id ? done : item)));
    };
    try {
      const response = await doFetch(url, init);
      const leg = response.status === 202 ? 'asks what to sign' : exchange.leg;
      finish({ status: response.status, leg });
      // The page reads the answer; this reads a copy, and may fail without harm.
      void response
        .clone()
        .text()
        .then((text) => finish({ status: response.status, leg, received: redactText(text) }))
        .catch(() => undefined);
      return response;
    } catch (error) {
      finish({ failed: true });
      throw error;
    }
  }

  return Object.freeze({
    fetch: watched,
    exchanges: () => log,
    expectStamp(signed: SignedReading): void {
      expected = signed;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => publish([]),
  });
}

function describeRequest(id: number, url: string, init: RequestInit): Exchange {
  const headers = new Headers(init.headers);
  const stamp = signatureHeaders.map((name) => headers.get(name)).find((value) => value !== null) ?? null;
  const { pathname, search } = new URL(url, 'http://page.invalid');
  return {
    id,
    method: (init.method ?? 'GET').toUpperCase(),
    path: decodeURIComponent(`${pathname}${search}`),
    to: pathname.startsWith('/api/') ? 'platform' : 'relay',
    status: null,
    failed: false,
    durationMs: null,
    leg: stamp === null ? null : 'signed',
    signed: null,
    signedBy: stamp === null ? null : readSigner(stamp),
    hasRequestId: headers.has('Request-Id'),
    hasIdempotencyKey: headers.has('Idempotency-Key'),
    sent: typeof init.body === 'string' ? redactText(init.body) : [],
    received: [],
  };
}

/** The compressed public key inside a stamp (unpadded base64url of JSON), or null if it can't be read. */
function readSigner(stamp: string): string | null {
  try {
    const json: unknown = JSON.parse(atob(stamp.replaceAll('-', '+').replaceAll('_', '/')));
    const key = (json as { publicKey?: unknown }).publicKey;
    return typeof key === 'string' && /^0[23][0-9a-f]{64}$/.test(key) ? key : null;
  } catch {
    return null;
  }
}
