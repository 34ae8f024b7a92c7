/**
 * Why a sandbox can't start or go on.
 *
 * - `HOST_NOT_LOOPBACK`: it was told to listen on an address that others can reach. Use a loopback address such as 127.0.0.1, or in a
 *   container `--allow-remote` (`allowRemote`).
 * - `PORT_UNAVAILABLE`: the port is taken, or may not be used. Choose another, or 0 for any that is free.
 * - `STATE_UNREADABLE`: the state file is another sandbox's, was cut off, or can't be read or written. The message says what to do.
 */
export type SandboxErrorCode = 'HOST_NOT_LOOPBACK' | 'PORT_UNAVAILABLE' | 'STATE_UNREADABLE';

/** A sandbox that can't start or go on; refused API calls are answers, not errors. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
