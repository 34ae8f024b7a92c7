/** Codes of `WalletError`. */
export const walletErrors = {
  BUSY: {
    nextSteps: ['retry', 'reauthenticate'],
    actor: 'page',
    cause: 'Another call, or another tab, is at the same thing.',
    remedy: 'Wait for its outcome, then try again.',
  },
  CARD_KEY_POLICIES_MISSING: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'No rights of card keys are pinned, so that none can be compared. Nothing was sent.',
    remedy: 'Ask the service for the rights that a card key gets, and pass them as `cardKeyPolicies`.',
  },
  CHUNK_UNAVAILABLE: {
    nextSteps: ['retry'],
    actor: 'person',
    cause: 'A part of the page could not be loaded, perhaps because a newer version was published. Nothing was signed.',
    remedy: 'Try again, or reload the page.',
  },
  CODE_WRONG: {
    nextSteps: ['fix-input'],
    actor: 'person',
    cause: 'The code is wrong, or has expired where the service does not tell these apart.',
    remedy: 'Have the code typed again, or ask for a new one.',
  },
  CODE_EXPIRED: {
    nextSteps: ['restart'],
    actor: 'person',
    cause: 'The code has expired.',
    remedy: 'Ask for a new code.',
  },
  CODE_EXHAUSTED: {
    nextSteps: ['restart'],
    actor: 'person',
    cause: 'The code was entered wrongly too often and is no longer accepted.',
    remedy: 'Ask for a new code.',
  },
  CREDENTIAL_IN_USE: {
    nextSteps: ['reauthenticate'],
    actor: 'person',
    cause: 'The credential to be removed is the one that this session was opened with.',
    remedy: 'Sign in with another credential, then remove it.',
  },
  CREDENTIAL_NOT_FOUND: {
    nextSteps: ['fix-input'],
    actor: 'page',
    cause: 'The account has no such credential.',
    remedy: 'List the credentials and choose again, or sign in another way.',
  },
  FACTOR_UNSUPPORTED: {
    nextSteps: ['unsupported'],
    actor: 'page',
    cause: 'The payment waits for another proof than a code in a text message, such as a passkey. Nothing was sent.',
    remedy: 'Say that it has to be confirmed elsewhere.',
  },
  ID_TOKEN_EXPIRED: {
    nextSteps: ['restart'],
    actor: 'page',
    cause:
      'The ID token is older than the minute in which the service takes it, or the kept attempt is over. Nothing was sent.',
    remedy: 'Begin again, and ask the provider for a new token.',
  },
  ID_TOKEN_INVALID: {
    nextSteps: ['restart'],
    actor: 'developer',
    cause: 'What was passed is no ID token of a provider: a compact JWT. Nothing was sent.',
    remedy: "Pass the provider's `id_token` as it came, not an access token or a code.",
  },
  ID_TOKEN_MISMATCH: {
    nextSteps: ['restart'],
    actor: 'page',
    cause:
      "The ID token's `nonce` is that of another attempt, or its `aud` is another application's. Nothing was sent.",
    remedy: "Ask the provider for a token with this attempt's `nonce`, for your own client id.",
  },
  INSECURE_CONTEXT: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The relay would be reached without https, and not on loopback.',
    remedy: 'Serve the page and the relay by https.',
  },
  NOT_APPROVED: {
    nextSteps: ['restart'],
    actor: 'person',
    cause: '`approve` did not answer `true`. Nothing was signed.',
    remedy: 'Start the action again if it is wanted.',
  },
  OAUTH_CHOICE_REQUIRED: {
    nextSteps: ['fix-input'],
    actor: 'page',
    cause: 'The account has several identities of providers, and none was named or used here last.',
    remedy: "Show the error's `credentials`, and pass the `credentialId` of the one that was chosen.",
  },
  PASSKEY_CHOICE_REQUIRED: {
    nextSteps: ['fix-input'],
    actor: 'page',
    cause: 'The account has several passkeys, and none was named or used here last.',
    remedy: "Show the error's `credentials`, and pass the `credentialId` of the one that was chosen.",
  },
  PAYLOAD_MISMATCH: {
    nextSteps: ['restart'],
    actor: 'operator',
    cause: 'The payload to sign is not the one of this action. Nothing was signed.',
    remedy: 'Start the action again. If it happens again, the back-end asks for something else than the person did.',
  },
  QUOTE_EXPIRED: {
    nextSteps: ['restart'],
    actor: 'page',
    cause: 'The quote has expired without being executed.',
    remedy: 'Ask for a new quote.',
  },
  QUOTE_FAILED: {
    nextSteps: ['restart'],
    actor: 'person',
    cause: 'The payment was executed and failed.',
    remedy: "Show its transaction's reason, and ask for a new quote.",
  },
  QUOTE_NOT_SIGNABLE: {
    nextSteps: ['fix-input', 'restart'],
    actor: 'developer',
    cause: "The quote is not paid from this wallet's account, or holds nothing to sign.",
    remedy: 'Pass a quote whose source is this account, as the service answered it.',
  },
  SANDBOX_KEY_PINNED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: "`enclaveKeys` holds the sandbox's quorum key, whose private half is public knowledge.",
    remedy: "Pin the service's own key, or set `environment: 'sandbox'`.",
  },
  SIGNATURE_NOT_EXPECTED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause:
      'The service asked for a signature, or sealed a key, where its profile says that it never does. Nothing was signed.',
    remedy: 'Pass the profile of the service, or one of your own that allows it.',
  },
} as const;
