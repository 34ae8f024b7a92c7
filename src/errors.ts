/** The base of every error that Countersign throws. */
import type { KitErrorCode, NextStep, NextStepOf } from './error-catalogue/index.ts';

export type { NextStep };

/** Options of {@link CountersignError}. `cause` is passed on only if it can't hold a secret. */
export interface CountersignErrorOptions<Code extends KitErrorCode = KitErrorCode> {
  /** One of those that the catalogue gives the code. */
  readonly nextStep: NextStepOf<Code>;
  /** What lies behind it; never anything that may hold a secret. */
  readonly cause?: unknown;
}

const deepest = 4;

/**
 * What may be told of a foreign error that could hold what was sent: the names and codes of its chain, for example
 * `TypeError: ECONNREFUSED`, and no word of its messages.
 */
export function withoutContent(error: unknown): Error {
  const words: string[] = [];
  try {
    let at = error;
    for (let depth = 0; depth < deepest && at instanceof Error; depth += 1) {
      const { name, code } = at as { name?: unknown; code?: unknown };
      for (const word of [name, code]) if (typeof word === 'string' && /^[A-Za-z_]{1,40}$/.test(word)) words.push(word);
      at = at.cause;
    }
  } catch {
    // A getter of the foreign error threw: what was read until then has to do.
  }
  return new Error(words.length === 0 ? 'unknown' : words.join(': '));
}

/**
 * The base class: a literal `name`, an UPPER_SNAKE `code` and the `nextStep`.
 *
 * A message never holds a key, a code, a bundle, a token or a payload. A mistake in the calling code is a
 * `TypeError` or `RangeError` that names the argument, not a `CountersignError`.
 */
export abstract class CountersignError<Code extends KitErrorCode = KitErrorCode> extends Error {
  abstract override readonly name: string;
  readonly code: Code;
  readonly nextStep: NextStep;

  constructor(code: Code, message: string, options: CountersignErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.nextStep = options.nextStep;
  }
}
