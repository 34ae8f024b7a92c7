/** What every handler sees: the state, the time, the randomness, the enclave and the profile. */
import type { WireProfile } from '../wire.ts';
import type { SandboxClock } from './clock.ts';
import type { Enclave } from './enclave.ts';
import type { SeededRandom } from './random.ts';
import type { State } from './state.ts';
import type { WebhookCourier } from './webhooks.ts';

/** The figures that a sandbox is created with. */
export interface Settings {
  readonly otpCode: string;
  readonly otpMs: number;
  readonly challengeMs: number;
  readonly sessionMs: number;
  readonly quoteMs: number;
  readonly provisionMs: number;
  readonly settlementMs: number;
  readonly feeBasisPoints: number;
  readonly afterRefresh: 'keep' | 'revoke';
  /** Regions (ISO 3166-1 alpha-2) whose customers authorise payments strongly. */
  readonly strongAuthenticationRegions: readonly string[];
  /** RP ids that passkeys may belong to. */
  readonly relyingParties: readonly string[];
  readonly walletFunding: 'spendable' | 'book-only';
}

/** One sandbox from within; `state` is replaced by a reset. */
export interface World {
  state: State;
  readonly profile: WireProfile;
  readonly settings: Settings;
  readonly clock: SandboxClock;
  readonly random: SeededRandom;
  readonly enclave: Enclave;
  readonly courier: WebhookCourier;
}
