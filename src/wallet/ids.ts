/** Ids of the service. */
import { recordIdPattern } from '../wire.ts';

/** Checks an id of the service before it becomes part of a path. @throws TypeError, RangeError naming `argument`. */
export function checkId(id: unknown, recordType: string, argument: string): string {
  if (typeof id !== 'string') throw new TypeError(`${argument} must be a string of the form ${recordType}:<uuid>`);
  if (!isId(id, recordType)) throw new RangeError(`${argument} must have the form ${recordType}:<uuid>`);
  return id;
}

/** Whether a value is the id of such a record. */
export function isId(id: unknown, recordType: string): id is string {
  return typeof id === 'string' && recordIdPattern.exec(id)?.[1] === recordType;
}
