/** The ways to sign in as this browser has seen them: their kinds alone. */
import { seenWaysPrefix } from '../../../kit/stored.ts';

/** A page has no room for more rows. */
const most = 9;

/** Kinds of ways to sign in. */
export interface SeenWays {
  /** The kind that signed in last; empty before the first time. */
  readonly last: string;
  /** The kind of each row that was shown. */
  readonly rows: readonly string[];
}

/** Reads them; none where nothing is kept. */
export function readWays(accountId: string): SeenWays {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(seenWaysPrefix + accountId);
  } catch {
    // A browser that keeps nothing shows as many rows as most people have.
  }
  const [last = '', ...rows] = (kept ?? '').split(' ');
  return { last, rows: rows.slice(0, most) };
}

/** Keeps them for the next time. */
export function keepWays(accountId: string, { last, rows }: SeenWays): void {
  try {
    localStorage.setItem(seenWaysPrefix + accountId, [last, ...rows].join(' '));
  } catch {
    // As above.
  }
}
