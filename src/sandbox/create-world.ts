/** Puts a world together from its seed, its profile and its settings. */
import type { WireProfile } from '../wire.ts';
import { createSandboxClock } from './clock.ts';
import { createEnclave } from './enclave.ts';
import { openPlatformAccounts } from './platform.ts';
import { createSeededRandom } from './random.ts';
import { createState, type State } from './state.ts';
import { createCourier } from './webhooks.ts';
import type { Settings, World } from './world.ts';

const MINUTE = 60_000;

const defaults: Settings = {
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
  strongAuthenticationRegions:
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
  walletFunding: 'spendable',
};

/** What the surroundings give a world. */
export interface WorldSources {
  readonly seed: string;
  readonly profile: WireProfile;
  /** Settings that differ from the defaults. */
  readonly settings: Partial<Settings>;
  readonly clock: { now(): number };
  /** Sends webhooks. */
  readonly send: (request: Request) => Promise<Response>;
}

/** Makes a world whose state is fresh. */
export function createWorld({ seed, profile, settings, clock, send }: WorldSources): World {
  const held: { state: State } = { state: createState() };
  const random = createSeededRandom(seed, () => held.state);
  const chosen = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, settings[name as keyof Settings] ?? defaults[name as keyof Settings]]),
  ) as unknown as Settings;
  const beginnings = Object.assign(held, {
    profile,
    settings: Object.freeze(chosen),
    clock: createSandboxClock(clock, () => held.state.clock),
    random,
    enclave: createEnclave(random),
  });
  const world = Object.assign(beginnings, { courier: createCourier(beginnings, send) });
  resetWorld(world);
  return world;
}

/** Forgets everything: no customer, no offset, the first draw next. */
export function resetWorld(world: World): void {
  world.state = createState();
  openPlatformAccounts(world.state, world.random, world.clock.iso());
}
