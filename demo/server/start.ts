/** Puts one demo together: the service (a sandbox, or a real one), the relay, the back-end and its port. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import {
  createRelay,
  createWebhookVerifier,
  type Relay,
  type RelayGroup,
  type WebhookVerifier,
} from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import { createCookieSessions } from './cookie.ts';
import { OptionError, type DemoOptions, type ServiceAccess } from './options.ts';
import { findPages } from './pages.ts';
import { createPeople } from './people.ts';
import { createPlatform } from './platform.ts';
import { callSandboxAt } from './sandbox-routes.ts';
import { sandboxSettings } from './sandbox-settings.ts';
import { createSandboxVerifier } from './sandbox-verifier.ts';
import { createPlatformService } from './service.ts';
import { createUpdates } from './updates.ts';
import { hosts, openWalletSide } from './wallet-side.ts';
import { createWhoAsks } from './who-asks.ts';

/** A running demo. */
export interface Demo {
  /** What to open in the browser; always on localhost, because WebAuthn wants a name. */
  readonly url: string;
  /** Origin of the demo's own sandbox, whose control plane is at `/_sandbox`; null with a real service. */
  readonly sandboxUrl: string | null;
  /** Origin of the wallet page, where people sign; null where they sign in the page. */
  readonly walletUrl: string | null;
  close(): Promise<void>;
}

interface RunningService {
  readonly access: ServiceAccess;
  readonly sandboxUrl: string | null;
  /** Quorum keys of its enclave. */
  readonly enclaveKeys: readonly string[];
  readonly webhooks: WebhookVerifier | null;
  close(): Promise<void>;
}

/**
 * Starts the demo; `pageFolder` holds the built page.
 * @throws {OptionError} when the port is taken.
 */
export async function startDemo(options: DemoOptions, pageFolder: string): Promise<Demo> {
  const { profile, walletPage = false } = options;
  // Also where the page isn't built.
  findPages(pageFolder);
  const running = await startService(options);
  let respond: Relay = () => Promise.resolve(new Response(null, { status: 503 }));
  const server = createAdaptorServer({ fetch: (request: Request) => respond(request) }) as Server;
  try {
    await bind(server, options.port);
  } catch (error) {
    await running.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const { access, sandboxUrl, enclaveKeys } = running;
  const service = createPlatformService(access, profile);
  const people = createPeople(service);
  // A key for this run only: restarting the back-end signs everybody out of the platform.
  const cookies = createCookieSessions(crypto.getRandomValues(new Uint8Array(32)), Date.now);
  const isSandbox = sandboxUrl !== null;
  const whoAsks = createWhoAsks(people, cookies, isSandbox);
  // For this run only, as the people are; a platform keeps its secret for good.
  const userHandleSecret = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  const side = walletPage
    ? openWalletSide({ port, access, profile, enclaveKeys, isSandbox, userHandleSecret, service, whoAsks })
    : null;

  const relayOf = (...groups: readonly RelayGroup[]): Relay =>
    createRelay({
      ...access,
      profile,
      mountPath: '/wallet',
      userHandleSecret,
      groups,
      identify: async (request) => {
        const person = await whoAsks(request.headers);
        if (person === null) return null;
        return { userId: person.userId, customerId: person.customerId, accountIds: [person.accountId] };
      },
    });
  const whole = relayOf('wallet', 'addresses', 'payments', 'authorizations');
  const reads = relayOf('reads');
  // Attacks are made on pages that hold the kit, but for the one that is made beside a wallet page.
  const relay = ((request) => {
    const holdsKit = isSandbox && request.headers.has('attacked') && !request.headers.has('beside-wallet-page');
    return (side === null || holdsKit ? whole : reads)(request);
  }) satisfies Relay;
  const updates = createUpdates(Date.now());
  const platform = createPlatform({
    ...(side === null
      ? {}
      : { hostname: hosts.app, addWalletRoutes: (app) => side.addRoutes(app), leaveWalletPage: side.leave }),
    people,
    cookies,
    whoAsks,
    service,
    relay,
    updates,
    addPages: findPages(pageFolder, side?.origin),
    ...(running.webhooks === null ? {} : { webhooks: running.webhooks }),
    ...(sandboxUrl === null
      ? {}
      : { advanceClock: (ms: number) => advanceClock(sandboxUrl, ms), callSandbox: callSandboxAt(sandboxUrl) }),
  });
  respond = (request) =>
    side !== null && new URL(request.url).hostname === hosts.wallet ? side.page(request) : platform(request);

  if (sandboxUrl !== null) await sendWebhooksTo(sandboxUrl, `http://localhost:${String(port)}/webhooks`);
  return Object.freeze({
    url: `http://${side === null ? 'localhost' : hosts.app}:${String(port)}`,
    sandboxUrl,
    walletUrl: side?.origin ?? null,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await running.close();
    },
  });
}

async function startService({
  service,
  profile,
  webhookKey,
  enclaveKeys,
  walletPage,
}: DemoOptions): Promise<RunningService> {
  if (service !== null) {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(service.baseUrl).hostname);
    const verifying = { profile, environment: isLocal ? 'sandbox' : 'production' } as const;
    const webhooks = webhookKey === undefined ? null : createWebhookVerifier({ publicKey: webhookKey, ...verifying });
    return { access: service, sandboxUrl: null, enclaveKeys, webhooks, close: async () => {} };
  }
  const sandbox = createSandbox({ ...sandboxSettings, profile, ...(walletPage && { relyingParties: [hosts.wallet] }) });
  const { url, close } = await listen(sandbox, { port: 0, host: '127.0.0.1' });
  const { clientId, clientSecret } = sandbox;
  const { origin } = new URL(url);
  const access = { baseUrl: `${origin}/2025-10-13`, clientId, clientSecret };
  const webhooks = createSandboxVerifier(sandbox, profile);
  return { access, sandboxUrl: origin, enclaveKeys: [sandbox.enclavePublicKeyHex], webhooks, close };
}

async function advanceClock(sandboxUrl: string, advanceMs: number): Promise<string> {
  return ((await control(sandboxUrl, 'clock', { advanceMs })) as { now: string }).now;
}

async function sendWebhooksTo(sandboxUrl: string, url: string): Promise<void> {
  await control(sandboxUrl, 'webhooks', { url });
}

async function control(sandboxUrl: string, call: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${sandboxUrl}/_sandbox/${call}`, init);
  if (!response.ok) throw new Error(`The sandbox's ${call} answered ${String(response.status)}.`);
  return response.json();
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const advice = `Port ${String(port)} is in use. Choose another: npm run demo -- --port ${String(port + 1)}`;
      reject(taken ? new OptionError(advice) : error);
    });
    server.listen(port, 'localhost', resolve);
  });
}
