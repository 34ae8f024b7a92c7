/** Runs a schema and turns its issues into the service's field errors. */
import * as v from 'valibot';
import type { FieldError } from 'countersign';
import { invalidInput } from './refusal.ts';

type Constraint = NonNullable<FieldError['constraint']>;

/** Named formats: a check says its name and its words in its `message`, a line each, instead of a regular expression. */
export const formatPrefix = 'format:';

// An expectation reads `"A" | "B"`, in brackets where a variant has a choice of its own.
function literals({ expected }: v.BaseIssue<unknown>): string[] {
  return [...(expected ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
}

function constraintOf(issue: v.BaseIssue<unknown>): Constraint | undefined {
  if (issue.message.startsWith(formatPrefix)) return { format: linesOf(issue)[0] ?? '' };
  const requirement = issue.requirement;
  switch (issue.type) {
    case 'regex':
      return requirement instanceof RegExp ? { pattern: requirement.source } : undefined;
    case 'min_length':
    case 'non_empty':
      return { minLength: typeof requirement === 'number' ? requirement : 1 };
    case 'max_length':
      return typeof requirement === 'number' ? { maxLength: requirement } : undefined;
    case 'picklist':
    case 'literal':
    case 'variant':
      return { enum: literals(issue) };
    default:
      return undefined;
  }
}

/** Refusal of a field that a schema doesn't know. */
export const unknownField = 'This field is not known here: leave it out.';

const linesOf = ({ message }: v.BaseIssue<unknown>): string[] => message.slice(formatPrefix.length).split('\n');

function fieldError(issue: v.BaseIssue<unknown>, root: string): FieldError {
  const field = v.getDotPath(issue) ?? root;
  const isUnknown = issue.expected === 'never';
  // A schema may say more of a name than that it isn't known.
  if (isUnknown) return { field, message: issue.message.startsWith('Invalid ') ? unknownField : issue.message };
  const constraint = constraintOf(issue);
  const missing = issue.received === 'undefined' || issue.received === undefined;
  const message = missing ? 'This field is required.' : messageOf(issue, constraint);
  return { field, ...(constraint === undefined ? {} : { constraint }), message };
}

function messageOf(issue: v.BaseIssue<unknown>, constraint: Constraint | undefined): string {
  if (constraint?.format !== undefined) return linesOf(issue)[1] ?? '';
  if (constraint?.enum !== undefined) return `This must be one of: ${constraint.enum.join(', ')}.`;
  if (constraint?.pattern !== undefined) {
    // A schema may say in words what its pattern means; the library's own words don't.
    return issue.message.startsWith('Invalid format') ? `This must match ${constraint.pattern}.` : issue.message;
  }
  if (constraint?.minLength !== undefined) {
    const unit = Array.isArray(issue.input) ? 'item' : 'character';
    return `This must have at least ${String(constraint.minLength)} ${unit}${constraint.minLength === 1 ? '' : 's'}.`;
  }
  if (constraint?.maxLength !== undefined) return `This must have at most ${String(constraint.maxLength)} characters.`;
  // The library's own words for these name its types.
  if (issue.type === 'min_value') return `This must be at least ${String(issue.requirement)}.`;
  if (issue.type === 'max_value') return `This must be at most ${String(issue.requirement)}.`;
  if (issue.type === 'integer') return 'This must be an integer.';
  if (issue.kind === 'schema') return `This must be of type ${issue.expected ?? 'another'}.`;
  return issue.message;
}

const MAX_UNKNOWN = 100;

/** Options of {@link validate}. */
export interface ValidateOptions {
  /** Names a value without fields in the error. Default `body`. */
  readonly root?: string;
  /** Hears of each field that the schema doesn't know, by its dotted path; with it, unknown fields are left out instead of refused. */
  readonly onUnknown?: ((field: string) => void) | undefined;
}

/**
 * The schema's output.
 *
 * @throws Refusal 400 `INVALID_INPUT` that lists every invalid field, and up to a hundred unknown ones.
 */
export function validate<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
  { root = 'body', onUnknown }: ValidateOptions = {},
): Output {
  const unknown: FieldError[] = [];
  for (let rest = value; ;) {
    const result = v.safeParse(schema, rest);
    const confused = result.success ? listsAsObjects(rest, result.output) : [];
    if (confused.length > 0) {
      throw invalidInput(
        confused.map((path) => ({ field: path || root, message: 'This must be an object, not a list.' })),
      );
    }
    if (result.success && (unknown.length === 0 || onUnknown !== undefined)) {
      for (const { field } of unknown) onUnknown?.(field);
      return result.output;
    }
    // A schema names one unknown field of an object at a time: without it, it names the next.
    const unknownFields = (result.issues ?? []).filter(
      ({ expected, path }) => expected === 'never' && path !== undefined,
    );
    unknown.push(...unknownFields.map((issue) => fieldError(issue, root)));
    if (unknownFields.length > 0 && unknown.length < MAX_UNKNOWN) {
      rest = unknownFields.reduce((left, { path }) => without(left, path?.map(({ key }) => key) ?? []), rest);
      continue;
    }
    const others = (result.issues ?? []).filter((issue) => !unknownFields.includes(issue));
    const refused = onUnknown === undefined || others.length === 0 ? unknown : [];
    const errors = [...others.map((issue) => fieldError(issue, root)), ...refused];
    throw invalidInput(errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at));
  }
}

// The library's objects take lists: what comes out of one is an object.
function listsAsObjects(input: unknown, output: unknown, path = ''): string[] {
  if (typeof input !== 'object' || typeof output !== 'object' || input === null || output === null) return [];
  if (Array.isArray(input) && !Array.isArray(output)) return [path];
  return Object.entries(input).flatMap(([key, value]) =>
    listsAsObjects(value, (output as Readonly<Record<string, unknown>>)[key], path === '' ? key : `${path}.${key}`),
  );
}

function without(value: unknown, [key, ...deeper]: readonly unknown[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  const name = String(key);
  if (deeper.length === 0) delete copy[name];
  else copy[name] = without(copy[name], deeper);
  return copy;
}
