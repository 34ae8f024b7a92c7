import { NextResponse, type NextRequest } from 'next/server';

/** The page of a wallet may run its own files and ask its own server, and nobody may frame it. The icon of this one is a data: URL. */
export function proxy(request: NextRequest): NextResponse {
  // Next.js writes scripts into its pages, and reads from the request's policy how to mark them.
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; style-src 'self' 'nonce-${nonce}'`,
    "img-src data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('Permissions-Policy', 'publickey-credentials-get=(self), publickey-credentials-create=(self)');
  response.headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  response.headers.set('Referrer-Policy', 'no-referrer');
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}
