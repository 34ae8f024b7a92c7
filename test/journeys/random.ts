/** Random lives of several tabs over one store, held against what the service knows. */
import { type AuthSession, type Quote, type Store, type Wallet } from 'countersign';
import { expect } from 'vitest';
import { createTestBench, type TestBench } from './test-bench.ts';
import { tabCount, type FaultyStep, type Step } from './random-steps.ts';
import { createBus, createLocks, createTabStore } from './tabs.ts';

/** How an execution ended for its caller. */
type Told = 'done' | 'undone' | 'unknown';

/** One browser with its tabs, and what was observed of it. */
export interface Life {
  readonly bench: TestBench;
  readonly store: Store;
  readonly wallets: Wallet[];
  readonly open: () => Wallet;
  readonly bankAccountId: string;
  /** Ids of the sessions that may be the newest: one, or those that reached a tab in the present step. */
  readonly delivered: Set<string>;
  /** Keys that a tab saw end before the present step began. */
  readonly ended: { known: Set<string>; now: Set<string> };
  /** Stamps that were sent by an ended key. */
  readonly misused: string[];
  readonly quotes: Map<string, { readonly quote: Quote; told: Told }>;
  /** Whether this device's wall clock was moved: then a reload may honestly take a session for expired. */
  jumped: boolean;
  steps: number;
}

/** Begins a life: three tabs, nobody signed in; with Web Locks among them, or without. */
export async function beginLife({ locked }: { readonly locked: boolean }): Promise<Life> {
  const bench = await createTestBench({ fund: 5_000_000_000 });
  const store = createTabStore();
  const join = createBus();
  const locks = locked ? createLocks() : undefined;
  const endOf = new Map<string, number>();
  const ended = { known: new Set<string>(), now: new Set<string>() };
  const delivered = new Set<string>();
  const misused: string[] = [];
  const open = (): Wallet => {
    let key: string | undefined;
    const wallet = bench.newWallet({
      store,
      browser: { channel: join(), locks, visible: () => true },
      fetch(url, init) {
        const stamp = new Headers(init.headers).get('Service-Wallet-Signature');
        const signer = stamp === null ? '' : signerOf(stamp);
        const isOver = !life.jumped && bench.clock.now() >= (endOf.get(signer) ?? Infinity);
        // A session that has ended in this browser is revoked by its own key, which signs nothing else.
        const isRevocation = init.method === 'DELETE';
        if ((ended.known.has(signer) && !isRevocation) || isOver) misused.push(signer);
        return bench.pageFetch(url, init);
      },
    });
    const observe = (): void => {
      const { status, session } = wallet.state();
      // A tab that is closed ends no session.
      if (status === 'closed') return;
      if (session !== undefined) {
        delivered.add(session.sessionId);
        endOf.set(session.compressedPublicKeyHex, session.expiresAt);
      }
      if (key !== undefined && key !== session?.compressedPublicKeyHex) ended.now.add(key);
      key = session?.compressedPublicKeyHex;
    };
    wallet.subscribe(observe);
    return wallet;
  };
  const life: Life = {
    bench,
    store,
    wallets: [],
    open,
    bankAccountId: await bench.addBankAccount(),
    delivered,
    ended,
    misused,
    quotes: new Map(),
    jumped: false,
    steps: 0,
  };
  while (life.wallets.length < tabCount) life.wallets.push(open());
  return life;
}

/** Takes one step, lets everything come to rest, and holds every invariant. */
export async function live(life: Life, { step, fault: rule }: FaultyStep): Promise<void> {
  life.steps += 1;
  for (const key of life.ended.now) life.ended.known.add(key);
  life.ended.now.clear();
  const prepared = await prepare(life, step);
  if (rule !== undefined) await life.bench.fault(rule);
  await run(life, prepared);
  await rest();
  await life.bench.control('DELETE', '/faults');
  await holdInvariants(life);
}

/** Ends a life. */
export function endLife(life: Life): void {
  for (const wallet of life.wallets) wallet.close();
}

/** A step with the quote that it needs, asked for while the network still works. */
type Prepared = Step & { readonly quote?: Quote; readonly prepared?: readonly Prepared[] };

async function prepare(life: Life, step: Step): Promise<Prepared> {
  if (step.kind === 'together') {
    const prepared: Prepared[] = [];
    for (const inner of step.steps) prepared.push(await prepare(life, inner));
    return { ...step, prepared };
  }
  return step.kind === 'execute' ? { ...step, quote: await life.bench.quote(1_000_000, life.bankAccountId) } : step;
}

async function run(life: Life, step: Prepared): Promise<void> {
  if (step.kind === 'advance') return life.bench.clock.advance(step.ms);
  if (step.kind === 'jump') {
    life.jumped = true;
    return life.bench.clock.jump(step.ms);
  }
  if (step.kind === 'together') {
    await Promise.all((step.prepared ?? []).map((inner) => run(life, inner)));
    return undefined;
  }
  const wallet = life.wallets[step.tab];
  if (wallet === undefined) return undefined;
  switch (step.kind) {
    case 'sign-in':
      await told(wallet.emailOtp.begin().then((attempt) => attempt.verify('000000')));
      return undefined;
    case 'execute':
      return execute(life, wallet, step.quote as Quote);
    case 'execute-again': {
      const open = [...life.quotes.values()].find((entry) => entry.told === 'unknown');
      return open === undefined ? undefined : execute(life, wallet, open.quote);
    }
    case 'refresh':
      await told(wallet.session.refresh());
      return undefined;
    case 'revoke': {
      const own = wallet.state().session?.sessionId;
      await told(wallet.session.revoke());
      if (own !== undefined) life.delivered.delete(own);
      return undefined;
    }
    case 'list':
      await told(wallet.session.list());
      return undefined;
    case 'reload': {
      wallet.close();
      const reloaded = life.open();
      life.wallets[step.tab] = reloaded;
      // It may be reloaded again before it has read the store: then it never does.
      for (let turn = 0; turn < 10 && reloaded.state().status === 'loading'; turn += 1) await rest();
    }
  }
  return undefined;
}

async function execute(life: Life, wallet: Wallet, quote: Quote): Promise<void> {
  const outcome = await told(wallet.quote.execute(quote));
  const before = life.quotes.get(quote.id)?.told;
  // What was once unknown is only settled by success or by a definite refusal after looking.
  const tells: Told = outcome === undefined ? 'done' : outcome === 'OUTCOME_UNKNOWN' ? 'unknown' : 'undone';
  life.quotes.set(quote.id, {
    quote,
    told: before === 'done' ? 'done' : before === 'unknown' && tells === 'undone' ? 'unknown' : tells,
  });
}

/** The code that a call was refused with, or undefined; anything that isn't an error of the kit fails the test. */
async function told(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/) as string,
      nextStep: expect.any(String) as string,
    });
    return (error as { code: string }).code;
  }
}

async function holdInvariants(life: Life): Promise<void> {
  const { bench, store, misused } = life;
  expect(misused, 'stamps by keys that were known to have ended').toEqual([]);

  let spent = 0;
  for (const { quote, told: tells } of life.quotes.values()) {
    const { body } = await bench.platform('GET', `/quotes/${quote.id}`);
    const executed = body.status === 'PROCESSING' || body.status === 'COMPLETED';
    if (executed) spent += quote.totalSendingAmount;
    if (tells !== 'unknown') expect(executed, `${quote.id} was told to be ${tells}`).toBe(tells === 'done');
  }
  expect(await bench.balance(), 'the balance is what was not spent, each quote once').toBe(5_000_000_000 - spent);
  expect(bench.sandbox.audit(), 'the books of the service').toEqual([]);

  const stored = await storedSession(life);
  const listed = await bench.platform('GET', `/auth/sessions?accountId=${bench.accountId}`);
  const alive = (listed.body.data as readonly AuthSession[]).filter(({ id }) => life.delivered.has(id));
  if (alive.length > 0 && !life.jumped) {
    expect(
      alive.map(({ id }) => id),
      'a session that lives and is the newest is kept',
    ).toContain(stored);
  }
  // Of sign-ins at the same moment the one in the store was the last; it has taken the place of all others.
  life.delivered.clear();
  if (stored !== undefined) life.delivered.add(stored);
  for (const key of await store.keys('')) holdSecret(await store.read(key));
}

async function storedSession({ store, bench }: Life): Promise<string | undefined> {
  const record = (await store.read(`session:3:${bench.accountId}`)) as { session?: { sessionId: string } } | undefined;
  return record?.session?.sessionId;
}

/** The store holds non-extractable keys and short plain facts: no body, payload, stamp or bundle. */
function holdSecret(value: unknown): void {
  if (value instanceof CryptoKey) {
    expect(value).toMatchObject({ type: 'private', extractable: false });
  } else if (typeof value === 'string') {
    expect(value.length).toBeLessThan(140);
  } else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(holdSecret);
  }
}

function signerOf(stamp: string): string {
  return (JSON.parse(atob(stamp.replaceAll('-', '+').replaceAll('_', '/'))) as { publicKey: string }).publicKey;
}

/** Lets what was started come to rest: the engine's own tasks, no time. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
