import { createMemoryStore, type CreateWalletOptions, type Wallet, type WalletEvent } from 'countersign';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { gate } from '../../journeys/gate.ts';
import { createTestBench, signedIn, type TestBench } from '../../journeys/test-bench.ts';
import { createNotes } from '../../../src/kit/wallet/events/notes.ts';
import { atRest, countCryptoCalls } from '../../rest.ts';
import { done, lost, openBench } from './action-bench.ts';

beforeAll(countCryptoCalls);

/** A signed-in wallet with all that it has told. */
async function listened(bench: TestBench, options?: Partial<CreateWalletOptions>) {
  const events: WalletEvent[] = [];
  const wallet = await signedIn(bench, {
    store: createMemoryStore(),
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const told = async (): Promise<readonly WalletEvent[]> => {
    await atRest();
    return events.splice(0);
  };
  return { wallet, told };
}

/** The ends that were told since: outcome and code. */
async function endsOf(told: () => Promise<readonly WalletEvent[]>): Promise<readonly (readonly unknown[])[]> {
  return (await told()).flatMap((event) => (event.step === 'end' ? [[event.outcome, event.code]] : []));
}

const shown = (event: WalletEvent): string => {
  const { step } = event;
  if (step === 'begin') return `${event.flow} begins`;
  if (step === 'end') return `${event.flow} ${event.outcome} ${event.code ?? ''}`.trim();
  if (step === 'state') return `state ${event.outcome} ${event.reason ?? ''}`.trim();
  if (step === 'transition') return `${event.phase}: ${event.outcome}`;
  return `${event.method} ${event.route} ${event.leg ?? '-'} ${event.attempt ?? '-'} ${event.status ?? event.code}`;
};

describe('onEvent', () => {
  test('tells a payment as its call, its requests and its transitions', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    const quote = await bench.quote(1_000_000);
    await told();
    await wallet.quote.execute(quote);
    const events = await told();
    expect(events.map(shown)).toEqual([
      'quote.execute begins',
      'approving: approved',
      'POST /quotes/{}/execute 2 1 200',
      'sending: success',
      'quote.execute done',
    ]);
    expect(new Set(events.map((event) => ('call' in event ? event.call : 0))).size).toBe(1);
    expect(events.flatMap((event) => ('ids' in event ? event.ids : []))).toContain(quote.id);
  });

  test('tells how long each part, each request and each call took', async () => {
    const bench = await createTestBench();
    let isSlow = false;
    const takes = (seconds: number): void => void (isSlow && bench.clock.advance(seconds * 1_000));
    const { wallet, told } = await listened(bench, {
      approve() {
        takes(5);
        return true;
      },
      async fetch(url, init) {
        const answer = await bench.pageFetch(url, init);
        takes(3);
        return answer;
      },
    });
    const quote = await bench.quote(1_000_000);
    await told();
    isSlow = true;
    await wallet.quote.execute(quote);
    const durations = (await told()).flatMap((event) =>
      'durationMs' in event ? [[event.step, event.durationMs / 1_000]] : [],
    );
    expect(durations).toEqual([
      ['transition', 5],
      ['request', 3],
      ['transition', 3],
      ['end', 8],
    ]);
  });

  test('tells a card as two legs', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    const card = await newCard(bench);
    await told();
    await wallet.card.freeze(card);
    expect((await told()).map(shown)).toEqual([
      'card.freeze begins',
      'PATCH /cards/{} 1 1 202',
      'asking: challenge',
      'approving: approved',
      'PATCH /cards/{} 2 1 200',
      'sending: success',
      'card.freeze done',
    ]);
  });

  test('tells of an answer that got lost that it was looked up, and counts what was sent again', async () => {
    const bench = await createTestBench();
    let failing = 1;
    const { wallet, told } = await listened(bench, {
      fetch: (url, init) => {
        const isStamped = new Headers(init.headers).has('Service-Wallet-Signature');
        if (isStamped && url.endsWith('/execute') && failing-- > 0) throw new TypeError('gone');
        return bench.pageFetch(url, init);
      },
    });
    const quote = await bench.quote(1_000_000);
    await told();
    await wallet.quote.execute(quote);
    expect((await told()).map(shown).slice(2, -1)).toEqual([
      'POST /quotes/{}/execute 2 1 NETWORK_FAILED',
      'sending: unclear',
      'GET /quotes/{} - - 200',
      'looking: undone',
      'POST /quotes/{}/execute 2 2 200',
      'sending: success',
    ]);
  });

  test("names each request by the relay's own id, which its audit has too", async () => {
    const audited: string[] = [];
    const bench = await createTestBench({ relay: { audit: ({ requestId }) => void audited.push(requestId) } });
    const { told } = await listened(bench);
    const ids = (await told()).flatMap((event) => (event.step === 'request' ? [event.requestId] : []));
    expect(ids.length).toBeGreaterThan(3);
    expect(ids).toEqual(audited);
  });

  test('takes no id from an answer that has not the form of one', async () => {
    const bench = await createTestBench();
    const { told } = await listened(bench, {
      fetch: async (url, init) => {
        const answer = await bench.pageFetch(url, init);
        answer.headers.set('X-Request-Id', '000000');
        return answer;
      },
    });
    expect((await told()).filter((event) => 'requestId' in event)).toEqual([]);
  });

  test('tells of a path its words and ids, and nothing else', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    await told();
    const path = `/customers/Sample_Customer/${bench.customerId}/735190`;
    await wallet.signedRetry({ method: 'DELETE', path, intent: { opaque: true } }).catch(() => undefined);
    const [request] = (await told()).filter((event) => event.step === 'request');
    expect(request).toMatchObject({ route: '/customers/{}/{}/{}', ids: [bench.customerId], status: 404 });
  });

  test('tells what became of the session, and of which wallet that is', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    await wallet.session.revoke();
    wallet.close();
    const events = await told();
    const states = events.filter((event) => event.step === 'state');
    expect(states.map(shown)).toEqual([
      'state signed-out',
      'state signed-in',
      'state signed-out signed-out',
      'state closed',
    ]);
    expect(new Set(events.map(({ tab }) => tab)).size).toBe(1);
    expect(events[0]?.tab).toMatch(/^[\da-f-]{36}$/);
  });

  test("tells a sign-out that the service hasn't heard of, and that it is tried by itself", async () => {
    const bench = await createTestBench();
    let isDown = false;
    const { wallet, told } = await listened(bench, {
      fetch: (url, init) => {
        if (isDown) throw new TypeError('no network');
        return bench.pageFetch(url, init);
      },
    });
    await told();
    isDown = true;
    expect((await wallet.session.revoke()).service).toBe('not-reached');
    const ends = (await told()).filter((event) => event.step === 'end');
    expect(ends.map(shown)).toEqual(['background.revoke failed NETWORK_FAILED', 'session.revoke done NETWORK_FAILED']);
  });

  test('tells a second press as a call of its own that shares the requests of the first', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    const quote = await bench.quote(1_000_000);
    await told();
    await Promise.all([wallet.quote.execute(quote), wallet.quote.execute(quote)]);
    const events = await told();
    expect(events.filter(({ step }) => step === 'request')).toHaveLength(1);
    expect(events.filter(({ step }) => step === 'end').map(shown)).toEqual([
      'quote.execute done',
      'quote.execute done',
    ]);
  });

  test("tells a caller's signal from a failure, and of a mistake in the call no word", async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    await told();
    await wallet.quote.execute('Sample Customer' as never).catch(() => undefined);
    expect(await endsOf(told)).toEqual([['failed', undefined]]);
    for (const reason of [new DOMException('secret', 'AbortError'), new TypeError('secret'), 'secret', null]) {
      await wallet.session.list({ signal: AbortSignal.abort(reason) }).catch(() => undefined);
      await wallet.session.revoke({ signal: AbortSignal.abort(reason) }).catch(() => undefined);
    }
    expect(await endsOf(told)).toEqual(Array.from({ length: 8 }, () => ['aborted', undefined]));
  });

  test('tells a caller that leaves a press by a reason of its own from one that stays, and an approve that throws', async () => {
    const bench = await createTestBench();
    const approve = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    const { wallet, told } = await listened(bench, { approve });
    const quote = await bench.quote(1_000_000);
    const leaving = new AbortController();
    const [asked, answered] = [gate(), gate()];
    approve.mockImplementation(async () => {
      asked.open();
      await answered.opened;
      throw new Error('no');
    });
    await told();
    const reason = new Error('left');
    const presses = [wallet.quote.execute(quote, { signal: leaving.signal }), wallet.quote.execute(quote)];
    const ended = Promise.allSettled(presses);
    await asked.opened;
    leaving.abort(reason);
    await expect(presses[0]).rejects.toBe(reason);
    answered.open();
    await ended;
    expect(await endsOf(told)).toEqual([
      ['aborted', undefined],
      ['failed', undefined],
    ]);
  });

  test('tells a call to a wallet that was closed', async () => {
    const bench = await createTestBench();
    const { wallet, told } = await listened(bench);
    wallet.close();
    await told();
    await wallet.session.list().catch(() => undefined);
    expect((await told()).map(shown)).toContain('session.list failed WALLET_CLOSED');
  });
});

describe('a listener', () => {
  const listeners: Readonly<Record<string, (event: WalletEvent) => void | Promise<void>>> = {
    'that throws': () => {
      throw new Error('no');
    },
    'that rejects': () => Promise.reject(new Error('no')),
    'that never ends': () => new Promise(() => {}),
    'that throws what is no error': () => {
      // oxlint-disable-next-line typescript/only-throw-error -- whatever a listener throws
      throw undefined;
    },
    'that tries to change what it hears': (event) => void Object.assign(event, { step: 'end' }),
  };

  let quiet: Promise<unknown> | undefined;
  test.for(Object.entries(listeners))('%s changes nothing for the wallet', async ([, onEvent]) => {
    quiet ??= life(undefined);
    expect(await life(onEvent)).toEqual(await quiet);
  });

  test('that closes the wallet in the middle of a payment ends it as close does', async () => {
    const bench = await createTestBench();
    const quote = await bench.quote(1_000_000);
    let wallet: Wallet | undefined = undefined;
    let closed = 0;
    wallet = await signedIn(bench, {
      onEvent(event) {
        if (event.step !== 'transition' || event.phase !== 'approving') return;
        closed += 1;
        wallet?.close();
      },
    });
    const code = expect.stringMatching(/^(WALLET_CLOSED|OUTCOME_UNKNOWN)$/) as string;
    await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code });
    expect(closed).toBe(2);
  });
});

/** A sign-in, a payment, a frozen card and a sign-out, as a wallet's caller and the service see them. */
async function life(onEvent: CreateWalletOptions['onEvent']): Promise<unknown> {
  const bench = await createTestBench();
  const wallet = await signedIn(bench, onEvent === undefined ? {} : { onEvent });
  const quote = await bench.quote(1_000_000);
  const { status } = await wallet.quote.execute(quote);
  const { state } = await wallet.card.freeze(await newCard(bench));
  const ended = await wallet.session.revoke();
  wallet.close();
  const requests = (await bench.requests()).map(({ method, path, leg, status: answered }) => [
    method,
    path,
    leg,
    answered,
  ]);
  return { status, state, ended, requests };
}

async function newCard(bench: TestBench): Promise<string> {
  const card = { cardholderId: bench.customerId, form: 'VIRTUAL', fundingSources: [bench.accountId] };
  const { body } = await bench.platform('POST', '/cards', card);
  bench.clock.advance(5_000);
  return body.id as string;
}

describe('a transition', () => {
  const challenge = { payloadToSign: 'AAECAwQ', requestId: 'Request:1' };

  /** Presses on a bench on which each part takes its own time, and tells the parts with theirs, in seconds. */
  async function timed(isApproved: boolean): Promise<readonly string[]> {
    const bench = await openBench();
    const { clock } = bench;
    const events: WalletEvent[] = [];
    const note = createNotes((event) => void events.push(event), clock);
    const takes = <Result>(seconds: number, result: Result): Result => {
      clock.advance(seconds * 1_000);
      return result;
    };
    const approve = (): boolean => takes(20, isApproved);
    bench.asks.push(() => {
      const expiresAt = new Date(clock.now() + 60_000).toISOString();
      return takes(1, Response.json({ ...challenge, expiresAt }, { status: 202 }));
    });
    bench.stamps.push(
      () => takes(2, Promise.reject<Response>(lost())),
      () => takes(4, done()),
    );
    bench.looks.push(() => takes(3, { found: 'undone' }));
    const tab = { ...bench.one, note, checks: { environment: 'production', approve } as const };
    await bench.press(tab).catch(() => undefined);
    await atRest();
    return events.flatMap((event) =>
      event.step === 'transition' ? [`${event.phase}: ${event.outcome}, ${event.durationMs / 1_000} s`] : [],
    );
  }

  test("tells its own time: that of approving is the person's", async () => {
    expect(await timed(true)).toEqual([
      'asking: challenge, 1 s',
      'approving: approved, 20 s',
      'sending: unclear, 2 s',
      'looking: undone, 3 s',
      'sending: success, 4 s',
    ]);
  });

  test('tells a person who declines', async () => {
    expect(await timed(false)).toEqual(['asking: challenge, 1 s', 'approving: declined, 20 s']);
  });
});
