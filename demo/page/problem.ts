/** What went wrong in the kit's words, for errors of the kit and of the page's own requests, with what this page can do about it. */

import type { FieldError } from 'countersign';
import { describe, en, type ActionKind } from 'countersign/messages';

/** What the person can do about it; each step of the page offers the actions that it can carry out. */
export type ProblemAction = ActionKind | 'fund' | 'none';

/** A failure, ready to show. */
export interface Problem {
  readonly title: string;
  readonly advice: string;
  readonly action: ProblemAction;
  /** The fields that the service refused, with its own words. */
  readonly fields: readonly FieldError[];
  /** Whole seconds before which the same press would be refused again; 0 for at once. */
  readonly waitSeconds: number;
}

/** Explains anything thrown. */
export function explain(error: unknown): Problem {
  const { status, code, retryAfter, fields, details } = (error ?? {}) as Partial<{
    status: number;
    code: string;
    retryAfter: number | null;
    fields: readonly FieldError[];
    details: { readonly errors?: readonly FieldError[] };
  }>;
  // A request that nobody answered has no status of the service.
  const { title, text, action, key } = describe(status === 0 ? { code, nextStep: 'retry' } : error, { locale: en });
  const kind = key === 'insufficient-funds' ? 'fund' : (action?.kind ?? 'none');
  return {
    title,
    advice: text,
    action: kind,
    fields: fields ?? details?.errors ?? [],
    waitSeconds: kind === 'retry' ? (retryAfter ?? 0) : 0,
  };
}
