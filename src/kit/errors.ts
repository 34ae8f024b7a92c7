/** The base of every error that Countersign throws. */
import type { KitErrorCode, NextStep, NextStepOf } from './error-catalogue/index.ts';

export type { NextStep };

/** Options of {@link CountersignError}. `cause` is passed on only if it can't hold a secret. */
export interface CountersignErrorOptions<Code extends KitErrorCode = KitErrorCode> {
  /** One of the next steps that the catalogue allows for the code. */
  readonly nextStep: NextStepOf<Code>;
  /** The error behind this one; never one that may hold a secret. */
  readonly cause?: unknown;
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
