const told = 'test/journeys/codes-and-settings.test.ts';
const options = 'test/wallet/options.test.ts';
const answers = 'src/transport/answer-error.ts';

/** @type {import('./run.mjs').Guard[]} */
export const guards = [
  {
    guard: 'a body parser before the relay is named',
    file: answers,
    find: "mount the relay before any body parser, which has read the request's body",
    replace: 'try again',
    test: told,
    title: 'when a body parser stands before the relay',
  },
  {
    guard: 'credentials that the service refuses are named',
    file: answers,
    find: "check the relay's `clientId` and `clientSecret`",
    replace: 'try again',
    test: told,
    title: 'when the credentials of the platform are wrong',
  },
  {
    guard: "credentials that the service refuses are told from a stamp's",
    file: 'src/relay/upstream.ts',
    find: "throw new RelayError('RELAY_UPSTREAM_REFUSED', \"The service refused the relay's own credentials.\", { status: 502 });",
    replace: '',
    test: 'test/relay/marker.test.ts',
    title: 'API credentials, found out by a read',
  },
  {
    guard: 'an address at which no relay answers is named',
    file: answers,
    find: 'if (status !== 404 && status !== 405) return',
    replace: 'return',
    test: told,
    title: 'when the path of the relay is wrong',
  },
  {
    guard: 'each kind of mistake is written once',
    file: 'src/relay/relay.ts',
    find: "if (error.nextStep === 'configure') notice(error.code, error.message);",
    replace: '',
    test: 'test/relay/setup.test.ts',
    title: 'is one line on the console, however often it happens, and without a word of the request',
  },
  {
    guard: 'the URL of a relay has no query',
    file: 'src/wallet/options.ts',
    find: "must(!/[?#]/.test(relay), RangeError, 'relay', 'without a query and a fragment');",
    replace: '',
    test: options,
    title: 'name relay when it is wrong (',
  },
  {
    guard: 'a quorum key is on its curve',
    file: 'src/wallet/options.ts',
    find: ' && isOnCurve(key)',
    replace: '',
    test: options,
    title: 'name enclaveKeys when it is wrong (',
  },
  {
    guard: 'an account id is in lower case',
    file: 'src/wire.ts',
    find: '`^([A-Za-z]{1,40}):${uuidPattern}$`)',
    replace: "`^([A-Za-z]{1,40}):${uuidPattern}$`, 'i')",
    test: options,
    title: 'name accountId when it is wrong (',
  },
  {
    guard: 'who pins the key of the sandbox hears of its environment',
    file: 'src/wallet/options.ts',
    find: "; against a sandbox pass environment: 'sandbox'.",
    replace: '.',
    test: told,
    title: "when the sandbox's key is pinned in production, and names the option for a sandbox",
  },
  {
    guard: 'a window may have no navigator',
    file: 'src/wallet/browser.ts',
    find: 'locks: navigator?.locks,',
    replace: 'locks: navigator!.locks,',
    test: told,
    title: 'a window without a navigator and a document is no reason to fail',
  },
];
