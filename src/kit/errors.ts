/** The base of every error that Countersign throws. */
import type { KitErrorCode, NextStep, NextStepOf } from './error-catalogue/index.ts';
import { bare } from './own-members.ts';

export type { NextStep };

/** Options of {@link CountersignError}. `cause` is passed on only if it can't hold a secret. */
export interface CountersignErrorOptions<Code extends KitErrorCode = KitErrorCode> {
  /** One of the next steps that the catalogue allows for the code. */
  readonly nextStep: NextStepOf<Code>;
  /** The error behind this one; never one that may hold a secret. */
  readonly cause?: unknown;
}

/**
 * The base of all errors: a literal `name`, an UPPER_SNAKE `code` and its `nextStep`. Comparing `code` narrows the others.
 *
 * A message never holds a key, a code, a bundle, a token or a payload. A mistake in the calling code is a
 * `TypeError` or `RangeError` that names the argument, not a `CountersignError`.
 */
export type CountersignError<Code extends KitErrorCode = KitErrorCode> = Code extends KitErrorCode
  ? Error & {
      readonly code: Code;
      readonly nextStep: NextStepOf<Code>;
    }
  : never;

/** The class that the others extend. A class whose type had a parameter for the code would narrow to `any`. */
export abstract class BaseError extends Error {
  abstract override readonly name: string;
  readonly code: KitErrorCode;
  readonly nextStep: NextStep;

  constructor(code: KitErrorCode, message: string, options: CountersignErrorOptions) {
    const { cause, nextStep } = bare(options);
    super(message, cause === undefined ? undefined : bare({ cause }));
    this.code = code;
    this.nextStep = nextStep;
  }
}

/** Returns the cause that an error owns; undefined for one that every object inherits, and for anything but an error. */
export function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof Error && Object.hasOwn(error, 'cause') ? error.cause : undefined;
  return cause instanceof Error ? cause : undefined;
}

/** The base class, for `instanceof`. */
export const CountersignError: (abstract new <Code extends KitErrorCode>(
  code: Code,
  message: string,
  options: CountersignErrorOptions<Code>,
) => CountersignError<Code>) & { readonly prototype: CountersignError } = BaseError as never;
