/** Related origins: which other sites may use the passkeys of this one (WebAuthn Level 3, 5.11). */
import { createAnswer } from '../request/headers.ts';

/** Path at the root of the relying party's own host, where browsers look for the origins. */
export const relatedOriginsPath = '/.well-known/webauthn';

/** Detects a request for the list. A browser sends it without a cookie, from any site. */
export function isRelatedOriginsRequest({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === relatedOriginsPath;
}

/** Answers with the list, which is public. */
export function answerRelatedOrigins(
  origins: readonly string[],
  { requestId }: { readonly requestId: string },
): Response {
  const text = JSON.stringify({ origins });
  const response = createAnswer({ status: 200, text, date: null, retryAfter: null, requestId });
  response.headers.set('Cache-Control', 'public, max-age=3600');
  response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return response;
}
