/** Runs a schema and turns its issues into the service's field errors. */
import * as v from 'valibot';
import type { FieldError } from '../wire.ts';
import { invalidInput } from './refusal.ts';

type Constraint = NonNullable<FieldError['constraint']>;

/** Named formats: what a check says about itself in its `message`, instead of a regular expression. */
export const formatPrefix = 'format:';

function literals(issue: v.BaseIssue<unknown>): string[] {
  return (issue.expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((text) => text.replace(/^"|"$/g, ''));
}

function constraintOf(issue: v.BaseIssue<unknown>): Constraint | undefined {
  if (issue.message.startsWith(formatPrefix)) return { format: issue.message.slice(formatPrefix.length) };
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

function fieldError(issue: v.BaseIssue<unknown>, root: string): FieldError {
  const field = v.getDotPath(issue) ?? root;
  const unknownField = issue.expected === 'never';
  if (unknownField) return { field, message: 'This field is not known here: leave it out.' };
  const constraint = constraintOf(issue);
  const missing = issue.received === 'undefined' || issue.received === undefined;
  const message = missing ? 'This field is required.' : messageOf(issue, constraint);
  return { field, ...(constraint === undefined ? {} : { constraint }), message };
}

function messageOf(issue: v.BaseIssue<unknown>, constraint: Constraint | undefined): string {
  if (constraint?.format !== undefined) return `This is not a valid ${constraint.format}.`;
  if (constraint?.enum !== undefined) return `This must be one of: ${constraint.enum.join(', ')}.`;
  if (constraint?.pattern !== undefined) return `This must match ${constraint.pattern}.`;
  if (constraint?.minLength !== undefined) return `This must have at least ${String(constraint.minLength)} characters.`;
  if (constraint?.maxLength !== undefined) return `This must have at most ${String(constraint.maxLength)} characters.`;
  if (issue.kind === 'schema') return `This must be of type ${issue.expected ?? 'another'}.`;
  return issue.message;
}

/** The schema's output. @throws Refusal 400 `INVALID_INPUT` that lists every invalid field; `root` names a value without fields. */
export function validate<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown, root = 'body'): Output {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors: FieldError[] = [];
  for (const issue of result.issues) {
    const error = fieldError(issue, root);
    if (!errors.some(({ field }) => field === error.field)) errors.push(error);
  }
  throw invalidInput(errors);
}
