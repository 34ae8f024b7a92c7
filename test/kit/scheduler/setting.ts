/** A signed-in customer with money, cards, a second session and a passkey: made once, brought back before each run. */
import type { Quote } from 'countersign';
import type { SessionSigningKey } from 'countersign/crypto';
import { createRelay } from 'countersign/relay';
import type { Sandbox } from 'countersign-sandbox';
import { recordKey } from '../../../src/kit/session/record.ts';
import { addByHand } from '../../journeys/passkey-by-hand.ts';
import { createTabStore } from '../../journeys/tabs.ts';
import { createTestBench, pageOrigin, signedIn, type TestBench } from '../../journeys/test-bench.ts';
import { createPasskey, type Passkey } from '../../../sandbox/test/service/authenticator.ts';
import { intents, madeUp, type Targets } from '../../calls.ts';
import { unlimited } from '../../unlimited.ts';

/** Actions that a person can press: methods of the catalogue, and those in which a person takes part. */
export const actions = [
  'quote.execute',
  'card.freeze',
  'card.unfreeze',
  'credentials.changeEmail',
  'credentials.remove',
  'revoke-other',
  'session.refresh',
  'sign-out',
  'sign-in',
] as const;

/** One of {@link actions}. */
export type Action = (typeof actions)[number];

/** Where the customer's page is. */
export const origin = pageOrigin;
const service = 'http://localhost/2025-10-13';

/** Wall time at which every run begins, epoch ms. */
export const start = Date.UTC(2026, 0, 15, 12);

/** The beginning of every run. */
export interface Setting {
  readonly sandbox: Sandbox;
  readonly accountId: string;
  readonly customerId: string;
  readonly quote: Quote;
  /** Targets of the actions. */
  readonly targets: Omit<Targets, 'wallet'>;
  readonly passkeyId: string;
  /** The passkey on the person's device. */
  readonly passkey: Passkey;
  readonly otherSessionId: string;
  /** Money in the wallet at the beginning, smallest unit. */
  readonly balance: number;
  readonly platform: TestBench['platform'];
  /** The stamped request of an action: method, path and the state asked for; of what changes the session alone, its name. */
  intentOf(action: Action): string;
  /** Records stored in the browser: the session with its key. */
  readonly stored: ReadonlyMap<string, unknown>;
  /** Puts the service back to the beginning and returns a relay before it. */
  begin(
    clock: ServerClock,
    isLoggedIn: () => boolean,
    losesAnswer: LosesAnswer,
  ): Promise<(request: Request) => Promise<Response>>;
}

/** Sees each answer of the service and says whether the relay loses it. */
export type LosesAnswer = (answer: Response) => boolean;

/** The clock of relay and service. */
export interface ServerClock {
  now(): number;
  schedule(delayMs: number, run: () => void): () => void;
}

/** Options of {@link createSetting}. */
export interface SettingOptions {
  /** The old session's state after a refresh. */
  readonly afterRefresh: 'keep' | 'revoke';
}

/** Makes the customer. */
export async function createSetting({ afterRefresh }: SettingOptions): Promise<Setting> {
  let clock = { now: () => start };
  const bench = await createTestBench({
    afterRefresh,
    sandbox: {
      clock: { now: () => clock.now(), schedule: (_, run) => (run(), () => undefined) },
      relyingParties: [new URL(origin).hostname],
    },
  });
  const { sandbox, accountId, customerId, platform } = bench;
  const [own, elsewhere] = [createTabStore(), createTabStore()];
  const sessionIds: string[] = [];
  for (const store of [elsewhere, own]) {
    const wallet = await signedIn(bench, { store, refreshBefore: false });
    sessionIds.push(wallet.state().session?.sessionId ?? '');
    wallet.close();
  }
  const [otherSessionId = ''] = sessionIds;
  const stored = new Map<string, unknown>();
  for (const key of await own.keys('')) stored.set(key, await own.read(key));
  const { session } = stored.get(recordKey(accountId)) as { readonly session: SessionSigningKey };
  const passkey = await createPasskey(`passkey, ${afterRefresh}`);
  const passkeyId = await addByHand(bench, passkey, session);
  const card = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
  const cardId = (await platform('POST', '/cards', card)).body.id as string;
  clock = { now: () => start + 5_000 };
  await sandbox.tick();
  const quote = await bench.quote(1_000_000);
  const snapshot = await sandbox.snapshot();
  const targets = { ...madeUp, quote, cardId, customerId, credentialId: passkeyId };

  return Object.freeze({
    sandbox,
    accountId,
    customerId,
    quote,
    passkeyId,
    passkey,
    otherSessionId,
    balance: 500_000_000,
    platform,
    stored,
    targets,
    intentOf: (action: Action) =>
      action === 'revoke-other'
        ? `DELETE /auth/sessions/${otherSessionId}`
        : ((intents as Readonly<Partial<Record<string, (typeof intents)['card.freeze']>>>)[action]?.(targets) ??
          action),
    async begin(next: ServerClock, isLoggedIn: () => boolean, losesAnswer: LosesAnswer) {
      clock = next;
      await sandbox.restore(snapshot);
      return createRelay({
        baseUrl: service,
        clientId: sandbox.clientId,
        clientSecret: sandbox.clientSecret,
        mountPath: '/wallet',
        origins: [origin],
        async fetch(request) {
          const response = await sandbox.fetch(request);
          if (losesAnswer(response)) throw new TypeError('fetch failed');
          return response;
        },
        clock: next,
        limits: unlimited,
        userHandleSecret: 'user handles of the tests, no secret',
        groups: ['wallet', 'addresses'],
        identify: () => (isLoggedIn() ? { userId: 'sample-customer', customerId, accountIds: [accountId] } : null),
      });
    },
  });
}
