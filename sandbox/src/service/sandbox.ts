/** The sandbox: the service's fetch over one state. */
import { checkOptionNames } from '../../../src/kit/options.ts';
import { admit } from './http/admission.ts';
import { apiBasePath, controlBasePath } from './http/path-pattern.ts';
import { createControl } from './control/control.ts';
import { createService, resetService } from './create-service.ts';
import { runDueEvents } from './due-events.ts';
import { defaultMonth, type ContractMonth } from './contracts/contract-form.ts';
import { gridContract } from './contracts/grid.ts';
import { specContract } from './contracts/spec.ts';
import { createFaultRules } from './http/fault-rules.ts';
import { cardPagePath, openCardPage } from './cards/card-reveal.ts';
import { hostedCheckPath, openHostedCheck } from './customers/hosted-check.ts';
import { createIdentityProvider } from './identity/identity-provider.ts';
import { createPage, pagePaths } from './page/page.ts';
import { identityPath } from './wallet-auth/id-tokens.ts';
import { auditLedger } from './payments/ledger.ts';
import { checkSandboxOptions, readProfile, type CreateSandboxOptions } from './sandbox-options.ts';
import { createRequestPipeline } from './http/request-pipeline.ts';
import { createRequestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { completeClock, createQueue } from '../../../src/kit/waiting.ts';
import { restoreSnapshot, takeSnapshot } from './service/snapshot.ts';

/** A sandbox. */
export interface Sandbox {
  /**
   * Answers a request to any origin: `/2025-10-13/...` is the API, `/_sandbox` the control plane, `/health` says that
   * it runs. One request at a time takes effect.
   *
   * @throws TypeError when a fault rule drops the answer, as a network failure would.
   */
  fetch(request: Request): Promise<Response>;
  /** The quorum key to pin: hex, uncompressed. */
  readonly enclavePublicKeyHex: string;
  /** The key that verifies webhooks: SPKI in PEM. */
  readonly webhookPublicKeyPem: string;
  /** For HTTP Basic. */
  readonly clientId: string;
  /** For HTTP Basic. */
  readonly clientSecret: string;
  /** The profile's name. */
  readonly profile: string;
  /** The form of profile `grid`'s contract; profile `spec` has one alone. */
  readonly contract?: ContractMonth;
  /** Runs due events and sends waiting webhooks, without a request. */
  tick(): Promise<void>;
  /** The whole state as JSON text. */
  snapshot(): Promise<string>;
  /** Goes back to a snapshot of a sandbox with the same seed, keys and profile; rejects anything else. */
  restore(snapshot: string): Promise<void>;
  /** Returns the faults of the books; empty while every movement is a double entry. */
  audit(): readonly string[];
}

/**
 * Makes a sandbox: in memory, ready at once, independent of every other.
 *
 * @example
 * const sandbox = createSandbox({ seed: 'my tests' });
 * const answer = await sandbox.fetch(new Request('http://localhost/_sandbox'));
 *
 * @throws TypeError or RangeError naming the option.
 */
export function createSandbox(options: CreateSandboxOptions = {}): Sandbox {
  checkSandboxOptions(options);
  const {
    seed = 'countersign',
    keys = 'published',
    clientId = 'sandbox-client',
    clientSecret = 'sandbox-secret',
  } = options;
  const { fetch: send = (request) => globalThis.fetch(request) } = options;
  const clock = completeClock(options.clock);
  const profile = readProfile(options.profile ?? 'spec');
  // A profile of one's own is `spec` with other names on the wire.
  const month = options.contract ?? defaultMonth;
  const foreign = (['contract', 'endUserTerms'] as const).find((name) => options[name] !== undefined);
  if (foreign !== undefined && profile.name !== 'grid') {
    throw new RangeError(`createSandbox: ${foreign} is an option of profile grid`);
  }
  const contract = profile.name === 'grid' ? gridContract(month) : specContract;
  const service = createService({ seed, keys, profile, contract, settings: options, clock, send });
  const { onError } = options;
  const names = {
    ...service.settings,
    seed,
    keys,
    profile,
    contract: month,
    clock,
    clientId,
    clientSecret,
    fetch: send,
    onError,
  };
  checkOptionNames(options, names, 'createSandbox');
  const faults = createFaultRules(service.random);
  const log = createRequestLog(service.settings.historyLimit);
  const queue = createQueue();
  const { publicKeyHex: enclavePublicKeyHex, webhookPublicKeyPem } = service.enclave;
  const { note } = contract.form;
  const info = (origin: string): Readonly<Record<string, string>> => ({
    baseUrl: origin + apiBasePath,
    clientId,
    clientSecret,
    enclavePublicKeyHex,
    profile: profile.name,
    ...(profile.name === 'grid' ? { contract: month, ...(note === undefined ? {} : { contractNote: note }) } : {}),
  });
  const reset = (): void => {
    resetService(service);
    faults.clear();
    log.clear();
  };
  const pipeline = createRequestPipeline({ service, basePath: apiBasePath, faults, log, queue, clock });
  const api = createRouter({
    service,
    basePath: apiBasePath,
    routes: contract.routes,
    unsupported: contract.unsupported,
    rules: { ...contract, errors: contract.form, unknownFields: service.settings.unknownFields },
    middleware: [pipeline, admit({ clientId, clientSecret })],
    onError,
  });
  const page = createPage({ service, faults, log, queue });
  const identityProvider = createIdentityProvider(service, queue);
  const paths = [...contract.routes, ...contract.unsupported].map(({ path }) => path);
  const control = createControl({ service, faults, log, queue, clock, info, reset, paths, onError });

  return Object.freeze({
    async fetch(request: Request) {
      if (typeof (request as Partial<Request> | null | undefined)?.url !== 'string') {
        throw new TypeError('fetch: request must be a Request');
      }
      const { pathname } = new URL(request.url);
      if (pathname === '/health') return Response.json({ status: 'ok' });
      if (pagePaths.includes(pathname)) return page.fetch(request);
      if (pathname.startsWith(`${identityPath}/`)) return identityProvider.fetch(request);
      if (pathname.startsWith(`${hostedCheckPath}/`)) return openHostedCheck(service, queue, request);
      if (pathname.startsWith(`${cardPagePath}/`)) return openCardPage(service, queue, request);
      const isControl = pathname === controlBasePath || pathname.startsWith(`${controlBasePath}/`);
      try {
        return await (isControl ? control : api).fetch(request);
      } finally {
        // Receivers may call back, so they aren't awaited here.
        void service.webhookQueue.flush();
      }
    },
    async tick() {
      await queue(() => Promise.resolve(runDueEvents(service)));
      await service.webhookQueue.flush();
    },
    snapshot: () => queue(() => Promise.resolve(takeSnapshot(service))),
    restore: (snapshot: string) => queue(async () => restoreSnapshot(service, snapshot)),
    enclavePublicKeyHex,
    webhookPublicKeyPem,
    clientId,
    clientSecret,
    profile: profile.name,
    ...(profile.name === 'grid' ? { contract: month } : {}),
    audit: () => auditLedger(service.state.ledger),
  });
}
