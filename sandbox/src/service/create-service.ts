/** Assembles a service from its seed, its profile and its settings. */
import type { Clock, WireProfile } from 'countersign';
import { createSandboxClock } from './service/clock.ts';
import { createEnclave, type EnclaveKeys } from './wallet-auth/enclave.ts';
import { initialConfig } from './customers/platform-config.ts';
import { openPlatformAccounts, platformAccountsOf } from './customers/platform.ts';
import type { ServiceContract } from './contracts/contract.ts';
import { createSeededRandom } from './service/random.ts';
import { createState, type State } from './service/state.ts';
import { createWebhookQueue } from './webhooks/webhook-queue.ts';
import type { Service } from './service/service.ts';
import type { SandboxSettings } from './service/settings.ts';

const MINUTE = 60_000;

const defaults: SandboxSettings = {
  otpCode: '000000',
  otpMs: 5 * MINUTE,
  challengeMs: 5 * MINUTE,
  sessionMs: 15 * MINUTE,
  quoteMs: 5 * MINUTE,
  provisionMs: 2000,
  settlementMs: 5000,
  feeBasisPoints: 50,
  afterRefresh: 'keep',
  relyingParties: ['localhost'],
  relatedOrigins: [],
  identityProviders: [],
  strongAuthenticationRegions:
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
  historyLimit: 1000,
  walletFunding: 'spendable',
  unapprovedPayments: 'refuse',
  endUserTerms: 'unasked',
  unknownFields: 'refuse',
  unsafeExecuteTwice: false,
  codesPerMinute: 0,
};

/** Options of {@link createService}. */
export interface CreateServiceOptions {
  readonly seed: string;
  readonly keys: EnclaveKeys;
  readonly profile: WireProfile;
  readonly contract: ServiceContract;
  /** Settings that differ from the defaults. */
  readonly settings: Partial<SandboxSettings>;
  readonly clock: Clock;
  /** Sends webhooks. */
  readonly send: (request: Request) => Promise<Response>;
}

/** Creates a service with a fresh state. */
export function createService(options: CreateServiceOptions): Service {
  const { seed, keys, profile, contract, settings, clock, send } = options;
  const current: { state: State } = { state: createState() };
  const random = createSeededRandom(seed, () => current.state);
  const usual = { ...defaults, ...contract.settings };
  const chosen = Object.fromEntries(
    Object.keys(usual).map((name) => [
      name,
      settings[name as keyof SandboxSettings] ?? usual[name as keyof SandboxSettings],
    ]),
  ) as unknown as SandboxSettings;
  const parts = Object.assign(current, {
    profile,
    contract,
    settings: Object.freeze(chosen),
    clock: createSandboxClock(clock, () => current.state.clock),
    random,
    enclave: createEnclave(random, keys),
    platformAccounts: platformAccountsOf(random),
  });
  const service = Object.assign(parts, { webhookQueue: createWebhookQueue(parts, send) });
  resetService(service);
  return service;
}

/** Resets the state: no customer, no clock offset, random numbers from the first one. */
export function resetService(service: Service): void {
  service.state = createState();
  service.state.platformConfig = initialConfig(service.platformAccounts.map(({ currency }) => currency));
  openPlatformAccounts(service.state, service.platformAccounts, service.clock.iso());
}
