/** Ids in a path. */
import type { FieldError } from 'countersign';
import { idWords, recordIdSource, type RecordKind } from '../service/record-ids.ts';

/** The record types that each id of a path may have. */
export type PathIds = Readonly<Record<string, readonly RecordKind[]>>;

/** A field error for each parameter that isn't an id of its kinds. */
export function malformedIds(ids: PathIds, params: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(ids)
    .filter(([name, kinds]) => !new RegExp(recordIdSource(...kinds)).test(params[name] ?? ''))
    .map(([field, kinds]) => ({ field, message: idWords(kinds, params[field]) }));
}
