/** Codes of `CryptoError`. */
export const cryptoErrors = {
  BUNDLE_MALFORMED: {
    nextSteps: ['restart'],
    actor: 'page',
    cause: 'An enclave bundle has another form or version than the one that this kit knows.',
    remedy: 'Ask for a new code. If it happens again, compare the versions of the kit and of the service.',
  },
  BUNDLE_KEY_NOT_PINNED: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'An enclave bundle was signed by a key that is not among `enclaveKeys`. Nothing was encrypted to it.',
    remedy:
      'Compare `enclaveKeys` with the quorum key that the service publishes. If they are equal, somebody answers in its place.',
  },
  BUNDLE_SIGNATURE_INVALID: {
    nextSteps: ['restart'],
    actor: 'operator',
    cause: 'An enclave bundle was changed on its way: its signature does not verify. Nothing was encrypted to it.',
    remedy: 'Ask for a new code. If it happens again, look at what stands between the page and the service.',
  },
  BUNDLE_MISMATCH: {
    nextSteps: ['restart'],
    actor: 'operator',
    cause:
      'An enclave bundle is for another organization or user, or a message of the enclave for another purpose. Nothing was encrypted to it.',
    remedy: 'Ask for a new code. If it happens again, the back-end passes on bundles that belong to somebody else.',
  },
  OTP_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'person',
    cause: 'A code does not have 4 to 12 letters and digits.',
    remedy: 'Have the code typed again.',
  },
  POINT_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: "A public key isn't a point of P-256, or isn't in the form that is needed.",
    remedy: 'Pass 65 bytes uncompressed or 33 bytes compressed, in hex where hex is asked for.',
  },
  SCALAR_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'A private key is not a number from 1 to n - 1 in 32 bytes.',
    remedy: 'Pass the scalar as 32 bytes, big-endian.',
  },
  SEALED_KEY_INVALID: {
    nextSteps: ['restart'],
    actor: 'page',
    cause: 'A sealed session key can not be opened with this key pair. How far the opening came is not told.',
    remedy: 'Start the sign-in or the refresh again.',
  },
  STAMP_MALFORMED: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: "The value of a signature header isn't a stamp.",
    remedy: 'Pass the header as it was received.',
  },
  STAMP_INVALID: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: 'A stamp does not verify for this payload.',
    remedy: 'Compare the payload with the one that was signed, byte for byte.',
  },
  PAYLOAD_INVALID: {
    nextSteps: ['restart'],
    actor: 'operator',
    cause: 'A payload to sign is empty, too long, or can be read in more than one way. Nothing was signed.',
    remedy: 'Start the action again. If it happens again, look at what stands between the page and the service.',
  },
  ENGINE_UNAVAILABLE: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'There is no Web Crypto here, as on a page without https.',
    remedy: 'Serve the page by https, or on localhost.',
  },
  ENGINE_FAILED: {
    nextSteps: ['unsupported'],
    actor: 'person',
    cause: 'Web Crypto refused an operation whose input this kit had found sound. The cause is its own error.',
    remedy: 'Use a current version of a browser.',
  },
} as const;
