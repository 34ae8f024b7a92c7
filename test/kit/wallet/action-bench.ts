/** One signed action against a service whose answers a test writes down: what it sends, what it leaves behind, what it tells. */
import { adoptSession, beginSignIn } from '../../../src/kit/session/adopt.ts';
import { createMemoryStore, createSession, type Store } from '../../../src/kit/session/index.ts';
import { createPageLocks } from '../../../src/kit/wallet/run/locks.ts';
import { createFixedClock, type FixedClock } from '../../../sandbox/src/testing/index.ts';
import { invalidAnswer } from '../../../src/kit/transport/index.ts';
import type { Finding } from '../../../src/kit/wallet/run/decide.ts';
import type { SignedAction } from '../../../src/kit/wallet/run/action.ts';
import { signedAction } from '../../../src/kit/wallet/run/session-action.ts';
import type { WalletContext } from '../../../src/kit/wallet/context.ts';
import { intents } from '../../../src/kit/wallet/payload/activities.ts';
import { wireProfiles } from '../../../src/kit/wire.ts';
import { accountId, createTabs, fresh, persistent, type Faults } from '../session/fixtures.ts';

/** A request of the action as it arrived. */
export interface Arrived {
  readonly leg: 1 | 2;
  readonly body: string;
  readonly idempotencyKey: string | null;
  readonly stamp: string | null;
}

/** A reply: an answer, an error of the network, or nothing ever. */
export type Reply = Response | TypeError | 'nothing' | (() => Response | Promise<Response>);

export const refusal = (status: number, code = 'NO', headers: Record<string, string> = {}): Response =>
  Response.json({ status, code, message: 'No.' }, { status, headers });
export const done = (): Response => Response.json({ done: true });
export const lost = (): TypeError => new TypeError('fetch failed');
const challengeMs = 60_000;
const sessionId = 'Session:00000000-0000-4000-8000-000000000001';

/** Ends with the request, as a fetch does. */
const silence = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

/** The service and the browser of one person. */
export interface Bench {
  readonly clock: FixedClock;
  readonly store: Store;
  /** The store below its faults. */
  readonly below: Store;
  readonly faults: Faults;
  /** The requests of actions, in order. */
  readonly arrived: Arrived[];
  /** Replies to first requests; a challenge where the list is empty. */
  readonly asks: Reply[];
  /** Replies to stamps. */
  readonly stamps: Reply[];
  /** Findings or errors of the look-ups, in order; one too many throws. */
  readonly looks: (Finding<unknown> | Error | (() => Finding<unknown>))[];
  /** How many look-ups there were. */
  looked(): number;
  /** Whether the service lists the session; undefined: the list can't be read. */
  listed: boolean | undefined;
  /** Opens a tab, signed in with the session of the browser. */
  tab(more?: Partial<WalletContext>): WalletContext;
  /** Markers in the store. */
  markers(): Promise<readonly { readonly idempotencyKey: string; readonly until: number }[]>;
  /** Presses in a tab. */
  press(tab: WalletContext, more?: Partial<SignedAction<unknown>>, signal?: AbortSignal): Promise<unknown>;
}

/** Opens it; the first tab signs in. */
export async function openBench(): Promise<Bench & { readonly one: WalletContext }> {
  const clock = createFixedClock({ now: Date.parse('2026-10-25T12:00:00Z') });
  const [channels, locks, faults] = [createTabs(), createPageLocks(), {} as Faults];
  const below = createMemoryStore();
  const store = persistent(below, faults);
  const [arrived, asks, stamps, looks]: [Arrived[], Reply[], Reply[], Bench['looks']] = [[], [], [], []];
  const profile = wireProfiles.spec;
  let looked = 0;

  const challenge = (): Response =>
    Response.json(
      {
        payloadToSign: 'AAECAwQ',
        requestId: 'Request:1',
        expiresAt: new Date(clock.now() + challengeMs).toISOString(),
      },
      { status: 202 },
    );
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.includes('/auth/sessions')) {
      if (bench.listed === undefined) return refusal(500);
      const session = { id: sessionId, accountId, type: 'EMAIL_OTP', nickname: 'sample.customer@example.com' };
      const expiresAt = new Date(clock.now() + 600_000).toISOString();
      return Response.json({ data: bench.listed ? [{ ...session, expiresAt }] : [] });
    }
    const headers = new Headers(init.headers);
    const stamp = headers.get(profile.signatureHeader);
    const leg = stamp === null ? 1 : 2;
    arrived.push({
      leg,
      body: typeof init.body === 'string' ? init.body : '',
      idempotencyKey: headers.get('Idempotency-Key'),
      stamp,
    });
    const reply = leg === 1 ? (asks.shift() ?? challenge()) : stamps.shift();
    if (reply === undefined) throw new Error('a stamp that the test does not expect');
    if (reply === 'nothing') return silence(init.signal);
    if (reply instanceof TypeError) throw reply;
    return typeof reply === 'function' ? reply() : reply;
  };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await answer(url, init);
    if (!response.headers.has('Date')) response.headers.set('Date', new Date(clock.now()).toUTCString());
    return response;
  };

  const tab = (more: Partial<WalletContext> = {}): WalletContext => {
    const channel = channels.open();
    const { session, account } = createSession({ accountId, store, clock, channel, locks, revoke: async () => {} });
    return {
      accountId,
      otpKeys: [],
      profile,
      sessionKeys: 'sealed',
      clock,
      session,
      account,
      locks,
      transportOptions: { baseUrl: '/wallet', fetch, clock, timeoutMs: 30_000, life: new AbortController().signal },
      lazy: {},
      note: () => {},
      calls: { count: 0 },
      checks: { environment: 'production' },
      relyingPartyId: undefined,
      maxSessionMs: 900_000,
      flights: new Map(),
      epoch: session.epoch(),
      ...more,
    };
  };
  const lookUp = async (): Promise<Finding<unknown>> => {
    looked += 1;
    const found = looks.shift() ?? new Error('a look-up that the test does not expect');
    if (found instanceof Error) throw found;
    return typeof found === 'function' ? found() : found;
  };
  const first = tab();
  const { epoch } = await beginSignIn(first.account);
  await adoptSession(first.account, fresh(sessionId.slice(8), clock), { epoch });

  const bench: Bench = {
    clock,
    store,
    below,
    faults,
    arrived,
    asks,
    stamps,
    looks,
    looked: () => looked,
    listed: true,
    tab,
    async markers() {
      const keys = await store.keys('sent:');
      return Promise.all(keys.map((key) => store.read(key) as Promise<Awaited<ReturnType<Bench['markers']>>[number]>));
    },
    press: (context, more = {}, signal) =>
      signedAction<unknown>(
        context,
        {
          request: { method: 'POST', path: '/things', body: '{"thing":1}' },
          intent: intents.customOpaque(),
          sendsIdempotencyKey: true,
          readOutcome({ body }) {
            if ((body as { readonly done?: unknown } | undefined)?.done !== true) throw invalidAnswer('it is not done');
            return 'done';
          },
          lookUp,
          unknown: { message: 'Unknown.' },
          ...more,
        },
        { signal },
      ),
  };
  return Object.assign(bench, { one: { ...first, epoch: first.session.epoch() } });
}
