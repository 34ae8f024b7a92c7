/** Who a request is from. */

import type { CookieSessions } from './cookie.ts';
import type { People, Person } from './people.ts';

/** Finds the person of a request by its headers. */
export type WhoAsks = (headers: Headers) => Promise<Person | null>;

/**
 * Whom the cookie names. In a sandbox, a request of the page's attacks names somebody instead, who is made for it and is nobody else: an
 * attack needs no sign-in to the platform, and touches nothing of the person who is here.
 */
export function createWhoAsks(people: People, cookies: CookieSessions, isSandbox: boolean): WhoAsks {
  return async (headers) => {
    const name = headers.get('attacked');
    if (isSandbox && name !== null && /^[0-9a-f-]{36}$/.test(name)) return people.enter(`${name}@attacked.example.com`);
    return people.byId(await cookies.read(headers.get('cookie')));
  };
}
