/** `Retry-After`, from either of its forms (RFC 9110, 10.2.3). */

/**
 * Reads `Retry-After` in seconds; null when it is absent or malformed.
 * @param date Epoch ms of the answer's own `Date`, without which an HTTP date says nothing about how long to wait.
 */
export function readRetryAfter(value: string | null, date: number | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = /^[A-Z][a-z]{2}[A-Za-z0-9 ,:+-]{1,37}$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) || date === null ? null : Math.max(0, Math.ceil((at - date) / 1000));
}
