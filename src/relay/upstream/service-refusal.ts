/** Parts of the service's refusals that may reach a browser. */
import { readErrorBody } from '../../kit/error-body.ts';
import { readFieldErrors } from '../../kit/field-errors.ts';
import type { ErrorBody } from '../../kit/wire.ts';
import { holdsRecordId, isPlainText } from '../free-text.ts';

const namePattern = /^[a-z][A-Za-z0-9]{0,39}$/;
const longestText = 500;
const mostDetails = 16;

/** Reads the service's error body, in either form, and drops what a browser must not see; null for any other body. */
export function readServiceRefusal(body: unknown, status: number): ErrorBody | null {
  const read = readErrorBody(body, status);
  // The relay's own codes begin so: a service can't speak in its name.
  if (read === null || read.code.startsWith('RELAY_')) return null;
  const { code, texts, details } = read;
  // The service's words about its own failure are for its operator, not for a browser.
  if (status >= 500) return { status, code, message: 'The service failed.' };
  const known = readDetails(details);
  const [text] = texts;
  const message = isSentence(text) ? text : 'The service refused the request.';
  return { status, code, message, ...(known === null ? {} : { details: known }) };
}

/** Keeps the list of invalid fields, and short words and numbers under plain names. */
function readDetails(details: unknown): NonNullable<ErrorBody['details']> | null {
  if (!isRecord(details)) return null;
  const kept: [string, unknown][] = Object.entries(details)
    .slice(0, mostDetails)
    .filter(([name, value]) => namePattern.test(name) && !(name in Object.prototype) && isScalar(value));
  const errors = readFieldErrors(details, isSentence);
  if (errors !== undefined) kept.push(['errors', errors]);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || Number.isSafeInteger(value) || isSentence(value);
}

/** A short text without control characters, markup, stack traces or ids of records. */
function isSentence(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > longestText) return false;
  return isPlainText(value) && !holdsRecordId(value) && !/[<>]|\bat \S+ \(|\/\S+:\d+/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
