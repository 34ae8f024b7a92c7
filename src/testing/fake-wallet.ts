/** A wallet driven by hand, for unit tests of pages: no relay, no keys, no storage. */
import type { Quote, QuoteExecution } from '../wire.ts';
import { SessionError } from '../session/index.ts';
import type { EmailOtpAttempt, Wallet } from '../wallet/index.ts';

type WalletState = ReturnType<Wallet['state']>;
type Session = NonNullable<WalletState['session']>;
type Method = (...given: never[]) => Promise<unknown>;

/** The groups of methods of a wallet. */
type Group = {
  [Name in keyof Wallet]: Wallet[Name] extends Readonly<Record<string, Method>> ? Name : never;
}[keyof Wallet];

/** A method of a wallet by its path, such as `quote.execute`. */
export type WalletCall = { [Name in Group]: `${Name}.${keyof Wallet[Name] & string}` }[Group] | 'signedRetry';

type MethodAt<Call extends WalletCall> = Call extends `${infer Name extends Group}.${infer Inner}`
  ? Inner extends keyof Wallet[Name]
    ? Wallet[Name][Inner]
    : never
  : Wallet['signedRetry'];

/** What a call answers: a value, an error to reject with, or a function of what the call was given. */
export type FakeAnswer<Call extends WalletCall> =
  MethodAt<Call> extends (...given: infer Given) => Promise<infer Result>
    ? Error | ((...given: Given) => Result | Promise<Result>) | (Result extends void ? undefined : Result)
    : never;

/** Answers by call. */
export type FakeAnswers = { readonly [Call in WalletCall]?: FakeAnswer<Call> };

/** Options of {@link createFakeWallet}. */
export interface CreateFakeWalletOptions {
  /** The state to begin with; signed out unless said otherwise. */
  readonly state?: WalletState;
  readonly answers?: FakeAnswers;
  /** `InternalAccount:<uuid>`. */
  readonly accountId?: string;
}

/** A call as the page made it. */
export interface RecordedCall {
  readonly call: WalletCall;
  readonly given: readonly unknown[];
}

/** A {@link Wallet} with handles for the test. */
export interface FakeWallet extends Wallet {
  /** Shows another state, and tells who subscribed. */
  setState(next: WalletState): void;
  /** Answers a call from now on. */
  answer<Call extends WalletCall>(call: Call, answer: FakeAnswer<Call>): void;
  /** The calls so far, oldest first. */
  readonly calls: readonly RecordedCall[];
}

/** A session as a signed-in state shows it; its ids are made up, and its end is far away. */
export const sampleSession: Session = Object.freeze({
  sessionId: 'Session:00000000-0000-4000-8000-00000000005e',
  credentialId: 'AuthMethod:00000000-0000-4000-8000-0000000000a1',
  credentialType: 'EMAIL_OTP',
  nickname: 'sample.customer@example.com',
  compressedPublicKeyHex: `02${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}`,
  startedAt: 0,
  expiresAt: 8_640_000_000_000_000,
});

const signedOut: WalletState = Object.freeze({ status: 'signed-out', storage: 'persistent' });
const loading: WalletState = Object.freeze({ status: 'loading', storage: 'persistent' });

/**
 * Creates a wallet whose state and answers the test sets. Without answers of its own, a code signs in, `session.revoke` signs
 * out, a quote is executed at once; any other call rejects with an error that names it.
 *
 * @example
 * const wallet = createFakeWallet({ answers: { 'quote.execute': new Error('no connection') } });
 */
export function createFakeWallet(options: CreateFakeWalletOptions = {}): FakeWallet {
  const { accountId = 'InternalAccount:00000000-0000-4000-8000-0000000000aa' } = options;
  let state = Object.freeze(options.state ?? signedOut);
  const listeners = new Map<object, () => void>();
  const calls: RecordedCall[] = [];
  const answers = new Map<WalletCall, unknown>();
  const setState = (next: WalletState): void => {
    state = Object.freeze(next);
    for (const listener of [...listeners.values()]) listener();
  };
  const signIn = (): Promise<Session> => {
    setState({ status: 'signed-in', storage: 'persistent', session: sampleSession });
    return Promise.resolve(sampleSession);
  };
  const attempt: EmailOtpAttempt = Object.freeze({
    credential: sampleCredential(accountId),
    verify: signIn,
    resend: () => Promise.resolve(),
  });
  const builtIn: FakeAnswers = {
    'emailOtp.begin': attempt,
    'passkey.prepare': { credential: { ...sampleCredential(accountId), type: 'PASSKEY' }, signIn },
    'session.refresh': () => signIn(),
    'session.list': () => [],
    'session.revoke': (revoke) => {
      if (revoke?.sessionId === undefined || revoke.sessionId === state.session?.sessionId)
        setState({ ...signedOut, ended: { reason: 'signed-out' } });
      return { service: 'revoked', localKeyDeleted: true };
    },
    'credentials.list': () => [sampleCredential(accountId)],
    'quote.execute': executionOf,
  };
  for (const table of [builtIn, options.answers ?? {}])
    for (const [call, answer] of Object.entries(table)) answers.set(call as WalletCall, answer);

  const method =
    (call: WalletCall) =>
    async (...given: readonly unknown[]): Promise<unknown> => {
      calls.push({ call, given });
      if (state.status === 'closed') throw new SessionError('WALLET_CLOSED');
      if (!answers.has(call)) throw new Error(`createFakeWallet: give an answer for ${call}`);
      const answer = answers.get(call);
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? (answer as (...all: readonly unknown[]) => unknown)(...given) : answer;
    };
  const group = <Name extends Group>(name: Name, names: readonly (keyof Wallet[Name] & string)[]): Wallet[Name] =>
    Object.freeze(
      Object.fromEntries(names.map((inner) => [inner, method(`${name}.${inner}` as WalletCall)])),
    ) as unknown as Wallet[Name];

  return Object.freeze({
    accountId,
    state: () => state,
    serverState: () => loading,
    subscribe(listener: () => void) {
      const subscription = {};
      listeners.set(subscription, listener);
      return () => void listeners.delete(subscription);
    },
    close() {
      setState({ status: 'closed', storage: state.storage });
      listeners.clear();
    },
    emailOtp: group('emailOtp', ['begin']),
    passkey: group('passkey', ['prepare', 'prepareAdd']),
    quote: group('quote', ['execute']),
    session: group('session', ['refresh', 'revoke', 'list']),
    credentials: group('credentials', ['list', 'remove', 'addEmailOtp', 'changeEmail']),
    card: group('card', ['freeze', 'unfreeze', 'close']),
    signedRetry: method('signedRetry') as Wallet['signedRetry'],
    setState,
    answer: (call: WalletCall, answer: unknown) => void answers.set(call, answer),
    calls,
  }) as FakeWallet;
}

function sampleCredential(accountId: string): EmailOtpAttempt['credential'] {
  return {
    id: sampleSession.credentialId,
    accountId,
    type: 'EMAIL_OTP',
    nickname: sampleSession.nickname,
    createdAt: '2026-01-15T12:00:00Z',
    updatedAt: '2026-01-15T12:00:00Z',
  };
}

function executionOf(quote: Quote): QuoteExecution {
  const { id, transactionId, totalSendingAmount, totalReceivingAmount, feesIncluded } = quote;
  return { id, status: 'PROCESSING', transactionId, totalSendingAmount, totalReceivingAmount, feesIncluded };
}
