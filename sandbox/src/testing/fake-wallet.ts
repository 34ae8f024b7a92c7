/** A wallet for tests of user interfaces: nothing is sent, and every answer is given by hand. */
import {
  SessionError,
  type CodeAttempt,
  type OAuthAttempt,
  type SessionState,
  type Wallet,
  type WalletFlow,
  type WalletState,
} from 'countersign';
import { checkOptionNames } from '../../../src/kit/options.ts';
import { createSnapshot, loadingState } from '../../../src/kit/session/snapshot.ts';
import { flowFacts, type FlowsBy } from '../../../src/kit/wallet/facts.ts';
import { requireObjectArgument } from './require.ts';

/** The calls that a fake answers, by the names that events have for them. */
export type FakeCallName = Exclude<WalletFlow, `background.${string}`>;

/** The names of the methods of a group. */
type MethodsOf<Group> = Extract<
  { [Name in keyof Group]: Group[Name] extends (...passed: never[]) => unknown ? Name : never }[keyof Group],
  string
>;

/** The methods of a wallet that do something, by the same names. */
type MethodName =
  | {
      [Name in keyof Wallet]: Wallet[Name] extends string | ((...passed: never[]) => unknown)
        ? never
        : `${Name}.${MethodsOf<Wallet[Name]>}`;
    }[keyof Wallet]
  | 'signedRetry';

/** The table of flows: a method without a row, or a method's row without the method, doesn't compile. */
const rows: [Exclude<FlowsBy<'method'>, MethodName>] extends [never]
  ? Readonly<Record<MethodName, { readonly by: string; readonly needsSession: boolean }>>
  : never = flowFacts;

/** A partial value: a test gives the parts that its screen reads. */
export type PartOf<Value> = Value extends readonly (infer Item)[]
  ? readonly PartOf<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: PartOf<Value[Name]> }
    : Value;

/** The methods of a wallet and of the attempts that it begins, by call. */
export type FakeMethods = {
  [Name in FakeCallName]: Name extends 'emailOtp.verify' | 'smsOtp.verify'
    ? CodeAttempt['verify']
    : Name extends 'emailOtp.resend' | 'smsOtp.resend'
      ? CodeAttempt['resend']
      : Name extends 'oauth.verify'
        ? OAuthAttempt['verify']
        : Name extends `${infer Group extends keyof Wallet}.${infer Method}`
          ? Wallet[Group][Method & keyof Wallet[Group]]
          : Wallet[Name & keyof Wallet];
};

/** The outcome of a method: its result or a part of it, an error to be thrown, or a promise of one of these. */
export type FakeResult<Result> =
  | (Result extends AsyncIterable<infer Item> ? PartOf<Item> | readonly PartOf<Item>[] : PartOf<Awaited<Result>>)
  | Error
  | Promise<PartOf<Awaited<Result>> | Error>;

/** The outcome of a call, or a function of its arguments. A returned Error is thrown. */
export type FakeAnswer<Name extends FakeCallName = FakeCallName> = FakeMethods[Name] extends (
  ...passed: infer Passed
) => infer Result
  ? FakeResult<Result> | ((...passed: Passed) => FakeResult<Result>)
  : unknown;

/** Options of {@link createFakeWallet}. */
export interface CreateFakeWalletOptions {
  /** Initial state: `signed-out` by default, or a whole state. */
  readonly state?: 'loading' | 'signed-out' | 'signed-in' | WalletState;
  /** Outcome of each call. Signing in, refreshing and signing out have answers of their own. */
  readonly answers?: { readonly [Name in FakeCallName]?: FakeAnswer<Name> };
  /** The account; one of the examples by default. */
  readonly accountId?: string;
}

/** A call that was made. */
export interface FakeCall {
  /** The method's name. */
  readonly name: FakeCallName;
  /** Passed arguments. */
  readonly passed: readonly unknown[];
}

/** A call that waits to be released. */
export interface HeldCall {
  /** Lets the call resolve with this, or with its usual answer. */
  release(value?: unknown): void;
  /** Lets the call reject with this. */
  fail(error: unknown): void;
}

/** A fake wallet, and the functions by which a test drives it. */
export interface FakeWallet {
  /** The wallet for the code under test. */
  readonly wallet: Wallet;
  /** Sets the state, and calls the subscribers. */
  setState(state: WalletState): void;
  /** Signs in, as `verify` does. */
  signIn(session?: Partial<SessionState>): void;
  /** Ends the session for this reason. */
  signOut(reason?: NonNullable<WalletState['ended']>['reason']): void;
  /** Gives a call another answer from now on. */
  answer<Name extends FakeCallName>(name: Name, answer: FakeAnswer<Name>): void;
  /** Lets the next call of this name wait until it is released. */
  hold(name: FakeCallName): HeldCall;
  /** The calls so far. */
  calls(): readonly FakeCall[];
}

const session: SessionState = Object.freeze({
  sessionId: 'Session:00000000-0000-4000-8000-000000000001',
  credentialId: 'AuthMethod:00000000-0000-4000-8000-000000000002',
  credentialType: 'EMAIL_OTP',
  nickname: 'sample.customer@example.com',
  compressedPublicKeyHex: `02${'00'.repeat(32)}`,
  startedAt: 0,
  expiresAt: 0,
});

/** A session of a quarter of an hour that begins now. */
function newSession(as: Partial<SessionState>): SessionState {
  const startedAt = Date.now();
  return Object.freeze({ ...session, startedAt, expiresAt: startedAt + 900_000, ...as });
}

const credential = Object.freeze({
  id: session.credentialId,
  accountId: 'InternalAccount:00000000-0000-4000-8000-000000000003',
  type: 'EMAIL_OTP',
  nickname: session.nickname,
  createdAt: '2026-01-15T12:00:00.000Z',
  updatedAt: '2026-01-15T12:00:00.000Z',
});

const payee = Object.freeze({
  id: 'ExternalAccount:00000000-0000-4000-8000-000000000004',
  status: 'ACTIVE',
  currency: 'USD',
  accountInfo: Object.freeze({
    accountType: 'USD_ACCOUNT',
    accountNumber: '000123456789',
    bankName: 'Sample Bank',
    beneficiary: Object.freeze({ beneficiaryType: 'INDIVIDUAL', fullName: 'Sample Customer' }),
  }),
});

/**
 * Creates a wallet that is driven by hand.
 *
 * @example
 * const { wallet, hold, signIn } = createFakeWallet({ answers: { 'quote.execute': { status: 'PROCESSING' } } });
 * const payment = hold('quote.execute');
 * signIn();
 * // render, press, look at the spinner
 * payment.release();
 *
 * @throws TypeError for options of another form, RangeError for an unknown state
 */
export function createFakeWallet(options: CreateFakeWalletOptions = {}): FakeWallet {
  requireObjectArgument('createFakeWallet: options', options);
  const { accountId = credential.accountId, answers: given = {}, state: begun = 'signed-out' } = options;
  checkOptionNames(options, { accountId, answers: given, state: begun }, 'createFakeWallet');
  if (typeof accountId !== 'string') throw new TypeError('createFakeWallet: accountId must be a string');
  requireObjectArgument('createFakeWallet: answers', given);
  const answers = new Map<string, unknown>(Object.entries(given));
  const held = new Map<string, Promise<readonly [answer: unknown] | undefined>[]>();
  const calls: FakeCall[] = [];
  const snapshot = createSnapshot(stateOf(begun));
  const { get: state } = snapshot;

  const set = (next: WalletState): void => {
    if (state().status !== 'closed') snapshot.set(copyOf(next));
  };
  const signIn = (as: Partial<SessionState> = {}): SessionState => {
    set({ status: 'signed-in', storage: state().storage, session: newSession(as) });
    return state().session ?? session;
  };
  const signOut = (reason: NonNullable<WalletState['ended']>['reason'] = 'signed-out'): void =>
    set({ status: 'signed-out', storage: state().storage, ended: { reason } });

  /** The outcome of a call for which the test has set none. */
  const usual: Readonly<Partial<Record<FakeCallName, () => unknown>>> = {
    'session.refresh': () => state().session,
    'session.list': () => [],
    'session.revoke': () => {
      signOut();
      return { service: 'revoked', localKeyDeleted: true };
    },
    'credentials.list': () => [credential],
    'quote.look': () => undefined,
    'quote.unfinished': () => [],
    'card.list': () => [],
    'delegatedKeys.list': () => [],
    'payee.get': () => ({ account: payee, isNew: false }),
    'payee.name': () => undefined,
    'emailOtp.begin': () => attemptOf('emailOtp'),
    'smsOtp.begin': () => attemptOf('smsOtp'),
    'emailOtp.verify': () => signIn(),
    'smsOtp.verify': () => signIn({ credentialType: 'SMS_OTP' }),
    'emailOtp.resend': () => undefined,
    'smsOtp.resend': () => undefined,
    'passkey.available': () => 'no',
    'passkey.prepare': () => ({ credential, signIn: method('passkey.signIn') }),
    'passkey.prepareAdd': () => ({ add: method('passkey.add') }),
    'passkey.signIn': () => signIn({ credentialType: 'PASSKEY' }),
    'oauth.begin': () => ({
      nonce: '0'.repeat(64),
      verify: method('oauth.verify'),
      keep: () => Promise.resolve({ attemptId: credential.id }),
    }),
    'oauth.verify': () => signIn({ credentialType: 'OAUTH' }),
  };

  const answerOf = async (name: FakeCallName, passed: readonly unknown[]): Promise<unknown> => {
    const waiting = held.get(name)?.shift();
    const released = await waiting;
    const answer = released === undefined ? answers.get(name) : released[0];
    if (released === undefined && !answers.has(name)) {
      const run = usual[name];
      if (run !== undefined) return run();
      throw new Error(`createFakeWallet: nothing says what ${name} comes to; pass answers['${name}']`);
    }
    const value: unknown = await (typeof answer === 'function'
      ? (answer as (...all: unknown[]) => unknown)(...passed)
      : answer);
    if (value instanceof Error) throw value;
    return value;
  };
  const method =
    (name: FakeCallName) =>
    async (...passed: unknown[]): Promise<never> => {
      calls.push(Object.freeze({ name, passed: Object.freeze(passed) }));
      const signal = signalIn(passed);
      // A closed wallet still reports the browser's abilities.
      if (state().status === 'closed' && name !== 'passkey.available') throw new SessionError('WALLET_CLOSED');
      signal?.throwIfAborted();
      if (state().status !== 'signed-in' && flowFacts[name].needsSession) throw new SessionError('SIGNED_OUT');
      return (await unlessEnded(answerOf(name, passed), signal)) as never;
    };
  const attemptOf = (group: 'emailOtp' | 'smsOtp'): object => {
    const sentAt = Date.now();
    return Object.freeze({
      credential,
      verify: method(`${group}.verify`),
      resend: method(`${group}.resend`),
      keep: () => ({ challenge: credential, sentAt }),
      serviceTime: () => Date.now(),
    });
  };

  const endings = new Set<(reason: unknown) => void>();
  const unlessEnded = <Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(signal?.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      endings.add(reject);
      const stop = (): void => {
        signal?.removeEventListener('abort', abort);
        endings.delete(reject);
      };
      work
        .then(resolve, reject)
        .finally(stop)
        .catch(() => undefined);
    });

  /** Its answer is the list of what it tells one after the other. */
  const follow = async function* (...passed: unknown[]): AsyncGenerator<unknown, void, undefined> {
    const transactions: unknown = await method('transaction.follow')(...passed);
    yield* Array.isArray(transactions) ? transactions : [transactions];
  };
  const groups = new Map<string, Record<string, unknown>>();
  for (const name of Object.keys(rows) as MethodName[]) {
    const [group = '', one] = name.split('.');
    if (rows[name].by === 'method' && one !== undefined)
      groups.set(group, { ...groups.get(group), [one]: name === 'transaction.follow' ? follow : method(name) });
  }
  const wallet = Object.freeze({
    accountId,
    state,
    serverState: () => loadingState,
    subscribe: snapshot.subscribe,
    prepare: () =>
      state().status === 'closed' ? Promise.reject(new SessionError('WALLET_CLOSED')) : Promise.resolve(),
    close() {
      set({ status: 'closed', storage: state().storage });
      snapshot.clear();
      for (const end of endings) end(new SessionError('WALLET_CLOSED'));
    },
    ...Object.fromEntries([...groups].map(([group, methods]) => [group, Object.freeze(methods)])),
    delegatedKeys: Object.freeze({ canCreate: true, ...groups.get('delegatedKeys') }),
    signedRetry: method('signedRetry'),
  }) as unknown as Wallet;

  return Object.freeze({
    wallet,
    setState: set,
    signIn: (as?: Partial<SessionState>) => void signIn(as),
    signOut,
    answer: (name: FakeCallName, answer: unknown) => void answers.set(name, answer),
    hold(name: FakeCallName): HeldCall {
      let release: (answer: readonly [unknown] | undefined) => void = () => undefined;
      let fail: HeldCall['fail'] = () => undefined;
      const waiting = new Promise<readonly [unknown] | undefined>((resolve, reject) => {
        release = resolve;
        fail = reject;
      });
      // A call that is never made leaves nothing behind.
      waiting.catch(() => undefined);
      held.set(name, [...(held.get(name) ?? []), waiting]);
      return {
        release: (...value: readonly unknown[]) => release(value.length === 0 ? undefined : [value[0]]),
        fail,
      };
    },
    calls: () => [...calls],
  });
}

function stateOf(state: NonNullable<CreateFakeWalletOptions['state']>): WalletState {
  const status = typeof state === 'object' ? state.status : state;
  if (!['loading', 'signed-out', 'signed-in', 'closed'].includes(status)) {
    throw new RangeError(
      'createFakeWallet: state must be "loading", "signed-out", "signed-in", or a whole WalletState',
    );
  }
  if (typeof state === 'object') return copyOf(state);
  const storage = 'persistent';
  return state === 'signed-in' ? { status: state, storage, session: newSession({}) } : { status: state, storage };
}

function copyOf(state: WalletState): WalletState {
  return state.session === undefined ? { ...state } : { ...state, session: Object.freeze({ ...state.session }) };
}

function signalIn(passed: readonly unknown[]): AbortSignal | undefined {
  const { signal } = (passed.at(-1) ?? {}) as { readonly signal?: AbortSignal };
  return typeof signal?.throwIfAborted === 'function' ? signal : undefined;
}
