/** Reads of a page: payments followed to their end, unfinished quotes, cards and the account. */
import {
  createMemoryStore,
  type CreateWalletOptions,
  type Quote,
  type Transaction,
  type TransactionStatus,
  type WalletEvent,
} from 'countersign';
import { beforeAll, expect, test } from 'vitest';
import { changesOfPage } from '../../src/kit/session/changes.ts';
import { atRest, countCryptoCalls } from '../rest.ts';
import { gate } from './gate.ts';
import { issueCard } from './intercepted-wallet.ts';
import { createTabStore } from './tabs.ts';
import { createTestBench, signedIn, type TestBench } from './test-bench.ts';

const uuid = '00000000-0000-4000-8000-00000000000a';
const timeoutMs = 20_000;

beforeAll(countCryptoCalls);

/** The service's answer about the payment: this state, or this in its place. */
type Told = TransactionStatus | (() => Response | Promise<Response>);

const lost = (): never => {
  throw new TypeError('fetch failed');
};
const throttled = (): Response =>
  Response.json(
    { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' },
    { status: 429, headers: { 'Retry-After': '7' } },
  );

/** Options of {@link follow}. */
interface FollowOptions extends Partial<CreateWalletOptions> {
  /** Event in a pause; the time passes by default. */
  readonly inPause?: (bench: TestBench, ms: number) => void;
}

/** A wallet that may follow a payment, and its pauses. The service tells one state after another, the last for ever. */
async function follow(states: readonly Told[], { inPause, ...options }: FollowOptions = {}) {
  const bench = await createTestBench();
  const { transactionId } = await bench.quote(1_000_000);
  const left = [...states];
  const pauses: number[] = [];
  let requests = 0;
  const events: WalletEvent[] = [];
  const wallet = bench.newWallet({
    timeoutMs,
    // Without time limits, whose timers would be pauses here.
    store: createMemoryStore(),
    onEvent: (event) => void events.push(event),
    async fetch(url, init) {
      requests += 1;
      const answer = await bench.pageFetch(url, init);
      const state = left.length > 1 ? left.shift() : left[0];
      if (typeof state === 'function') return state();
      return Response.json({ ...((await answer.json()) as Transaction), status: state });
    },
    clock: {
      ...bench.clock,
      schedule(ms, run) {
        const cancel = bench.clock.schedule(ms, run);
        if (ms === timeoutMs) return cancel;
        pauses.push(ms);
        void atRest().then(() => (inPause === undefined ? bench.clock.advance(ms) : inPause(bench, ms)));
        return cancel;
      },
    },
    ...options,
  });
  return { bench, wallet, transactionId, pauses, events, requests: () => requests };
}

/** Each state that a loop tells. */
async function statesOf(loop: AsyncIterable<Transaction>): Promise<readonly string[]> {
  const states: string[] = [];
  for await (const { status } of loop) states.push(status);
  return states;
}

test('a payment is followed from the press to its end, and each state is told once', async () => {
  const bench = await createTestBench();
  const wallet = await signedIn(bench, { refreshBefore: false });
  const { transactionId } = await wallet.quote.execute(await bench.quote(1_000_000));
  const states: string[] = [];
  for await (const { id, status } of wallet.transaction.follow(transactionId)) {
    expect(id).toBe(transactionId);
    states.push(status);
    // The payment settles, and the first pause is over once it has begun.
    bench.clock.advance(10 * 60_000);
    void atRest().then(() => bench.clock.advance(1_000));
  }
  expect(states).toEqual(['PROCESSING', 'COMPLETED']);
  expect(await wallet.transaction.get(transactionId)).toMatchObject({ id: transactionId, status: 'COMPLETED' });
});

test.each(['COMPLETED', 'FAILED', 'EXPIRED', 'REJECTED', 'REFUNDED'] as const)(
  'a payment that is %s is followed no further',
  async (end) => {
    const { wallet, transactionId, requests } = await follow([end, 'PENDING']);
    expect(await statesOf(wallet.transaction.follow(transactionId))).toEqual([end]);
    expect(requests()).toBe(1);
  },
);

test('a change of payments in this browser ends a pause, but not the one that the service asks for', async () => {
  const { wallet, transactionId, pauses } = await follow(['PENDING', 'PENDING', throttled, 'COMPLETED'], {
    inPause(bench, ms) {
      changesOfPage().announce('InternalAccount:another', ['payments']);
      changesOfPage().announce(bench.accountId, ['balance']);
      if (ms === 250 || ms === 7_000) bench.clock.advance(ms);
      else changesOfPage().announce(bench.accountId, ['payments']);
    },
  });
  expect(await statesOf(wallet.transaction.follow(transactionId))).toEqual(['PENDING', 'COMPLETED']);
  expect(pauses).toEqual([1_000, 250, 2_000, 250, 7_000]);
});

test('the pauses grow to half a minute while nothing changes, and begin anew with each change', async () => {
  const { wallet, transactionId, pauses } = await follow([
    ...Array<Told>(8).fill('PENDING'),
    ...Array<Told>(2).fill('PROCESSING'),
    'COMPLETED',
  ]);
  expect(await statesOf(wallet.transaction.follow(transactionId))).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 1, 2].map((seconds) => seconds * 1_000));
});

test('a network that is lost in between, and a service that asks to wait, end no loop', async () => {
  const { wallet, transactionId, pauses } = await follow(['PROCESSING', lost, throttled, lost, 'COMPLETED']);
  expect(await statesOf(wallet.transaction.follow(transactionId))).toEqual(['PROCESSING', 'COMPLETED']);
  expect(pauses).toEqual([1_000, 2_000, 7_000, 8_000]);
});

test('a service that never answers is asked again after the time of one answer', async () => {
  const never = new Promise<Response>(() => {});
  const bench = await follow([
    () => {
      void atRest().then(() => bench.bench.clock.advance(timeoutMs));
      return never;
    },
    'COMPLETED',
  ]);
  expect(await statesOf(bench.wallet.transaction.follow(bench.transactionId))).toEqual(['COMPLETED']);
  expect(bench.pauses).toEqual([1_000]);
});

test('what another attempt would only repeat ends the loop: a payment that there is not', async () => {
  const { wallet, requests, pauses } = await follow([
    () => Response.json({ status: 404, code: 'TRANSACTION_NOT_FOUND', message: 'None.' }, { status: 404 }),
  ]);
  await expect(statesOf(wallet.transaction.follow(`Transaction:${uuid}`))).rejects.toMatchObject({
    code: 'REFUSED',
    status: 404,
  });
  expect([requests(), pauses]).toEqual([1, []]);
});

test.each(['in a pause', 'while it waits for an answer', 'in the body of the loop'])(
  'the signal ends a loop %s at once, with its reason',
  async (when) => {
    const controller = new AbortController();
    const abort = (): void => controller.abort('no longer shown');
    const hanging = (): Promise<Response> => {
      void atRest().then(abort);
      return new Promise(() => {});
    };
    const { bench, wallet, transactionId } = await follow(['PENDING', hanging], {
      inPause: ({ clock }, ms) => (when === 'in a pause' ? abort() : clock.advance(ms)),
    });
    const loop = (async () => {
      for await (const { status } of wallet.transaction.follow(transactionId, { signal: controller.signal })) {
        if (status === 'PENDING' && when === 'in the body of the loop') abort();
      }
    })();
    await expect(loop).rejects.toBe('no longer shown');
    expect(bench.clock.pending()).toBe(0);
  },
);

test.each(['in a pause', 'in the body of the loop'])('a wallet that is closed ends a loop %s at once', async (when) => {
  const { bench, wallet, transactionId } = await follow(['PENDING'], {
    inPause: () => (when === 'in a pause' ? wallet.close() : undefined),
  });
  const loop = (async () => {
    for await (const { status } of wallet.transaction.follow(transactionId)) {
      if (status === 'PENDING' && when === 'in the body of the loop') wallet.close();
    }
  })();
  await expect(loop).rejects.toMatchObject({ code: 'WALLET_CLOSED' });
  expect(bench.clock.pending()).toBe(0);
});

test('a loop that its caller leaves asks no further, and the next one begins anew', async () => {
  const { bench, wallet, transactionId, requests, pauses } = await follow(['PENDING']);
  for (let loops = 0; loops < 2; loops += 1) {
    for await (const { status } of wallet.transaction.follow(transactionId)) {
      expect(status).toBe('PENDING');
      break;
    }
  }
  expect([requests(), pauses, bench.clock.pending()]).toEqual([2, [], 0]);
});

test('a loop is one call to whoever hears of events, with all its requests', async () => {
  const { wallet, transactionId, events } = await follow(['PENDING', lost, 'COMPLETED']);
  await statesOf(wallet.transaction.follow(transactionId));
  await wallet.transaction.get(transactionId);
  await import('../../src/kit/wallet/events/tell-events.ts');
  const told = events.flatMap((event) =>
    event.step === 'state'
      ? []
      : [`${event.call} ${event.flow} ${event.step} ${'outcome' in event ? event.outcome : ''}`.trim()],
  );
  expect(told).toEqual([
    '1 transaction.follow begin',
    '1 transaction.follow request answered',
    '1 transaction.follow request failed',
    '1 transaction.follow request answered',
    '1 transaction.follow end done',
    '2 transaction.get begin',
    '2 transaction.get request answered',
    '2 transaction.get end done',
  ]);
});

test.each([
  ['reached the service', true, 1],
  ['got lost before it', false, 0],
] as const)(
  'a payment whose stamp %s is found after a reload, and executed again it tells the truth',
  async (_, arrives, sent) => {
    const bench = await createTestBench();
    const store = createTabStore();
    const isSent = gate();
    const page = await signedIn(bench, {
      store,
      async fetch(url, init) {
        if (!url.endsWith('/execute')) return bench.pageFetch(url, init);
        if (arrives) await bench.pageFetch(url, init);
        isSent.open();
        return new Promise(() => {});
      },
    });
    const quote = await bench.quote(1_000_000);
    expect(await page.quote.unfinished()).toEqual([]);
    const press = page.quote.execute(quote).catch((error: unknown) => error);
    await isSent.opened;
    expect(await page.quote.unfinished()).toEqual([quote.id]);
    page.close();
    expect(await press).toMatchObject({ code: 'OUTCOME_UNKNOWN' });

    const again = bench.newWallet({ store });
    expect(await again.quote.unfinished()).toEqual([quote.id]);
    const stamped = async () => (await bench.requests()).filter(({ path }) => path.endsWith('/execute')).length;
    expect(await stamped()).toBe(sent);
    const read = await again.quote.get(quote.id);
    expect(read).toMatchObject({ id: quote.id, status: arrives ? 'PROCESSING' : 'PENDING' });
    expect(await again.quote.execute(read)).toMatchObject({ id: quote.id, status: 'PROCESSING' });
    expect(await stamped()).toBe(1);
    expect(await again.quote.unfinished()).toEqual([]);
  },
);

/** A payment whose stamp arrived, or didn't, and whose answer got lost; and the reads of a page that was opened after it. */
async function lostPayment({ arrives }: { readonly arrives: boolean }) {
  const bench = await createTestBench();
  const store = createTabStore();
  const lose: NonNullable<CreateWalletOptions['fetch']> = async (url, init) => {
    if (arrives || !url.endsWith('/execute')) await bench.pageFetch(url, init);
    if (!url.includes('/quotes/')) return bench.pageFetch(url, init);
    throw new TypeError('fetch failed');
  };
  const wallet = await signedIn(bench, { store });
  const quote = await bench.quote(1_000_000);
  wallet.close();
  const page = bench.newWallet({ store, fetch: lose });
  await expect(page.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  page.close();
  const stamped = async () => (await bench.requests()).filter(({ path }) => path.endsWith('/execute')).length;
  return { bench, store, quote, lose, stamped };
}

test('a look finds a payment that was made, signs nothing, and what is found is unfinished no more', async () => {
  const { bench, store, quote, stamped } = await lostPayment({ arrives: true });
  const wallet = bench.newWallet({ store });
  const before = await stamped();
  expect(await wallet.quote.look(quote.id)).toMatchObject({ id: quote.id, status: 'PROCESSING' });
  expect([(await stamped()) - before, await wallet.quote.unfinished()]).toEqual([0, []]);
});

test('a look pays nothing that was not paid, and leaves the key under which the same quote is signed again', async () => {
  const { bench, store, quote, stamped } = await lostPayment({ arrives: false });
  const wallet = bench.newWallet({ store });
  expect(await wallet.quote.look(quote.id)).toBeUndefined();
  expect([await stamped(), await wallet.quote.unfinished()]).toEqual([0, [quote.id]]);
  const [marker] = await store.keys('sent:');
  const kept = await store.read(marker ?? '');
  const keys: unknown[] = [];
  const again = bench.newWallet({
    store,
    fetch(url, init) {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return bench.pageFetch(url, init);
    },
  });
  expect(await again.quote.execute(quote)).toMatchObject({ status: 'PROCESSING' });
  expect(keys).toContain((kept as { idempotencyKey: string }).idempotencyKey);
});

test('a look says over once nothing that was sent can pay any more, and not before', async () => {
  const { bench, store, quote } = await lostPayment({ arrives: false });
  const wallet = bench.newWallet({
    store,
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      return Response.json({ ...((await answer.json()) as Quote), status: 'PENDING' }, answer);
    },
  });
  bench.clock.advance(Date.parse(quote.expiresAt) + 29_000 - bench.clock.now());
  const early = await wallet.quote.look(quote.id).catch((error: unknown) => error);
  expect([early, await wallet.quote.unfinished()]).toEqual([undefined, [quote.id]]);
  bench.clock.advance(2_000);
  await expect(wallet.quote.look(quote.id)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' });
  expect(await wallet.quote.unfinished()).toEqual([]);
});

test('a look that reads nothing leaves the outcome unknown, and without a stamp says why', async () => {
  const { bench, store, quote, lose } = await lostPayment({ arrives: true });
  const wallet = bench.newWallet({ store, fetch: lose });
  await expect(wallet.quote.look(quote.id)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  expect(await wallet.quote.unfinished()).toEqual([quote.id]);
  const { id } = await bench.quote(1_000_000);
  await expect(wallet.quote.look(id)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
  const reason = new Error('left');
  await expect(wallet.quote.look(id, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('an executed quote that comes without its payload is told as what it is, never as one to be asked for anew', async () => {
  const bench = await createTestBench();
  let isLost = true;
  const wallet = await signedIn(bench, {
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      if (isLost && /\/quotes\//.test(url)) throw new TypeError('fetch failed');
      return answer;
    },
  });
  const quote = await bench.quote(1_000_000);
  await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  isLost = false;
  const { paymentInstructions: _, ...without } = await wallet.quote.get(quote.id);
  expect(await wallet.quote.execute(without)).toMatchObject({ id: quote.id, status: 'PROCESSING' });
  expect(await wallet.quote.unfinished()).toEqual([]);
});

test("what another account or another action has sent is none of this account's unfinished quotes", async () => {
  const bench = await createTestBench();
  const store = createTabStore();
  const wallet = bench.newWallet({ store });
  const others = [
    `InternalAccount:${uuid}:POST /quotes/Quote:${uuid}/execute`,
    `${bench.accountId}:PATCH /cards/Card:${uuid}`,
    `${bench.accountId}:POST /quotes/wrong/execute`,
  ];
  for (const other of others) await store.update(`sent:3:${other}:0`, () => ({ idempotencyKey: 'k', until: 9e15 }));
  expect(await wallet.quote.unfinished()).toEqual([]);
});

test.each(['spec', 'grid'] as const)(
  'in the profile %s the account is read with its balance, and its cards',
  async (profile) => {
    const bench = await createTestBench({ profile });
    const wallet = bench.newWallet();
    const { customerId, accountId } = bench;
    expect(await wallet.account.get({ customerId })).toMatchObject({ id: accountId, balance: { amount: 500_000_000 } });
    expect(await wallet.card.list()).toEqual([]);
    const id = await issueCard({ bench });
    const cards = await wallet.card.list();
    expect(cards).toMatchObject([{ id, state: 'ACTIVE', fundingSources: [accountId] }]);
    expect(Object.isFrozen(cards[0])).toBe(true);
  },
);

test.each(['spec', 'grid'] as const)(
  'in the profile %s payments are listed page by page, newest first',
  async (profile) => {
    const bench = await createTestBench({ profile });
    const wallet = bench.newWallet();
    const { customerId } = bench;
    const ids: string[] = [];
    const { destination, transactionId } = await bench.quote(1_000_000);
    ids.push(transactionId);
    for (let amount = 2; amount <= 21; amount += 1) {
      ids.unshift((await bench.quote(amount * 1_000_000, destination.accountId)).transactionId);
    }
    const first = await wallet.transaction.list({ customerId });
    expect([first.data.length, typeof first.nextCursor]).toEqual([20, 'string']);
    const second = await wallet.transaction.list({ customerId, cursor: first.nextCursor ?? '' });
    const listed = [...first.data, ...second.data].filter(({ type }) => type === 'OUTGOING').map(({ id }) => id);
    expect(listed).toEqual(ids);
    expect('nextCursor' in second).toBe(false);
  },
);

test('who is paid is read, and is new until the first payment', async () => {
  const recentSignInMs = { firstPaymentToPayee: 300_000 };
  const bench = await createTestBench({ relay: { recentSignInMs } });
  const wallet = bench.newWallet();
  const quote = await bench.quote(1_000_000);
  const id = quote.destination.accountId ?? '';
  const payee = await wallet.payee.get(id);
  expect(payee).toMatchObject({ isNew: true, account: { id, accountInfo: { accountType: 'USD_ACCOUNT' } } });
  expect([payee, payee.account].map(Object.isFrozen)).toEqual([true, true]);
  await (await wallet.emailOtp.begin()).verify('000000');
  await wallet.quote.execute(quote);
  expect(await wallet.payee.get(id)).toMatchObject({ isNew: false });
});

test("without the relay's group `payments` the account is a matter of its settings, and the error names them", async () => {
  const bench = await createTestBench({ relay: { groups: ['wallet'] } });
  const wallet = bench.newWallet();
  const reading = wallet.account.get({ customerId: bench.customerId });
  await expect(reading).rejects.toMatchObject({ nextStep: 'configure', platformCode: 'RELAY_ROUTE_NOT_FOUND' });
  await expect(reading).rejects.toThrow(/`groups`/);
});

type Body = Record<string, unknown>;
const firstOf = ({ data }: Body): Body[] => data as Body[];

test.each<[what: string, call: 'cards' | 'account' | 'transaction' | 'quote' | 'payee', lie: (body: Body) => unknown]>([
  [
    "another account's card",
    'cards',
    (body) => ({ data: firstOf(body).map((card) => ({ ...card, fundingSources: [`InternalAccount:${uuid}`] })) }),
  ],
  [
    'a card without its accounts',
    'cards',
    (body) => ({ data: firstOf(body).map((card) => ({ ...card, fundingSources: null })) }),
  ],
  [
    'a card with the id of something else',
    'cards',
    (body) => ({ data: firstOf(body).map((card) => ({ ...card, id: `Quote:${uuid}` })) }),
  ],
  ['another payee', 'payee', (body) => ({ ...body, id: `ExternalAccount:${uuid}` })],
  ['a payee without an account', 'payee', (body) => ({ ...body, accountInfo: null })],
  ['a part of the cards', 'cards', (body) => ({ ...body, hasMore: true, nextCursor: 'next' })],
  ['no list', 'cards', () => [{}]],
  [
    "another customer's account",
    'account',
    (body) => ({ data: firstOf(body).map((one) => ({ ...one, id: `InternalAccount:${uuid}` })) }),
  ],
  [
    'an account without a balance',
    'account',
    (body) => ({ data: firstOf(body).map((one) => ({ ...one, balance: undefined })) }),
  ],
  ['another payment', 'transaction', (body) => ({ ...body, id: `Transaction:${uuid}` })],
  ['a payment without a state', 'transaction', (body) => ({ ...body, status: undefined })],
  ['another quote', 'quote', (body) => ({ ...body, id: `Quote:${uuid}` })],
  ['nothing', 'quote', () => null],
])('an answer that holds %s is refused', async (_, call, lie) => {
  const bench = await createTestBench();
  await issueCard({ bench });
  const { id, transactionId, destination } = await bench.quote(1_000_000);
  const payeeId = destination.accountId ?? '';
  let lies = false;
  const wallet = bench.newWallet({
    async fetch(url, init) {
      const answer = await bench.pageFetch(url, init);
      return lies ? Response.json(lie((await answer.json()) as Body)) : answer;
    },
  });
  const calls = {
    cards: () => wallet.card.list(),
    account: () => wallet.account.get({ customerId: bench.customerId }),
    transaction: () => wallet.transaction.get(transactionId),
    quote: () => wallet.quote.get(id),
    payee: () => wallet.payee.get(payeeId),
  };
  await calls[call]();
  lies = true;
  await expect(calls[call]()).rejects.toMatchObject({
    name: 'TransportError',
    code: 'ANSWER_INVALID',
    nextStep: 'retry',
  });
});
