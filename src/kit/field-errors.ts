/** Reads the list of invalid fields from an error body, without texts that could echo the request. */
import { bare } from './own-members.ts';
import type { FieldError } from './wire.ts';

const mostErrors = 100;
const fieldPattern = /^(?=.{1,200}$)[A-Za-z_-]{1,32}([a-z]\d\d?)?((\.|\[)([A-Za-z_-]{1,32}([a-z]\d\d?)?|\d{1,3})\]?)*$/;
const formatPattern = /^[a-z][a-z0-9.-]{0,39}$/;

/** Returns true if a text may be passed on. */
type Allows = (text: string) => boolean;

/** Returns `details.errors` of an error body, with those texts that hold no secret and are allowed; undefined without such a list. */
export function readFieldErrors(details: unknown, isAllowed: Allows = () => true): readonly FieldError[] | undefined {
  const { errors } = bare(Object(details) as { errors?: unknown });
  if (!Array.isArray(errors)) return undefined;
  const allows = (value: unknown): value is string => isHarmless(value) && isAllowed(value);
  return Object.freeze(errors.slice(0, mostErrors).flatMap((error) => readFieldError(error, allows)));
}

function readFieldError(value: unknown, allows: (value: unknown) => value is string): readonly FieldError[] {
  const { field, message, constraint } = bare(Object(value) as Readonly<Record<string, unknown>>);
  if (typeof field !== 'string' || !fieldPattern.test(field)) return [];
  const rules = readConstraint(constraint, allows);
  return [{ field, ...(rules === undefined ? {} : { constraint: rules }), ...(allows(message) && { message }) }];
}

function readConstraint(constraint: unknown, allows: (value: unknown) => value is string): FieldError['constraint'] {
  if (typeof constraint !== 'object' || constraint === null) return undefined;
  const { format, pattern, enum: values, minLength, maxLength } = bare(constraint as Readonly<Record<string, unknown>>);
  return {
    ...(typeof format === 'string' && formatPattern.test(format) && { format }),
    ...(allows(pattern) && { pattern }),
    ...(Array.isArray(values) && values.length <= mostErrors && values.every(allows) && { enum: values }),
    ...(isLength(minLength) && { minLength }),
    ...(isLength(maxLength) && { maxLength }),
  };
}

// Keys, bundles, stamps and payloads are long words; one-time codes are runs of digits, or mix them with letters.
function isHarmless(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 300 &&
    !/[\w+/=-]{33}|\d{4}|[A-Z]\d\w\w|\d[A-Z]\w\w|[A-Z]{2}\d|\d\d[A-Z]/.test(value)
  );
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_536;
}
