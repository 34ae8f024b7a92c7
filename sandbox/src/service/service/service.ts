/** Parts that every handler gets: the state, the time, the randomness, the enclave and the profile. */
import type { WireProfile } from 'countersign';
import type { PlatformAccount } from '../customers/platform.ts';
import type { SandboxClock } from './clock.ts';
import type { ServiceContract } from '../contracts/contract.ts';
import type { Enclave } from '../wallet-auth/enclave.ts';
import type { SeededRandom } from './random.ts';
import type { SandboxSettings } from './settings.ts';
import type { State } from './state.ts';
import type { WebhookQueue } from '../webhooks/webhook-records.ts';

/** The service from within; `state` is replaced by a reset. */
export interface Service {
  state: State;
  readonly profile: WireProfile;
  readonly contract: ServiceContract;
  readonly settings: SandboxSettings;
  readonly clock: SandboxClock;
  readonly random: SeededRandom;
  readonly enclave: Enclave;
  /** Kept over a reset, which then need not derive them again. */
  readonly platformAccounts: readonly PlatformAccount[];
  readonly webhookQueue: WebhookQueue;
}
