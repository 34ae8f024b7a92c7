/** Calls the sandbox's control plane, which the page's back-end passes on: a page may not call it directly. */

/** A fault that the next call is to meet. */
export type NextFault =
  | { readonly delayMs: number }
  | { readonly drop: 'before' | 'after' }
  | { readonly status: 429 | 500; readonly retryAfter?: number };

/** The calls that the inspector makes. */
export interface PassedOnControl {
  /** The service's time, epoch ms. */
  readTime(): Promise<number>;
  advance(milliseconds: number): Promise<number>;
  /** The next call meets this fault; with `leg` 2 the next signed one. */
  fail(fault: NextFault, leg: 1 | 2 | null): Promise<void>;
  clearFaults(): Promise<void>;
  endSession(sessionId: string): Promise<void>;
  readCode(credentialId: string): Promise<string>;
}

/** Creates the client; `path` is where the back-end passes `/_sandbox` on, such as `/api/sandbox`. */
export function createPassedOnControl(path: string): PassedOnControl {
  const base = path.replace(/\/$/, '');
  async function call(method: string, at: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const response = await globalThis.fetch(`${base}${at}`, init);
    const answer: unknown = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (response.ok) return answer as Readonly<Record<string, unknown>>;
    const { code = String(response.status), message = '' } = Object(answer) as { code?: string; message?: string };
    throw new Error(`The sandbox’s control plane answered ${code}. ${message}`);
  }
  const timeOf = (answer: Readonly<Record<string, unknown>>): number => Date.parse(String(answer['now']));
  return {
    readTime: async () => timeOf(await call('GET', '/clock')),
    advance: async (advanceMs) => timeOf(await call('POST', '/clock', { advanceMs })),
    async fail(fault, leg) {
      await call('POST', '/faults', { ...fault, count: 1, ...(leg === null ? {} : { leg }) });
    },
    async clearFaults() {
      await call('DELETE', '/faults');
    },
    async endSession(sessionId) {
      await call('DELETE', `/sessions/${encodeURIComponent(sessionId)}`);
    },
    async readCode(credentialId) {
      return String((await call('GET', `/otp?credentialId=${encodeURIComponent(credentialId)}`))['otpCode']);
    },
  };
}
