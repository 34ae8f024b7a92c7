/** Tools for tests of code that uses Countersign. */
export { createFixedClock, type FixedClock, type FixedClockOptions } from './fixed-clock.ts';
export {
  createVirtualAuthenticator,
  type CreateVirtualAuthenticatorOptions,
  type DevToolsSession,
  type ExportedPasskey,
  type VirtualAuthenticator,
} from './virtual-authenticator.ts';
