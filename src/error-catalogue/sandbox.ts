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
    cause: 'A snapshot is not one that this version of the sandbox has written.',
    remedy: 'Pass a snapshot unchanged, or start without one.',
  },
} as const;
