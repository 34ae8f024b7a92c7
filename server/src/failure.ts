/** Safe descriptions of failed parts: a message of another's error may repeat what was sent. */

const deepest = 4;

/** The names and codes of an error and its causes, such as `TypeError: ECONNREFUSED`; no word of a message. */
export function namesOf(error: unknown): string {
  const words: string[] = [];
  let at = error;
  for (let depth = 0; depth < deepest && at instanceof Error; depth += 1) {
    const { name, code } = at as { name?: unknown; code?: unknown };
    for (const word of [name, code]) if (typeof word === 'string' && /^[A-Za-z_]{1,40}$/.test(word)) words.push(word);
    at = at.cause;
  }
  return words.join(': ') || 'unknown';
}

/** An error with the names and codes of its cause. */
export function failure(what: string, cause: unknown): Error {
  return new Error(`${what}: ${namesOf(cause)}`);
}
