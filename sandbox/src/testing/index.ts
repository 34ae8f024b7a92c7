/** Tools for tests of code that uses Countersign. */
export {
  createFakeWallet,
  type CreateFakeWalletOptions,
  type FakeAnswer,
  type FakeMethods,
  type FakeResult,
  type PartOf,
  type FakeCall,
  type FakeCallName,
  type FakeWallet,
  type HeldCall,
} from './fake-wallet.ts';
export { createFixedClock, type FixedClock, type FixedClockOptions } from './fixed-clock.ts';
export { showEverything } from './in-view.ts';
export { relayStoreContract, type RelayStoreRule, type RelayStoreSubject } from './relay-store-contract.ts';
export {
  createSandboxControl,
  seedPerson,
  type CreateSandboxControlOptions,
  type RequestExpectation,
  type SandboxControl,
  type SandboxInfo,
  type SentCode,
} from './sandbox-control.ts';
export type {
  DelayRange,
  FaultRule,
  LoggedRequest,
  Person,
  PersonOptions,
  PersonPasskey,
  Scenario,
  ScenarioName,
} from '../service/index.ts';
export {
  createVirtualAuthenticator,
  type CreateVirtualAuthenticatorOptions,
  type DevToolsSession,
  type ExportedPasskey,
  type VirtualAuthenticator,
} from './virtual-authenticator.ts';
