/** Safe descriptions of failed parts. */
import { withoutContent } from '../../kit/foreign-error.ts';

/** An error with the names and codes of its cause, whose own sentence could hold what was sent. */
export function failure(what: string, cause: unknown): Error {
  return new Error(`${what}: ${withoutContent(cause).message}`);
}
