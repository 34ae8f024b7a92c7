/** The way of a page from the first call to the last, step by step. */
import { contractNames } from '../../../src/kit/contract-names.ts';
import { wireProfiles } from '../../../src/kit/wire.ts';
import {
  createMemoryStore,
  createWallet,
  isKitError,
  sandboxEnclavePublicKeyHex,
  type Card,
  type CreateWalletOptions,
  type Quote,
  type Wallet,
} from 'countersign';
import { createRelay } from 'countersign/relay';
import { encodeBase64 } from '../../../src/kit/encoding/base64.ts';
import { encodeUtf8 } from '../../../src/kit/encoding/index.ts';

/** Settings of a run. */
export interface DoctorSettings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly profile: 'grid' | 'spec';
  readonly enclaveKeys: readonly string[];
  /** Address of the customer, who is sent the code; one that no code reaches by default. */
  readonly email?: string;
  /** Rights of card keys, as for `createWallet`. */
  readonly cardKeyPolicies?: CreateWalletOptions['cardKeyPolicies'];
  /** Address to which the service sends a test event. */
  readonly webhookUrl?: string;
}

/** Surroundings of the steps. */
export interface Surroundings {
  /** Reaches the service, watched. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Asks for the code of a sign-in; null where nobody can be asked. */
  readonly askForCode: () => Promise<string | null>;
  /** Asks whether to pay. */
  readonly mayPay: () => Promise<boolean>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** One step. */
export interface Step {
  readonly name: string;
  /** Whether no later step can be done without it. */
  readonly isNeeded?: true;
  /** The records that it creates, in words: named before anything is created. */
  readonly creates?: string;
  /** Does it. @throws Stopped, Skipped, and the errors of the kit */
  run(): Promise<void>;
}

/** A step that isn't for this account. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** A step that couldn't be done. The message holds names, statuses and codes alone. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

const amount = 1_000_000;
const funding = 5_000_000;
const sandboxCode = '000000';
const timeoutMs = 30_000;
const pollMs = 1000;
const polls = 30;
const origin = 'http://localhost';
/** The amount of the payment, in words. */
export const amountInWords = '1.00 USDB';

interface Reply {
  readonly status: number;
  readonly ok: boolean;
  // The watch compares it with the contract; here a field that isn't there is undefined.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

const account = (accountId: unknown) => ({ sourceType: 'ACCOUNT', accountId });
const toAccount = (accountId: unknown) => ({ destinationType: 'ACCOUNT', accountId });
const codeOf = ({ body }: Reply): string => (/^[A-Z][A-Z0-9_]{0,60}$/.test(body?.code) ? ` ${String(body.code)}` : '');

/** The steps for one account of the service, the first of which only reads; `name` is the customer's own id. */
export function doctorSteps(settings: DoctorSettings, name: string, surroundings: Surroundings): readonly Step[] {
  const { baseUrl, clientId, clientSecret, profile, enclaveKeys, cardKeyPolicies, webhookUrl } = settings;
  const { email = `${name}@example.com` } = settings;
  const { walletAccountsPath, delegatedKeys } = wireProfiles[profile];
  let customerId = '';
  let accountId = '';
  let payeeId = '';
  let quote: Quote | undefined;
  let card: Card | undefined;
  let opened: Wallet | undefined;
  let underWay = 0;
  let rest = (): void => undefined;

  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    return { status: response.status, ok: response.ok, body };
  };
  const requestOf = (url: string, method: string, body: unknown, headers: Record<string, string>): Request =>
    new Request(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  /** Calls the service as the platform's back-end does. */
  const platform = async (method: string, path: string, body?: unknown, more = {}): Promise<Reply> => {
    const authorization = `Basic ${encodeBase64(encodeUtf8(`${clientId}:${clientSecret}`))}`;
    return read(await surroundings.fetch(requestOf(baseUrl + path, method, body, { authorization, ...more })));
  };
  const relay = createRelay({
    baseUrl,
    clientId,
    clientSecret,
    profile,
    mountPath: '/wallet',
    groups: ['wallet', 'addresses', 'payments'],
    origins: [origin],
    fetch: surroundings.fetch,
    // With an audit nothing is written to the console.
    audit: () => undefined,
    identify: () => ({ userId: 'doctor', customerId, accountIds: [accountId] }),
  });
  const toRelay = async (request: Request): Promise<Response> => {
    request.headers.set('Origin', origin);
    const response = await relay(request);
    // As every server does of its own.
    if (!response.headers.has('Date')) response.headers.set('Date', new Date().toUTCString());
    return response;
  };
  /** Calls the relay as a page does. */
  const page = async (method: string, path: string, body?: unknown): Promise<Reply> =>
    read(await toRelay(requestOf(`${origin}/wallet${path}`, method, body, {})));
  const wallet = (): Wallet =>
    (opened ??= createWallet({
      relay: `${origin}/wallet`,
      accountId,
      enclaveKeys,
      ...(cardKeyPolicies !== undefined && { cardKeyPolicies }),
      profile,
      store: createMemoryStore(),
      refreshBefore: false,
      // A call's background work begins before the call ends.
      onEvent({ step }) {
        if (step === 'begin') underWay += 1;
        if (step === 'end') underWay -= 1;
        if (underWay === 0) rest();
      },
      fetch: (url, init) => toRelay(new Request(url, init)),
    }));
  /** Waits until nothing is under way: a refresh goes on to end the earlier session. */
  const rests = (): Promise<void> => new Promise((resolve) => (underWay === 0 ? resolve() : void (rest = resolve)));
  const good = (reply: Reply, what: string): Reply => {
    if (reply.ok) return reply;
    throw new Stopped(`${what} was refused: ${String(reply.status)}${codeOf(reply)}`);
  };
  const key = (): Record<string, string> => ({ 'Idempotency-Key': crypto.randomUUID() });
  /** Asks again and again until something is so. */
  const until = async (isSo: () => Promise<boolean>): Promise<boolean> => {
    for (let left = polls; left > 0; left -= 1) {
      if (await isSo()) return true;
      await surroundings.wait(pollMs);
    }
    return false;
  };
  const accountPath = (): string =>
    `${walletAccountsPath}?${new URLSearchParams({ customerId, type: 'EMBEDDED_WALLET' }).toString()}`;
  const canPay = async (): Promise<boolean> =>
    Number((await platform('GET', accountPath())).body?.data?.[0]?.balance?.amount) >= amount;

  async function signIn(): Promise<void> {
    const attempt = await wallet().emailOtp.begin();
    try {
      await attempt.verify(sandboxCode);
    } catch (error) {
      if (!isKitError(error) || error.code !== 'CODE_WRONG') throw error;
      const code = await surroundings.askForCode();
      if (code === null) throw new Stopped('the code of sandboxes was refused, and nobody was asked for another');
      await attempt.verify(code);
    }
  }

  async function fund(): Promise<void> {
    const funded = await platform('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: funding });
    if (!funded.ok) throw new Skipped(`the service is no sandbox: ${String(funded.status)}${codeOf(funded)}`);
    if (await canPay()) return;
    // Where such money shows only in the total, the platform pays the wallet.
    const { body } = good(await platform('GET', '/platform/internal-accounts'), "the platform's accounts");
    const own = body?.data?.find((one: Reply['body']) => one?.balance?.currency?.code === 'USD');
    if (own === undefined) throw new Stopped('the platform has no account in USD to pay the wallet from');
    good(await platform('POST', `/sandbox/internal-accounts/${own.id}/fund`, { amount: funding }), 'the funding');
    const fields = { source: account(own.id), destination: toAccount(accountId) };
    const locked = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: funding };
    const { body: made } = good(await platform('POST', '/quotes', { ...fields, ...locked }), 'the quote to the wallet');
    good(await platform('POST', `/quotes/${made.id}/execute`, undefined, key()), 'the payment to the wallet');
    if (!(await until(canPay))) throw new Stopped('the money did not arrive in the wallet');
  }

  async function makeCard(): Promise<void> {
    const knowsRights = cardKeyPolicies !== undefined || enclaveKeys.includes(sandboxEnclavePublicKeyHex);
    if (delegatedKeys && !knowsRights) {
      throw new Skipped("the rights of the service's card keys are unknown: set PLATFORM_CARD_KEY_POLICIES");
    }
    const forms = [contractNames['2026-09'], contractNames['2026-08']].map(({ cardOwner, cardSource }) => ({
      [cardOwner]: customerId,
      form: 'VIRTUAL',
      [cardSource]: cardSource === contractNames['2026-08'].cardSource ? [accountId] : accountId,
    }));
    let made: Reply | undefined;
    // An account takes one form, and refuses the other's fields.
    for (const body of profile === 'grid' ? forms : forms.slice(1)) {
      if (made?.ok !== true) made = await platform('POST', '/cards', body, key());
    }
    if (made?.ok !== true) {
      throw new Skipped(
        `the account issues no cards: ${String(made?.status)}${made === undefined ? '' : codeOf(made)}`,
      );
    }
    const isIssued = await until(async () => {
      [card] = await wallet().card.list();
      return card !== undefined && card.state !== 'PROCESSING';
    });
    if (!isIssued || card === undefined) throw new Stopped('the card was not issued in time');
    if (delegatedKeys) await wallet().delegatedKeys.create({ cardId: card.id, nickname: 'Doctor' });
    await wallet().card.freeze(card.id);
    await wallet().card.unfreeze(card.id);
    await wallet().card.close(card.id, { confirm: 'permanent' });
  }

  async function testWebhook(url: string): Promise<void> {
    const { body: before } = good(await platform('GET', '/config'), 'the configuration');
    good(await platform('PATCH', '/config', { webhookEndpoint: url }), 'the endpoint');
    try {
      const { body } = good(await platform('POST', '/sandbox/webhooks/test'), 'the test of the webhook');
      const status = Number(body?.response_status);
      if (!(status < 300)) throw new Stopped(`the URL answered ${String(status)}`);
    } finally {
      const { webhookEndpoint = '' } = before ?? {};
      if (webhookEndpoint !== '') await platform('PATCH', '/config', { webhookEndpoint });
    }
  }

  const steps: (Step | null)[] = [
    {
      name: 'credentials',
      isNeeded: true,
      async run() {
        good(await platform('GET', '/transactions?limit=1'), 'the first call');
        if (profile === 'grid') await platform('GET', '/cards?limit=1');
      },
    },
    {
      name: 'customer',
      isNeeded: true,
      creates: `a customer with the platformCustomerId ${name}, who then has a wallet`,
      async run() {
        const { body } = good(
          await platform('POST', '/customers', {
            customerType: 'INDIVIDUAL',
            platformCustomerId: name,
            region: 'US',
            email,
            fullName: 'Sample Customer',
            birthDate: '1990-01-15',
            nationality: 'US',
          }),
          'the customer',
        );
        customerId = String(body?.id);
      },
    },
    {
      name: 'wallet',
      isNeeded: true,
      async run() {
        const { body } = good(await platform('GET', accountPath()), 'the wallet');
        const [found] = body?.data ?? [];
        if (found === undefined) throw new Stopped('the new customer has no wallet');
        accountId = String(found.id);
        await wallet().account.get({ customerId });
      },
    },
    {
      name: 'code',
      isNeeded: true,
      creates: 'sessions of that wallet, all of them revoked at the end',
      run: signIn,
    },
    {
      name: 'refresh',
      async run() {
        const { sessionId } = await wallet().session.refresh();
        await rests();
        const listed = await wallet().session.list();
        if (!listed.some(({ id }) => id === sessionId)) throw new Stopped('the list lacks the new session');
      },
    },
    {
      name: 'refusal',
      async run() {
        const unknown = await page('GET', `/transactions/Transaction:${crypto.randomUUID()}`);
        if (unknown.status !== 404) throw new Stopped(`an unknown record is ${String(unknown.status)}`);
      },
    },
    {
      name: 'payee',
      creates: 'an external account of that customer',
      async run() {
        const accountInfo = {
          accountType: 'USD_ACCOUNT',
          accountNumber: '000123456789',
          routingNumber: '021000021',
          bankAccountType: 'CHECKING',
          bankName: 'Sample Bank',
          beneficiary: {
            beneficiaryType: 'INDIVIDUAL',
            fullName: 'Sample Customer',
            address: { line1: '1 Sample Street', city: 'Sampletown', postalCode: '00001', country: 'US' },
          },
        };
        const fields = { customerId, currency: 'USD', platformAccountId: name, accountInfo };
        const { body } = good(await page('POST', '/customers/external-accounts', fields), 'the payee');
        payeeId = String(body?.id);
        const isActive = await until(
          async () => (await page('GET', `/customers/external-accounts/${payeeId}`)).body?.status === 'ACTIVE',
        );
        if (!isActive) throw new Stopped('the payee was not ACTIVE in time');
      },
    },
    {
      name: 'money',
      creates: "money of a sandbox for that wallet, from the platform's account in USD if need be",
      run: fund,
    },
    {
      name: 'quote',
      creates: `a quote for ${amountInWords}`,
      async run() {
        if (payeeId === '') throw new Skipped('there is no payee');
        const fields = { source: account(accountId), destination: toAccount(payeeId) };
        const locked = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount };
        const { body } = good(await page('POST', '/quotes', { ...fields, ...locked }), 'the quote');
        quote = body as Quote;
      },
    },
    {
      name: 'payment',
      async run() {
        if (quote === undefined) throw new Skipped('there is no quote');
        if (!(await surroundings.mayPay())) throw new Skipped('nothing was to be spent');
        const { transactionId } = await wallet().quote.execute(quote);
        await wallet().transaction.get(transactionId);
      },
    },
    {
      name: 'card',
      creates: 'a card of that customer with its delegated key, which ends CLOSED, if the account may issue one',
      run: makeCard,
    },
    webhookUrl === undefined
      ? null
      : {
          name: 'webhook',
          creates: `a test event to ${new URL(webhookUrl).host}, which is the webhook endpoint meanwhile (and stays it where none was set)`,
          run: () => testWebhook(webhookUrl),
        },
    {
      name: 'revoke',
      async run() {
        for (const { id, current } of await wallet().session.list()) {
          if (!current) await wallet().session.revoke({ sessionId: id });
        }
        await wallet().session.revoke();
        const { body } = await platform('GET', `/auth/sessions?${new URLSearchParams({ accountId }).toString()}`);
        if (body?.data?.length !== 0) throw new Stopped('a session outlived its revocation');
      },
    },
  ];
  return steps.filter((step) => step !== null);
}
