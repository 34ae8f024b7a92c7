/** For each code of `RelayError`, the way in which a caller of a relay, or a verifier of a webhook, meets it. */
import { createServer } from 'node:http';
import {
  createMemoryRelayStore,
  createRelay,
  createWebhookVerifier,
  type CreateRelayOptions,
  type CreateWebhookVerifierOptions,
  type RelayErrorCode,
  type WebhookDelivery,
} from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox } from 'countersign-sandbox';
import { createSandboxControl } from 'countersign-sandbox/testing';
import { createTestClock } from '../../relay/clock.ts';
import {
  ada,
  ask,
  baseUrl,
  createFakeService,
  createTestRelay,
  id,
  json,
  pageOrigin,
  type AskOptions,
} from '../../relay/service.ts';
import { listen } from '../../listen.ts';
import type { Provocations } from './provocations.ts';

const own = `accountId=${ada.accountIds[0] ?? ''}`;
const sessions = `GET /auth/sessions?${own}`;
const card = `/wallet/cards/${id('Card', '1')}`;
const frozen: AskOptions = { body: { state: 'FROZEN' } };
const relayOptions = {
  baseUrl,
  clientId: 'client',
  clientSecret: 'a secret',
  identify: () => ada,
  mountPath: '/wallet',
  audit: () => undefined,
};
const passkey = {
  type: 'PASSKEY',
  accountId: ada.accountIds[0],
  nickname: 'Laptop',
  challenge: 'A'.repeat(43),
  attestation: { credentialId: 'AAAA', clientDataJson: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
};
const never = (): Promise<never> => new Promise(() => undefined);

/** Reads the sessions through a relay. */
const read = (options: Partial<CreateRelayOptions>): Promise<Response> =>
  createTestRelay(createFakeService(), options)(ask(`GET /wallet/auth/sessions?${own}`));
/** Sends a request to a relay. */
const send = (line: string, sent?: AskOptions, options: Partial<CreateRelayOptions> = {}): Promise<Response> =>
  createTestRelay(createFakeService(), options)(ask(line, sent));
/** Reads the sessions of a service that answers this. */
const readFrom = (reply: () => Response | Promise<Response>, options: Partial<CreateRelayOptions> = {}) =>
  createTestRelay(createFakeService().on(sessions, reply), options)(ask(`GET /wallet/auth/sessions?${own}`));
/** A clock that has reached the limit as soon as something hangs. */
function hanging(): { readonly clock: ReturnType<typeof createTestClock>; readonly hang: () => Promise<never> } {
  const clock = createTestClock();
  return { clock, hang: () => (clock.advance(60_000), never()) };
}

/** A Node server's answer to a request target of this length. */
async function targetOf(characters: number): Promise<Response> {
  const server = createServer(toNodeListener(createTestRelay(createFakeService())));
  const port = await listen(server);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/wallet/cards?cursor=${'a'.repeat(characters)}`);
    // Closing the server may end a connection whose body is still to be read.
    return new Response(await answer.text(), answer);
  } finally {
    server.close();
  }
}

/** A webhook of a sandbox, as its receiver gets it at this moment, and how it is verified. */
async function delivered(change: Partial<CreateWebhookVerifierOptions> = {}) {
  const sandbox = createSandbox();
  const control = createSandboxControl('http://localhost', {
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
  });
  await control.seedPerson();
  const { publicKeyPem, signatureHeader, data } = await control.call<{
    readonly publicKeyPem: string;
    readonly signatureHeader: string;
    readonly data: readonly { readonly text: string; readonly signature: string }[];
  }>('GET', '/webhooks');
  const [{ text, signature } = { text: '', signature: '' }] = data;
  const verifier = createWebhookVerifier({ publicKey: publicKeyPem, environment: 'sandbox', ...change });
  const verify = (value = signature, body = text): Promise<WebhookDelivery> =>
    verifier.verify(new TextEncoder().encode(body), { headers: value === '' ? {} : { [signatureHeader]: value } });
  return { text, verify };
}

export const provokeRelay: Provocations<RelayErrorCode> = {
  RELAY_ROUTE_NOT_FOUND: () => send('GET /wallet/customers'),
  RELAY_NOT_FOUND: () => send(`PATCH /wallet/cards/${id('Card', '8')}`, frozen),
  RELAY_TARGET_INVALID: () => targetOf(5000),
  RELAY_UNAUTHENTICATED: () => read({ identify: () => null }),
  RELAY_IDENTITY_INVALID: () => read({ identify: () => ({ userId: 1 }) as never }),
  RELAY_IDENTIFY_TIMED_OUT: () => {
    const { clock, hang } = hanging();
    return read({ clock, identify: hang });
  },
  RELAY_SIGN_IN_REQUIRED: () =>
    send('POST /wallet/passkey-challenge', { body: { accountId: ada.accountIds[0] } }, { recentSignInMs: 300_000 }),
  RELAY_ORIGIN_REFUSED: () =>
    send(`PATCH ${card}`, { ...frozen, headers: { Origin: 'https://elsewhere.example.com' } }),
  RELAY_SITE_REFUSED: () =>
    send(`PATCH ${card}`, { ...frozen, headers: { Origin: pageOrigin, 'Sec-Fetch-Site': 'cross-site' } }),
  RELAY_ORIGINS_REQUIRED: () => {
    return createRelay({ ...relayOptions, fetch: createFakeService().fetch })(ask(`PATCH ${card}`, frozen));
  },
  RELAY_SCOPE_REQUIRED: () => send('GET /wallet/auth/sessions'),
  RELAY_QUERY_INVALID: () => send(`GET /wallet/auth/sessions?${own}&unknown=1`),
  RELAY_HEADER_INVALID: () => send(`PATCH ${card}`, { ...frozen, headers: { 'Request-Id': 'no id' } }),
  RELAY_CONTENT_TYPE_UNSUPPORTED: () => send(`PATCH ${card}`, { ...frozen, headers: { 'Content-Type': 'text/plain' } }),
  RELAY_BODY_TOO_LARGE: () => send(`PATCH ${card}`, { body: { state: 'x'.repeat(65_536) } }),
  RELAY_BODY_TIMED_OUT: () => {
    const { clock, hang } = hanging();
    const body = new ReadableStream({ pull: hang }, { highWaterMark: 0 });
    const headers = { Origin: pageOrigin, 'Content-Type': 'application/json' };
    const init = { method: 'PATCH', headers, body, duplex: 'half' };
    return createTestRelay(createFakeService(), { clock })(new Request(pageOrigin + card, init));
  },
  RELAY_BODY_NOT_CANONICAL: () => send(`PATCH ${card}`, { body: '{ "state": "FROZEN" }' }),
  RELAY_BODY_INVALID: () => send(`PATCH ${card}`, { body: { state: 'MELTED' } }),
  RELAY_BODY_CONSUMED: async () => {
    const request = ask(`PATCH ${card}`, frozen);
    await request.text();
    return createTestRelay(createFakeService())(request);
  },
  RELAY_CHALLENGE_INVALID: () => send('POST /wallet/auth/credentials', { body: passkey }),
  RELAY_RATE_LIMITED: async () => {
    const relay = createTestRelay(createFakeService(), { limits: { reads: { limit: 1, windowMs: 60_000 } } });
    await relay(ask(`GET /wallet/auth/sessions?${own}`));
    return relay(ask(`GET /wallet/auth/sessions?${own}`));
  },
  RELAY_CLIENT_CLOSED: () => send(`GET /wallet/auth/sessions?${own}`, { signal: AbortSignal.abort() }),
  RELAY_UPSTREAM_UNREACHABLE: () => readFrom(() => Promise.reject(new TypeError('fetch failed'))),
  RELAY_UPSTREAM_TIMED_OUT: () => {
    const { clock, hang } = hanging();
    return readFrom(hang, { clock });
  },
  RELAY_UPSTREAM_INVALID: () => readFrom(() => new Response('<h1>Error</h1>')),
  RELAY_UPSTREAM_REFUSED: () => readFrom(() => json({ status: 401, code: 'UNAUTHORIZED', message: 'No.' }, 401)),
  RELAY_BASE_URL_REFUSED: () => readFrom(() => json({ status: 404, code: 'NOT_FOUND', message: 'No.' }, 404)),
  RELAY_STORE_TIMED_OUT: () => {
    const { clock, hang } = hanging();
    return read({ clock, store: { ...createMemoryRelayStore(), increment: hang } });
  },
  RELAY_INTERNAL_ERROR: () => read({ identify: () => Promise.reject(new Error('no database')) }),
  WEBHOOK_SIGNATURE_MISSING: async () => (await delivered()).verify(''),
  WEBHOOK_SIGNATURE_MALFORMED: async () => (await delivered()).verify('signature'),
  WEBHOOK_SIGNATURE_INVALID: async () => {
    const { text, verify } = await delivered();
    return verify(undefined, `${text} `);
  },
  WEBHOOK_BODY_INVALID: async () => (await delivered({ maxBodyBytes: 10 })).verify(),
  WEBHOOK_TIMESTAMP_REFUSED: async () => {
    const tomorrow = { now: () => Date.now() + 86_400_000 };
    return (await delivered({ clock: tomorrow, replayWindowMs: 60_000 })).verify();
  },
  WEBHOOK_IN_PROGRESS: async () => {
    const { verify } = await delivered();
    await verify();
    return verify();
  },
  WEBHOOK_REPLAYED: async () => {
    const { verify } = await delivered();
    await (await verify()).complete();
    return verify();
  },
};
