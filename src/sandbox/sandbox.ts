/** The sandbox: the service's fetch over one state. */
import { wireProfiles, type WireProfile, type WireProfileName } from '../wire.ts';
import { apiBasePath, createApi } from './api.ts';
import { createSandboxClock } from './clock.ts';
import { controlBasePath, createControl } from './control.ts';
import { createEnclave } from './enclave.ts';
import { runDueEvents } from './events.ts';
import { codeOf, defect, faultBody, readExchange, respond, type Exchange } from './exchange.ts';
import { createFaults, type FaultRule } from './faults.ts';
import { auditLedger } from './ledger.ts';
import { createQueue } from './queue.ts';
import { createSeededRandom } from './random.ts';
import { Refusal } from './refusal.ts';
import { createRequestLog } from './request-log.ts';
import { routesOf } from './routes.ts';
import { createState, type State } from './state.ts';
import type { Settings, World } from './world.ts';

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
  readonly clientId: string;
  readonly clientSecret: string;
  /** The profile's name. */
  readonly profile: string;
  /** What is wrong with the books; empty while every movement is a double entry. */
  audit(): readonly string[];
}

/** Makes a sandbox: in memory, ready at once, independent of every other. */
export function createSandbox(options: CreateSandboxOptions = {}): Sandbox {
  const { seed = 'countersign', clientId = 'sandbox-client', clientSecret = 'sandbox-secret' } = options;
  const { schedule = (delayMs, run) => void setTimeout(run, delayMs) } = options;
  const profile = profileOf(options.profile ?? 'spec');
  const world = createWorld(seed, profile, options);
  const faults = createFaults();
  const log = createRequestLog();
  const { publicKeyHex: enclavePublicKeyHex } = world.enclave;
  const reset = (): void => {
    world.state = createState();
    faults.clear();
    log.clear();
  };
  const info = (origin: string): Readonly<Record<string, string>> => ({
    baseUrl: origin + apiBasePath,
    clientId,
    clientSecret,
    enclavePublicKeyHex,
    profile: profile.name,
  });
  const control = createControl({ world, faults, log, info, reset });
  const api = createApi(world, routesOf(profile), { clientId, clientSecret });
  const oneAtATime = createQueue();

  const handle = async (request: Request, exchange: Exchange, fault: FaultRule | null): Promise<void> => {
    if (fault?.status !== undefined) {
      const headers = fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) };
      const body = fault.body ?? faultBody(fault.status, profile);
      exchange.reply = { status: fault.status, body, headers };
      return;
    }
    if (fault?.drop === 'before') return;
    try {
      await api(request, exchange);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : defect(error, options.onError);
      const { reason, headers = {} } = refusal.options;
      if (reason !== undefined) exchange.note.refusal = reason;
      exchange.reply = { status: refusal.status, body: refusal.body(), headers };
    }
  };

  const answerApi = async (request: Request, path: string): Promise<Response> => {
    const exchange = await readExchange(request, path, profile);
    const { incoming, note } = exchange;
    const { method } = incoming;
    const leg = incoming.signature === null && incoming.requestId === null ? 1 : 2;
    const fault = faults.take({ method, path, leg });
    const delayMs = fault?.delayMs ?? 0;
    if (delayMs > 0) await new Promise<void>((resolve) => schedule(delayMs, resolve));
    return oneAtATime(async () => {
      runDueEvents(world);
      const at = world.clock.iso();
      await handle(request, exchange, fault);
      const { reply } = exchange;
      const dropped = fault?.drop !== undefined;
      const code = dropped ? undefined : codeOf(reply);
      const status = dropped ? null : reply.status;
      log.add({
        at,
        method,
        path,
        leg,
        status,
        ...(code === undefined ? {} : { code }),
        ...note,
        ...(fault === null ? {} : { fault: true as const }),
      });
      if (dropped) throw new TypeError('fetch failed');
      return respond(exchange, world.clock.now());
    });
  };

  return Object.freeze({
    async fetch(request: Request) {
      const { pathname } = new URL(request.url);
      if (pathname === controlBasePath || pathname.startsWith(`${controlBasePath}/`)) {
        return oneAtATime(() => control(request));
      }
      const path = pathname.startsWith(`${apiBasePath}/`) ? pathname.slice(apiBasePath.length) : pathname;
      return answerApi(request, path);
    },
    enclavePublicKeyHex,
    clientId,
    clientSecret,
    profile: profile.name,
    audit: () => auditLedger(world.state.ledger),
  });
}

function createWorld(seed: string, profile: WireProfile, options: CreateSandboxOptions): World {
  const world: { state: State } = { state: createState() };
  const random = createSeededRandom(seed, () => world.state);
  const clock = createSandboxClock(options.clock ?? { now: () => Date.now() }, () => world.state.clock);
  const minute = 60_000;
  const settings: Settings = {
    otpCode: options.otpCode ?? '000000',
    otpMs: options.otpMs ?? 5 * minute,
    challengeMs: options.challengeMs ?? 5 * minute,
    sessionMs: options.sessionMs ?? 15 * minute,
    quoteMs: options.quoteMs ?? 5 * minute,
    settlementMs: options.settlementMs ?? 5000,
    feeBasisPoints: options.feeBasisPoints ?? 50,
    afterRefresh: options.afterRefresh ?? 'keep',
    relyingParties: options.relyingParties ?? ['localhost'],
    walletFunding: options.walletFunding ?? 'spendable',
  };
  return Object.assign(world, { profile, settings, clock, random, enclave: createEnclave(random) });
}

function profileOf(profile: WireProfileName | WireProfile): WireProfile {
  if (typeof profile !== 'string') return profile;
  const found = Object.hasOwn(wireProfiles, profile) ? wireProfiles[profile] : undefined;
  if (found === undefined) throw new TypeError("profile must be 'spec', 'grid' or a WireProfile");
  return found;
}
