/** Wallets for pictures: each is in one state, and every call has one outcome. Nothing is signed and nothing is sent. */

import {
  PasskeyError,
  type AuthMethod,
  type Card,
  type DelegatedKey,
  type Quote,
  type Transaction,
  type Wallet,
} from 'countersign';

const accountId = 'InternalAccount:00000000-0000-4000-8000-000000000001';
const now = new Date();
const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();

const session = {
  sessionId: 'Session:00000000-0000-4000-8000-000000000002',
  compressedPublicKeyHex: `02${'5a'.repeat(32)}`,
  startedAt: now.getTime(),
  expiresAt: now.getTime() + 15 * 60_000,
};

/** A credential of the account. */
export function credential(type: AuthMethod['type'], nickname: string): AuthMethod {
  const id = `AuthMethod:${type}-${nickname}`;
  return { id, accountId, type, nickname, createdAt: at(-9000), updatedAt: at(-9000) };
}

/** A quote that is held for five minutes, or was. */
export function quote(minutes = 5): Quote {
  return {
    id: `Quote:00000000-0000-4000-8000-00000000000${minutes > 0 ? '3' : '4'}`,
    status: 'PENDING',
    createdAt: at(minutes - 5),
    expiresAt: at(minutes),
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:00000000-0000-4000-8000-000000000005' },
    sendingCurrency: { code: 'USDB', name: 'Sample dollar', symbol: '$', decimals: 6 },
    receivingCurrency: { code: 'MXN', name: 'Mexican peso', symbol: '$', decimals: 2 },
    totalSendingAmount: 40_000_000,
    totalReceivingAmount: 73_260,
    exchangeRate: 1 / 18.5,
    feesIncluded: 400_000,
    transactionId: 'Transaction:00000000-0000-4000-8000-000000000006',
  };
}

/** A payment in a state. */
export function transaction(status: Transaction['status'], failureReason?: string): Transaction {
  const { sendingCurrency, receivingCurrency, totalSendingAmount, totalReceivingAmount, transactionId } = quote();
  const paid = {
    id: transactionId,
    status,
    type: 'OUTGOING' as const,
    direction: 'DEBIT' as const,
    customerId: 'Customer:00000000-0000-4000-8000-000000000007',
    platformCustomerId: 'sample-customer',
    sentAmount: { amount: totalSendingAmount, currency: sendingCurrency },
    receivedAmount: { amount: totalReceivingAmount, currency: receivingCurrency },
    destination: quote().destination,
    settlementTimelineSeconds: 180,
    createdAt: at(-1),
    updatedAt: at(0),
    ...(failureReason === undefined ? {} : { failureReason }),
  };
  return paid;
}

const bank = {
  accountType: 'MXN_ACCOUNT',
  clabeNumber: '012345678901236789',
  bankName: 'Sample Bank',
  beneficiary: { fullName: 'Sample Payee' },
};

/** Names and addresses as long as people have them. */
export const longest = {
  email: 'a.longer.name.than.most@the-department-of-samples.example.com',
  name: 'The Sample Company for Samples of Every Kind and Their Transport, Limited',
};

/** A quote with the largest amounts that are exact. */
export function largestQuote(): Quote {
  const amount = Number.MAX_SAFE_INTEGER;
  return { ...quote(), totalSendingAmount: amount, totalReceivingAmount: amount, feesIncluded: 1_234_567_890_123 };
}

const { sendingCurrency: currency } = quote();
const deposit = {
  ...transaction('COMPLETED'),
  id: 'deposit',
  createdAt: at(-1500),
  type: 'INCOMING',
  receivedAmount: { amount: 250_000_000, currency },
};
const purchase = {
  id: 'purchase',
  type: 'CARD',
  direction: 'DEBIT',
  status: 'AUTHORIZED',
  merchant: { descriptor: 'Sample Shop' },
  authorizedAmount: { amount: 5_000_000, currency },
  createdAt: at(-60),
};
const account = {
  balance: { amount: 1_145_250_000, currency },
  totalBalance: { amount: 1_150_250_000, currency },
  fundingPaymentInstructions: [
    { accountOrWalletInfo: { accountType: 'SPARK_WALLET', assetType: 'USDB', address: 'sample-address-1a2b3c4d5e6f' } },
  ],
};

const transactions = [
  transaction('PROCESSING'),
  purchase,
  { ...transaction('COMPLETED'), createdAt: at(-90) },
  deposit,
];
const largest = { amount: Number.MAX_SAFE_INTEGER, currency };
const longestTransactions = [
  { ...transaction('PROCESSING'), sentAmount: largest },
  { ...purchase, merchant: { descriptor: longest.name }, authorizedAmount: largest },
];
const longestAccount = {
  balance: { amount: Number.MAX_SAFE_INTEGER - 1, currency },
  totalBalance: largest,
  fundingPaymentInstructions: [
    {
      accountOrWalletInfo: {
        accountType: 'SPARK_WALLET',
        assetType: 'USDB',
        address: `sample-${'1a2b3c4d5e6f'.repeat(7)}`,
      },
    },
  ],
};

/** A card in a state. */
export function card(state: Card['state']): Card {
  return {
    id: 'Card:00000000-0000-4000-8000-000000000008',
    cardholderId: 'Customer:00000000-0000-4000-8000-000000000007',
    state,
    form: 'VIRTUAL',
    fundingSources: [accountId],
    maxSpendPerTransaction: null,
    last4: '4242',
    createdAt: at(-9000),
    updatedAt: at(0),
  };
}

/** What can be said of a pretended wallet. */
export interface Pretence {
  readonly signedIn?: boolean;
  /** Minutes that the session has left. */
  readonly minutesLeft?: number;
  readonly credentials?: readonly AuthMethod[];
  readonly cards?: readonly Card[];
  readonly transaction?: Transaction;
  readonly newPayee?: boolean;
  /** Whether names, addresses and amounts are the longest that there are. */
  readonly longest?: boolean;
  readonly transactions?: readonly object[];
  /** Delegated keys, where cards need them. */
  readonly keys?: readonly Pick<DelegatedKey, 'id' | 'cardId' | 'status'>[];
  /** How somebody has signed in last in this browser. */
  readonly lastWay?: AuthMethod['type'];
  /** What each call that signs rejects with; without it such a call never ends. */
  readonly error?: Error;
  /** Whether reads never end. */
  readonly loading?: boolean;
}

/** Makes a wallet that pretends. */
export function pretendWallet(pretence: Pretence): Wallet {
  const { signedIn = false, minutesLeft = 12, credentials = [], cards = [], error, loading = false } = pretence;
  const state = Object.freeze(
    signedIn
      ? {
          status: 'signed-in',
          storage: 'persistent',
          session: { ...session, expiresAt: now.getTime() + minutesLeft * 60_000 },
        }
      : { status: 'signed-out', storage: 'persistent' },
  );
  const never = new Promise<never>(() => undefined);
  const act = (): Promise<never> => (error === undefined ? never : Promise.reject(error));
  const read = <Value>(value: Value): Promise<Value> => (loading ? never : Promise.resolve(value));
  const current = {
    ...session,
    id: session.sessionId,
    accountId,
    type: 'EMAIL_OTP',
    nickname: 'sample.customer@example.com',
  };
  const sessions = [
    { ...current, createdAt: at(-3), updatedAt: at(-3), expiresAt: at(12), current: true },
    { ...current, id: 'Session:other', createdAt: at(-9), updatedAt: at(-9), expiresAt: at(6), current: false },
  ];
  const attempt = {
    credential: credential('EMAIL_OTP', 'sample.customer@example.com'),
    verify: act,
    resend: act,
    keep: () => ({ challenge: { id: 'none' } }),
    serviceTime: () => now.getTime(),
  };
  const codes = { begin: () => (error === undefined ? read(attempt) : Promise.resolve(attempt)) };
  const own = `${accountId}${pretence.lastWay ?? ''}`;
  // As the element keeps it.
  if (pretence.lastWay !== undefined) localStorage.setItem(`countersign:ways:${own}`, pretence.lastWay);
  return {
    accountId: own,
    state: () => state,
    serverState: () => state,
    subscribe: () => () => undefined,
    close: () => undefined,
    prepare: () => Promise.resolve(),
    emailOtp: codes,
    smsOtp: codes,
    oauth: { begin: () => read({ nonce: '', verify: act }) },
    passkey: {
      prepare: () => read({ credential: credential('PASSKEY', 'Sample laptop'), signIn: act }),
      prepareAdd: () => read({ add: act }),
      available: () => Promise.resolve('here'),
    },
    quote: { execute: act, get: () => read(quote()), look: act, unfinished: () => Promise.resolve([]) },
    transaction: {
      get: () => read(pretence.transaction),
      list: () => read({ data: pretence.transactions ?? (pretence.longest ? longestTransactions : transactions) }),
      async *follow() {
        yield await read(pretence.transaction);
      },
    },
    payee: {
      get: () => {
        const beneficiary = pretence.longest ? { fullName: longest.name } : bank.beneficiary;
        return read({ account: { accountInfo: { ...bank, beneficiary } }, isNew: pretence.newPayee ?? false });
      },
      name: () => read(undefined),
    },
    account: { get: () => read(pretence.longest ? longestAccount : account) },
    session: { refresh: act, revoke: act, list: () => read(sessions) },
    credentials: {
      list: () => read(credentials),
      remove: act,
      addEmailOtp: act,
      addSmsOtp: act,
      addOAuth: act,
      changeEmail: act,
    },
    delegatedKeys: {
      canCreate: true,
      list: () => read(pretence.keys),
      create: act,
      revoke: act,
    },
    card: { freeze: act, unfreeze: act, close: act, list: () => read(cards) },
    signedRetry: act,
  } as unknown as Wallet;
}

/** An error of the kit, for a picture. */
export function cancelled(): Error {
  return new PasskeyError('CANCELLED', 'cancelled', { nextStep: 'retry' });
}
