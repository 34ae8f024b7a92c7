/**
 * Everything that the kit stores in a browser: the prefix of the keys of each kind, which the account's id follows.
 * docs/security.md prints this file as a table. The kit uses no cookies.
 */

/**
 * IndexedDB: the session of an account. Its key holds the version of its shape, so that no build reads another's.
 * - Holds: the signing key, which refuses export, with the session's ids and times; the epoch; the
 *   credential that signed in last; the ids that payloads have named.
 * - Written by: a sign-in, a refresh, an end of the session. A wallet page keeps it in memory, or under a visit's name.
 * - Goes: the key and the session with a sign-out, its end or its expiry; the record with the site's data, or with the visit.
 */
export const recordPrefix = 'session:3:';

/**
 * IndexedDB: the marker of an action, whose stamp may be on its way.
 * - Holds: an idempotency key, and the time from which the stamp is void; the SHA-256 of the body in the key, never a
 *   body, payload or stamp.
 * - Written by: an action, before its stamp leaves.
 * - Goes: once a caller has the outcome; by a sweep, a day after its end.
 */
export const markerPrefix = 'sent:3:';

/**
 * IndexedDB: the key of a sign-in that waits for a person who is at an identity provider.
 * - Holds: a signing key, which refuses export; its end, after ten minutes.
 * - Written by: `keep` of an attempt with an identity provider.
 * - Goes: when its attempt goes on, with a sign-out, and by a sweep after its end.
 */
export const waitingKeyPrefix = 'oauth:3:';

/**
 * sessionStorage: the attempt of a code screen, for a reload of its tab.
 * - Holds: the service's challenge, its time, the time of the next message; never a code or a key of this browser.
 * - Written by: `createCodeEntry`, and so the elements and hooks.
 * - Goes: with the sign-in, with the attempt's end, and with the tab.
 */
export const codeAttemptPrefix = 'countersign:code-entry:';

/**
 * sessionStorage: the code screen that a reload has left open.
 * - Holds: `EMAIL_OTP` or `SMS_OTP`.
 * - Written by: `<countersign-sign-in>`.
 * - Goes: when the screen is left, and with the tab.
 */
export const openCodePrefix = 'countersign:sign-in:';

/**
 * localStorage: the ways to sign in that the account had here, for as many rows while they are read, and for the mark of the last.
 * - Holds: kinds alone, such as `PASSKEY`: of the last sign-in, then of each way; no ids, no addresses.
 * - Written by: `<countersign-sign-in>`.
 * - Goes: with the site's data.
 */
export const seenWaysPrefix = 'countersign:ways:';

/**
 * sessionStorage: a person of the wallet page who is at an identity provider.
 * - Holds: a random state, the id of the attempt, the client id, the page to come back to; never a key, code or token.
 * - Written by: the wallet page, before it leaves for the provider.
 * - Goes: with the answer of the provider, and with the tab.
 */
export const pendingProviderKey = 'countersign:provider:';
