/** The sandbox: the service's fetch over one state. */
import type { WireProfile, WireProfileName } from '../wire.ts';
import { apiBasePath, createApi } from './api.ts';
import { controlBasePath, createControl } from './control.ts';
import { createWorld, resetWorld } from './create-world.ts';
import { runDueEvents } from './events.ts';
import { createFaults } from './faults.ts';
import { auditLedger } from './ledger.ts';
import { checkOptions, readProfile } from './options.ts';
import { createPipeline } from './pipeline.ts';
import { createQueue } from './queue.ts';
import { createRequestLog } from './request-log.ts';
import { routesOf } from './routes.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import type { Settings } from './world.ts';

/** Options of {@link createSandbox}; times are in milliseconds. */
export interface CreateSandboxOptions extends Partial<Settings> {
  /** Everything random follows from it. Default `countersign`. */
  readonly seed?: string;
  /** Default `spec`. */
  readonly profile?: WireProfileName | WireProfile;
  /** Epoch milliseconds; the control plane's offset is added. Default `Date.now`. */
  readonly clock?: { now(): number };
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** How webhooks are sent; only to loopback URLs. Default the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How a fault's delay is waited for. Default `setTimeout`. */
  readonly schedule?: (delayMs: number, run: () => void) => void;
  /** Hears of defects of the sandbox itself, which are answered with 500 `INTERNAL_ERROR`. */
  readonly onError?: (error: unknown) => void;
}

/** A sandbox. */
export interface Sandbox {
  /**
   * Answers a request to any origin: `/2025-10-13/...` is the API, `/_sandbox` the control plane. One request at a time takes effect.
   *
   * @throws TypeError when a fault rule drops the answer, as a network failure would.
   */
  fetch(request: Request): Promise<Response>;
  /** The quorum key to pin: hex, uncompressed. */
  readonly enclavePublicKeyHex: string;
  /** What receivers verify webhooks with: SPKI in PEM. */
  readonly webhookPublicKeyPem: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The profile's name. */
  readonly profile: string;
  /** Runs what is due and sends the webhooks that wait, without a request. */
  tick(): Promise<void>;
  /** The whole state as JSON text. */
  snapshot(): Promise<string>;
  /** Goes back to a snapshot of a sandbox with the same seed and profile; rejects when it is none. */
  restore(snapshot: string): Promise<void>;
  /** What is wrong with the books; empty while every movement is a double entry. */
  audit(): readonly string[];
}

/** Makes a sandbox: in memory, ready at once, independent of every other. @throws TypeError or RangeError naming the option. */
export function createSandbox(options: CreateSandboxOptions = {}): Sandbox {
  checkOptions(options);
  const { seed = 'countersign', clientId = 'sandbox-client', clientSecret = 'sandbox-secret' } = options;
  const { schedule = (delayMs, run) => void setTimeout(run, delayMs) } = options;
  const { clock = { now: () => Date.now() }, fetch: send = (request) => globalThis.fetch(request) } = options;
  const profile = readProfile(options.profile ?? 'spec');
  const world = createWorld({ seed, profile, settings: options, clock, send });
  const faults = createFaults();
  const log = createRequestLog();
  const queue = createQueue();
  const { publicKeyHex: enclavePublicKeyHex, webhookPublicKeyPem } = world.enclave;
  const info = (origin: string): Readonly<Record<string, string>> => ({
    baseUrl: origin + apiBasePath,
    clientId,
    clientSecret,
    enclavePublicKeyHex,
    profile: profile.name,
  });
  const reset = (): void => {
    resetWorld(world);
    faults.clear();
    log.clear();
  };
  const api = createApi(world, routesOf(profile), { clientId, clientSecret });
  const answer = createPipeline({ world, api, faults, log, queue, schedule, onError: options.onError });
  const control = createControl({ world, faults, log, queue, info, reset });

  return Object.freeze({
    async fetch(request: Request) {
      if (typeof (request as Partial<Request> | null | undefined)?.url !== 'string') {
        throw new TypeError('fetch: request must be a Request');
      }
      const { pathname } = new URL(request.url);
      if (pathname === controlBasePath || pathname.startsWith(`${controlBasePath}/`)) return control(request);
      const path = pathname.startsWith(`${apiBasePath}/`) ? pathname.slice(apiBasePath.length) : pathname;
      try {
        return await answer(request, path);
      } finally {
        // Receivers may call back, so nobody waits for them here.
        void world.courier.flush();
      }
    },
    async tick() {
      await queue(() => Promise.resolve(runDueEvents(world)));
      await world.courier.flush();
    },
    snapshot: () => queue(() => Promise.resolve(takeSnapshot(world))),
    restore: (snapshot: string) => queue(async () => restoreSnapshot(world, snapshot)),
    enclavePublicKeyHex,
    webhookPublicKeyPem,
    clientId,
    clientSecret,
    profile: profile.name,
    audit: () => auditLedger(world.state.ledger),
  });
}
