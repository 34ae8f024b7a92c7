/** The page's words for each code of the kit, of the service and of its own requests. */

/** What the person can do about it; each step of the page offers the actions that it can carry out. */
export type ProblemAction = 'retry' | 'new-code' | 'new-quote' | 'sign-in' | 'fund' | 'history' | 'reload' | 'none';

/** What is said of a code. */
export interface Words {
  readonly title: string;
  readonly advice: string;
  readonly action: ProblemAction;
  /** `calm`: the person's own choice, or nothing to worry about. */
  readonly tone?: 'calm';
}

const words: Readonly<Record<string, Words>> = {
  CHUNK_UNAVAILABLE: {
    title: 'A part of this page did not load',
    advice:
      'Nothing was signed or sent. Check your connection and try again. If this page was updated meanwhile, reload it.',
    action: 'retry',
  },
  NETWORK_FAILED: {
    title: 'No answer came',
    advice: 'Check your connection, then try again.',
    action: 'retry',
  },
  TIMED_OUT: { title: 'This took too long', advice: 'The service is slow to answer. Try again.', action: 'retry' },
  SESSION_EXPIRED: {
    title: 'Your session has ended',
    advice:
      'A session lasts about 15 minutes. Sign in with a new code to go on; your money and bank accounts stay as they are.',
    action: 'sign-in',
  },
  SIGNED_OUT: { title: 'You are signed out', advice: 'Sign in with a new code to go on.', action: 'sign-in' },
  KEY_NOT_DELETED: {
    title: 'The key may still be in this browser',
    advice: 'You are signed out, but this browser did not confirm deleting the key. Clear this site’s data to be sure.',
    action: 'none',
  },
  CANCELLED: {
    title: 'Cancelled',
    advice: 'Nothing changed. Try again whenever you like.',
    action: 'retry',
    tone: 'calm',
  },
  PASSKEY_TIMED_OUT: {
    title: 'Your device waited too long',
    advice: 'Nothing changed. Try again, and confirm on your device when it asks.',
    action: 'retry',
  },
  ALREADY_REGISTERED: {
    title: 'This device has a passkey for this wallet already',
    advice: 'Use that one, or add a passkey on another device.',
    action: 'none',
  },
  PASSKEY_NOT_FOUND: {
    title: 'This is not the right device or key',
    advice: 'The passkey is kept on another one. Use that, or sign in with a code.',
    action: 'retry',
  },
  DOMAIN_INVALID: {
    title: 'Passkeys do not work on this address',
    advice: 'Open the page under its own name, for example localhost, not under an IP address.',
    action: 'none',
  },
  UNSUPPORTED: {
    title: 'This browser has no passkeys',
    advice: 'Sign in with a code, or use another browser.',
    action: 'none',
  },
  VERIFICATION_UNAVAILABLE: {
    title: 'This device cannot make sure that it is you',
    advice: 'Set up a screen lock, a fingerprint or a PIN on it first, or use a code.',
    action: 'none',
  },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: {
    title: 'This passkey belongs to the wallet already',
    advice: 'There is nothing to add.',
    action: 'none',
  },
  CARD_ALREADY_CLOSED: {
    title: 'This card is closed',
    advice: 'A closed card stays closed. Get a new one.',
    action: 'none',
  },
  INVALID_STATE_TRANSITION: {
    title: 'The card changed meanwhile',
    advice: 'Look at its state below before you go on.',
    action: 'retry',
  },
  QUOTE_EXPIRED: {
    title: 'This quote has run out',
    advice: 'A rate is held for a short time only. No money was sent. Get a new quote and review it again.',
    action: 'new-quote',
  },
  INSUFFICIENT_FUNDS: {
    title: 'There is not enough money in the wallet',
    advice: 'Enter a smaller amount, or add money first. Fees come out of what you send.',
    action: 'fund',
  },
  OUTCOME_UNKNOWN: {
    title: 'We do not know yet whether this went through',
    advice: 'The answer got lost on the way. Look before you do it again.',
    action: 'history',
  },
  PAYLOAD_MISMATCH: {
    title: 'Your browser refused to sign',
    advice:
      'What it was asked to sign is not what you asked for. Nothing was signed. Do not try again; contact support.',
    action: 'none',
  },
  BUNDLE_KEY_NOT_PINNED: {
    title: 'This answer does not come from the enclave we trust',
    advice: 'Your code was not sent. Do not try again on this network; contact support.',
    action: 'none',
  },
  CHALLENGE_EXPIRED: {
    title: 'This took too long',
    advice: 'The request ran out before it was signed. Nothing changed. Try again.',
    action: 'retry',
  },
  CODE_WRONG: {
    title: 'This code is not right, or has expired',
    advice: 'Check the latest message and type the code again, or ask for a new one.',
    action: 'none',
  },
  CODE_EXPIRED: { title: 'This code has expired', advice: 'Ask for a new one.', action: 'new-code' },
  CODE_EXHAUSTED: {
    title: 'Too many wrong codes',
    advice: 'This code no longer works. Ask for a new one.',
    action: 'new-code',
  },
  WALLET_CLOSED: { title: 'This page has moved on', advice: 'Nothing was sent. Try again.', action: 'retry' },
  OTP_INVALID: {
    title: 'This is not a code',
    advice: 'A code has letters and digits only. Check the message and type it again.',
    action: 'none',
  },
  INVALID_INPUT: {
    title: 'Some details need another look',
    advice: 'Correct what is marked.',
    action: 'none',
  },
  BUSY: {
    title: 'One thing at a time',
    advice: 'Another action is still running. Wait for it to end, then try again.',
    action: 'retry',
  },
  PASSKEY_BUSY: {
    title: 'Another passkey prompt is open',
    advice: 'Answer or close it, then try again.',
    action: 'retry',
  },
  INSECURE_CONTEXT: {
    title: 'This page is not secure enough',
    advice: 'Open it by https, or on localhost.',
    action: 'none',
  },
  FORBIDDEN: {
    title: 'The service does not allow this here',
    advice: 'Test money and test purchases exist in a sandbox only, and some actions need more rights of the platform.',
    action: 'none',
  },
  CARDHOLDER_KYC_NOT_APPROVED: {
    title: 'You cannot have a card yet',
    advice: 'The service has to check your details first. Try again when it has.',
    action: 'none',
  },
  SERVICE_UNREACHABLE: { title: 'The service cannot be reached', advice: 'Try again in a moment.', action: 'retry' },
};

const aliases: Readonly<Record<string, string>> = {
  INSUFFICIENT_BALANCE: 'INSUFFICIENT_FUNDS',
  BUNDLE_SIGNATURE_INVALID: 'BUNDLE_KEY_NOT_PINNED',
  BUNDLE_MALFORMED: 'BUNDLE_KEY_NOT_PINNED',
};

/** The words for a code, if it has any of its own. */
export function wordsOf(code: string): Words | undefined {
  const name = aliases[code] ?? code;
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
