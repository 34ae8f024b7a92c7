/** The platform's own login: a cookie that says who the person is, signed so that nobody can write one themselves. */

import { parseSigned, serialize, serializeSigned } from 'hono/utils/cookie';

const name = 'platform_session';
const lifetimeSeconds = 8 * 60 * 60;

/** Seals user ids into cookies and opens them again. */
export interface CookieSessions {
  /** A `Set-Cookie` value that signs this user in. */
  issue(userId: string): Promise<string>;
  /** The user of a `Cookie` header, or null when there is none, it has expired or its signature is wrong. */
  read(cookieHeader: string | null): Promise<string | null>;
  /** A `Set-Cookie` value that signs out. */
  clear(): string;
}

/**
 * Makes the cookie sessions of one back-end; `now` is epoch milliseconds.
 * The page is served on http://localhost, so `secure` is left out; behind https, add it.
 */
export function createCookieSessions(secret: Uint8Array<ArrayBuffer>, now: () => number): CookieSessions {
  const options = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  return Object.freeze({
    issue(userId: string): Promise<string> {
      const expires = Math.floor(now() / 1000) + lifetimeSeconds;
      // A cookie that was kept somewhere else than in a browser ends too.
      const value = `${userId} ${String(expires)}`;
      return serializeSigned(name, value, secret, { ...options, maxAge: lifetimeSeconds });
    },
    async read(cookieHeader: string | null): Promise<string | null> {
      if (cookieHeader === null) return null;
      const value = (await parseSigned(cookieHeader, secret, name))[name];
      if (typeof value !== 'string') return null;
      const [user = '', expires = ''] = value.split(' ');
      return user !== '' && Number(expires) * 1000 > now() ? user : null;
    },
    clear: (): string => serialize(name, '', { ...options, maxAge: 0 }),
  });
}
