/** Codes of `TransportError`. `platformCode` has the service's own code. */
export const transportErrors = {
  NETWORK_FAILED: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'The request did not reach the relay, or no answer came back. Nothing was signed in it.',
    remedy: 'Try again once there is a connection. The message names the relay: look whether it runs.',
  },
  TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'No answer came in time. Nothing was signed in the request.',
    remedy: 'Try again.',
  },
  ANSWER_INVALID: {
    nextSteps: ['retry', 'configure'],
    actor: 'operator',
    cause:
      "The answer is not one of the service's: another status, no JSON, or a field that is missing or has another form.",
    remedy: 'Try again. If it happens again, look at what answers under the address of the relay.',
  },
  REFUSED: {
    nextSteps: ['fix-input', 'log-in', 'reauthenticate', 'restart', 'retry', 'configure', 'unsupported'],
    actor: 'page',
    cause: 'The service, or the relay, refused the request. Nothing was done.',
    remedy: 'Read `platformCode`, `status` and `details.errors`, and do the next step.',
  },
  PLATFORM_LOGIN_REQUIRED: {
    nextSteps: ['log-in'],
    actor: 'person',
    cause:
      "The relay's `identify` knows nobody for this request: the session of the platform is over, or was not sent.",
    remedy:
      "Have the person log in to the platform; a sign-in to the wallet doesn't help. If they are, look why `identify` doesn't find the session.",
  },
  REDIRECTED: {
    nextSteps: ['log-in'],
    actor: 'person',
    cause:
      'The answer was a redirect, which the kit does not follow: to the login of the platform, whose session is over, or to another path, such as one with a slash. Nothing was signed in the request.',
    remedy:
      "Have the person log in to the platform. If they are, compare the wallet's `relay` with the path where the relay is mounted.",
  },
  RATE_LIMITED: {
    nextSteps: ['retry'],
    actor: 'page',
    cause: 'There were too many requests.',
    remedy: 'Try again after `retryAfter` seconds.',
  },
  SERVICE_FAILED: {
    nextSteps: ['retry', 'configure'],
    actor: 'operator',
    cause: 'The service, the relay, or a proxy in front of it, failed.',
    remedy: 'Try again. The message says which.',
  },
  CHALLENGE_EXPIRED: {
    nextSteps: ['restart'],
    actor: 'page',
    cause:
      'The challenge expired before it was signed. The kit had asked for a second one, except for a passkey. Nothing was signed.',
    remedy: 'Start the action again.',
  },
  OUTCOME_UNKNOWN: {
    nextSteps: ['retry', 'restart', 'reauthenticate'],
    actor: 'page',
    cause: 'A signed request was sent, and what came of it is not known.',
    remedy: 'Call the same action again: it finds out first, and does not do twice what was done.',
  },
} as const;
