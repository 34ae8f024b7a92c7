/** The kit and its relay against the public service of today: every flow that meets what has changed since August. */
import type { Wallet } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { sampleCustomer } from '../sample-customer.ts';
import { unlimited } from '../unlimited.ts';
import { codeOf, lose } from './faulty-network.ts';
import { issueCard } from './intercepted-wallet.ts';
import { createTestBench, signedIn, type TestBench, type TestBenchOptions } from './test-bench.ts';
import { createTodaysService, purchasesOf, type CardForm, type TodaysService } from './todays-service.ts';

const nobodys = '00000000-0000-4000-8000-00000000000a';
const paid = { status: 'PROCESSING' };

interface Opened {
  readonly bench: TestBench;
  readonly service: TodaysService;
}

async function open(choice: Partial<TodaysService> = {}, options: TestBenchOptions = {}): Promise<Opened> {
  const service = createTodaysService(choice);
  // With an audit nothing is written to the console.
  const relay = { audit: () => undefined, ...options.relay };
  const { profile = 'grid' } = options;
  const sandbox = profile === 'grid' ? ({ contract: '2026-08' } as const) : {};
  return { service, bench: await createTestBench({ profile, sandbox, between: service.between, ...options, relay }) };
}

async function openSignedIn(choice?: Partial<TodaysService>): Promise<Opened & { readonly wallet: Wallet }> {
  const opened = await open(choice);
  return { ...opened, wallet: await signedIn(opened.bench, { refreshBefore: false }) };
}

/** The same with a card. */
async function openWithCard(choice?: Partial<TodaysService>) {
  const opened = await openSignedIn(choice);
  return { ...opened, cardId: await issueCard(opened) };
}

/** Another customer with a wallet and a card. */
async function addStranger({ platform, clock }: TestBench): Promise<Readonly<Record<string, string>>> {
  const { body: customer } = await platform('POST', '/customers', { ...sampleCustomer, platformCustomerId: 'other' });
  const accounts = await platform('GET', `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`);
  const accountId = accounts.body.data[0].id as string;
  const card = { cardholderId: customer.id as string, form: 'VIRTUAL', fundingSources: [accountId] };
  const { body } = await platform('POST', '/cards', card);
  clock.advance(5000);
  return { customerId: customer.id as string, accountId, cardId: body.id as string };
}

describe('a refusal without status and message', () => {
  test.each([
    ['spec', 'CODE_WRONG'],
    ['grid', 'CODE_WRONG'],
  ] as const)('of a wrong code is no outage, in the profile %s: the right one signs in', async (profile, code) => {
    const { bench } = await open({ cards: 'august', changes: 'august' }, { profile });
    const attempt = await bench.newWallet().emailOtp.begin();
    await expect(attempt.verify('111111')).rejects.toMatchObject({ code, nextStep: 'fix-input' });
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
  });

  test('of a code that has run out is told as such where the service says so', async () => {
    const { bench } = await open({ cards: 'august', changes: 'august' }, { profile: 'spec' });
    const attempt = await bench.newWallet().emailOtp.begin();
    bench.clock.advance(11 * 60_000);
    await expect(attempt.verify('000000')).rejects.toMatchObject({ code: 'CODE_EXPIRED', nextStep: 'restart' });
  });

  test('of a refresh ends the session that the service has ended', async () => {
    const { bench, wallet } = await openSignedIn();
    const elsewhere = await signedIn(bench, { refreshBefore: false });
    await elsewhere.session.revoke({ sessionId: wallet.state().session?.sessionId ?? '' });
    await expect(wallet.session.refresh()).rejects.toMatchObject({ code: 'REFUSED', nextStep: 'reauthenticate' });
    await eventually(() =>
      expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'revoked' } }),
    );
  });

  test('of a revocation tells that the session is gone', async () => {
    const { bench, wallet } = await openSignedIn();
    const elsewhere = await signedIn(bench, { refreshBefore: false });
    const { sessionId = '' } = elsewhere.state().session ?? {};
    await elsewhere.session.revoke();
    expect(await wallet.session.revoke({ sessionId })).toMatchObject({ service: 'revoked' });
    expect(wallet.state().status).toBe('signed-in');
  });

  test('of a record that nobody has stays a 404, where the relay looks for its owner and where it reads', async () => {
    const { bench } = await openSignedIn();
    const body = (text: object) => ({ body: text });
    for (const [method, path, sent] of [
      ['GET', '/quotes/Quote:'],
      ['GET', '/transactions/Transaction:'],
      ['GET', '/cards/Card:'],
      ['GET', '/customers/external-accounts/ExternalAccount:'],
      ['DELETE', '/customers/external-accounts/ExternalAccount:'],
      ['PATCH', '/cards/Card:', body({ state: 'FROZEN' })],
      ['DELETE', '/auth/sessions/Session:'],
      ['DELETE', '/auth/delegated-keys/DelegatedKey:'],
    ] as const) {
      const answer = await bench.page(method, path + nobodys, sent?.body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'RELAY_NOT_FOUND']);
    }
  });

  test('of a payment keeps its code, and the payment was not made', async () => {
    const { bench, wallet } = await openSignedIn();
    const bankAccountId = await bench.addBankAccount();
    const quote = (amount: number) => bench.quote(amount, bankAccountId);
    const [late, large] = [await quote(1_000_000), await quote(400_000_000)];
    expect(await wallet.quote.execute(await quote(400_000_000))).toMatchObject(paid);
    const before = await bench.balance();
    expect(await codeOf(wallet.quote.execute(large))).not.toBe('OUTCOME_UNKNOWN');
    bench.clock.advance(6 * 60_000);
    expect(await codeOf(wallet.quote.execute(late))).toBe('QUOTE_EXPIRED');
    expect(await bench.balance()).toBe(before);
  });
});

test('a session is refreshed, another revoked, and each list of a person’s own is read', async () => {
  const { bench, wallet, cardId } = await openWithCard();
  const before = wallet.state().session?.sessionId;
  const { sessionId } = await wallet.session.refresh();
  expect(sessionId).not.toBe(before);
  const key = await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' });
  const bankAccountId = await bench.addBankAccount();
  const quote = await bench.quote(1_000_000, bankAccountId);
  await wallet.quote.execute(quote);
  expect((await wallet.session.list()).map(({ id }) => id)).toContain(sessionId);
  expect(await wallet.credentials.list()).toMatchObject([{ accountId: bench.accountId }]);
  expect(await wallet.delegatedKeys.list()).toEqual([key]);
  expect(await wallet.card.list()).toMatchObject([{ id: cardId }]);
  expect(await wallet.account.get({ customerId: bench.customerId })).toMatchObject({ id: bench.accountId });
  const { data } = await wallet.transaction.list({ customerId: bench.customerId });
  expect(data.map(({ id }) => id)).toContain(quote.transactionId);
  const payees = await bench.page('GET', `/customers/external-accounts?customerId=${bench.customerId}`);
  expect(payees.body.data).toMatchObject([{ id: bankAccountId }]);
  expect(await wallet.session.revoke()).toMatchObject({ service: 'revoked' });
});

describe('cards', () => {
  test.each<CardForm>(['august', 'september', 'october'])(
    'in the form of %s are listed, frozen, unfrozen and closed by a body that it takes',
    async (form) => {
      const { bench, service, wallet, cardId } = await openWithCard({ cards: form, changes: form });
      const owned = { id: cardId, cardholderId: bench.customerId, fundingSources: [bench.accountId] };
      expect(await wallet.card.list()).toMatchObject([{ ...owned, state: 'ACTIVE' }]);
      expect(await wallet.card.freeze(cardId)).toMatchObject({ ...owned, state: 'FROZEN' });
      expect(await wallet.card.unfreeze(cardId)).toMatchObject({ ...owned, state: 'ACTIVE' });
      const closed = await wallet.card.close(cardId, { confirm: 'permanent' });
      expect(closed).toMatchObject({ id: cardId, state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
      const reason = 'The customer changed the card in the app.';
      expect(service.changed.map((body) => JSON.parse(body) as unknown)).toEqual(
        ['FROZEN', 'ACTIVE', 'CLOSED'].map((status) =>
          form === 'august' ? { state: status } : { status, substatus: 'END_USER_REQUEST', reason },
        ),
      );
      await expect(wallet.card.freeze(cardId)).rejects.toMatchObject({
        code: 'REFUSED',
        platformCode: 'INVALID_STATE_TRANSITION',
        nextStep: 'fix-input',
      });
    },
  );

  test.each([
    ['august', 'september'],
    ['september', 'august'],
  ] as const)(
    'in the form of %s, of a service that takes the one of %s and ignores the rest, are never told to be changed',
    async (cards, changes) => {
      const { bench, service, wallet, cardId } = await openWithCard({ cards, changes, ignoresUnknown: true });
      for (const press of [
        () => wallet.card.freeze(cardId),
        () => wallet.card.close(cardId, { confirm: 'permanent' }),
      ]) {
        await expect(press()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      }
      expect(service.changed.length).toBeGreaterThan(1);
      expect((await bench.platform('GET', `/cards/${cardId}`)).body.state).toBe('ACTIVE');
      expect(await wallet.card.list()).toMatchObject([{ id: cardId, state: 'ACTIVE' }]);
    },
  );

  test.each<CardForm>(['august', 'september'])(
    'in the form of %s whose change is refused stay as they are',
    async (cards) => {
      const changes = cards === 'august' ? 'september' : 'august';
      const { bench, wallet, cardId } = await openWithCard({ cards, changes });
      const refused = { code: 'REFUSED', status: 400, platformCode: 'INVALID_INPUT', nextStep: 'fix-input' };
      await expect(wallet.card.freeze(cardId)).rejects.toMatchObject(refused);
      expect((await bench.platform('GET', `/cards/${cardId}`)).body.state).toBe('ACTIVE');
    },
  );

  test.each<CardForm>(['august', 'september'])(
    'in the form of %s are a person’s own: another’s is neither listed, read nor changed',
    async (form) => {
      const { bench, service, cardId } = await openWithCard({ cards: form, changes: form });
      const other = await addStranger(bench);
      const own = await bench.page('GET', `/cards?cardholderId=${bench.customerId}`);
      expect([own.status, own.body.data.map(({ id }: { id: string }) => id)]).toEqual([200, [cardId]]);
      for (const [method, body] of [['GET'], ['PATCH', { state: 'FROZEN' }]] as const) {
        expect(await bench.page(method, `/cards/${other['cardId'] ?? ''}`, body)).toMatchObject({ status: 404 });
      }
      // A service that forgets a filter answers with everybody's.
      service.gateway = async (request, done) => {
        const url = new URL(request.url);
        if (!url.pathname.endsWith('/cards')) return null;
        const { data } = (await (await done()).json()) as { readonly data: readonly object[] };
        const theirs = await bench.platform('GET', `/cards/${other['cardId'] ?? ''}`);
        return Response.json({ data: [...data, theirs.body], hasMore: false });
      };
      for (const filter of [`cardholderId=${bench.customerId}`, `accountId=${bench.accountId}`]) {
        const all = await bench.page('GET', `/cards?${filter}`);
        expect(all).toMatchObject({ status: 502, body: { code: 'RELAY_UPSTREAM_INVALID' } });
      }
      expect(service.changed).toEqual([]);
    },
  );

  test('that wait for their key are not usable yet, and lead to it', async () => {
    const { service, wallet, cardId } = await openWithCard({ changes: 'october' });
    service.gateway = async (request, done) => {
      if (!new URL(request.url).pathname.endsWith('/cards')) return null;
      const { data, ...page } = (await (await done()).json()) as { readonly data: readonly object[] };
      const waits = { status: 'PENDING', statusReason: 'DELEGATION_REQUIRED' };
      return Response.json({ ...page, data: data.map((card) => ({ ...card, ...waits })) });
    };
    expect(await wallet.card.list()).toMatchObject([
      { id: cardId, state: 'PENDING', stateReason: 'DELEGATION_REQUIRED' },
    ]);
    expect(await wallet.delegatedKeys.create({ cardId, nickname: 'Card spending' })).toMatchObject({
      status: 'ACTIVE',
    });
  });
});

test('a purchase that was declined or released, and a return as a row of its own, are listed as they are', async () => {
  const { bench, service, wallet, cardId } = await openWithCard();
  const rows = purchasesOf({ customerId: bench.customerId, accountId: bench.accountId, cardId });
  service.purchases.push(...Object.values(rows));
  const { data } = await wallet.transaction.list({ customerId: bench.customerId });
  const own = data.filter(({ type }) => type === 'CARD');
  expect(own).toEqual(Object.values(rows));
  expect(own).toMatchObject([
    { status: 'DECLINED', cardDeclinedReason: 'INSUFFICIENT_FUNDS' },
    { status: 'VOIDED', authorizedAmount: { amount: 0 } },
    {
      status: 'SETTLED',
      direction: 'CREDIT',
      originalTransactionId: rows.purchase['id'],
      settledAmount: { amount: 1200 },
    },
    { status: 'SETTLED', direction: 'DEBIT', settledAmount: { amount: 1200 } },
  ]);
  const id = String(rows.declined['id']);
  expect(await wallet.transaction.get(id)).toMatchObject({ id, status: 'DECLINED' });
});

describe('a quote', () => {
  test('that was answered with 200 is paid, once', async () => {
    const { bench, service, wallet } = await openSignedIn();
    const bankAccountId = await bench.addBankAccount();
    const answered = await bench.page('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: bench.accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    });
    expect(answered).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect(await wallet.quote.execute(answered.body)).toMatchObject(paid);
    expect(await bench.balance()).toBe(500_000_000 - 1_000_000);
    expect(service.lines.filter((line) => line.endsWith('/execute'))).toHaveLength(1);
  });
});

describe('a challenge that has not settled', () => {
  test('is asked for again, and the code of the one that has signs in', async () => {
    const { bench, service } = await open({ unsettled: 2 });
    const wallet = bench.newWallet();
    const attempt = await advanced(bench, wallet.emailOtp.begin());
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
    expect(service.lines.filter((line) => line.endsWith('/challenge'))).toHaveLength(3);
  });

  test('counts as no code: the limit of codes is left for the one that is sent', async () => {
    const codes = { limit: 1, windowMs: 60_000 };
    const { bench } = await open({ unsettled: 2 }, { relay: { limits: { ...unlimited, codes } } });
    const wallet = bench.newWallet();
    const attempt = await advanced(bench, wallet.emailOtp.begin());
    await expect(advanced(bench, attempt.resend())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(attempt.verify('000000')).resolves.toMatchObject({ credentialType: 'EMAIL_OTP' });
  });
});

/** Waits for work that waits for the clock. */
async function advanced<Result>(bench: TestBench, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = (): void => void (isOver = true);
  work.then(over, over);
  await eventually(() => {
    if (!isOver) bench.clock.advance(1000);
    expect(isOver).toBe(true);
  });
  return work;
}

describe('a gateway’s body after a stamp', () => {
  const bodies: readonly (readonly [number, object])[] = [
    [403, { message: 'Forbidden' }],
    [400, { code: 'BAD_REQUEST' }],
    [400, { code: 4000, reason: 'no' }],
    [403, { code: 'forbidden', reason: 'no' }],
    [404, { status: 404, error: 'Not Found' }],
    [400, { status: 502, code: 'BAD_GATEWAY', reason: 'the origin failed' }],
    [409, { code: 'CONFLICT', reason: { text: 'no' } }],
  ];
  const stamped = ({ headers }: Request): boolean => headers.has('Grid-Wallet-Signature');

  test.each(bodies)(
    'is no refusal, status %i %j: the payment that was made is found, and made once',
    async (status, body) => {
      const { bench, service, wallet } = await openSignedIn();
      const quote = await bench.quote(1_000_000);
      service.gateway = async (request, done) => {
        if (!stamped(request)) return null;
        await done();
        return Response.json(body, { status });
      };
      expect(await wallet.quote.execute(quote)).toMatchObject({ id: quote.id, ...paid });
      expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
      expect(service.lines.filter((line) => line.endsWith('/execute'))).toHaveLength(1);
    },
  );

  test.each(bodies)(
    'is no refusal, status %i %j: of a payment that can’t be looked up the outcome is unknown',
    async (status, body) => {
      const { bench, service, wallet } = await openSignedIn();
      const quote = await bench.quote(1_000_000);
      let isSent = false;
      service.gateway = (request) => {
        isSent ||= stamped(request);
        if (!isSent) return null;
        return stamped(request) ? Response.json(body, { status }) : lose();
      };
      await expect(wallet.quote.execute(quote)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      service.gateway = null;
      expect(await wallet.quote.execute(quote)).toMatchObject({ id: quote.id, ...paid });
      expect(await bench.balance()).toBe(500_000_000 - quote.totalSendingAmount);
    },
  );
});
