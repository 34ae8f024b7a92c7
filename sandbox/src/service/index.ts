/** The service on your own machine: deterministic, strict, in memory. Runs wherever `Request` and WebCrypto are. */
export type { Person, PersonIdentity, PersonOptions, PersonPasskey, Scenario, ScenarioName } from './control/person.ts';
export type { ContractMonth } from './contracts/contract-form.ts';
export type { DelayRange, FaultRule } from './http/fault-rule.ts';
export type { LoggedRequest } from './http/request-log.ts';
export { createSandbox, type Sandbox } from './sandbox.ts';
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts';
export type { CreateSandboxOptions } from './sandbox-options.ts';
export type { Clock, PartialClock } from 'countersign/relay';
export type { IdentityProvider, SandboxSettings } from './service/settings.ts';
