/** Codes of `SessionError`. */
export const sessionErrors = {
  STORE_UNAVAILABLE: {
    nextSteps: ['unsupported'],
    actor: 'person',
    cause:
      'This browser keeps no keys for this page: its storage is missing, blocked, full or closed, or it refuses locks.',
    remedy: 'Go on in memory, or have the storage of this site allowed or freed.',
  },
  SIGNED_OUT: {
    nextSteps: ['reauthenticate'],
    actor: 'person',
    cause: 'Nobody is signed in to this wallet account.',
    remedy: 'Sign in.',
  },
  SESSION_EXPIRED: {
    nextSteps: ['reauthenticate'],
    actor: 'person',
    cause: 'The session has ended and its key is deleted.',
    remedy: 'Sign in again.',
  },
  SESSION_LIFETIME_INVALID: {
    nextSteps: ['restart'],
    actor: 'operator',
    cause: 'The service gave the session a lifetime outside 0 to 24 hours. The session is not used.',
    remedy: 'Sign in again. If it happens again, compare the clocks of the relay and of the service.',
  },
  KEY_NOT_DELETED: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'This page has forgotten the session key, but the browser did not confirm deleting it.',
    remedy: "Sign out again, or clear this site's data.",
  },
  WALLET_CLOSED: {
    nextSteps: ['restart'],
    actor: 'developer',
    cause: 'The wallet was closed. No stamp was sent in this call.',
    remedy: 'Create a wallet and call it instead.',
  },
} as const;
