import {
  createMemoryStore,
  createWallet,
  sandboxEnclavePublicKeyHex,
  type Quote,
  type Wallet,
  type WireProfileName,
} from 'countersign';
import { describe, expect, test } from 'vitest';
import { openBackEnd, type BackEnd } from '../../demo/static/back-end.ts';
import type { StateStorage } from '../../demo/static/kept-state.ts';
import { paymentBetween, sampleBankAccount } from '../sample-customer.ts';

const origin = 'https://demo.example.com';

interface Person {
  readonly email: string;
  readonly customerId: string;
  readonly accountId: string;
}

/** A browser with a worker that can be stopped, and a clock that stands still. */
function newBrowser(profile: WireProfileName = 'spec') {
  let text: string | null = null;
  let isFull = false;
  let now = Date.parse('2026-01-15T12:00:00Z');
  let worker: Promise<BackEnd> | null = null;
  const storage: StateStorage = {
    read: () => Promise.resolve(text),
    async write(next) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      text = next;
    },
  };
  const running = (): Promise<BackEnd> =>
    (worker ??= openBackEnd({ origin, profile, storage, clock: { now: () => now } }));
  const send = async (url: string, init?: RequestInit): Promise<Response> =>
    (await running()).fetch(new Request(url, init));
  const call = async <Body = unknown>(method: string, path: string, body?: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await send(origin + path, {
      method,
      ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Body;
  };
  return {
    call,
    send,
    stop: () => void (worker = null),
    pass: (ms: number) => void (now += ms),
    fill: () => void (isFull = true),
    keep: (other: string) => void (text = other),
    tick: async () => (await running()).tick(),
    hasLostState: async () => (await running()).hasLostState,
    async enter(email: string): Promise<Person> {
      return (await call<{ person: Person }>('POST', '/api/session', { email })).person;
    },
    wallet: ({ accountId }: Person, fetch: typeof send = send): Wallet =>
      createWallet({
        relay: `${origin}/wallet`,
        accountId,
        enclaveKeys: [sandboxEnclavePublicKeyHex],
        environment: 'sandbox',
        profile,
        store: createMemoryStore(),
        refreshBefore: false,
        fetch,
      }),
  };
}

type TestBrowser = ReturnType<typeof newBrowser>;

const bank = { currency: 'USD', platformAccountId: 'bank-1', accountInfo: sampleBankAccount };

/** Money in the wallet, and a quote for a withdrawal of half of it. */
async function prepareWithdrawal({ call }: TestBrowser, { customerId, accountId }: Person): Promise<Quote> {
  await call('POST', '/api/fund', { amount: 10_000_000 });
  const path = '/wallet/customers/external-accounts';
  const { id } = await call<{ id: string }>('POST', path, { customerId, ...bank });
  return call<Quote>('POST', '/wallet/quotes', paymentBetween(accountId, id, 5_000_000, { description: 'Withdrawal' }));
}

async function withdrawals({ call }: TestBrowser, { customerId }: Person): Promise<unknown> {
  const path = `/wallet/transactions?customerId=${customerId}`;
  return (await call<{ data: { type: string }[] }>('GET', path)).data.filter(({ type }) => type === 'OUTGOING');
}

async function signIn(wallet: Wallet): Promise<void> {
  await (await wallet.emailOtp.begin()).verify('000000');
}

describe('the back-end in a worker', () => {
  test('issues a card that declines in the profile grid until its owner lets it spend, and pays then', async () => {
    const browser = newBrowser('grid');
    const { call } = browser;
    const person = await browser.enter('card@example.com');
    const wallet = browser.wallet(person);
    await signIn(wallet);
    await call('POST', '/api/fund', { amount: 20_000_000 });
    await call('POST', '/api/card', {});
    browser.pass(60_000);
    await browser.tick();
    const [{ id: cardId, state } = { id: '', state: '' }] = await wallet.card.list();
    expect(state).toBe('ACTIVE');
    const buys = async (): Promise<unknown> => call('POST', '/api/card/purchase', { cardId, amount: 5_000_000 });
    expect(await buys()).toEqual({ approved: false });
    await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
    expect(await buys()).toEqual({ approved: true });
    const { balance } = await wallet.account.get({ customerId: person.customerId });
    expect(balance.amount).toBe(15_000_000);
    wallet.close();
  });

  test('pays a withdrawal with the worker stopped between any two requests', async () => {
    const browser = newBrowser();
    const { call, send } = browser;
    const person = await browser.enter('stopped@example.com');
    const wallet = browser.wallet(person, (url, init) => {
      browser.stop();
      return send(url, init);
    });
    await signIn(wallet);
    browser.stop();
    const quote = await prepareWithdrawal(browser, person);
    browser.stop();
    await wallet.quote.execute(quote);
    browser.stop();
    expect(await call('GET', '/api/session')).toMatchObject({ person: { email: 'stopped@example.com' } });
    expect(await withdrawals(browser, person)).toMatchObject([{ quoteId: quote.id, status: 'PROCESSING' }]);
    wallet.close();
  });

  test('settles while it is stopped: what fell due has happened when somebody looks, at its own time', async () => {
    const browser = newBrowser();
    const person = await browser.enter('settled@example.com');
    const wallet = browser.wallet(person);
    await signIn(wallet);
    await wallet.quote.execute(await prepareWithdrawal(browser, person));
    browser.stop();
    browser.pass(3_600_000);
    expect(await withdrawals(browser, person)).toMatchObject([
      { status: 'COMPLETED', settledAt: '2026-01-15T12:01:00.000Z' },
    ]);
    wallet.close();
  });

  test('tells an open page of a settlement that nobody asked for', async () => {
    const browser = newBrowser();
    const person = await browser.enter('told@example.com');
    const wallet = browser.wallet(person);
    await signIn(wallet);
    await wallet.quote.execute(await prepareWithdrawal(browser, person));
    const { body } = await browser.send(`${origin}/api/updates`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('event: ready');
    browser.pass(61_000);
    await browser.tick();
    expect((await reader?.read())?.value).toContain('"kind":"payment"');
    await reader?.cancel();
    wallet.close();
  });

  test('a page whose stream ended with the worker is told to read everything again', async () => {
    const browser = newBrowser();
    await browser.enter('stream@example.com');
    const first = await browser.send(`${origin}/api/updates`);
    const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader();
    const [, id = ''] = /^id: (\d+)$/m.exec((await reader?.read())?.value ?? '') ?? [];
    await reader?.cancel();
    browser.stop();
    browser.pass(1000);
    const again = await browser.send(`${origin}/api/updates`, { headers: { 'Last-Event-ID': id } });
    const next = again.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await next?.read())?.value).toContain('event: gap');
    await next?.cancel();
  });

  test('keeps the moved time, the relay’s counters and its user handles', async () => {
    const browser = newBrowser();
    const { accountId } = await browser.enter('kept@example.com');
    const { now } = await browser.call<{ now: string }>('POST', '/api/clock', { advanceMs: 60_000 });
    const answers: { userHandle?: string; code?: string }[] = [];
    while (answers.length < 21) {
      browser.stop();
      answers.push(await browser.call('POST', '/wallet/passkey-challenge', { accountId }));
    }
    expect(await browser.call('GET', '/api/sandbox/clock')).toEqual({ now });
    expect(new Set(answers.slice(0, 20).map(({ userHandle }) => userHandle)).size).toBe(1);
    expect(answers.map(({ code }) => code).filter(Boolean)).toEqual(['RELAY_RATE_LIMITED']);
  });

  test('an answer that could not be saved is none', async () => {
    const browser = newBrowser();
    await browser.enter('full@example.com');
    browser.fill();
    await expect(browser.call('POST', '/api/fund', { amount: 1 })).rejects.toThrow('full');
  });

  test('keeps the faults that wait, also what is left of one that has struck', async () => {
    const browser = newBrowser();
    const { customerId } = await browser.enter('faults@example.com');
    await browser.call('POST', '/api/sandbox/faults', { delayMs: 0, count: null });
    await browser.call('POST', '/api/sandbox/faults', { status: 500, path: '/transactions', count: 2 });
    browser.stop();
    const listed = await browser.send(`${origin}/wallet/transactions?customerId=${customerId}`);
    expect(listed.status).toBe(500);
    browser.stop();
    expect(await browser.call('GET', '/api/sandbox/faults')).toMatchObject({
      data: [
        { delayMs: 0, remaining: null },
        { status: 500, path: '/transactions', remaining: 1 },
      ],
    });
    browser.stop();
    await browser.send(`${origin}/api/sandbox/faults`, { method: 'DELETE' });
    browser.stop();
    expect(await browser.call('GET', '/api/sandbox/faults')).toEqual({ data: [] });
  });

  test('gives nobody an account that another copy below this origin has, or that it had itself before', async () => {
    const accounts = new Set<string>();
    const [one, other] = [newBrowser(), newBrowser()];
    for (const browser of [one, other]) accounts.add((await browser.enter('same@example.com')).accountId);
    other.stop();
    other.keep('{"version":0}');
    accounts.add((await other.enter('same@example.com')).accountId);
    expect(accounts.size).toBe(3);
  });

  test('a state that it reads, and none at all, is no loss', async () => {
    const browser = newBrowser();
    expect(await browser.hasLostState()).toBe(false);
    await browser.enter('kept@example.com');
    browser.stop();
    expect(await browser.hasLostState()).toBe(false);
  });

  test.for([
    ['is of another version', '{"version":0}'],
    [
      'is of another sandbox',
      '{"version":2,"sandbox":"{}","people":[],"userId":null,"relay":[],"userHandleSecret":""}',
    ],
    ['was torn', '{"version":2,"sand'],
  ])('begins anew with a state that %s, and tells of the loss', async ([, text = '']) => {
    const browser = newBrowser();
    browser.keep(text);
    expect(await browser.hasLostState()).toBe(true);
    expect(await browser.call('GET', '/api/session')).toEqual({ person: null });
    expect((await browser.enter('anew@example.com')).email).toBe('anew@example.com');
  });

  test('answers to the page’s own name alone', async () => {
    const { send } = newBrowser();
    expect((await send('https://other.example.com/api/session')).status).toBe(421);
  });
});
