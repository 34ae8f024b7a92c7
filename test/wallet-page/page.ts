/** A wallet page over a service that answers what a test told it to, with two files in place of the built ones. */
import { createMemoryRelayStore, type RelayIdentity, type RelayStore } from '../../src/relay/index.ts';
import { readWalletPageOptions, type CreateWalletPageOptions } from '../../src/wallet-page/options.ts';
import { createTicket, endVisits } from '../../src/wallet-page/ticket.ts';
import { openWalletPage, type WalletPage } from '../../src/wallet-page/wallet-page.ts';
import { createTestClock, type TestClock } from '../relay/clock.ts';
import { ada, baseUrl, createFakeService, type FakeService } from '../relay/service.ts';

export const walletOrigin = 'https://wallet.example.com';
export const appOrigin = 'https://app.example.com';
export const enclaveKeys = [`04${'ab'.repeat(64)}`];

const assets = {
  main: 'main-A1.js',
  css: 'page-B2.css',
  ahead: ['pay-C3.js'],
  files: {
    'main-A1.js': { type: 'text/javascript', text: 'export {};' },
    'pay-C3.js': { type: 'text/javascript', text: 'export {};' },
    'page-B2.css': { type: 'text/css', text: 'main {}' },
  },
};

export const pageOptions = (options: Partial<CreateWalletPageOptions> = {}): CreateWalletPageOptions => ({
  baseUrl,
  clientId: 'client',
  clientSecret: 'very-secret-secret',
  userHandleSecret: 'user handles of the tests, no secret',
  audit: () => undefined,
  origin: walletOrigin,
  apps: [appOrigin],
  enter: 'ticket',
  store: createMemoryRelayStore(),
  brand: { name: 'Sample Customer Bank' },
  enclaveKeys,
  ...options,
});

/** Fields of a test's request. */
export interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface TestPage {
  readonly page: WalletPage;
  readonly store: RelayStore;
  readonly clock: TestClock;
  readonly service: FakeService;
  /** Sends `GET /pay?…` and the like. */
  send(line: string, sent?: Sent): Promise<Response>;
  /** Makes a ticket for somebody. */
  ticketFor(user?: RelayIdentity): Promise<string>;
  /** Exchanges a ticket as the page does. */
  enter(ticket: string, headers?: Record<string, string>): Promise<Response>;
  /** Ends the visits of somebody, as a log-out does. */
  logOut(user?: RelayIdentity): Promise<void>;
  /** Enters, and resolves with the cookie as the browser sends it. */
  cookieOf(user?: RelayIdentity): Promise<string>;
  /** Asks the page for the wallet's owner by a cookie: the customer, or the status. */
  whoIs(cookie: string): Promise<string>;
}

export function openTestPage(options: Partial<CreateWalletPageOptions> = {}): TestPage {
  const clock = createTestClock();
  const store = createMemoryRelayStore({ clock });
  const service = createFakeService();
  const given = pageOptions({ store, clock, fetch: service.fetch, ...options });
  const page = openWalletPage(readWalletPageOptions(given), () => assets);
  const send: TestPage['send'] = (line, { headers = {}, body } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    return page(new Request(given.origin + path, { method, headers, ...(body === undefined ? {} : { body }) }));
  };
  const enter: TestPage['enter'] = (ticket, headers = {}) =>
    send('POST /enter', {
      headers: { Origin: given.origin, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ ticket }),
    });
  const ticketFor: TestPage['ticketFor'] = (user = ada) => createTicket({ store, origin: given.origin, user });
  return {
    page,
    store,
    clock,
    service,
    send,
    ticketFor,
    enter,
    logOut: ({ userId } = ada) => endVisits({ store, origin: given.origin, userId }),
    async cookieOf(user) {
      const response = await enter(await ticketFor(user));
      return response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    },
    async whoIs(cookie) {
      const response = await send('GET /relay/me', { headers: { Cookie: cookie } });
      const { customerId } = (await response.json()) as { readonly customerId?: string };
      return customerId ?? String(response.status);
    },
  };
}

/** The data block of a document. */
export async function dataOf(response: Response): Promise<Record<string, unknown>> {
  const [, block = ''] =
    /<script id="wallet-page" type="application\/json">(.*)<\/script>/.exec(await response.text()) ?? [];
  return JSON.parse(block) as Record<string, unknown>;
}
