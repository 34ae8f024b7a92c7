/** What the page's inspector may ask of the sandbox's control plane; with a real service there is none. */

import type { Context, Hono } from 'hono';
import { answer, readBody, refuse, signedOut } from './answers.ts';
import type { Person } from './people.ts';
import type { Send } from './service.ts';

/** Calls the control plane; `call` is the path below it. */
export type CallSandbox = (method: string, call: string, body?: object) => Promise<{ status: number; body: object }>;

/** The calls that are passed on; everything else of the control plane stays with the developer. */
const calls: readonly (readonly ['GET' | 'POST' | 'DELETE', string])[] = [
  ['GET', '/clock'],
  ['POST', '/clock'],
  ['GET', '/faults'],
  ['POST', '/faults'],
  ['DELETE', '/faults'],
  ['GET', '/otp'],
  ['POST', '/id-tokens'],
  ['DELETE', '/sessions/:sessionId'],
];

/** Adds the routes to the back-end. */
export function addSandboxRoutes(
  app: Hono,
  callSandbox: CallSandbox,
  personOf: (context: Context) => Person | null | Promise<Person | null>,
): void {
  for (const [method, path] of calls) {
    app.on(method, `/api/sandbox${path}`, async (context) => {
      if ((await personOf(context)) === null) return signedOut(context);
      const { pathname, search } = new URL(context.req.url);
      const sent = method === 'POST' ? await readBody(context) : undefined;
      if (sent === null) return refuse(context, 400, 'INVALID_INPUT', 'The body is no JSON object.');
      const { status, body } = await callSandbox(method, `${pathname.slice('/api/sandbox'.length)}${search}`, sent);
      return status === 204 ? context.body(null, 204) : answer(context, body, status);
    });
  }
}

/** Reaches the control plane of a sandbox at an origin. */
export function callSandboxAt(origin: string, send: Send = (url, init) => fetch(url, init)): CallSandbox {
  return async (method, call, body) => {
    const response = await send(`${origin}/_sandbox${call}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: response.status === 204 ? {} : ((await response.json()) as object) };
  };
}
