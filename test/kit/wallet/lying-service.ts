/** A test bench whose service hands out payloads of somebody else's making, and writes down every stamp that reaches it. */
import { createMemoryStore, type CreateWalletOptions, type Quote } from 'countersign';
import { flowFacts, type WalletFlow } from '../../../src/kit/wallet/facts.ts';
import { madeUp, methods, walletCalls, type Method, type Targets } from '../../calls.ts';
import { useDevice } from '../../journeys/device.ts';
import { tokenOf } from '../../journeys/identities.ts';
import { createTestBench, signedIn, signedInBefore, type TestBench } from '../../journeys/test-bench.ts';

/** Makes another payload out of the true one. */
export type Swap = (payloadToSign: string) => string;

/** A stamped request as the service got it, with the payload that it had given out. */
export interface Stamped {
  readonly path: string;
  readonly stamp: string;
  readonly payload: string;
}

/** The test bench, a signed-in wallet, and the lie. */
export interface LyingService extends Targets {
  readonly bench: TestBench;
  /** A session of the same account in another browser. */
  readonly otherSessionId: string;
  /** From here on every payload is swapped; undefined makes the service honest again. */
  lie(swap: Swap | undefined): void;
  /** Payloads stamped since the lie began. */
  readonly stamped: Stamped[];
}

/**
 * Every flow with an intent, and the caller's own. A passkey's sign-in has its challenge signed by the passkey, which no payload
 * replaces; a code by text message is verified by the code of one by e-mail.
 */
type SigningFlow = Exclude<
  { [Flow in WalletFlow]: (typeof flowFacts)[Flow] extends { readonly intent: string } ? Flow : never }[WalletFlow],
  'passkey.signIn' | 'smsOtp.verify'
>;

type Run = (lying: LyingService) => Promise<unknown>;
type OfMethod = Extract<SigningFlow, Method>;

const ofMethods = Object.fromEntries(
  methods.filter((name) => 'intent' in flowFacts[name]).map((name) => [name, walletCalls[name].run]),
) as Readonly<Record<OfMethod, Run>>;

const ofAttempts: Readonly<Record<Exclude<SigningFlow, OfMethod>, Run>> = {
  'emailOtp.verify': async ({ wallet }) => (await wallet.emailOtp.begin()).verify('000000'),
  'passkey.add': async ({ wallet }) => (await wallet.passkey.prepareAdd({ nickname: 'Phone' })).add(),
};

/** Runs of each flow that signs: the compiler names an attempt's without a row. */
export const signingFlows: Readonly<Record<SigningFlow | 'signedRetry', Run>> = {
  ...ofMethods,
  ...ofAttempts,
  // The own session ends here before the service is asked, so that one lie would be all.
  'session.revoke': async ({ wallet, otherSessionId }) => {
    const { error } = await wallet.session.revoke({ sessionId: otherSessionId });
    if (error !== undefined) throw error;
  },
  signedRetry: ({ wallet }) =>
    wallet.signedRetry({
      method: 'POST',
      path: '/cards/sign',
      intent: { activityTypes: ['ACTIVITY_TYPE_SIGN_TRANSACTION'], expect: transaction },
    }),
};

const apiKey = { apiKeyName: 'signer', publicKey: `02${'ab'.repeat(32)}`, curveType: 'API_KEY_CURVE_P256' };
/** The service's signer, in the sandbox's form. */
export const signer = { userName: 'signer', apiKeys: [apiKey], authenticators: [], oauthProviders: [], userTags: [] };
const transaction = { signWith: '0xabc', type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: '00ff' };
const passkey = { id: 'AuthMethod:00000000-0000-4000-8000-00000000000b', type: 'PASSKEY' };
// Flows whose first leg the sandbox of this test bench would refuse: the truth is made here, as the service would make it.
const invented =
  /\/cards\/|\/customers\/|\/export$|\/delegated-keys$|\/auth\/credentials(\/AuthMethod:00000000-0000-4000-8000-00000000000b)?$/;

/** The payload that the service would send for an invented first leg; an empty text if its payload has no form. */
function truthFor(path: string, body: string, { ids, now }: { readonly ids: object; readonly now: number }): string {
  const { userId, ...top } = { organizationId: 'org', userId: 'user', ...ids };
  const activity = (type: string, parameters: object): string =>
    JSON.stringify({ ...top, parameters, timestampMs: String(now), type: `ACTIVITY_TYPE_${type}` });
  if (path.endsWith('/cards/sign')) return activity('SIGN_TRANSACTION', transaction);
  if (path.includes('/cards/')) return '';
  if (path.endsWith('/delegated-keys')) return activity('CREATE_USERS_V4', { users: [signer] });
  if (path.endsWith(passkey.id)) return activity('DELETE_AUTHENTICATORS', { authenticatorIds: [passkey.id], userId });
  if (path.includes('/customers/')) {
    const { email: userEmail, phoneNumber: userPhoneNumber } = JSON.parse(body) as Record<string, string>;
    if (userEmail !== undefined) return activity('UPDATE_USER_EMAIL', { userEmail, userId });
    return activity('UPDATE_USER_PHONE_NUMBER', { userPhoneNumber, userId });
  }
  if (path.endsWith('/export')) {
    const { clientPublicKey: targetPublicKey } = JSON.parse(body) as Record<string, string>;
    return activity('EXPORT_WALLET', { targetPublicKey, walletId: '00000000-0000-4000-8000-00000000000e' });
  }
  const asked = JSON.parse(body) as {
    type: string;
    nickname: string;
    challenge: string;
    attestation: object;
    oidcToken: string;
  };
  if (asked.type === 'EMAIL_OTP')
    return activity('UPDATE_USER_EMAIL', { userEmail: 'new.address@example.com', userId });
  if (asked.type === 'SMS_OTP')
    return activity('UPDATE_USER_PHONE_NUMBER', { userPhoneNumber: '+14155550100', userId });
  if (asked.type === 'OAUTH') {
    const oauthProviders = [{ oidcToken: asked.oidcToken, providerName: 'Sample ID' }];
    return activity('CREATE_OAUTH_PROVIDERS', { oauthProviders, userId });
  }
  const { nickname: authenticatorName, challenge: passkeyChallenge, attestation } = asked;
  const { transports = [], ...rest } = attestation as { transports?: readonly string[] };
  const authenticator = { attestation: rest, authenticatorName, challenge: passkeyChallenge, transports };
  return activity('CREATE_AUTHENTICATORS_V2', { authenticators: [authenticator], userId });
}

/** Opens it, signed in over an honest service. */
export async function openLyingService(options: Partial<CreateWalletOptions> = {}): Promise<LyingService> {
  let swap: Swap | undefined;
  const stamped: Stamped[] = [];
  // Honest payloads may be stamped after the lie has begun: the end of a session that a refresh has replaced.
  const honest = new Set<string>();
  let last = '';
  let ids = {};
  useDevice();
  const bench = await createTestBench();
  const pass = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const { method, url: href } = request;
    const { pathname } = new URL(href);
    const signature = request.headers.get('Service-Wallet-Signature');
    if (swap !== undefined && signature !== null && !honest.has(pathname))
      stamped.push({ path: pathname, stamp: signature, payload: last });
    if (swap === undefined || signature !== null) {
      const answer = await bench.pageFetch(url, init);
      if (answer.status === 202) honest.add(pathname);
      if (answer.status === 202) ids = { ...ids, ...idsIn((await answer.clone().json()) as object) };
      return answer;
    }
    honest.delete(pathname);
    if (method !== 'GET' && invented.test(pathname)) {
      const truth = truthFor(pathname, typeof init.body === 'string' ? init.body : '', { ids, now: bench.clock.now() });
      return challenge((last = swap(truth)));
    }
    const answer = await bench.pageFetch(url, init);
    const text = await answer.text();
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    if (body !== undefined && answer.status === 202) body['payloadToSign'] = last = swap(String(body['payloadToSign']));
    if (body !== undefined && method === 'GET' && pathname.endsWith('/auth/credentials')) withPasskey(body);
    return new Response(body === undefined ? null : JSON.stringify(body), answer);
  };
  const other = await signedInBefore('lying service', bench, { store: createMemoryStore() });
  const otherSessionId = other.state().session?.sessionId ?? '';
  other.close();
  const wallet = await signedIn(bench, { store: createMemoryStore(), ...options, fetch: pass });
  const honestQuote = await bench.quote(1_000_000);
  return {
    ...madeUp,
    bench,
    wallet,
    otherSessionId,
    stamped,
    customerId: bench.customerId,
    credentialId: passkey.id,
    phoneNumber: '+14155550100',
    token: (nonce) => tokenOf(bench, { nonce }),
    // Its payload is swapped too.
    get quote() {
      const swapped = JSON.stringify(honestQuote, (name, value: unknown) =>
        name === 'payloadToSign' ? (last = swap?.(String(value)) ?? String(value)) : value,
      );
      return JSON.parse(swapped) as Quote;
    },
    lie(next) {
      swap = next;
    },
  };
}

/** Ids in the activity of an honest answer. */
function idsIn({ payloadToSign = '' }: { readonly payloadToSign?: string }): object {
  if (!payloadToSign.startsWith('{')) return {};
  const { organizationId, parameters } = JSON.parse(payloadToSign) as {
    readonly organizationId: string;
    readonly parameters: { readonly userId?: string };
  };
  return { organizationId, ...(parameters.userId === undefined ? {} : { userId: parameters.userId }) };
}

function challenge(payloadToSign: string): Response {
  const body = {
    payloadToSign,
    requestId: 'Request:00000000-0000-4000-8000-00000000000c',
    expiresAt: '2030-01-01T00:00:00Z',
  };
  return Response.json(body, { status: 202 });
}

function withPasskey(body: Record<string, unknown>): void {
  const list = body['data'] as Record<string, unknown>[];
  list.push({ ...list[0], ...passkey });
}
