/** What a control call is, and how its body is read. */
import { Refusal } from '../http/refusal.ts';

/** An answer of the control plane: JSON, or nothing with 204. */
export interface ControlAnswer {
  readonly status?: number;
  readonly body?: unknown;
}

/** Handles a control call: its body as text, its query and the origin it was sent to. */
export type ControlHandler = (body: string, query: Readonly<Record<string, string>>, origin: string) => ControlAnswer;

/** Control calls by method and path. */
export type ControlTable = Readonly<Record<string, ControlHandler>>;

/** The JSON of a control call's body; an empty one counts as `{}`. @throws Refusal 400. */
export function parse(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not JSON.');
  }
}
