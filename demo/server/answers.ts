/** How the platform's back-end reads bodies and answers: JSON only, nothing cached. */

import type { Context } from 'hono';

/** Bytes that a body of the page may have. */
export const largestBody = 4096;

/** Reads a small JSON object; anything else is null. */
export async function readBody(context: Context): Promise<Record<string, unknown> | null> {
  if (context.req.header('content-type') !== 'application/json') return null;
  const text = await context.req.text();
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Answers with JSON. */
export function answer(context: Context, body: object, status = 200): Response {
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  return context.body(JSON.stringify(body), status as 200, { 'content-type': 'application/json' });
}

/** Answers with an error body of the service's own shape. */
export function refuse(context: Context, status: number, code: string, message: string, details?: object): Response {
  return answer(context, { status, code, message, ...(details === undefined ? {} : { details }) }, status);
}

/** Answers that nobody is signed in to the platform. */
export function signedOut(context: Context): Response {
  return refuse(context, 401, 'SIGNED_OUT', 'Sign in to the platform first.');
}
