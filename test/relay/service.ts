/** A service that answers what a test told it to, records every call, and fails the test on any other. */
import { readTable } from '../../src/kit/options.ts';
import { visitorRows } from '../../src/relay/options.ts';
import { createVisitorRelay } from '../../src/relay/relay.ts';
import { createRelay, type CreateRelayOptions, type Relay, type RelayIdentity } from '../../src/relay/index.ts';

/** One call as the service saw it. */
export interface Call {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The service's reply to one line, for example `GET /quotes/Quote:...`. */
export type Reply = (request: Request) => Response | Promise<Response>;

/** The recording service. */
export interface FakeService {
  readonly calls: Call[];
  readonly lines: () => readonly string[];
  readonly on: (line: string, reply: Reply | object, status?: number) => FakeService;
  readonly fetch: (request: Request) => Promise<Response>;
}

export const baseUrl = 'https://service.example.com/2025-10-13';
export const pageOrigin = 'https://app.example.com';

const uuid = (digit: string): string => `0000000${digit}-0000-7000-8000-00000000000a`;
export const id = (type: string, digit: string): string => `${type}:${uuid(digit)}`;

export const ada: RelayIdentity = {
  userId: 'user-ada',
  customerId: id('Customer', '1'),
  accountIds: [id('InternalAccount', '1'), id('InternalAccount', '2')],
};
export const bob: RelayIdentity = {
  userId: 'user-bob',
  customerId: id('Customer', '8'),
  accountIds: [id('InternalAccount', '8')],
};

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** Creates a service that knows Ada's records (digit 1) and Bob's (digit 8). */
export function createFakeService(): FakeService {
  const replies = new Map<string, Reply>();
  const calls: Call[] = [];
  const service: FakeService = {
    calls,
    lines: () => calls.map(({ line }) => line),
    on(line, reply, status = 200) {
      replies.set(line, typeof reply === 'function' ? (reply as Reply) : () => json(reply, status));
      return service;
    },
    async fetch(request) {
      const url = new URL(request.url);
      const path = url.href.startsWith(`${baseUrl}/`) ? url.href.slice(baseUrl.length) : url.href;
      const line = `${request.method} ${decodeURIComponent(path)}`;
      const call = { line, headers: Object.fromEntries(request.headers), body: '' };
      calls.push(call);
      call.body = await request.text();
      const reply = replies.get(line);
      if (reply === undefined) return json({ status: 404, code: 'NOT_FOUND', message: 'unexpected' }, 404);
      return reply(request);
    },
  };
  for (const [owner, digit] of [
    [ada, '1'],
    [bob, '8'],
  ] as const) {
    const accountId = owner.accountIds[0] ?? '';
    const credential = { id: id('AuthMethod', digit), accountId, type: 'EMAIL_OTP' };
    const passkey = { id: id('AuthMethod', digit === '1' ? '2' : '9'), accountId, type: 'PASSKEY' };
    service.on(`GET /auth/credentials?accountId=${accountId}`, { data: [credential, passkey] });
    service.on(`GET /auth/sessions?accountId=${accountId}`, { data: [{ id: id('Session', digit), accountId }] });
    service.on(`GET /auth/delegated-keys?accountId=${accountId}`, {
      data: [{ id: id('DelegatedKey', digit), accountId, status: 'ACTIVE' }],
    });
    service.on(`GET /quotes/${id('Quote', digit)}`, {
      id: id('Quote', digit),
      source: { sourceType: 'ACCOUNT', accountId },
    });
    service.on(`GET /transactions/${id('Transaction', digit)}`, {
      id: id('Transaction', digit),
      customerId: owner.customerId,
    });
    service.on(`GET /cards/${id('Card', digit)}`, { id: id('Card', digit), cardholderId: owner.customerId });
    service.on(`GET /customers/external-accounts/${id('ExternalAccount', digit)}`, {
      id: id('ExternalAccount', digit),
      customerId: owner.customerId,
    });
  }
  // A second account of Ada's without records, and a destination that belongs to the platform.
  service.on(`GET /auth/credentials?accountId=${ada.accountIds[1] ?? ''}`, { data: [] });
  service.on(`GET /auth/sessions?accountId=${ada.accountIds[1] ?? ''}`, { data: [] });
  service.on(`GET /auth/delegated-keys?accountId=${ada.accountIds[1] ?? ''}`, { data: [] });
  service.on(`GET /customers/external-accounts/${id('ExternalAccount', '5')}`, { id: id('ExternalAccount', '5') });
  return service;
}

/** Creates the relay of a wallet page. */
export const createPageRelay = (options: CreateRelayOptions): Relay =>
  createVisitorRelay(readTable(options, visitorRows, 'createRelay'));

/** A relay for Ada over a service, all groups on that an app may have. */
export function createTestRelay(
  service: FakeService,
  options: Partial<CreateRelayOptions> = {},
  create: typeof createRelay = createRelay,
): Relay {
  return create({
    baseUrl,
    clientId: 'client',
    clientSecret: 'very-secret-secret',
    identify: () => ada,
    mountPath: '/wallet',
    origins: [pageOrigin],
    groups: ['wallet', 'addresses', 'payments', 'authorizations'],
    fetch: service.fetch,
    // With an audit nothing is written to the console.
    audit: () => undefined,
    ...options,
  });
}

/** Options of {@link ask}. */
export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A request as a page of the platform sends it. A string body goes as it is. */
export function ask(line: string, { body, headers = {}, signal }: AskOptions = {}): Request {
  const [method = '', path = ''] = line.split(' ');
  return new Request(pageOrigin + path, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { Origin: pageOrigin }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A relay for Ada, asked by the lines of its service: what it answers, or the status and code alone. */
export function openRelay(
  options: Partial<CreateRelayOptions> = {},
  service: FakeService = createFakeService(),
  create: typeof createRelay = createRelay,
) {
  const relay = createTestRelay(service, options, create);
  const send = (line: string, sent?: AskOptions): Promise<Response> => relay(ask(line.replace(' ', ' /wallet'), sent));
  const says = async (line: string, sent?: AskOptions): Promise<string> => outcome(await send(line, sent));
  return { service, relay, send, says };
}

/** Status and code of an answer, for one assertion. */
export async function outcome(response: Response): Promise<string> {
  const text = await response.text();
  const code = text === '' ? undefined : (JSON.parse(text) as { code?: unknown }).code;
  return typeof code === 'string' ? `${response.status} ${code}` : String(response.status);
}
