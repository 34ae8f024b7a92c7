/** Watches the calls to the service: what was sent, what came, and whether it fits. Nothing of a body is kept. */
import { fitOf, pathWords, type Fit } from './fit.ts';

/** One call. */
export interface WatchedCall extends Fit {
  /** Method and path, with `{}` for each id. */
  readonly operation: string;
  /** Whether it carried a stamp. */
  readonly isStamped: boolean;
  /** Bytes that were sent, and that came. */
  readonly sent: number;
  readonly came: number;
  /** Null: no answer came. */
  readonly status: number | null;
}

/** The watch. */
export interface Watch {
  /** In place of `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The calls since this was asked the last time. */
  takeCalls(): readonly WatchedCall[];
}

/** Options of {@link createWatch}. */
export interface CreateWatchOptions {
  readonly baseUrl: string;
  readonly profile: 'grid' | 'spec';
  readonly signatureHeader: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Creates it. */
export function createWatch({ baseUrl, profile, signatureHeader, fetch }: CreateWatchOptions): Watch {
  let calls: WatchedCall[] = [];
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return Object.freeze({
    async fetch(request: Request) {
      const path = new URL(request.url).pathname.slice(base.length);
      const parts = path.split('/').map((part) => (part === '' || pathWords.has(part) ? part : '{}'));
      const sent = (await request.clone().arrayBuffer()).byteLength;
      const call = {
        operation: `${request.method} ${parts.join('/')}`,
        isStamped: request.headers.has(signatureHeader),
        sent,
      };
      try {
        const response = await fetch(request);
        const text = await response.clone().text();
        const answer = { operation: call.operation, status: response.status, body: parsed(text) };
        calls.push({ ...call, status: response.status, came: text.length, ...fitOf(profile, answer) });
        return response;
      } catch (error) {
        calls.push({ ...call, status: null, came: 0, forms: [], misfits: ['no answer came'], news: [] });
        throw error;
      }
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
  });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
