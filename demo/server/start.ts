/** Puts one demo together: the service (a sandbox, or a real one), the relay, the back-end and its port. */

import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createRelay } from 'countersign/relay';
import { createSandbox } from 'countersign/sandbox';
import { listen } from 'countersign/sandbox/node';
import { createCookieSessions } from './cookie.ts';
import { OptionError, type DemoOptions, type ServiceAccess } from './options.ts';
import { loadPages } from './pages.ts';
import { createPeople } from './people.ts';
import { createPlatform } from './platform.ts';
import { createPlatformService } from './service.ts';

/** A running demo. */
export interface Demo {
  /** What to open in the browser; always on localhost, because WebAuthn wants a name. */
  readonly url: string;
  /** Origin of the demo's own sandbox, whose control plane is at `/_sandbox`; null with a real service. */
  readonly sandboxUrl: string | null;
  close(): Promise<void>;
}

interface RunningService {
  readonly access: ServiceAccess;
  readonly sandboxUrl: string | null;
  close(): Promise<void>;
}

/**
 * Starts the demo; `pageFolder` holds the built page.
 * @throws {OptionError} when the port is taken.
 */
export async function startDemo(options: DemoOptions, pageFolder: string): Promise<Demo> {
  const pages = await loadPages(pageFolder);
  const running = await startService(options);
  const service = createPlatformService(running.access, options.profile);
  const people = createPeople(service);
  // A key for this run only: restarting the back-end signs everybody out of the platform.
  const cookies = createCookieSessions(randomBytes(32), Date.now);

  const relay = createRelay({
    ...running.access,
    profile: options.profile,
    mountPath: '/wallet',
    // For this run only, as the people are; a platform keeps its secret for good.
    userHandleSecret: randomBytes(32).toString('hex'),
    groups: ['wallet', 'addresses', 'payments'],
    identify: async (request) => {
      const person = people.byId(cookies.read(request.headers.get('cookie')));
      if (person === null) return null;
      return { userId: person.userId, customerId: person.customerId, accountIds: [person.accountId] };
    },
  });
  const { sandboxUrl } = running;
  const advance = sandboxUrl === null ? {} : { advanceClock: (ms: number) => advanceClock(sandboxUrl, ms) };
  const platform = createPlatform({ people, cookies, service, relay, pages, ...advance });

  const server = createAdaptorServer({ fetch: platform }) as Server;
  try {
    await bind(server, options.port);
  } catch (error) {
    await running.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return Object.freeze({
    url: `http://localhost:${String(port)}`,
    sandboxUrl: running.sandboxUrl,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await running.close();
    },
  });
}

async function startService({ service, profile }: DemoOptions): Promise<RunningService> {
  if (service !== null) return { access: service, sandboxUrl: null, close: async () => {} };
  const sandbox = createSandbox({ profile, walletFunding: 'spendable' });
  const { url, close } = await listen(sandbox, { port: 0, host: '127.0.0.1' });
  const { clientId, clientSecret } = sandbox;
  const { origin } = new URL(url);
  return { access: { baseUrl: `${origin}/2025-10-13`, clientId, clientSecret }, sandboxUrl: origin, close };
}

async function advanceClock(sandboxUrl: string, advanceMs: number): Promise<string> {
  const response = await fetch(`${sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });
  if (!response.ok) throw new Error(`The sandbox's clock answered ${String(response.status)}.`);
  return ((await response.json()) as { now: string }).now;
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
