/** The service at the far end: a sandbox in real time, the customer's things in it, and what it knows to be true. */
import { encryptOtp, generateClientKeyPair, openSessionSigningKey, stamp } from 'countersign/crypto';
import { createSandbox, type CreateSandboxOptions, type Sandbox } from 'countersign/sandbox';
import type { AuthMethod, AuthSession, Card, Quote, Transaction } from 'countersign';
import { createPasskey } from '../sandbox/authenticator.ts';
import { sampleBankAccount, sampleCustomer } from '../sample-customer.ts';

/** The service's base URL, as relay and platform know it. */
export const serviceUrl = 'http://localhost/2025-10-13';

/** Money in the wallet at the start, smallest unit. */
export const funds = 5_000_000_000;

/** One request of the sandbox's log. */
export interface LoggedRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly leg: 1 | 2;
  readonly status: number | null;
  readonly signedBy?: string;
  readonly refusal?: string;
  readonly replayed?: true;
}

/** The service, its platform's calls and its truth. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly customerId: string;
  readonly accountId: string;
  readonly cardId: string;
  /** Passkeys of the customer that a test may remove. */
  readonly passkeyIds: readonly string[];
  /** Asks for a quote from the wallet to a bank account. */
  quote(amount?: number): Promise<Quote>;
  readQuote(quoteId: string): Promise<Quote>;
  /** Lets time pass at the service alone. */
  wait(ms: number): Promise<void>;
  /** Ends a session as an operator would: nobody in the browser is told. */
  revoke(sessionId: string): Promise<void>;
  sessions(): Promise<readonly AuthSession[]>;
  credentials(): Promise<readonly AuthMethod[]>;
  card(): Promise<Card>;
  /** The payments that left the wallet. */
  payments(): Promise<readonly Transaction[]>;
  balance(): Promise<number>;
  /** The requests since the log began, oldest first. */
  log(): Promise<readonly LoggedRequest[]>;
}

/** Options of {@link startService}. */
export interface StartServiceOptions {
  readonly sandbox?: Partial<CreateSandboxOptions>;
  /** How many passkeys the customer has; none by default. */
  readonly passkeys?: number;
}

interface Answer {
  readonly status: number;
  // Tests read what the service is known to answer; a wrong guess fails them.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Starts a service with a customer, a funded wallet, a bank account and an active card. */
export async function startService({ sandbox: options, passkeys = 0 }: StartServiceOptions = {}): Promise<Service> {
  const sandbox = createSandbox({ provisionMs: 0, relyingParties: ['localhost'], ...options });
  const authorization = `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}`;
  const send = async (
    url: string,
    { method, body, headers = {} }: { method: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer> => {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await sandbox.fetch(
      new Request(url, {
        method,
        headers: { Authorization: authorization, ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}`);
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const platform = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
    send(serviceUrl + path, { method, body, ...(headers === undefined ? {} : { headers }) });
  const control = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`http://localhost/_sandbox${path}`, { method, body });

  const customerId = (await platform('POST', '/customers', sampleCustomer)).body.id as string;
  const accounts = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const accountId = accounts.body.data[0].id as string;
  await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: funds });
  const bank = await platform('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    platformAccountId: 'sample-bank-account',
    accountInfo: sampleBankAccount,
  });
  const issued = await platform('POST', '/cards', {
    cardholderId: customerId,
    form: 'VIRTUAL',
    fundingSources: [accountId],
  });
  const cardId = issued.body.id as string;

  /** A session whose key this process holds, for what only a signature can arrange. */
  const signIn = async () => {
    const [email] = (await platform('GET', `/auth/credentials?accountId=${accountId}`)).body.data as AuthMethod[];
    const path = `/auth/credentials/${email?.id ?? ''}`;
    const challenge = await platform('POST', `${path}/challenge`);
    const pair = await generateClientKeyPair();
    const encryptedOtpBundle = await encryptOtp(challenge.body.otpEncryptionTargetBundle as string, {
      otpCode: '000000',
      publicKeyHex: pair.publicKeyHex,
      enclaveKeys: [sandbox.enclavePublicKeyHex],
    });
    const session = await signed('POST', `${path}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle }, pair);
    const key = await openSessionSigningKey(session.body.encryptedSessionSigningKey as string, pair);
    return { key, sessionId: session.body.id as string };
  };
  const signed = async (
    method: string,
    path: string,
    body: unknown,
    key: Parameters<typeof stamp>[1],
  ): Promise<Answer> => {
    const { payloadToSign, requestId } = (await platform(method, path, body)).body as Record<string, string>;
    return platform(method, path, body, {
      'Service-Wallet-Signature': await stamp(payloadToSign ?? '', key),
      'Request-Id': requestId ?? '',
    });
  };

  const passkeyIds: string[] = [];
  if (passkeys > 0) {
    const own = await signIn();
    for (let made = 0; made < passkeys; made += 1) {
      const passkey = await createPasskey(`passkey ${made}`);
      const challenge = btoa(`challenge ${made}`).replace(/=+$/, '');
      const attestation = await passkey.attest({ challenge, origin: 'http://localhost', relyingParty: 'localhost' });
      const added = { type: 'PASSKEY', accountId, nickname: `Passkey ${made}`, challenge, attestation };
      passkeyIds.push((await signed('POST', '/auth/credentials', added, own.key)).body.id as string);
    }
    await signed('DELETE', `/auth/sessions/${own.sessionId}`, undefined, own.key);
  }

  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    (await platform('GET', path)).body.data as readonly Item[];
  const service: Service = {
    sandbox,
    customerId,
    accountId,
    cardId,
    passkeyIds,
    quote: async (amount = 1_000_000) =>
      (
        await platform('POST', '/quotes', {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: bank.body.id as string },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
        })
      ).body as Quote,
    readQuote: async (quoteId) => (await platform('GET', `/quotes/${quoteId}`)).body as Quote,
    async wait(advanceMs) {
      await control('POST', '/clock', { advanceMs });
    },
    async revoke(sessionId) {
      await control('DELETE', `/sessions/${sessionId}`);
    },
    sessions: () => list(`/auth/sessions?accountId=${accountId}`),
    credentials: () => list(`/auth/credentials?accountId=${accountId}`),
    card: async () => (await platform('GET', `/cards/${cardId}`)).body as Card,
    payments: async () =>
      (await list<Transaction>(`/transactions?customerId=${customerId}&limit=100`)).filter(
        ({ type, status }) => type === 'OUTGOING' && status !== 'PENDING',
      ),
    balance: async () =>
      (await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)).body.data[0].balance
        .amount as number,
    log: async () => (await control('GET', '/requests')).body.data as readonly LoggedRequest[],
  };
  return Object.freeze(service);
}
