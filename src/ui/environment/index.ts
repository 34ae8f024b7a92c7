/** Detects the browser's abilities for a wallet, so that a page draws only buttons that work. */
export { inspectEnvironment } from './inspect-environment.ts';
export type {
  Environment,
  EnvironmentAdvice,
  InspectEnvironmentOptions,
  KeyStorage,
  PasskeySupport,
} from './inspect-environment.ts';
