/** Codes of `SandboxError`. */
export const sandboxErrors = {
  HOST_NOT_LOOPBACK: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The sandbox was told to listen on an address that others can reach.',
    remedy: 'Use a loopback address such as 127.0.0.1, or in a container --allow-remote (allowRemote).',
  },
  PORT_UNAVAILABLE: {
    nextSteps: ['configure'],
    actor: 'developer',
    cause: 'The port is taken, or may not be used.',
    remedy: 'Choose another port, or 0 for any that is free.',
  },
  STATE_UNREADABLE: {
    nextSteps: ['fix-input'],
    actor: 'developer',
    cause: "The state file is another sandbox's, was cut off, or can't be read or written.",
    remedy: 'Do what the message says: name another file, its seed or its profile.',
  },
} as const;
