/** Date-times in the service's JSON. */

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Epoch ms of an RFC 3339 date-time; NaN for anything else. Without its offset, engines would read it as local time. */
export function parseDateTime(value: unknown): number {
  return typeof value === 'string' && dateTime.test(value) ? Date.parse(value) : Number.NaN;
}
