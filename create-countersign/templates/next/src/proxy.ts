import { NextResponse, type NextRequest } from 'next/server';

/** Sends the policy of a wallet's page: it runs its own files, asks its own server, and is framed by nobody. */
export function proxy(request: NextRequest) {
  // In development Next.js needs eval, and writes styles into the page.
  if (process.env.NODE_ENV === 'development') return NextResponse.next();
  // The sample log-in has a form, and a policy of its own.
  if (request.nextUrl.pathname === '/login') return NextResponse.next();
  // Next.js reads the nonce from the request, and marks the scripts that it writes into the page.
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
