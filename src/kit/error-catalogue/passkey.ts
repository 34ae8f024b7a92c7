/** Codes of `PasskeyError`. */
export const passkeyErrors = {
  CANCELLED: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'The prompt was closed, or there is no passkey for it here. An error screen would be wrong here.',
    remedy: 'Offer the button again, and another way to sign in.',
  },
  PASSKEY_TIMED_OUT: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'Nobody answered the prompt: within two minutes, or while its challenge lived.',
    remedy: 'Offer the button again.',
  },
  ALREADY_REGISTERED: {
    nextSteps: ['fix-input'],
    actor: 'person',
    cause: 'This device holds a passkey for the account already.',
    remedy: 'Sign in with it.',
  },
  PASSKEY_NOT_FOUND: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'The security key that was touched does not hold the passkey.',
    remedy: 'Use the one that holds it, or sign in another way.',
  },
  VERIFICATION_UNAVAILABLE: {
    nextSteps: ['unsupported'],
    actor: 'person',
    cause: 'The device has no screen lock, or can not keep a passkey.',
    remedy: 'Set up a screen lock, or use another device.',
  },
  UNSUPPORTED: {
    nextSteps: ['unsupported'],
    actor: 'person',
    cause: 'The browser has no passkeys.',
    remedy: 'Offer another way to sign in.',
  },
  DOMAIN_INVALID: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: "The page's address isn't a domain of the relying party (an IP address, say), or isn't https.",
    remedy: 'Open the page under its own https address, or on localhost; compare it with `relyingPartyId`.',
  },
  PASSKEY_BUSY: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'A prompt is open that other code on the page has started.',
    remedy: 'Have it answered or closed, then try again.',
  },
  AUTHENTICATOR_FAILED: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: "The authenticator, or the system's keychain, failed.",
    remedy: 'Try again, or use another authenticator.',
  },
  CEREMONY_FAILED: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'The ceremony ended with an error that no rule explains. The cause is its name.',
    remedy: 'Try again, or sign in another way.',
  },
} as const;
