/** Guards of what waits for another tab, and of what is still on its way. */

const signed = 'src/wallet/run-signed.ts';
const wait = 'const waitMs = 2 * transportOptions.timeoutMs + 10_000;';
const record = 'src/wallet/action-record.ts';
const records = 'test/journeys/records.test.ts';
const shared = 'test/journeys/shared-presses.test.ts';
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
  {
    guard: 'a payment that another tab has sent is sent with the same key, without Web Locks too',
    file: record,
    find: "isAlone || action.isKeyed) opened = 'resumed'",
    replace: "isAlone) opened = 'resumed'",
    test: shared,
    title: 'may both send a payment, which its key makes one, and may not both send what has no key',
  },
  {
    guard: 'what has no key is sent by one tab, without Web Locks too',
    file: record,
    find: "else opened = 'busy';",
    replace: "else opened = 'resumed';",
    test: shared,
    title: 'may both send a payment, which its key makes one, and may not both send what has no key',
  },
  {
    guard: 'a press joins no action that was given up',
    file: 'src/wallet/single-flight.ts',
    find: 'running?.key === key && !running.signal.aborted',
    replace: 'running?.key === key',
    test: shared,
    title: 'is not joined once it was given up, while storage is still at it',
  },
  {
    guard: 'what was sent may arrive a little after the end of its challenge',
    file: record,
    find: 'time < expiresAt + marginMs',
    replace: 'time < expiresAt',
    test: records,
    title: 'counts what was sent as still on its way for half a minute after the end of its challenge',
  },
  {
    guard: 'what was sent is over once its challenge is, by the time of the service',
    file: record,
    find: 'return time === null || expiresAt === undefined || time < expiresAt + marginMs;',
    replace: 'return true;',
    test: records,
    title: 'counts what was sent as still on its way for half a minute after the end of its challenge',
  },
  {
    guard: 'the record of an action that a later version has written is left alone',
    file: record,
    find: "if (schemaOf(value) > schema) throw new SessionError('UPDATE_REQUIRED');",
    replace: '',
    test: records,
    title: 'that a later version has written is left alone, and nothing is sent',
  },
  {
    guard: 'a payment that was sent may arrive a little after the end of its quote',
    file: 'src/wallet/flows/quote.ts',
    find: 'left + marginMs > 0',
    replace: 'left > 0',
    test: records,
    title: 'of a payment counts it as still on its way for half a minute after its quote',
  },
  {
    guard: 'without locks, a first request that fails after the run of another tab is judged by the end state',
    file: 'src/transport/run-action.ts',
    find: "state.phase === 'refused' && !state.elsewhere",
    replace: 'false',
    test: 'test/journeys/one-action.test.ts',
    title:
      "is done for both where nothing locks and one tab ends it before the request of the other: a credential's removal",
  },
  {
    guard: 'a 401 to a key that is good says nothing where the end state can not be read',
    file: 'src/transport/run-action.ts',
    find: "refusal.isOver || finding?.found === 'undone' ? 'same-key' : 'found-nothing'",
    replace: "'same-key'",
    test: 'test/journeys/lost-answers.test.ts',
    title: 'is of unknown outcome where the browser itself sent it again',
  },
  {
    guard: 'a press joins the record first and looks for old ones afterwards',
    file: record,
    find: 'let record = (await update(',
    replace: "if (time > 0) await keeper.store().keys('action:');\n  let record = (await update(",
    test: 'test/journeys/pressed-before.test.ts',
    title: 'is done with the press that it joined, though that ends while old records are looked for',
  },
  {
    guard: 'a press is no part of the record that a later press has begun',
    file: record,
    find: "current.idempotencyKey === record.idempotencyKey ? 'fresh' : 'ended'",
    replace: "'fresh'",
    test: 'test/journeys/pressed-before.test.ts',
    title: 'is done with the press that it joined, though a later press has begun another record by then',
  },
  {
    guard: 'a sign-out that was late, not refused, deletes nothing more',
    file: 'src/session/page-store.ts',
    find: 'isChanged ? value : orDelete(value)',
    replace: 'orDelete(value)',
    test: 'test/session/memory-mode.test.ts',
    title: 'leaves what others have stored there meanwhile when its sign-out, which was late, is stored at last',
  },
  {
    guard: 'what memory still knows of an emptied storage is no sign-out',
    file: 'src/session/page-session.ts',
    find: " || store.storage === 'memory'",
    replace: '',
    test: 'test/session/memory-mode.test.ts',
    title: 'and breaks in the middle of a reading goes on in memory, signed in',
  },
  {
    guard: 'a sign-out that is announced while a sign-in reads the mark comes after it',
    file: 'src/session/loaded-keeper.ts',
    find: "heardMark === before ? recordOf(value).lastSignOut : ''",
    replace: 'recordOf(value).lastSignOut',
    test: 'test/session/sign-out-order.test.ts',
    title: 'is not undone by a sign-in whose press storage answers only after it was announced',
  },
];
