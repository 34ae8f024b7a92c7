/** A test bench whose service hands out payloads of somebody else's making, and writes down every stamp that reaches it. */
import { createMemoryStore, type CreateWalletOptions, type Quote, type Wallet } from 'countersign';
import { createTestBench, type TestBench } from '../journeys/test-bench.ts';

/** Makes another payload out of the true one. */
export type Swap = (payloadToSign: string) => string;

/** A stamped request as the service got it, with the payload that it had given out. */
export interface Stamped {
  readonly path: string;
  readonly stamp: string;
  readonly payload: string;
}

/** The test bench, a signed-in wallet, and the lie. */
export interface LyingService {
  readonly bench: TestBench;
  readonly wallet: Wallet;
  /** A quote to execute; its payload is swapped too. */
  readonly quote: Quote;
  /** From here on every payload is swapped. */
  lie(swap: Swap): void;
  /** What was stamped since the lie began. */
  readonly stamped: readonly Stamped[];
}

/** The flows that sign, by name; the one that ends the session comes last. */
export const signingFlows: Readonly<Record<string, (lying: LyingService) => Promise<unknown>>> = {
  login: async ({ wallet }) => (await wallet.emailOtp.begin()).verify('000000'),
  refresh: ({ wallet }) => wallet.session.refresh(),
  quote: ({ wallet, quote }) => wallet.quote.execute(quote),
  card: ({ wallet }) => wallet.card.freeze('Card:00000000-0000-4000-8000-00000000000a'),
  'add e-mail': ({ wallet }) => wallet.credentials.addEmailOtp('new.address@example.com'),
  'add SMS': ({ wallet }) => wallet.credentials.addSmsOtp('+14155550100'),
  'change e-mail': ({ wallet, bench }) => wallet.credentials.changeEmail(bench.customerId, 'new.address@example.com'),
  'remove credential': ({ wallet }) => wallet.credentials.remove(passkey.id, { type: 'PASSKEY' }),
  revoke: async ({ wallet }) => {
    const { error } = await wallet.session.revoke();
    if (error !== undefined) throw error;
  },
};

const passkey = { id: 'AuthMethod:00000000-0000-4000-8000-00000000000b', type: 'PASSKEY' };
// Flows whose first leg the sandbox of this test bench would refuse: the lie begins with the challenge itself.
const invented = /\/cards\/|\/auth\/credentials(\/AuthMethod:00000000-0000-4000-8000-00000000000b)?$/;

/** Opens it, signed in over an honest service. */
export async function openLyingService(options: Partial<CreateWalletOptions> = {}): Promise<LyingService> {
  let swap: Swap | undefined;
  const stamped: Stamped[] = [];
  let last = '';
  const bench = await createTestBench();
  const pass = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    const { method, url: href } = request;
    const { pathname } = new URL(href);
    const signature = request.headers.get('Service-Wallet-Signature');
    if (swap !== undefined && signature !== null) stamped.push({ path: pathname, stamp: signature, payload: last });
    if (swap === undefined || signature !== null) return bench.pageFetch(url, init);
    if (method !== 'GET' && invented.test(pathname)) return challenge((last = swap('')));
    const answer = await bench.pageFetch(url, init);
    const text = await answer.text();
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    if (body !== undefined && answer.status === 202) body['payloadToSign'] = last = swap(String(body['payloadToSign']));
    if (body !== undefined && method === 'GET' && pathname.endsWith('/auth/credentials')) withPasskey(body);
    return new Response(body === undefined ? null : JSON.stringify(body), answer);
  };
  const wallet = bench.newWallet({ store: createMemoryStore(), ...options, fetch: pass });
  await (await wallet.emailOtp.begin()).verify('000000');
  const honest = await bench.quote(1_000_000);
  return {
    bench,
    wallet,
    stamped,
    get quote() {
      const swapped = JSON.stringify(honest, (name, value: unknown) =>
        name === 'payloadToSign' ? (last = swap?.(String(value)) ?? String(value)) : value,
      );
      return JSON.parse(swapped) as Quote;
    },
    lie(next) {
      swap = next;
    },
  };
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
