/** Writes a record as a file to pass on. */
import type { Entry } from './entry.ts';
import { withoutFields } from './kept-entries.ts';

/** The entries as JSON text: methods, paths with their ids, statuses, codes, durations and public keys; no bodies, payloads or stamps. */
export function exportTrace(entries: readonly Entry[]): string {
  return `${JSON.stringify({ format: 'countersign-trace', version: 1, entries: entries.map(withoutFields) }, null, 2)}\n`;
}
