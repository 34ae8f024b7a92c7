/** What callers and developers are told. */
import { of, type Behaviour } from './behaviour.ts';

/** What callers are told. */
export const words: readonly Behaviour[] = [
  {
    says: "One caller's abort ends that caller's waiting only, and every caller's own abort is heeded.",
    tests: [
      of(
        'journeys/shared-presses',
        'goes on for the second when the first gives up, and each signal ends its own waiting',
        'ends when both give up before anything was stamped, and can be pressed again at once',
      ),
    ],
  },
  {
    says: 'An action of an application that was pressed offline can be pressed again at once.',
    tests: [
      of(
        'journeys/shared-presses',
        'without a look-up that is pressed offline is done by the next press, since nothing was sent',
      ),
    ],
  },
  {
    says: 'A partial list proves nothing: neither that something was removed, nor that it is missing.',
    tests: [of('journeys/shared-presses', 'does not prove a removal', 'does not tell %s that there is no credential')],
  },
  {
    says: 'A wrong code, an expired one and one that was tried too often are told apart, where the service says so.',
    tests: [
      of(
        'journeys/codes-and-settings',
        'that is wrong can be typed again, and after five wrong ones only a new one helps',
        'that the service calls expired (%s) is told as such',
      ),
    ],
  },
  {
    says: 'A code with white space in it and without is one code.',
    tests: [
      of(
        'journeys/codes-and-settings',
        'with white space in it and without is one code: typed twice at once it is one attempt',
      ),
    ],
  },
  {
    says: 'A passkey is added however much the clocks of relay and service differ.',
    tests: [
      of(
        'journeys/codes-and-settings',
        'a passkey is added though the clock of the relay is %i ms off that of the service',
      ),
    ],
  },
];

/** What developers are told of a mistake in the set-up. */
export const settings: readonly Behaviour[] = [
  {
    says: 'A body parser before the relay is named.',
    tests: [
      of('journeys/codes-and-settings', 'when a body parser stands before the relay'),
      of('relay/marker', 'a body that was read before'),
    ],
  },
  {
    says: 'API credentials that the service refuses are named.',
    tests: [
      of('journeys/codes-and-settings', 'when the credentials of the platform are wrong'),
      of('relay/marker', 'API credentials, found out by a read'),
    ],
  },
  {
    says: 'A path at which no relay answers is named.',
    tests: [of('journeys/codes-and-settings', 'when the path of the relay is wrong')],
  },
  {
    says: 'The relay writes one line for each kind of mistake, also where nobody has asked for an audit.',
    tests: [
      of('relay/setup', 'is one line on the console, however often it happens, and without a word of the request'),
    ],
  },
  {
    says: 'A relay URL with a query, a quorum key that is off its curve and an account id in upper case are refused at creation.',
    tests: [of('wallet/options', 'name %s when it is wrong (%o)')],
  },
  {
    says: 'An identify that returns undefined says that nobody is signed in.',
    tests: [of('relay/marker', 'identify returns undefined')],
  },
  {
    says: "A server that renders a page with the sandbox's key hears of environment: 'sandbox'.",
    tests: [
      of(
        'journeys/codes-and-settings',
        "when the sandbox's key is pinned in production, and names the option for a sandbox",
      ),
    ],
  },
  {
    says: 'A window without a navigator is no reason to fail.',
    tests: [of('journeys/codes-and-settings', 'a window without a navigator and a document is no reason to fail')],
  },
];
