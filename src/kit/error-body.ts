/** Tells an error body of the service from any other JSON, in each form of its contract (docs/protocol.md, section 11). */
import { contractNames } from './contract-names.ts';
import { copyOwn } from './own-members.ts';

/** An error body of the service, or of the relay. */
export interface ReadErrorBody {
  /** UPPER_SNAKE; the set is open. */
  readonly code: string;
  /** The texts of the body itself, the newer form's first. */
  readonly texts: readonly string[];
  readonly details: unknown;
}

const codePattern = /^[A-Z][A-Z0-9_]{1,63}$/;
const textNames: readonly string[] = [contractNames['2026-09'].errorText, contractNames['2026-08'].errorText];

/**
 * Reads an error body that came with this HTTP status; null for any other body, such as a gateway's. A code alone
 * is none: it takes a text, and no other status than HTTP's.
 */
export function readErrorBody(body: unknown, httpStatus: number): ReadErrorBody | null {
  // Without a prototype, which may be polluted.
  const { code, status, details } = copyOwn<Record<string, unknown>>(Object(body) as Record<string, unknown>);
  const texts = errorTexts(body);
  if (typeof code !== 'string' || !codePattern.test(code) || texts.length === 0) return null;
  return status === undefined || status === httpStatus ? { code, texts, details } : null;
}

/** The texts of an error body, or of its details, under the name of either form. */
export function errorTexts(record: unknown): readonly string[] {
  const own = copyOwn(Object(record) as Record<string, unknown>);
  return textNames.map((name) => own[name]).filter((text) => typeof text === 'string');
}
