/** One signed-in user who sends a hundred of everything within a minute; what the service and the others notice. */
import { describe, expect, test } from 'vitest';
import {
  createMemoryRelayStore,
  type RelayIdentity,
  type RelayLimits,
  type RelayStore,
} from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, ask, bob, createFakeService, createTestRelay, id, json, outcome, type AskOptions } from './service.ts';

const flood = 100;
const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });
/** A tenth of the defaults; those of codes and verifications are met as they are. */
const limits: Partial<RelayLimits> = {
  reads: perMinute(60),
  changes: perMinute(6),
  ownerChecks: perMinute(30),
  // More than a leg is sent again.
  completions: perMinute(30),
};
const account = ada.accountIds[0] ?? '';
const madeUp = (type: string, at: number): string =>
  `${type}:${String(at).padStart(8, '0')}-0000-7000-8000-0000000000ff`;
const body = { clientPublicKey: `02${'ab'.repeat(32)}` };
const stamp = (at: number): Record<string, string> => ({
  'Service-Wallet-Signature': 'c3RhbXA',
  'Request-Id': madeUp('Request', at),
});

interface Kind {
  readonly title: string;
  /** The nth request of its kind. */
  readonly request: (at: number) => readonly [string, AskOptions?];
  /** How many calls of the service all of them may cause when they come at once, and evenly over a minute. */
  readonly most: readonly [number, number];
}

const kinds: readonly Kind[] = [
  { title: 'reads', request: () => [`GET /auth/sessions?accountId=${account}`], most: [60, 60] },
  {
    title: 'first legs',
    request: () => [`POST /auth/sessions/${id('Session', '1')}/refresh`, { body }],
    // And one look-up, two in a minute.
    most: [6 + 1, 6 + 2],
  },
  {
    title: 'first legs with made-up ids',
    request: (at) =>
      at % 2 === 0
        ? [`POST /auth/sessions/${madeUp('Session', at)}/refresh`, { body }]
        : [`DELETE /auth/credentials/${madeUp('AuthMethod', at)}`],
    most: [2 * 2, 30],
  },
  {
    title: 'stamps of a session’s refreshes',
    request: (at) => {
      const line = `POST /auth/sessions/${id('Session', '1')}/refresh`;
      return [line, at % 20 === 0 ? { body } : { body, headers: stamp(Math.floor(at / 20)) }];
    },
    most: [30 + 6 + 1, 30 + 6 + 2],
  },
  {
    title: 'revocations of an own session',
    request: () => [`DELETE /auth/sessions/${id('Session', '1')}`],
    most: [20 + 6 + 1, 20 + 6 + 2],
  },
  {
    title: 'revocations of made-up sessions',
    request: (at) => [`DELETE /auth/sessions/${madeUp('Session', at)}`],
    most: [2, 30],
  },
  {
    title: 'legs with made-up request ids',
    request: (at) => [`POST /auth/sessions/${id('Session', '1')}/refresh`, { body, headers: stamp(at + flood) }],
    most: [6 + 1, 6 + 2],
  },
  {
    title: 'payments of made-up quotes',
    request: (at) => [
      `POST /quotes/${madeUp('Quote', at)}/execute`,
      { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } },
    ],
    most: [30, 30],
  },
  {
    title: 'payments of an own quote',
    request: () => [`POST /quotes/${id('Quote', '1')}/execute`, { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } }],
    most: [20 + 6 + 1, 20 + 6 + 2],
  },
  {
    title: 'codes',
    request: () => [`POST /auth/credentials/${id('AuthMethod', '1')}/challenge`],
    most: [10 + 1, 10 + 1],
  },
  {
    title: 'verifications',
    request: () => [
      `POST /auth/credentials/${id('AuthMethod', '1')}/verify`,
      { body: { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' } },
    ],
    most: [30 + 1, 30 + 1],
  },
  {
    title: 'challenges for passkeys',
    request: () => ['POST /passkey-challenge', { body: { accountId: account } }],
    most: [0, 0],
  },
];

function platform() {
  const clock = createTestClock();
  const memory = createMemoryRelayStore({ clock });
  const keys = new Set<string>();
  const store: RelayStore = {
    get: (key) => memory.get(key),
    take: (key) => (keys.delete(key), memory.take(key)),
    put: (key, ...rest) => (keys.add(key), memory.put(key, ...rest)),
    increment: (key, { ttlMs }) => {
      // Entries that last no longer than a millisecond don't pile up.
      if (ttlMs > 1) keys.add(key);
      return memory.increment(key, { ttlMs });
    },
  };
  const service = createFakeService();
  let legs = 0;
  const asked = ({ headers }: Request): Response => {
    if (headers.has('Request-Id')) return json({ status: 401, code: 'WALLET_SIGNATURE_INVALID', message: 'no' }, 401);
    return json({ payloadToSign: '{}', requestId: madeUp('Request', legs++) }, 202);
  };
  service
    .on(`POST /auth/sessions/${id('Session', '1')}/refresh`, asked)
    .on(`DELETE /auth/sessions/${id('Session', '1')}`, asked)
    .on(`POST /quotes/${id('Quote', '1')}/execute`, {})
    .on(`POST /auth/credentials/${id('AuthMethod', '1')}/challenge`, {})
    .on(`POST /auth/credentials/${id('AuthMethod', '1')}/verify`, () =>
      json({ status: 401, code: 'UNAUTHORIZED', message: 'no' }, 401),
    );
  const relayOf = (identity: RelayIdentity) =>
    createTestRelay(service, { clock, store, limits, identify: () => identity });
  return { clock, keys, service, hers: relayOf(ada), his: relayOf(bob) };
}

describe.each([
  ['at once', 0],
  ['evenly over a minute', 1],
] as const)(`${flood} requests of one user, %s,`, (_pace, pace) => {
  const gapMs = (pace * 60_000) / flood;

  test.each(kinds.map(({ title, request, most }) => ({ title, request, most: most[pace] })))(
    'cause at most $most calls of the service: $title',
    async ({ request, most }) => {
      const { clock, keys, service, hers, his } = platform();
      for (let at = 0; at < flood; at += 1) {
        const [line, sent] = request(at);
        const response = await hers(ask(line.replace(' ', ' /wallet'), sent));
        if (at === flood - 1 && most > 0) expect([404, 429]).toContain(response.status);
        clock.advance(gapMs);
      }
      expect(service.calls.length).toBeLessThanOrEqual(most);
      // Counters, the legs that may be stamped and the challenges that may be live.
      expect(keys.size).toBeLessThan(32);
      expect(await outcome(await his(ask(`GET /wallet/auth/sessions?accountId=${bob.accountIds[0] ?? ''}`)))).toBe(
        '200',
      );
    },
  );

  test('of all kinds together cause no more than the limits add up to, and again as many in the next minute', async () => {
    const { clock, service, hers } = platform();
    const minutes: number[] = [];
    for (let minute = 0; minute < 2; minute += 1) {
      const before = service.calls.length;
      for (let at = 0; at < 3 * flood; at += 1) {
        const [line, sent] = kinds[at % kinds.length]?.request(at) ?? [''];
        await hers(ask(line.replace(' ', ' /wallet'), sent));
        clock.advance(gapMs / 3);
      }
      minutes.push(service.calls.length - before);
      if (pace === 0) clock.advance(60_000);
    }
    // Reads, first legs, look-ups, and what is spared.
    for (const calls of minutes) expect(calls).toBeLessThanOrEqual(60 + 6 + 30 + 30);
  });
});
