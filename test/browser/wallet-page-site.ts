/** An app that holds the whole kit, and its wallet page on a host beside it, with one sandbox behind both. */
import type { Page } from 'playwright';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMemoryRelayStore, type RelayIdentity, type WireProfileName } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createTicket, type CreateWalletPageOptions } from 'countersign/wallet-page';
import { bundleWalletPage } from '../../build/wallet-page.mjs';
import { readWalletPageOptions } from '../../src/wallet-page/options.ts';
import { openWalletPage } from '../../src/wallet-page/wallet-page.ts';
import { wireProfiles } from '../../src/kit/wire.ts';
import { root } from '../source-tree.ts';
import { unlimited } from '../unlimited.ts';
import { serveKit, type KitPage, type ServeKitOptions } from './kit-page.ts';

/** Both hosts. */
export interface WalletPageSite {
  /** The app's page and its sandbox; `window.kit` there is the kit. */
  readonly kit: KitPage;
  /** The app's origin. */
  readonly app: string;
  /** The wallet page's origin. */
  readonly wallet: string;
  /** Requests that the wallet page's host has answered: method, path and status. */
  readonly heard: string[];
  /** Requests that the service has heard with a signature. */
  readonly signed: string[];
  /** The files of the page's script and style that it loads at first. */
  readonly first: readonly string[];
  /** A link to the wallet page, with a ticket of its own. */
  link(path: string, more?: { readonly locale?: string; readonly returns?: boolean }): Promise<string>;
  close(): Promise<void>;
}

/** Options of {@link serveWalletPage}. */
export interface ServeWalletPageOptions {
  readonly profile?: WireProfileName;
  /** Options of the app and the sandbox; the app's relay has reads alone by default. */
  readonly kit?: Pick<ServeKitOptions, 'relay' | 'sandbox' | 'script' | 'certificate'>;
  readonly page?: Partial<CreateWalletPageOptions>;
  /** The app's name on the wallet page; that of the platform by default. */
  readonly app?: string;
  /** Accounts that the person has before the one with money. */
  readonly accountIds?: readonly string[];
  /** Comes between the wallet page's relay and the sandbox. */
  readonly between?: (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>;
}

/** The page's files, bundled once for all sites of a process. */
let bundled: ReturnType<typeof bundleWalletPage> | undefined;

/** Serves both, and makes a customer with money. */
export async function serveWalletPage({
  page = {},
  app: name,
  between,
  profile = 'spec',
  accountIds = [],
  kit: more = {},
}: ServeWalletPageOptions = {}): Promise<WalletPageSite> {
  const kit = await serveKit({ headers: {}, profile, relay: { groups: ['reads'] }, ...more });
  const { files, manifest, first } = await (bundled ??= bundleWalletPage(root));
  const [heard, signed]: [string[], string[]] = [[], []];
  const store = createMemoryRelayStore();
  const { accountId, enclaveKeys } = kit.settings;
  const user: RelayIdentity = {
    userId: 'sample-customer',
    customerId: kit.customerId,
    accountIds: [...accountIds, accountId],
  };
  let walletPage: ReturnType<typeof toNodeListener> | undefined;
  const listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    response.on('finish', () => heard.push(`${request.method ?? ''} ${path} ${String(response.statusCode)}`));
    walletPage?.(request, response);
  };
  const { certificate } = more;
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const app = kit.url.replace('localhost', 'app.demo.localhost');
  const wallet = `${new URL(kit.url).protocol}//wallet.demo.localhost:${String((server.address() as AddressInfo).port)}`;
  const reach = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.headers.has(wireProfiles[profile].signatureHeader)) signed.push(`${request.method} ${pathname}`);
    return kit.sandbox.fetch(request);
  };
  const options = readWalletPageOptions({
    baseUrl: 'http://localhost/2025-10-13',
    clientId: kit.sandbox.clientId,
    clientSecret: kit.sandbox.clientSecret,
    userHandleSecret: 'user handles of the tests, no secret',
    limits: unlimited,
    groups: ['wallet', 'addresses', 'payments', 'export'],
    store,
    fetch: between === undefined ? reach : (request) => between(request, reach),
    origin: wallet,
    apps: [name === undefined ? app : { origin: app, name }],
    enter: 'ticket',
    brand: { name: 'Sample Platform' },
    environment: 'sandbox',
    profile,
    enclaveKeys,
    exportKeys: enclaveKeys,
    ...page,
  });
  walletPage = toNodeListener(
    openWalletPage(options, () => ({
      ...manifest,
      files: Object.fromEntries(
        Object.entries(manifest.files).map(([name, type]) => [name, { type, text: files.get(name) ?? '' }]),
      ),
    })),
  );
  return {
    kit,
    app,
    wallet,
    heard,
    signed,
    first,
    async link(path, { locale, returns = true } = {}) {
      const url = new URL(path, wallet);
      if (returns) url.searchParams.set('return', `${app}/orders/1`);
      if (locale !== undefined) url.searchParams.set('locale', locale);
      return `${url.href}#ticket=${await createTicket({ store, origin: wallet, user })}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await kit.close();
    },
  };
}

/** Reads the names of the records that the kit has stored in a page's origin. */
export async function storedRecords(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('countersign');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const reading = database.transaction('records').objectStore('records').getAllKeys();
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      reading.addEventListener('success', () => resolve(reading.result));
    });
    database.close();
    return keys as string[];
  });
}
