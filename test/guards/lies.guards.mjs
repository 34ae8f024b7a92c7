/** Guards against a clock, a service or a script of the page that lies. */

const ids = 'test/journeys/named-ids.test.ts';
const passkeys = 'test/journeys/passkeys.test.ts';
const jumps = 'test/session/clock-jumps.test.ts';
const polluted = 'test/journeys/polluted-answers.test.ts';
const sign = 'src/wallet/sign.ts';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'a session gains nothing over what its page has counted',
    file: 'src/session/ask.ts',
    find: 'Math.min(left, countdown.remainingMonotonic(startedAt))',
    replace: 'left',
    test: jumps,
    title: 'and jumps again, with a service that gives a day each time',
  },
  {
    guard:
      'a page that is opened again keeps to the end that this browser has given a session on the clock of the service',
    file: 'src/session/ask.ts',
    find: 'Math.min(until, session.serviceEnd ?? Infinity)',
    replace: 'until',
    test: jumps,
    title: 'back before a page is opened again is settled by the end that this browser has given it',
  },
  {
    guard: 'a clock that is set forward makes no session older, so a list that may be older than it ends nothing',
    file: 'src/session/countdown.ts',
    find: 'age: (now: Instant) => lifetimeMs - remainingMonotonic(now),',
    replace: 'age: (now: Instant) => elapsed(now),',
    test: jumps,
    title: 'forward in the first seconds of a session makes no list old enough to end it',
  },
  {
    guard: 'a timer of the automatic refresh that meets a clock that went back has the session judged anew',
    file: 'src/wallet/auto-refresh.ts',
    find: 'void keeper.check();',
    replace: '',
    test: 'test/wallet/auto-refresh.test.ts',
    title: 'is looked at again where the clock went back, and refreshed by the end that it has then',
  },
  {
    guard: 'the last attempt before an end that turned out to be wrong is none before the true end',
    file: 'src/wallet/auto-refresh.ts',
    find: 'attempts.lastBefore !== session.expiresAt',
    replace: 'attempts.lastBefore === undefined',
    test: 'test/wallet/auto-refresh.test.ts',
    title: 'is tried again before the end that it has once a clock that ran ahead was found out',
  },
  {
    guard: 'a page that is opened again counts from the latest time that a page has seen',
    file: 'src/session/countdown.ts',
    find: 'Math.max(now.wall, stored.seenAt, stored.startedAt)',
    replace: 'Math.max(now.wall, stored.startedAt)',
    test: jumps,
    title: 'back before a page is opened again takes nothing back of what pages have seen',
  },
  {
    guard: 'what two payloads name at once is compared',
    file: sign,
    find: 'report.learns.length > 0 && !(await signer.learn(learnt))',
    replace: 'report.learns.length > 0 && ((await signer.learn(learnt)), false)',
    test: ids,
    title: 'two payments that are read at once, for two organizations, are not both signed',
  },
  {
    guard: 'a session that leaves is ended for the user that its payloads have named',
    file: sign,
    find: 'check: async () => key.ids ?? {},',
    replace: 'check: async () => ({}),',
    test: ids,
    title: 'a session that the kit ends by itself is ended for the user that its payloads have named',
  },
  {
    guard: 'a refusal is read by its own members',
    file: 'src/transport/answer.ts',
    find: 'copyOwn<Partial<ErrorBody>>(body)',
    replace: '(body as Partial<ErrorBody>)',
    test: polluted,
    title: 'of a polluted prototype nothing is taken for the answer to a payment: an empty refusal',
  },
  {
    guard: 'an answer is read by its own members',
    file: 'src/wallet/response-readers.ts',
    find: 'copyOwn(body) as Fields',
    replace: 'body as Fields',
    test: polluted,
    title: 'of a polluted prototype nothing is taken for the answer to a payment: an execution without a status',
  },
  {
    guard: 'no passkey is made where nobody is signed in',
    file: 'src/wallet/flows/passkey-add.ts',
    find: "if (status === 'signed-out') throw",
    replace: "if (status === 'closed') throw",
    test: passkeys,
    title: 'a passkey is not made on the device once somebody has signed out',
  },
  {
    guard: 'a passkey that was added meanwhile is not replaced',
    file: 'src/wallet/flows/passkey-add.ts',
    find: 'if (context.made.passkeys !== passkeys) throw challengeExpired();',
    replace: '',
    test: passkeys,
    title: 'a second press, or another button that was prepared before, replaces no passkey',
  },
  {
    guard: 'a sign-in by passkey counts from its press',
    file: 'src/wallet/flows/passkey.ts',
    find: 'const lastSignOut = await mark;',
    replace: 'const lastSignOut = await context.keeper.lastSignOut();',
    test: passkeys,
    title: 'a sign-in by passkey does not outlive a sign-out in another tab that came after its press',
  },
  {
    guard: "a listener's code that could not be loaded is asked for again",
    file: 'src/wallet/notes.ts',
    find: 'const forget = (): void => void (events = undefined);',
    replace: 'const forget = (): void => {};',
    test: 'test/journeys/chunks.test.ts',
    title: 'a listener hears nothing until the part that tells it is there',
  },
  {
    guard: "a page's own fetch has no receiver",
    file: 'src/transport/request.ts',
    find: 'await fetch(`${options.baseUrl}',
    replace: 'await options.fetch(`${options.baseUrl}',
    test: 'test/journeys/codes-and-settings.test.ts',
    title: "a page's own fetch is called without a receiver, which it refuses",
  },
  {
    guard: 'a closed wallet prepares nothing',
    file: 'src/wallet/wallet.ts',
    find: 'life.signal.throwIfAborted();',
    replace: '',
    test: 'test/journeys/codes-and-settings.test.ts',
    title: 'a closed wallet prepares nothing',
  },
];
