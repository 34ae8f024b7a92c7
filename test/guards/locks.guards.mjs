/** Guards of what waits for another tab. */

const signed = 'src/wallet/run-signed.ts';
const wait = 'const waitMs = 2 * transportOptions.timeoutMs + 10_000;';
const journey = 'test/journeys/pressed-before.test.ts';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'the lock of an action is not waited for longer than its holder can need',
    file: signed,
    find: wait,
    replace: 'const waitMs = 3 * transportOptions.timeoutMs + 10_000;',
    test: journey,
    title: 'waits for two time limits and ten seconds, and then does it',
  },
  {
    guard: 'the lock of an action is waited for as long as its holder may need',
    file: signed,
    find: wait,
    replace: 'const waitMs = transportOptions.timeoutMs + 10_000;',
    test: journey,
    title: 'waits for two time limits and ten seconds, and then does it',
  },
  {
    guard: 'whoever gives up waits for no lock',
    file: signed,
    find: 'clock, waitMs, signal: flight.signal }',
    replace: 'clock, waitMs }',
    test: journey,
    title: 'is given up by its own signal, and nothing was sent',
  },
  {
    guard: 'a stamp that may be sent again belongs to the sign-in of its press',
    file: signed,
    find: 'session.signInId === (await signInId)',
    replace: "session.signInId !== '' || (await signInId) === ''",
    test: journey,
    title:
      'whose stamp was lost is not sent again under the later sign-in, and stays unknown until it is pressed again',
  },
  {
    guard: 'a session that was replaced is revoked after the stamps of the other tabs',
    file: 'src/session/revocations.ts',
    find: 'return withLock(stampsLock(sessionId), async () => {}, { locks, clock, waitMs: graceMs, signal });',
    replace: 'return within(clock, graceMs, own);',
    test: 'test/session/revocations.test.ts',
    title: 'is revoked when the stamps of the other tabs have landed, with Web Locks',
  },
];
