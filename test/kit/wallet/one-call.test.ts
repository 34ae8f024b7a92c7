/** Payloads that one call of a wallet signs, with the questions to its caller and its person before. */
import {
  createMemoryStore,
  wireProfiles,
  type ApprovalQuestion,
  type CreateWalletOptions,
  type Quote,
} from 'countersign';
import { verifyStamp } from 'countersign/crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDevice } from '../../journeys/device.ts';
import { createTestBench, pageOrigin, signedIn, type TestBench } from '../../journeys/test-bench.ts';

const card = 'Card:00000000-0000-4000-8000-00000000000a';
const opaque = (count: number): string => btoa(`\u0001\u0002 payload ${count} \u00ff`);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A service that asks for a signature under every change of a card, each time for another one. */
async function asking(bench: TestBench, afterStamp: (count: number) => Response | Promise<Response>) {
  const given: string[] = [];
  const signed = new Set<string>();
  const state = { stamps: 0 };
  const challenge = (): Response => {
    given.push(opaque(given.length));
    const requestId = `Request:00000000-0000-4000-8000-00000000000${given.length % 10}`;
    return Response.json(
      { payloadToSign: given.at(-1), requestId, expiresAt: '2030-01-01T00:00:00Z' },
      { status: 202 },
    );
  };
  const fetch: CreateWalletOptions['fetch'] = async (url, init) => {
    if (!url.includes('/cards/') || init.method === 'GET') return bench.pageFetch(url, init);
    const stamp = new Headers(init.headers).get(wireProfiles.spec.signatureHeader);
    if (stamp === null) return challenge();
    state.stamps += 1;
    for (const payload of given) {
      await verifyStamp(stamp, payload).then(
        () => signed.add(payload),
        () => undefined,
      );
    }
    return (await afterStamp(state.stamps)).status === 202 ? challenge() : afterStamp(state.stamps);
  };
  return { fetch, signed, state };
}

describe('one call', () => {
  test.for([
    ['asks for another signature', () => new Response(null, { status: 202 })],
    [
      'says that the signature is wrong',
      () => Response.json({ status: 401, code: 'INVALID_SIGNATURE' }, { status: 401 }),
    ],
    ['says that there is a conflict', () => Response.json({ status: 409, code: 'CONFLICT' }, { status: 409 })],
    ['wants to be asked later', () => Response.json({ status: 429, code: 'RATE_LIMITED' }, { status: 429 })],
    ['fails', () => Response.json({ status: 500, code: 'INTERNAL_ERROR' }, { status: 500 })],
    ['doesn’t answer', () => Promise.reject(new TypeError('offline'))],
  ] as const)('signs one payload and no other, though the service %s after the stamp', async ([, after]) => {
    const bench = await createTestBench();
    const { fetch, signed, state } = await asking(bench, after);
    const wallet = await signedIn(bench, { fetch });
    await expect(wallet.card.freeze(card)).rejects.toMatchObject({ nextStep: expect.any(String) as string });
    expect(state.stamps).toBeGreaterThan(0);
    expect(signed.size).toBe(1);
  });

  test('tells approve which request, and which card in which state, so that freezing and closing differ', async () => {
    const bench = await createTestBench();
    const { fetch } = await asking(bench, () => Response.json({}, { status: 400 }));
    const asked: ApprovalQuestion[] = [];
    // The sign-in is approved, and nothing else.
    const wallet = await signedIn(bench, { fetch, approve: (question) => asked.push(question) === 1 });
    const { freeze, close } = wallet.card;
    for (const press of [() => freeze(card), () => close(card, { confirm: 'permanent' })])
      await expect(press()).rejects.toMatchObject({ code: 'NOT_APPROVED' });
    const told = (state: string) => ({
      expectation: { cardId: card, state },
      request: { method: 'PATCH', path: `/cards/${card}`, body: JSON.stringify({ state }) },
      cause: 'caller',
      reading: { kind: 'opaque' },
    });
    expect(asked.slice(1)).toMatchObject([
      { intent: 'card.freeze', ...told('FROZEN') },
      { intent: 'card.close', ...told('CLOSED') },
    ]);
  });
});

describe('a quote', () => {
  test('pays what the payload pays: a back-end can show one quote and have another one’s transaction signed', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    const [shown, other] = [await bench.quote(1_000_000), await bench.quote(90_000_000)];
    const read: string[] = [];
    const lied = { ...shown, paymentInstructions: other.paymentInstructions };
    await wallet.quote.execute(lied as Quote).catch((error: { readonly code: string }) => read.push(error.code));
    // Nothing in the payload contradicts the quote; here the service refuses, since the stamp isn't over its payload.
    expect(read).toEqual(['REFUSED']);
  });
});

describe('an outcome', () => {
  test('is told as the back-end tells it: one that lies about a payment is believed', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench, {
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        const lie = { status: 400, code: 'INSUFFICIENT_FUNDS', message: 'Not enough money.' };
        return url.endsWith('/execute') ? Response.json(lie, { status: 400 }) : answer;
      },
    });
    const before = await bench.balance();
    const executing = wallet.quote.execute(await bench.quote(1_000_000));
    await expect(executing).rejects.toMatchObject({ code: 'REFUSED', platformCode: 'INSUFFICIENT_FUNDS' });
    expect(await bench.balance()).toBeLessThan(before);
  });
});

describe('a signature that the profile’s service never asks for', () => {
  test('is not made: a card that is changed at once in the profile grid, unless a profile of one’s own allows it', async () => {
    const bench = await createTestBench({ profile: 'grid' });
    const payload = opaque(0);
    const stamps: string[] = [];
    const fetch: CreateWalletOptions['fetch'] = async (url, init) => {
      if (!url.includes('/cards/')) return bench.pageFetch(url, init);
      if (init.method === 'GET') return Response.json({ id: card, state: 'ACTIVE' });
      const stamp = new Headers(init.headers).get(wireProfiles.grid.signatureHeader);
      if (stamp !== null) stamps.push(stamp);
      const requestId = 'Request:00000000-0000-4000-8000-00000000000c';
      return Response.json({ payloadToSign: payload, requestId, expiresAt: '2030-01-01T00:00:00Z' }, { status: 202 });
    };
    const wallet = await signedIn(bench, { fetch });
    await expect(wallet.card.freeze(card)).rejects.toMatchObject({
      code: 'SIGNATURE_NOT_EXPECTED',
      nextStep: 'configure',
    });
    expect(stamps).toEqual([]);
    wallet.close();
    const own = { ...wireProfiles.grid, cardChange: 'signed-retry' } as const;
    const other = await signedIn(bench, { fetch, profile: own, store: createMemoryStore() });
    await other.card.freeze(card).catch(() => undefined);
    expect(stamps).not.toEqual([]);
  });
});

describe('a passkey’s challenge', () => {
  const hash = '0123456789abcdef'.repeat(4);

  /** An account with a passkey, whose service gives out another challenge from when it is told. */
  async function account(options: Partial<CreateWalletOptions> = {}) {
    let challenge: unknown;
    const bench = await createTestBench({ sandbox: { relyingParties: [new URL(pageOrigin).hostname] } });
    const device = useDevice();
    const wallet = await signedIn(bench, {
      ...options,
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        const isPasskeys = typeof init.body === 'string' && init.body.includes('clientPublicKey');
        if (!url.endsWith('/challenge') || !isPasskeys || !answer.ok) return answer;
        const body = (await answer.json()) as object;
        return Response.json(challenge === undefined ? body : { ...body, challenge }, answer);
      },
    });
    await (await wallet.passkey.prepareAdd({ nickname: 'Phone' })).add();
    const before = device.prompts();
    return { wallet, prompts: () => device.prompts() - before, give: (other: unknown) => void (challenge = other) };
  }

  test('that is no hash in lower-case hex is shown to nobody', async () => {
    const { wallet, prompts, give } = await account();
    for (const challenge of [
      hash.toUpperCase(),
      hash.slice(1),
      `${hash}0`,
      `0x${hash.slice(2)}`,
      ` ${hash.slice(1)}`,
      btoa(hash),
      '{"type":"ACTIVITY_TYPE_EXPORT_WALLET"}',
      '０'.repeat(64),
      [hash],
      `${hash}\n`,
    ]) {
      give(challenge);
      await expect(wallet.passkey.prepare(), String(challenge)).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    }
    expect(prompts()).toBe(0);
  });

  test('is signed for whatever it stands for, once approve has agreed to a sign-in with this passkey', async () => {
    const asked: string[] = [];
    const { wallet, prompts, give } = await account({
      approve: ({ intent, reading }) => asked.push(`${intent} ${reading.kind}`) > 0,
    });
    give(hash);
    // The service refuses, as the challenge wasn't its own; the passkey has signed it all the same.
    await expect((await wallet.passkey.prepare()).signIn()).rejects.toMatchObject({ code: 'REFUSED' });
    expect(asked.at(-1)).toBe('passkey.sign-in opaque');
    expect(prompts()).toBe(1);
  });

  test('is shown to nobody where approve declines', async () => {
    let declines = false;
    const { wallet, prompts } = await account({ approve: () => !declines });
    declines = true;
    await expect(wallet.passkey.prepare()).rejects.toMatchObject({ code: 'NOT_APPROVED' });
    expect(prompts()).toBe(0);
  });
});

describe('a session', () => {
  test('that the service lets live for a day is kept as long as this browser wants, and then it is over', async () => {
    const bench = await createTestBench({ sandbox: { sessionMs: 24 * 3_600_000 } });
    const wallet = await signedIn(bench, { maxSessionMs: 10 * 60_000, refreshBefore: false });
    const { session } = wallet.state();
    expect((session?.expiresAt ?? 0) - (session?.startedAt ?? 0)).toBe(10 * 60_000);
    bench.clock.advance(10 * 60_000);
    await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('that a refresh has replaced is revoked by the kit itself, which says so to approve', async () => {
    const bench = await createTestBench();
    const asked: string[] = [];
    const wallet = await signedIn(bench, {
      approve: ({ intent, cause }) => asked.push(`${intent} ${cause}`) > 0,
    });
    await wallet.session.refresh();
    await expect.poll(() => asked).toContain('session.revoke housekeeping');
    expect(asked).toContain('session.refresh caller');
  });
});
