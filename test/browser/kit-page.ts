/** A page that holds nothing but the kit, with a relay and a sandbox behind it, for tests that drive a browser. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createRelay, type CreateRelayOptions } from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign-sandbox';
import type * as Kit from 'countersign';
import { sampleBankAccount, sampleCustomer } from '../sample-customer.ts';
import { unlimited } from '../unlimited.ts';
import { listen } from '../listen.ts';
import type { Certificate } from './certificate.ts';

declare global {
  interface Window {
    kit: typeof Kit;
    wallet: Kit.Wallet;
  }
}

const service = 'http://localhost/2025-10-13';

/** Settings for `createWallet` in the page. */
export interface PageSettings {
  readonly relay: string;
  readonly accountId: string;
  readonly enclaveKeys: readonly string[];
  readonly environment: 'sandbox';
  readonly profile: Kit.WireProfileName;
}

/** A served page. */
export interface KitPage {
  /** The page's address; `window.kit` there is the kit. */
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly customerId: string;
  readonly settings: PageSettings;
  /** Calls the service as the platform does. */
  service<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Calls the sandbox's control plane. */
  control<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Asks for a quote from the wallet to a bank account. */
  quote(amount: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Options of {@link serveKit}. */
export interface ServeKitOptions {
  readonly profile?: Kit.WireProfileName;
  /** More of the page's script: TypeScript, with paths from the project's root. */
  readonly script?: string;
  /** More files by path, or others in place of the kit's. */
  readonly files?: ReadonlyMap<string, string>;
  readonly relay?: Partial<CreateRelayOptions>;
  readonly sandbox?: Partial<CreateSandboxOptions>;
  /** Headers of the page, in place of the usual policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Serves the page over TLS. */
  readonly certificate?: Certificate;
  /** Comes between relay and sandbox: may wait, watch or answer otherwise. */
  readonly between?: (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>;
}

/** Builds the kit, serves it on localhost, and makes a customer with a funded wallet. */
export async function serveKit({
  between,
  profile = 'spec',
  script = '',
  files: moreFiles = new Map(),
  headers,
  certificate,
  relay: more,
  sandbox: moreOfSandbox,
}: ServeKitOptions = {}): Promise<KitPage> {
  const files = new Map([...(await bundle(script)), ...moreFiles]);
  const sandbox = createSandbox({ profile, walletFunding: 'spendable', ...moreOfSandbox });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const call = async <Body>(url: string, method: string, body?: unknown, own = {}): Promise<Body> => {
    const response = await sandbox.fetch(
      new Request(url, {
        method,
        headers: {
          Authorization: authorization,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...own,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
  const platform: KitPage['service'] = (method, path, body, own) => call(`${service}${path}`, method, body, own);
  const { id: customerId } = await platform<{ id: string }>('POST', '/customers', sampleCustomer);
  const accounts = await platform<{ data: { id: string }[] }>(
    'GET',
    `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`,
  );
  const accountId = accounts.data[0]?.id ?? '';
  await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 500_000_000 });
  const bank = await platform<{ id: string }>('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    platformAccountId: 'sample-bank-account',
    accountInfo: sampleBankAccount,
  });

  const reach = (request: Request): Promise<Response> => sandbox.fetch(request);
  const relay = toNodeListener(
    createRelay({
      baseUrl: service,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      mountPath: '/wallet',
      profile,
      userHandleSecret: 'user handles of the tests, no secret',
      limits: unlimited,
      groups: ['wallet', 'addresses'],
      fetch: between === undefined ? reach : (request) => between(request, reach),
      identify: () => Promise.resolve({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
      ...more,
    }),
  );
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path.startsWith('/wallet/') || path.startsWith('/.well-known/')) return relay(request, response);
    if (path.startsWith('/api/sandbox/')) return void passToSandbox(sandbox, request, response);
    const file = files.get(path);
    const isPage = path === '/' || path === '/orders/1';
    // For any origin: a sandboxed frame has one of its own.
    response.writeHead(isPage || file !== undefined ? 200 : 404, {
      'Content-Type': isPage ? 'text/html' : 'text/javascript',
      ...(isPage && headers !== undefined ? headers : { 'Content-Security-Policy': policyOf(request) }),
      'Access-Control-Allow-Origin': '*',
      ...cachingOf(path),
    });
    return response.end(
      isPage ? '<!doctype html><title>Kit</title><script type="module" src="/page.js"></script>' : file,
    );
  };
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  const url = `http${certificate === undefined ? '' : 's'}://localhost:${await listen(server, 'localhost')}`;
  return {
    url,
    sandbox,
    customerId,
    settings: {
      relay: `${url}/wallet`,
      accountId,
      enclaveKeys: [sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      profile,
    },
    service: platform,
    control: (method, path, body) => call(`http://localhost/_sandbox${path}`, method, body),
    quote: (amount) =>
      platform('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Headers that let a chunk be kept: a name with a digest of its content never stands for another file. */
export function cachingOf(path: string): Readonly<Record<string, string>> {
  return /-[0-9A-Z]{8}\.js$/.test(path) ? { 'Cache-Control': 'max-age=31536000, immutable' } : {};
}

/** By its address too: a sandboxed frame has an origin of its own, which is nobody's self. */
function policyOf({ headers }: IncomingMessage): string {
  return `default-src 'self' http://${headers.host ?? ''}; require-trusted-types-for 'script'`;
}

/** Passes a call of the page on to the control plane, as a back-end in development does. */
async function passToSandbox(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const path = (request.url ?? '').slice('/api/sandbox'.length);
  const answer = await sandbox.fetch(
    new Request(`http://localhost/_sandbox${path}`, {
      method: request.method ?? 'GET',
      headers: { 'Content-Type': 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(answer.status, { 'Content-Type': 'application/json' });
  response.end(await answer.text());
}

const bundles = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** The kit as an application would bundle it: split where it loads lazily; built once for each script. */
function bundle(script: string): Promise<ReadonlyMap<string, string>> {
  const bundled = bundles.get(script) ?? makeBundle(script);
  bundles.set(script, bundled);
  return bundled;
}

async function makeBundle(script: string): Promise<ReadonlyMap<string, string>> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as kit from './src/index.ts'; window.kit = kit;\n${script}`,
      resolveDir: root,
      sourcefile: 'page.ts',
      loader: 'ts',
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    entryNames: 'page',
    write: false,
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/^[A-Z]:/i, '').replaceAll('\\', '/'), text]));
}
