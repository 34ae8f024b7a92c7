/** The platform's own login: a cookie that says who the person is, signed so that nobody can write one themselves. */

import { createHmac, timingSafeEqual } from 'node:crypto';

const name = 'platform_session';
const lifetimeSeconds = 8 * 60 * 60;

/** Seals user ids into cookies and opens them again. */
export interface CookieSessions {
  /** A `Set-Cookie` value that signs this user in. */
  issue(userId: string): string;
  /** The user of a `Cookie` header, or null when there is none, it has expired or its seal is wrong. */
  read(cookieHeader: string | null): string | null;
  /** A `Set-Cookie` value that signs out. */
  clear(): string;
}

/**
 * Makes the cookie sessions of one back-end; `now` is epoch milliseconds.
 * The page is served on http://localhost, so `Secure` is left out; behind https, add it.
 */
export function createCookieSessions(secret: Uint8Array, now: () => number): CookieSessions {
  const seal = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const attributes = 'Path=/; HttpOnly; SameSite=Strict';
  return Object.freeze({
    issue(userId: string): string {
      const expires = Math.floor(now() / 1000) + lifetimeSeconds;
      const body = `${Buffer.from(userId).toString('base64url')}.${String(expires)}`;
      return `${name}=${body}.${seal(body).toString('base64url')}; Max-Age=${String(lifetimeSeconds)}; ${attributes}`;
    },
    read(cookieHeader: string | null): string | null {
      const value = cookieHeader
        ?.split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const [user, expires, given, ...rest] = value?.split('.') ?? [];
      if (user === undefined || expires === undefined || given === undefined || rest.length > 0) return null;
      const expected = seal(`${user}.${expires}`);
      const received = Buffer.from(given, 'base64url');
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
      return Number(expires) * 1000 > now() ? Buffer.from(user, 'base64url').toString() : null;
    },
    clear: (): string => `${name}=; Max-Age=0; ${attributes}`,
  });
}
