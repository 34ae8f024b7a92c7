/** Safe descriptions of errors that aren't the kit's own. A file of its own, since a page's first load doesn't need it. */
import { causeOf } from './errors.ts';

const deepest = 4;

/**
 * Describes a foreign error that could hold sent data: returns the names and codes of its chain, for example
 * `TypeError: ECONNREFUSED`, and no word of its messages.
 */
export function withoutContent(error: unknown): Error {
  const words: string[] = [];
  try {
    let at = error;
    for (let depth = 0; depth < deepest && at instanceof Error; depth += 1) {
      const { name, code } = at as { name?: unknown; code?: unknown };
      for (const word of [name, code]) if (typeof word === 'string' && /^[A-Za-z_]{1,40}$/.test(word)) words.push(word);
      at = causeOf(at);
    }
  } catch {
    // A getter of the foreign error threw: use the words read so far.
  }
  return new Error(words.length === 0 ? 'unknown' : words.join(': '));
}
